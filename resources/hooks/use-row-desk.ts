import { useRefundPermission } from './use-refund-permission';
import { useRowDialogs } from './use-row-dialogs';

/**
 * What can be done with the rows of a list besides looking at them.
 * @param refresh reads the list again
 */
export function useRowDesk(refresh: () => Promise<boolean>) {
  const permission = useRefundPermission();
  const dialogs = useRowDialogs();
  return { permission, dialogs, refresh };
}

export type RowDesk = ReturnType<typeof useRowDesk>;
