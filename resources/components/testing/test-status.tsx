import { useEffect } from 'react';
import { OFFICE_MESSAGES } from '../../../src/contracts/messages-office';
import { API } from '../../../src/contracts/routes';
import type { TestStatus } from '../../../src/contracts/testing';
import { useTestRun } from '../../hooks/use-test-run';
import { formatRupees } from '../../lib/format';
import { Callout } from '../ui/callout';
import { Button } from '../ui/controls';
import { BankAnswerTables } from './bank-answer';
import { TestPanel } from './test-panel';
import classes from './testing.module.css';

interface TestStatusPanelProps {
  reference: string;
  /** Asks once by itself. */
  atOnce?: boolean;
}

const WORDS: Readonly<Record<TestStatus['state'], { tone: 'success' | 'info' | 'warning'; title: string }>> = {
  paid: { tone: 'success', title: 'Paid' },
  mismatch: { tone: 'warning', title: 'Paid, with another amount' },
  declined: { tone: 'warning', title: 'Declined' },
  cancelled: { tone: 'warning', title: 'Cancelled' },
  pending: { tone: 'info', title: 'Not decided yet' },
  'not-found': { tone: 'info', title: 'Not paid' },
  unclear: { tone: 'warning', title: 'The answer is not clear' },
};

export function TestStatusPanel({ reference, atOnce = false }: TestStatusPanelProps) {
  const test = useTestRun<TestStatus>(API.testStatus, OFFICE_MESSAGES.testing.bankFailed);
  const { run } = test;
  useEffect(() => {
    if (atOnce) void run({ reference });
  }, [atOnce, reference, run]);

  return (
    <TestPanel
      title="What the bank says"
      hint="Only the bank's signed STATUS answer tells whether the rupee was paid."
      problem={test.problem}
      start={
        <div className={classes.actions}>
          <Button variant="default" loading={test.running} onClick={() => void run({ reference })}>
            Ask the bank
          </Button>
        </div>
      }
    >
      {test.data && (
        <>
          <Callout tone={WORDS[test.data.state].tone} title={WORDS[test.data.state].title}>
            {test.data.amount !== null && `The bank confirms ${formatRupees(test.data.amount)}.`}
          </Callout>
          <BankAnswerTables answer={test.data} />
        </>
      )}
    </TestPanel>
  );
}
