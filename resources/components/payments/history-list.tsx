import type { ReactNode } from 'react';
import type { PaymentHistoryItem } from '../../../src/contracts/histories';
import { type PaymentType, tokenLabel } from '../../../src/domain/payment/token-catalogue';
import { formatDateTime, formatRupees } from '../../lib/format';
import { RefundBadge } from '../refunds/refund-badge';
import { ListIcon, ReceiptIcon, UpgradeIcon } from '../ui/icons';
import { Money } from '../ui/money';
import { StatusBadge } from '../ui/status-badge';
import { VoidMark } from '../ui/void-mark';
import classes from './payment-history.module.css';

const KINDS: Readonly<Record<PaymentType, { icon: ReactNode; label: string }>> = {
  initial: { icon: <ReceiptIcon />, label: 'Token payment' },
  upgrade: { icon: <UpgradeIcon />, label: 'Upgrade' },
  installment: { icon: <ListIcon />, label: 'Installment' },
};

export function HistoryList({ history }: { history: PaymentHistoryItem[] }) {
  return (
    <ol className={classes.list} aria-label="Payments, oldest first">
      {history.map((item) => (
        <HistoryRow key={item.paymentId} item={item} />
      ))}
    </ol>
  );
}

function HistoryRow({ item }: { item: PaymentHistoryItem }) {
  const kind = KINDS[item.paymentType];
  return (
    <li className={classes.row}>
      <span className={classes.icon}>{kind.icon}</span>
      <div className={classes.what}>
        <p className={classes.kind}>
          {kind.label} · {tokenLabel(item.tokenType)}
        </p>
        {item.upgradeDescription && <p>{item.upgradeDescription}</p>}
        <p className={classes.soft}>
          <span className={classes.number}>{item.tokenNumber}</span> {item.tokenVoid && <VoidMark />} ·{' '}
          {item.paymentGateway.toUpperCase()}
        </p>
        <p className={classes.soft}>
          <time dateTime={item.paidAt ?? item.createdAt}>
            {item.paidAt ? 'Paid' : 'Created'} {formatDateTime(item.paidAt ?? item.createdAt)}
          </time>
        </p>
      </div>
      <div className={classes.sum}>
        <Money amount={item.amount} />
        {item.refundedAmount > 0 && <span className={classes.soft}>{formatRupees(item.refundedAmount)} refunded</span>}
        <StatusBadge status={item.status} label={item.statusLabel} />
        {item.pendingRefundAmount > 0 && <RefundBadge amount={item.pendingRefundAmount} />}
      </div>
    </li>
  );
}
