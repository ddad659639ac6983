import { MESSAGES } from '../../../src/contracts/messages';
import type { PageProps } from '../../../src/contracts/pages';
import { API } from '../../../src/contracts/routes';
import type { TestLink } from '../../../src/contracts/testing';
import { FieldsTable } from '../../components/testing/fields-table';
import { TestPanel } from '../../components/testing/test-panel';
import { TestStatusPanel } from '../../components/testing/test-status';
import classes from '../../components/testing/testing.module.css';
import { Callout } from '../../components/ui/callout';
import { Button } from '../../components/ui/controls';
import { PageHeader } from '../../components/ui/page-header';
import { useTestRun } from '../../hooks/use-test-run';
import { TestLayout } from '../../layouts/test-layout';
import { formatRupees } from '../../lib/format';

export default function TestPayment({ amount, practice }: PageProps['Test/Payment']) {
  const link = useTestRun<TestLink>(API.testLink, MESSAGES.link.createFailed);
  const rupee = formatRupees(amount);
  return (
    <>
      <PageHeader
        title="Test Payment"
        subtitle={`Sends ${rupee} through the bank. It is no sale and counts nowhere.`}
      />
      {!practice && (
        <Callout tone="warning" title="This is not the practice bank">
          {rupee} is really charged to whoever pays.
        </Callout>
      )}
      <TestPanel
        title="Test link"
        hint={`Makes an invoice over ${rupee} at the bank. The amount is fixed.`}
        problem={link.problem}
        start={
          <div className={classes.actions}>
            <Button variant={link.data ? 'default' : 'filled'} loading={link.running} onClick={() => void link.run()}>
              {link.data ? 'Create another test link' : 'Create test link'}
            </Button>
          </div>
        }
      >
        {link.data && <Created link={link.data} />}
      </TestPanel>
      {link.data && <TestStatusPanel key={link.data.reference} reference={link.data.reference} />}
    </>
  );
}

function Created({ link }: { link: TestLink }) {
  const { reference, paymentUrl, amount, responseCode, responseText } = link;
  return (
    <>
      <Callout tone="success" title="Test link created">
        Pay at the bank; its return shows the outcome here.
      </Callout>
      <div className={classes.actions}>
        <Button component="a" href={paymentUrl}>
          Pay {formatRupees(amount)} at the bank
        </Button>
      </div>
      <FieldsTable
        caption="Test link"
        rows={[
          { name: 'Link', value: paymentUrl },
          { name: 'Reference', value: reference },
          { name: 'Amount', value: formatRupees(amount) },
          { name: 'Response', value: `${responseCode} ${responseText}`.trim() },
        ]}
      />
    </>
  );
}

TestPayment.layout = [TestLayout];
