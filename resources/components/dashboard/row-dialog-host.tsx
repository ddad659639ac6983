import type { RowDesk } from '../../hooks/use-row-desk';
import type { RowSubject } from '../../lib/row-subject';
import { lateDialog } from '../ui/late';

export interface RowDialogProps {
  opened: boolean;
  onClose: () => void;
  subject: RowSubject;
  /** Counts openings: each starts afresh. */
  opening: number;
  desk: RowDesk;
}

const DIALOGS = {
  history: lateDialog(() => import('../payments/payment-history-dialog')),
  refund: lateDialog(() => import('../refunds/refund-dialog')),
  upgrade: lateDialog(() => import('../upgrades/upgrade-dialog')),
  share: lateDialog(() => import('../sharing/share-dialog')),
  reissue: lateDialog(() => import('../links/reissue-dialog')),
  contact: lateDialog(() => import('../links/contact-dialog')),
  cancel: lateDialog(() => import('../links/cancel-dialog')),
} as const;

/** The dialogs of a list's rows; the code of each comes when it is first opened. */
export function RowDialogHost({ desk }: { desk: RowDesk }) {
  const { shown, opened, close } = desk.dialogs;
  if (!shown) return null;
  const Dialog = DIALOGS[shown.dialog];
  return <Dialog opened={opened} onClose={close} subject={shown.subject} opening={shown.opening} desk={desk} />;
}
