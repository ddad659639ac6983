import type { ReactNode } from 'react';
import { ROUTES } from '../../../src/contracts/routes';
import { isPaid } from '../../../src/domain/payment/payment-status';
import type { RowDesk } from '../../hooks/use-row-desk';
import { formatRupees } from '../../lib/format';
import { denialOf, leftToRefund, type RowChoice, type RowSubject, upgradeLabel } from '../../lib/row-subject';
import {
  CopyIcon,
  EditIcon,
  ListIcon,
  OpenIcon,
  QrIcon,
  ReceiptIcon,
  RefreshIcon,
  ReturnIcon,
  ShareIcon,
  StopIcon,
  UpgradeIcon,
} from '../ui/icons';
import { openSale } from '../../lib/way-back';
import { RowMenu, type RowMenuEntry } from '../ui/row-menu';

export interface MoreMenuProps {
  subject: RowSubject;
  choices: RowChoice[];
  desk: RowDesk;
  /** Only for a payment in progress. */
  onCheck?: (() => void) | undefined;
  link: { copy: () => Promise<unknown>; open: () => void };
}

const LOOKS: Readonly<Record<RowChoice, { icon: ReactNode; label: (subject: RowSubject) => string }>> = {
  qr: { icon: <QrIcon size={18} />, label: () => 'Show QR' },
  share: { icon: <ShareIcon size={18} />, label: () => 'Share…' },
  history: { icon: <ListIcon size={18} />, label: () => 'Payment history' },
  upgrade: { icon: <UpgradeIcon size={18} />, label: upgradeLabel },
  reissue: { icon: <RefreshIcon size={18} />, label: () => 'Reissue link' },
  contact: { icon: <EditIcon size={18} />, label: () => 'Correct contact details' },
  cancel: { icon: <StopIcon size={18} />, label: () => 'Cancel link' },
  refund: {
    icon: <ReturnIcon size={18} />,
    label: (subject) => {
      const rest = leftToRefund(subject);
      return rest > 0 ? `Refund ${formatRupees(rest)} to ${subject.customerName}` : 'Refund';
    },
  },
  refunds: { icon: <ReceiptIcon size={18} />, label: () => 'Refund details' },
};

export default function MoreMenu({ subject, choices, desk, onCheck, link }: MoreMenuProps) {
  const entries: RowMenuEntry[] = choices.map((choice) => ({
    key: choice,
    label: LOOKS[choice].label(subject),
    icon: LOOKS[choice].icon,
    denied: denialOf(choice, subject),
    onChoose: (opener: HTMLElement | null) => {
      if (choice === 'qr') openSale(subject.paymentId);
      else desk.dialogs.open(choice === 'refunds' ? 'refund' : choice, subject, opener);
    },
  }));
  const more = [
    isPaid(subject.status) && {
      key: 'receipt',
      label: 'Receipt',
      icon: <ReceiptIcon size={18} />,
      onChoose: () => void window.open(ROUTES.receipt(subject.paymentId), '_blank', 'noopener'),
    },
    onCheck && { key: 'check', label: 'Check status', icon: <RefreshIcon size={18} />, onChoose: onCheck },
    { key: 'copy', label: 'Copy link', icon: <CopyIcon size={18} />, onChoose: () => void link.copy() },
    { key: 'open', label: 'Open the customer’s page', icon: <OpenIcon size={18} />, onChoose: link.open },
  ].filter((entry) => entry !== false && entry !== undefined);
  // What costs money stays last.
  const lastAt = entries.findIndex(({ key }) => key === 'cancel' || key === 'refund');
  entries.splice(lastAt === -1 ? entries.length : lastAt, 0, ...more);
  return <RowMenu of={subject.customerName} entries={entries} />;
}
