import type { ReactNode } from 'react';
import type { AdminPaymentDetails } from '../../../../src/contracts/admin-details';
import { tokenLabel } from '../../../../src/domain/payment/token-catalogue';
import { formatDateTime, formatRupees } from '../../../lib/format';
import { RefundBadge } from '../../refunds/refund-badge';
import { Callout } from '../../ui/callout';
import { Identifier } from '../../ui/identifier';
import { PhoneLink } from '../../ui/phone-link';
import { StatusBadge } from '../../ui/status-badge';
import { TierMedal } from '../../ui/tier-medal';
import { VoidMark } from '../../ui/void-mark';
import classes from './details.module.css';

/** What it is, what state it is in, and the money. */
export function DetailsSummary({ details }: { details: AdminPaymentDetails }) {
  const { payment, customer, salesManager, amounts, upgrades } = details;
  const facts: [label: string, value: ReactNode][] = [
    ['Amount (gross)', formatRupees(amounts.amount)],
    ['Refunded', formatRupees(amounts.refunded)],
    ['Refund on its way', formatRupees(amounts.pending)],
    ['Net received', formatRupees(amounts.net)],
    ['Customer', customer.email],
    ['Phone', customer.phone ? <PhoneLink key="phone" phone={customer.phone} of={customer.name} /> : '–'],
    ['PAN', customer.pan ?? '–'],
    ['Sales manager', salesManager.name],
    ['Created', formatDateTime(payment.createdAt)],
    ['Paid', payment.paidAt ? formatDateTime(payment.paidAt) : '–'],
    ['Reference', referenceOf(payment)],
    ['Payment ID', <Identifier key="id" value={payment.paymentId} what="payment ID" />],
  ];
  return (
    <>
      <div className={classes.head}>
        <TierMedal type={payment.tokenType} />
        <div className={classes.who}>
          <p className={classes.name}>{customer.name}</p>
          <p className={classes.soft}>
            {tokenLabel(payment.tokenType)} {payment.paymentType === 'upgrade' ? 'upgrade' : 'token'}
            {payment.tokenNumber && <span className={classes.mono}> · {payment.tokenNumber}</span>}{' '}
            {payment.tokenVoid && <VoidMark />}
          </p>
        </div>
        <StatusBadge status={payment.status} label={payment.statusLabel} />
        {amounts.pending > 0 && <RefundBadge amount={amounts.pending} />}
      </div>
      {payment.reviewReason && (
        <Callout tone="warning" title="Needs review">
          {payment.reviewReason.replaceAll('_', ' ')}
        </Callout>
      )}
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {upgrades.map((upgrade) => (
        <p key={upgrade.paymentId} className={classes.soft}>
          {upgrade.role === 'source' ? 'Upgrade to Platinum' : 'Upgrade of'}{' '}
          <span className={classes.mono}>{upgrade.tokenNumber ?? upgrade.paymentId}</span>{' '}
          {upgrade.tokenVoid && <VoidMark />}: {upgrade.status}, {formatRupees(upgrade.amount)}
        </p>
      ))}
    </>
  );
}

/** A channel partner may come without a name, and loses it when the customer is erased. */
function referenceOf({ referenceType, brokerName }: AdminPaymentDetails['payment']): string {
  if (referenceType === 'direct') return 'Direct';
  return brokerName ? `Broker ${brokerName}` : 'Channel partner';
}
