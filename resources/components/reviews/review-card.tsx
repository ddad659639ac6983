import type { DecisionChoice, ReviewRow } from '../../../src/contracts/reviews';
import { ROUTES } from '../../../src/contracts/routes';
import { useSharedProps } from '../../hooks/use-shared-props';
import { useNow } from '../../hooks/use-now';
import { formatDateTime, formatRelative, formatRupees } from '../../lib/format';
import { Callout } from '../ui/callout';
import { Button } from '../ui/controls';
import { StatusBadge } from '../ui/status-badge';
import { VoidMark } from '../ui/void-mark';
import { ReviewEvidence } from './review-evidence';
import classes from './review.module.css';
import { MINUTE_MS } from '../../../src/domain/calendar/durations';

interface ReviewCardProps {
  review: ReviewRow;
  onChoose: (review: ReviewRow, choice: DecisionChoice) => void;
}

export function ReviewCard({ review, onChoose }: ReviewCardProps) {
  const nowMs = useNow(MINUTE_MS);
  const limited = useSharedProps().auth.user?.limited;
  const { customer, salesManager, choices, decided, blocked } = review;
  const titleId = `review-${review.reviewId}`;
  return (
    <article className={classes.card} aria-labelledby={titleId}>
      <header className={classes.head}>
        <div>
          <h3 id={titleId} className={classes.title}>
            {review.reasonLabel}: {customer.name}
          </h3>
          <p className={classes.soft}>
            <time dateTime={review.openedAt} title={formatDateTime(review.openedAt)}>
              Since {formatDateTime(review.openedAt)} ({formatRelative(review.openedAt, nowMs)})
            </time>
          </p>
        </div>
        <span className={classes.amount}>{formatRupees(review.amount)}</span>
      </header>
      <p>{review.explanation}</p>
      <div className={`${classes.soft} ${classes.who}`}>
        <StatusBadge status={review.paymentStatus} label={review.paymentStatusLabel} />
        <span>
          {customer.email} · sold by {salesManager.name} · token {review.tokenNumber} {review.tokenVoid && <VoidMark />}
        </span>
        <a href={ROUTES.sale(review.paymentId)}>Show the payment</a>
        {!limited && <a href={`${ROUTES.adminAudit}?subject=${review.paymentId}`}>Its audit log</a>}
      </div>
      <ReviewEvidence review={review} />
      {blocked && <Callout tone="info">{blocked}</Callout>}
      {decided && <DecidedNote review={review} decided={decided} />}
      {choices.length > 0 && (
        <div className={classes.actions} role="group" aria-label={`Decide: ${review.reasonLabel}, ${customer.name}`}>
          {choices.map((choice) => (
            <Button
              key={choice.decision}
              variant={choice.needsAmount ? 'filled' : 'default'}
              onClick={() => onChoose(review, choice)}
            >
              {choice.label}
            </Button>
          ))}
        </div>
      )}
    </article>
  );
}

function DecidedNote({ review, decided }: { review: ReviewRow; decided: NonNullable<ReviewRow['decided']> }) {
  const waiting = review.state === 'waiting';
  const who = decided.by ? `${decided.by}, ` : '';
  return (
    <Callout
      tone={waiting ? 'info' : 'success'}
      title={waiting ? 'The refund is on its way' : `Ended: ${decided.label}`}
    >
      <p>
        {who}
        {formatDateTime(decided.at)}
        {decided.bankReference && `, bank reference ${decided.bankReference}`}
      </p>
      {decided.note && <p className={classes.said}>{decided.note}</p>}
    </Callout>
  );
}
