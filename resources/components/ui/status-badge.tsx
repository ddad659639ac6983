import type { ReactNode } from 'react';
import type { PaymentStatus } from '../../../src/domain/payment/payment-status';
import { BankIcon, CheckCircleIcon, ClockIcon, CrossCircleIcon, ReturnIcon, StopIcon } from './icons';
import { Pill, type PillTone } from './pill';

const LOOKS: Readonly<Record<PaymentStatus, { tone: PillTone; icon: ReactNode }>> = {
  completed: { tone: 'green', icon: <CheckCircleIcon size={16} /> },
  pending: { tone: 'amber', icon: <ClockIcon size={16} /> },
  initiated: { tone: 'blue', icon: <BankIcon size={16} /> },
  failed: { tone: 'red', icon: <CrossCircleIcon size={16} /> },
  cancelled: { tone: 'grey', icon: <StopIcon size={16} /> },
  refunded: { tone: 'grey', icon: <ReturnIcon size={16} /> },
};

export function StatusBadge({ status, label }: { status: PaymentStatus; label: string }) {
  const look = LOOKS[status];
  return (
    <Pill tone={look.tone} icon={look.icon}>
      {label}
    </Pill>
  );
}
