import { OFFICE_MESSAGES } from '../../../src/contracts/messages-office';
import { API } from '../../../src/contracts/routes';
import type { CompleteFlowTest } from '../../../src/contracts/testing';
import { useTestRun } from '../../hooks/use-test-run';
import { Callout } from '../ui/callout';
import { Button } from '../ui/controls';
import { FieldsTable, rowsOf } from './fields-table';
import { TestPanel } from './test-panel';
import classes from './testing.module.css';
import { Verdict } from './verdict';

export function CompleteFlowPanel() {
  const test = useTestRun<CompleteFlowTest>(API.completeFlowTest, OFFICE_MESSAGES.testing.flowFailed);
  return (
    <TestPanel
      title="Complete flow"
      hint="Makes an invoice over one rupee that nobody pays, and judges every step on the way. It is no sale and counts nowhere."
      problem={test.problem}
      start={
        <div className={classes.actions}>
          <Button loading={test.running} onClick={() => void test.run()}>
            Test complete flow
          </Button>
        </div>
      }
    >
      {test.data && <Steps result={test.data} />}
    </TestPanel>
  );
}

function Steps({ result }: { result: CompleteFlowTest }) {
  return (
    <>
      <Callout tone={result.passed ? 'success' : 'warning'}>
        {result.passed ? 'Every step works.' : 'Not every step works.'}
      </Callout>
      <ol className={classes.steps}>
        {result.steps.map(({ name, state, detail, fields }) => (
          <li key={name} className={classes.step}>
            <div className={classes.stepHead}>
              <h3 className={classes.stepName}>{name}</h3>
              <Verdict state={state} />
            </div>
            <p className={classes.detail}>{detail}</p>
            {fields && <FieldsTable caption={`Fields: ${name}`} rows={rowsOf(fields)} />}
          </li>
        ))}
      </ol>
    </>
  );
}
