import { useRefundPermission } from './use-refund-permission';
import { useReissue } from './use-reissue';
import { useRowDialogs } from './use-row-dialogs';

/**
 * What can be done with the rows of a list besides looking at them.
 * @param refresh reads the list again
 */
export function useRowDesk(refresh: () => Promise<boolean>) {
  const permission = useRefundPermission();
  const links = useReissue(refresh);
  const dialogs = useRowDialogs();
  return { permission, links, dialogs, refresh };
}

export type RowDesk = ReturnType<typeof useRowDesk>;
