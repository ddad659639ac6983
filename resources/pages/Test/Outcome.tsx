import { Link } from '@inertiajs/react';
import type { PageProps } from '../../../src/contracts/pages';
import { ROUTES } from '../../../src/contracts/routes';
import type { TestReturn } from '../../../src/contracts/testing';
import { FieldsTable, rowsOf } from '../../components/testing/fields-table';
import { TestPanel } from '../../components/testing/test-panel';
import { TestStatusPanel } from '../../components/testing/test-status';
import { Verdict, verdictOf } from '../../components/testing/verdict';
import { Callout } from '../../components/ui/callout';
import { Button } from '../../components/ui/controls';
import { PageHeader } from '../../components/ui/page-header';
import { TestLayout } from '../../layouts/test-layout';
import { formatDateTime, formatRupees } from '../../lib/format';

export default function TestOutcome({ returned, amount }: PageProps['Test/Outcome']) {
  const again = (
    <Button component={Link} href={ROUTES.testPayment} variant="default">
      Another test payment
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Test payment: outcome"
        subtitle={`What came of ${formatRupees(amount)} at the bank.`}
        actions={again}
      />
      {returned ? (
        <>
          <TestStatusPanel reference={returned.reference} atOnce />
          <Returned returned={returned} />
        </>
      ) : (
        <Callout tone="info" title="The bank sent nothing back">
          Nothing was decided by this visit. On the page of the test link the bank can be asked for its state.
        </Callout>
      )}
    </>
  );
}

function Returned({ returned }: { returned: TestReturn }) {
  const { hashValid, problem, responseCode, responseText, receivedAt, fields } = returned;
  return (
    <TestPanel
      title="What the bank sent back"
      hint="The fields as they came through the browser, masked. By themselves they prove nothing."
    >
      <FieldsTable
        caption="Judged"
        rows={[
          { name: 'Hash', value: <Verdict state={verdictOf(hashValid)} /> },
          { name: 'Problem', value: problem ?? <em>none</em> },
          { name: 'Response', value: [responseCode, responseText].filter(Boolean).join(' ') || <em>none</em> },
          { name: 'Received', value: formatDateTime(receivedAt) },
        ]}
      />
      <FieldsTable caption="Fields" rows={rowsOf(fields)} />
    </TestPanel>
  );
}

TestOutcome.layout = [TestLayout];
