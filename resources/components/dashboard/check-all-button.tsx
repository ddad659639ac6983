import { Button } from '@mantine/core';
import type { StatusChecks } from '../../hooks/use-status-checks';
import { RefreshIcon } from '../ui/icons';

interface CheckAllButtonProps {
  checks: StatusChecks;
  /** The payments on the screen that are in progress. */
  pending: string[];
}

function words({ progress }: StatusChecks): string {
  if (!progress) return 'Check Status';
  if (progress.waiting) return `Waiting ${progress.waiting} s…`;
  return `Checking ${progress.done + 1} of ${progress.total}…`;
}

export function CheckAllButton({ checks, pending }: CheckAllButtonProps) {
  const running = checks.progress !== null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<RefreshIcon />}
        disabled={running || pending.length === 0}
        title={pending.length === 0 ? 'No payment on this page is in progress' : undefined}
        onClick={() => void checks.checkAll(pending)}
      >
        {words(checks)}
      </Button>
      <span className="td-hidden" role="status">
        {running ? 'Checking payments with the bank' : ''}
      </span>
    </>
  );
}
