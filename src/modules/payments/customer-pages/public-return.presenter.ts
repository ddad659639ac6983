import type { PublicReturn } from '../../../contracts/after-payment.js';
import { textsIn } from '../../../contracts/words/index.js';
import { refundExpectedDays } from '../../../domain/calendar/bank-days.js';
import { istMoment, istWeekday } from '../../../domain/calendar/ist-time.js';
import { formatInr, toRupees } from '../../../domain/money/money.js';
import { isPaid } from '../../../domain/payment/payment-status.js';
import type { ShownPayment, ShownRecord } from './public-payment.queries.js';

const WORDS = textsIn('en').returning;

export function returnLabel({ state }: Pick<PublicReturn, 'state'>): string {
  return state === 'undecided' ? WORDS.badgeUndecided : WORDS.badge;
}

/**
 * Money that could not be used: captures of a payment that was not completed by them, or the payment of an upgrade that was revoked
 * by a reversal of the gold payment.
 * @returns null where there is none
 */
export function presentReturn(
  payment: ShownPayment,
  record: ShownRecord,
  contact: PublicReturn['contact'],
): PublicReturn | null {
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
  const isUndecided = payment.reviewReason === 'quota_sold_out' && refunds.length === 0;
  const state = isReturned ? 'returned' : accepted.length > 0 ? 'with-bank' : isUndecided ? 'undecided' : 'preparing';
  const use = payment.paymentType === 'upgrade' ? 'upgrade' : 'sale';
  const returnedAt = isReturned ? (returned.at(-1)?.refund.settledAt ?? null) : null;
  const amount = formatInr(taken);
  return {
    tokenType: payment.tokenType,
    amount: toRupees(taken),
    takenAt: takenAt.toISOString(),
    state,
    use,
    expected,
    returnedAt: returnedAt?.toISOString() ?? null,
    text: [
      WORDS[use].taken(amount, istMoment(takenAt.toISOString())).join(''),
      ...(state === 'undecided'
        ? [WORDS.undecided(amount)]
        : [
            WORDS[use][state === 'returned' ? 'returned' : 'underWay'](amount, payment.tokenType),
            WORDS.expected(istWeekday(expected.from), istWeekday(expected.to)),
          ]),
      WORDS.contact(contact.phone, contact.email).join(''),
    ].join(' '),
    contact,
  };
}

function unusableIn(payment: ShownPayment, { tokenStatus }: ShownRecord) {
  if (!isPaid(payment.status)) return ({ excess }: { excess: boolean }) => excess;
  const isRevoked = payment.paymentType === 'upgrade' && payment.status === 'completed' && tokenStatus === 'void';
  return ({ excess }: { excess: boolean }) => isRevoked && !excess;
}

function sumOf(refunds: ShownRecord['refunds']): number {
  return refunds.reduce((sum, { refund }) => sum + refund.amount, 0);
}
