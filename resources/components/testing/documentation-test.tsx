import { OFFICE_MESSAGES } from '../../../src/contracts/messages-office';
import { API } from '../../../src/contracts/routes';
import type { DocumentationTest } from '../../../src/contracts/testing';
import { useTestRun } from '../../hooks/use-test-run';
import { Callout } from '../ui/callout';
import { Button } from '../ui/controls';
import { FieldsTable } from './fields-table';
import { TestPanel } from './test-panel';
import classes from './testing.module.css';
import { Verdict, verdictOf } from './verdict';

export function DocumentationTestPanel() {
  const test = useTestRun<DocumentationTest>(API.documentationTest, OFFICE_MESSAGES.testing.documentationFailed);
  return (
    <TestPanel
      title="Documentation test"
      hint="Worked examples of the bank's documented rule, computed here with their published key."
      problem={test.problem}
      start={
        <div className={classes.actions}>
          <Button loading={test.running} onClick={() => void test.run()}>
            Test documentation
          </Button>
        </div>
      }
    >
      {test.data && <Vectors result={test.data} />}
    </TestPanel>
  );
}

function Vectors({ result }: { result: DocumentationTest }) {
  return (
    <>
      <Callout tone={result.allMatch ? 'success' : 'error'}>
        {result.allMatch ? 'All documented examples match.' : 'At least one documented example does not match.'}
      </Callout>
      <ol className={classes.steps}>
        {result.vectors.map(({ id, title, messageString, expectedHash, generatedHash, match }) => (
          <li key={id} className={classes.step}>
            <div className={classes.stepHead}>
              <h3 className={classes.stepName}>{title}</h3>
              <Verdict state={verdictOf(match)} />
            </div>
            <FieldsTable
              caption={`Example ${id}`}
              rows={[
                { name: 'messageString', value: messageString },
                { name: 'generatedHash', value: generatedHash },
                { name: 'expectedHash', value: expectedHash },
              ]}
            />
          </li>
        ))}
      </ol>
    </>
  );
}
