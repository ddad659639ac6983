import type { ReactNode } from 'react';
import type { RowDesk } from '../../hooks/use-row-desk';
import { formatRupees } from '../../lib/format';
import { denialOf, leftToRefund, type RowChoice, type RowSubject } from '../../lib/row-subject';
import {
  EditIcon,
  ListIcon,
  QrIcon,
  ReceiptIcon,
  RefreshIcon,
  ReturnIcon,
  ShareIcon,
  StopIcon,
  UpgradeIcon,
} from '../ui/icons';
import { openSale } from '../../lib/way-back';
import { RowMenu } from '../ui/row-menu';

export interface MoreMenuProps {
  subject: RowSubject;
  choices: RowChoice[];
  desk: RowDesk;
}

const LOOKS: Readonly<Record<RowChoice, { icon: ReactNode; label: (subject: RowSubject) => string }>> = {
  qr: { icon: <QrIcon size={18} />, label: () => 'Show QR' },
  share: { icon: <ShareIcon size={18} />, label: () => 'Share…' },
  history: { icon: <ListIcon size={18} />, label: () => 'Payment history' },
  upgrade: { icon: <UpgradeIcon size={18} />, label: () => 'Upgrade to Platinum' },
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

export default function MoreMenu({ subject, choices, desk }: MoreMenuProps) {
  const entries = choices.map((choice) => ({
    key: choice,
    label: LOOKS[choice].label(subject),
    icon: LOOKS[choice].icon,
    denied: denialOf(choice, subject),
    onChoose: (opener: HTMLElement | null) => {
      if (choice === 'qr') openSale(subject.paymentId);
      else desk.dialogs.open(choice === 'refunds' ? 'refund' : choice, subject, opener);
    },
  }));
  return <RowMenu of={subject.customerName} entries={entries} />;
}
