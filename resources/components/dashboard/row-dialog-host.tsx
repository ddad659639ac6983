import { lazy, Suspense } from 'react';
import type { RowDesk } from '../../hooks/use-row-desk';
import type { RowSubject } from '../../lib/row-subject';

export interface RowDialogProps {
  opened: boolean;
  onClose: () => void;
  subject: RowSubject;
  /** Counts openings: each starts afresh. */
  opening: number;
  desk: RowDesk;
}

const DIALOGS = {
  history: lazy(() => import('../payments/payment-history-dialog')),
  refund: lazy(() => import('../refunds/refund-dialog')),
  upgrade: lazy(() => import('../upgrades/upgrade-dialog')),
  share: lazy(() => import('../sharing/share-dialog')),
  reissue: lazy(() => import('../links/reissue-dialog')),
  contact: lazy(() => import('../links/contact-dialog')),
  cancel: lazy(() => import('../links/cancel-dialog')),
} as const;

/** The dialogs of a list's rows; the code of each comes when it is first opened. */
export function RowDialogHost({ desk }: { desk: RowDesk }) {
  const { shown, opened, close } = desk.dialogs;
  if (!shown) return null;
  const Dialog = DIALOGS[shown.dialog];
  return (
    <Suspense fallback={null}>
      <Dialog opened={opened} onClose={close} subject={shown.subject} opening={shown.opening} desk={desk} />
    </Suspense>
  );
}
