import { OFFICE_MESSAGES } from '../../../src/contracts/messages-office';
import { API } from '../../../src/contracts/routes';
import type { BankAnswer } from '../../../src/contracts/testing';
import { useTestRun } from '../../hooks/use-test-run';
import { Button } from '../ui/controls';
import { BankAnswerTables } from './bank-answer';
import { TestPanel } from './test-panel';
import classes from './testing.module.css';

export function ApiTestPanel() {
  const test = useTestRun<BankAnswer>(API.apiTest, OFFICE_MESSAGES.testing.bankFailed);
  return (
    <TestPanel
      title="API test"
      hint="One signed STATUS question about a number that the bank cannot know. A signed answer shows that host, merchant id, key and hash version work."
      problem={test.problem}
      start={
        <div className={classes.actions}>
          <Button loading={test.running} onClick={() => void test.run()}>
            Test API
          </Button>
        </div>
      }
    >
      {test.data && <BankAnswerTables answer={test.data} />}
    </TestPanel>
  );
}
