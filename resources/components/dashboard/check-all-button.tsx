import { waitWords } from '../../../src/contracts/wait';
import type { CheckProgress, OpenPaymentChecks, OpenFilters } from '../../hooks/use-open-checks';
import { Button } from '../ui/controls';
import { RefreshIcon } from '../ui/icons';

interface CheckAllButtonProps {
  checks: OpenPaymentChecks;
  /** Of the list: all its open payments are checked, on whichever page they are. */
  filters: OpenFilters;
}

function words({ done, total, waiting }: CheckProgress): string {
  if (waiting !== null) return `Waiting ${waitWords(waiting)}…`;
  return total === null ? 'Checking…' : `Checked ${done} of ${total}`;
}

export function CheckAllButton({ checks, filters }: CheckAllButtonProps) {
  const { progress } = checks;
  const { search, expires, status, event = '' } = filters;
  return (
    <>
      <Button
        variant="default"
        leftSection={<RefreshIcon />}
        disabled={progress !== null}
        onClick={() => void checks.start({ search, expires, status, event })}
      >
        {progress ? words(progress) : 'Check Status'}
      </Button>
      {progress && (
        <Button variant="subtle" onClick={checks.stop}>
          Stop checking
        </Button>
      )}
      <span className="td-hidden" role="status">
        {progress ? 'Checking payments with the bank' : ''}
      </span>
    </>
  );
}
