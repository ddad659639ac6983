import type { PublicReturn } from '../../../contracts/after-payment.js';
import { textsIn } from '../../../contracts/words/index.js';
import { refundExpectedDays } from '../../../domain/calendar/bank-days.js';
import { istMoment } from '../../../domain/calendar/ist-time.js';
import { formatInr, toRupees } from '../../../domain/money/money.js';
import { isPaid } from '../../../domain/payment/payment-status.js';
import type { ShownPayment, ShownRecord } from './public-payment.queries.js';

const WORDS = textsIn('en').returning;

export const RETURN_LABEL = WORDS.badge;

/**
 * Upgrade money that could not be used: captures of an upgrade that was not completed, or the payment of one that was revoked by
 * a reversal of the gold payment.
 * @returns null where there is none
 */
export function presentReturn(
  payment: ShownPayment,
  record: ShownRecord,
  contact: PublicReturn['contact'],
): PublicReturn | null {
  if (payment.paymentType !== 'upgrade') return null;
  const captures = record.attempts.filter(({ status }) => status === 'captured').filter(unusableIn(payment, record));
  const [last] = captures;
  if (!last) return null;
  const ids = new Set(captures.map(({ id }) => id));
  const refunds = record.refunds.filter(({ refund, attemptId }) => ids.has(attemptId) && refund.status !== 'rejected');
  const taken = captures.reduce((sum, { amount }) => sum + amount, 0);
  const takenAt = last.capturedAt ?? last.createdAt;
  const accepted = refunds.flatMap(({ acceptedAt }) => acceptedAt ?? []);
  const expected = refundExpectedDays(accepted.at(-1) ?? takenAt, record.holidays);
  const returned = refunds.filter(({ refund }) => refund.status === 'completed');
  const isReturned = sumOf(returned) >= taken;
  const state = isReturned ? 'returned' : accepted.length > 0 ? 'with-bank' : 'preparing';
  const returnedAt = isReturned ? (returned.at(-1)?.refund.settledAt ?? null) : null;
  const amount = formatInr(taken);
  return {
    tokenType: payment.tokenType,
    amount: toRupees(taken),
    takenAt: takenAt.toISOString(),
    state,
    expected,
    returnedAt: returnedAt?.toISOString() ?? null,
    text: [
      WORDS.taken(amount, istMoment(takenAt.toISOString())).join(''),
      state === 'returned' ? WORDS.returned(amount, payment.tokenType) : WORDS.underWay(amount, payment.tokenType),
      WORDS.expected(expected.from, expected.to),
      WORDS.contact(contact.phone, contact.email).join(''),
    ].join(' '),
    contact,
  };
}

function unusableIn(payment: ShownPayment, { tokenStatus }: ShownRecord) {
  if (!isPaid(payment.status)) return ({ excess }: { excess: boolean }) => excess;
  const isRevoked = payment.status === 'completed' && tokenStatus === 'void';
  return ({ excess }: { excess: boolean }) => isRevoked && !excess;
}

function sumOf(refunds: ShownRecord['refunds']): number {
  return refunds.reduce((sum, { refund }) => sum + refund.amount, 0);
}
