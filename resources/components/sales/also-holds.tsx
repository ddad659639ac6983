import { Link } from '@inertiajs/react';
import { type Holding, MAX_HOLDINGS } from '../../../src/contracts/holdings';
import { ROUTES } from '../../../src/contracts/routes';
import { tokenLabel } from '../../../src/domain/payment/token-catalogue';
import { formatDateTime, formatRupees } from '../../lib/format';
import { RefundBadge } from '../refunds/refund-badge';
import { StatusBadge } from '../ui/status-badge';
import classes from './also-holds.module.css';
import card from './sales.module.css';

interface AlsoHoldsProps {
  holdings: Holding[];
  /** Name on the page: a holding under another one says so. */
  customerName: string;
}

/** What the same customer has bought or can pay besides, in all projects. */
export function AlsoHolds({ holdings, customerName }: AlsoHoldsProps) {
  return (
    <section className={card.card} aria-labelledby="also-holds-title">
      <h2 id="also-holds-title" className={card.heading}>
        Also holds
      </h2>
      <ul className={classes.list}>
        {holdings.map((holding) => (
          <Row key={holding.paymentId} holding={holding} customerName={customerName} />
        ))}
      </ul>
      {holdings.length === MAX_HOLDINGS && <p className={card.soft}>The newest {MAX_HOLDINGS} are shown.</p>}
    </section>
  );
}

function Row({ holding, customerName }: { holding: Holding; customerName: string }) {
  const { paymentId, tokenType, tokenNumber, project, event, amount, pendingRefundAmount } = holding;
  const { status, statusLabel, createdAt, paidAt } = holding;
  const tier = tokenLabel(tokenType);
  return (
    <li className={classes.row}>
      <Link href={ROUTES.sale(paymentId)} className={classes.token}>
        {tokenNumber === null ? `${tier} link` : `${tier} ${tokenNumber}`}
      </Link>
      <span className={classes.amount}>{formatRupees(amount)}</span>
      <p className={classes.soft}>
        {project}, {event}
        {holding.customerName !== customerName && ` · as ${holding.customerName}`}
        <br />
        <time dateTime={paidAt ?? createdAt}>
          {paidAt ? 'Paid' : 'Link made'} {formatDateTime(paidAt ?? createdAt)}
        </time>
      </p>
      <span className={classes.badges}>
        <StatusBadge status={status} label={statusLabel} />
        {pendingRefundAmount > 0 && <RefundBadge amount={pendingRefundAmount} />}
      </span>
    </li>
  );
}
