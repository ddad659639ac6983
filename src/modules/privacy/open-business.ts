import type { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import type { RefundEntity } from '../../database/entities/refund.entity.js';
import type { ReviewEntity } from '../../database/entities/review.entity.js';
import { DAY_MS } from '../../domain/calendar/durations.js';
import { isLinkPayable } from '../../domain/payment/link-care.js';
import { isRefundFinal } from '../../domain/refund/refund-rules.js';

export interface MoneyRows {
  payments: Pick<PaymentEntity, 'id' | 'publicId' | 'status' | 'statusReason' | 'expiresAt'>[];
  attempts: Pick<
    PaymentAttemptEntity,
    'paymentId' | 'openPaymentId' | 'sentAt' | 'nextCheckAt' | 'excess' | 'amount' | 'refundReserved'
  >[];
  refunds: Pick<RefundEntity, 'paymentId' | 'publicId' | 'status' | 'settledAt' | 'followUpAt'>[];
  reviews: Pick<ReviewEntity, 'paymentId' | 'state'>[];
}

export type OpenReason =
  | 'open_link'
  | 'at_bank'
  | 'duplicate_charge'
  | 'refund_under_way'
  | 'refund_watched'
  | 'review_open';

/** The watch lasts seven days, and goes on while the bank gives no word, or cannot be asked: an erasure does not wait for that. */
const LONGEST_WATCH_MS = 30 * DAY_MS;

export interface OpenBusiness {
  reason: OpenReason;
  /** The public payment id. */
  paymentId: string;
}

/**
 * Why a customer cannot be erased yet: somebody may still have to contact them, or owes them money. An attempt at the bank counts
 * until the poll job stops asking, because banks capture late; so does a completed refund, which the customer's bank may return.
 */
export function openBusinessOf({ payments, attempts, refunds, reviews }: MoneyRows, now: Date): OpenBusiness[] {
  const found = payments.flatMap((payment) => {
    const own = attempts.filter(({ paymentId }) => paymentId === payment.id);
    const given = refunds.filter(({ paymentId }) => paymentId === payment.id);
    const reasons: (OpenReason | false)[] = [
      isLinkOpen(payment, now) && 'open_link',
      own.some(isFollowed) && 'at_bank',
      own.some(({ excess, amount, refundReserved }) => excess && refundReserved < amount) && 'duplicate_charge',
      given.some(({ status }) => !isRefundFinal(status)) && 'refund_under_way',
      given.some((refund) => isWatched(refund, now)) && 'refund_watched',
      reviews.some(({ paymentId, state }) => paymentId === payment.id && state !== 'decided') && 'review_open',
    ];
    return reasons.filter((reason) => reason !== false).map((reason) => ({ reason, paymentId: payment.publicId }));
  });
  return found;
}

/** `pending` and `initiated` count even after expiry: the poll job has yet to end them. */
function isLinkOpen(payment: MoneyRows['payments'][number], now: Date): boolean {
  return payment.status === 'pending' || payment.status === 'initiated' || isLinkPayable(payment, now);
}

function isFollowed({ openPaymentId, sentAt, nextCheckAt }: MoneyRows['attempts'][number]): boolean {
  return sentAt !== null && (openPaymentId !== null || nextCheckAt !== null);
}

function isWatched({ followUpAt, settledAt }: MoneyRows['refunds'][number], now: Date): boolean {
  return followUpAt !== null && (settledAt === null || now.getTime() - settledAt.getTime() < LONGEST_WATCH_MS);
}
