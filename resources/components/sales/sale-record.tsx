import { useEffect, useRef } from 'react';
import type { AdminPaymentDetails, SaleTimeline } from '../../../src/contracts/admin-details';
import type { DeskPayment } from '../../../src/contracts/desk';
import { MESSAGES } from '../../../src/contracts/messages';
import { API } from '../../../src/contracts/routes';
import { isPaid } from '../../../src/domain/payment/payment-status';
import { useLoaded } from '../../hooks/use-loaded';
import { Callout } from '../ui/callout';
import { Identifier } from '../ui/identifier';
import { LoadFailed } from '../ui/load-failed';
import { AlsoHolds } from './also-holds';
import { SaleMoney } from './sale-money';
import { DetailsRefunds } from './details-refunds';
import classes from './sales.module.css';
import { TechnicalDetails } from './technical-details';
import { Timeline } from './timeline';

interface SaleRecordProps {
  desk: DeskPayment;
  /** Changes with what is known of the sale: its history is then read again. */
  version: string;
  /** Admins read more: the bank's answers, the audit log, who asked for which refund. */
  isAdmin: boolean;
}

/** The money of a paid sale, and what happened to it. */
export default function SaleRecord(props: SaleRecordProps) {
  return (
    <>
      {isPaid(props.desk.status) && <SaleMoney desk={props.desk} />}
      <SaleHistory {...props} />
    </>
  );
}

/** What happened to the sale, from its link to its last refund. */
function SaleHistory({ desk, version, isAdmin }: SaleRecordProps) {
  const { paymentId } = desk;
  const path = isAdmin ? API.adminDetails(paymentId) : API.timeline(paymentId);
  const failed = MESSAGES.sale.historyFailed;
  const { data, problem, loading, reload, reloadInBackground } = useLoaded<SaleTimeline | AdminPaymentDetails>(
    path,
    failed,
  );
  const shown = useRef(version);
  useEffect(() => {
    if (shown.current !== version) reloadInBackground();
    shown.current = version;
  }, [version, reloadInBackground]);
  const details = data && 'attempts' in data ? data : null;
  return (
    <>
      <section className={classes.card} aria-labelledby="history-title" aria-busy={loading}>
        <h2 id="history-title" className={classes.heading}>
          What happened
        </h2>
        {problem && (
          <LoadFailed
            title={failed}
            problem={problem}
            truth="Nothing was changed."
            loading={loading}
            onRetry={reload}
          />
        )}
        {!data && loading && <span className={classes.blank} aria-hidden="true" />}
        {data && <Timeline entries={data.timeline} />}
        {details && <AdminsPart details={details} />}
        {data?.isShortened && <p className={classes.soft}>Only the newest entries are shown.</p>}
        <p className="td-hidden" role="status">
          {loading && !data ? 'Loading what happened' : ''}
        </p>
      </section>
      {data?.alsoHolds && <AlsoHolds holdings={data.alsoHolds} customerName={desk.customerName} />}
    </>
  );
}

function AdminsPart({ details }: { details: AdminPaymentDetails }) {
  const { payment, refunds } = details;
  return (
    <>
      {payment.reviewReason && (
        <Callout tone="warning" title="Needs review">
          {payment.reviewReason.replaceAll('_', ' ')}
        </Callout>
      )}
      <DetailsRefunds refunds={refunds} />
      <p className={classes.soft}>
        {referenceOf(payment)} · Payment ID <Identifier value={payment.paymentId} what="payment ID" />
      </p>
      <TechnicalDetails details={details} />
    </>
  );
}

/** A channel partner may come without a name, and loses it when the customer is erased. */
function referenceOf({ referenceType, brokerName }: AdminPaymentDetails['payment']): string {
  if (referenceType === 'direct') return 'Direct';
  return brokerName ? `Broker ${brokerName}` : 'Channel partner';
}
