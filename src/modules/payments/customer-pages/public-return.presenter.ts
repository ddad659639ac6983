import type { PublicReturn } from '../../../contracts/after-payment.js';
import { textsIn } from '../../../contracts/words/index.js';
import { tierInSentence } from '../../../contracts/words/tier-name.js';
import { refundExpectedDays } from '../../../domain/calendar/bank-days.js';
import { istMoment, istWeekday } from '../../../domain/calendar/ist-time.js';
import { formatInr, toRupees } from '../../../domain/money/money.js';
import { isPaid } from '../../../domain/payment/payment-status.js';
import { isTokenVoid } from '../../../domain/payment/token-status.js';
import type { ShownAttempt, ShownPayment, ShownRecord } from './public-payment.queries.js';

const TEXTS = textsIn('en');
const WORDS = TEXTS.returning;

export function returnLabel({ state }: Pick<PublicReturn, 'state'>): string {
  return state === 'undecided' ? WORDS.badgeUndecided : WORDS.badge;
}

interface Return {
  /** Captures that could not be used, newest first. */
  captures: [ShownAttempt, ...ShownAttempt[]];
  /** Refunds of these captures that are not rejected, oldest first. */
  refunds: ShownRecord['refunds'];
  /** Paise. */
  taken: number;
  /** Paise that completed refunds have not given back. */
  left: number;
  /** Paise that the bank took back by itself. */
  reversed: number;
  state: PublicReturn['state'];
  /** When the bank accepted the last refund of ours; null until it has accepted refunds of all that it has not taken back by itself. */
  acceptedAt: Date | null;
}

/**
 * Money that could not be used: captures of a payment that was not completed by them, or the payment of an upgrade that was revoked
 * by a reversal of the gold payment.
 * @returns null where there is none
 */
export function presentReturn(
  payment: ShownPayment,
  record: ShownRecord,
  now: Date,
  contact: PublicReturn['contact'],
): PublicReturn | null {
  const found = returnOf(payment, record);
  if (!found) return null;
  const { captures, refunds, taken, left, reversed, state, acceptedAt } = found;
  const takenAt = captures[0].capturedAt ?? captures[0].createdAt;
  const startedAt = acceptedAt ?? (takenAt > now ? takenAt : now);
  const use = payment.paymentType === 'upgrade' ? 'upgrade' : 'sale';
  const completed = refunds.filter(({ refund }) => refund.status === 'completed');
  const returnedAt = state === 'returned' ? (completed.at(-1)?.refund.settledAt ?? null) : null;
  const shown: Omit<PublicReturn, 'text'> = {
    tokenType: payment.tokenType,
    tokenLabel: record.tierName,
    amount: toRupees(taken),
    amountLeft: toRupees(left),
    amountReversed: toRupees(reversed),
    takenAt: takenAt.toISOString(),
    state,
    use,
    revoked: isRevoked(payment, record),
    expected: reversed < taken ? refundExpectedDays(startedAt, record.holidays) : null,
    returnedAt: returnedAt?.toISOString() ?? null,
    contact,
  };
  const sums = { taken: formatInr(taken), left: formatInr(left), reversed: formatInr(reversed) };
  return { ...shown, text: textOf(shown, sums) };
}

/** While the bank has not accepted the refund, the expected days are counted from today: they change at midnight in India. */
export function hasMovingDays(payment: ShownPayment, record: ShownRecord): boolean {
  const found = returnOf(payment, record);
  return found !== null && found.acceptedAt === null && found.reversed < found.taken;
}

function returnOf(payment: ShownPayment, record: ShownRecord): Return | null {
  const [last, ...others] = record.attempts
    .filter(({ status }) => status === 'captured')
    .filter(unusableIn(payment, record));
  if (!last) return null;
  const captures: Return['captures'] = [last, ...others];
  const ids = new Set(captures.map(({ id }) => id));
  const refunds = record.refunds.filter(({ refund, attemptId }) => ids.has(attemptId) && refund.status !== 'rejected');
  const taken = captures.reduce((sum, { amount }) => sum + amount, 0);
  const reversed = sumOf(refunds.filter(({ refund }) => refund.origin === 'reversal'));
  const accepted = refunds.filter(({ refund, acceptedAt }) => refund.origin !== 'reversal' && acceptedAt !== null);
  const isAccepted = accepted.length > 0 && sumOf(accepted) + reversed >= taken;
  const acceptedAt = isAccepted ? latest(accepted.flatMap((each) => each.acceptedAt ?? [])) : null;
  const left = Math.max(0, taken - sumOf(refunds.filter(({ refund }) => refund.status === 'completed')));
  const isUndecided = payment.reviewReason === 'quota_sold_out' && refunds.length === 0;
  const state = left === 0 ? 'returned' : acceptedAt ? 'with-bank' : isUndecided ? 'undecided' : 'preparing';
  return { captures, refunds, taken, left, reversed, state, acceptedAt };
}

/** @param sums formatted */
function textOf(
  {
    state,
    use,
    revoked,
    tokenType,
    tokenLabel,
    takenAt,
    amountReversed,
    expected,
    contact,
  }: Omit<PublicReturn, 'text'>,
  sums: { taken: string; left: string; reversed: string },
): string {
  const taken = WORDS[use].taken(sums.taken, istMoment(takenAt)).join('');
  const ask = WORDS.contact(contact.phone, contact.email).join('');
  if (state === 'undecided') return [taken, WORDS.undecided(sums.left), ask].join(' ');
  const tier = tierInSentence(TEXTS, tokenType, tokenLabel);
  const what = revoked
    ? WORDS.revoked(sums.left, tier)
    : state === 'returned'
      ? WORDS[use].returned(sums.taken, tier)
      : WORDS[use].underWay(sums.left, tier);
  const itself = amountReversed > 0 ? [WORDS.reversed(sums.reversed)] : [];
  if (expected === null)
    return [taken, what, ...itself, WORDS.questions(contact.phone, contact.email).join('')].join(' ');
  const days = [istWeekday(expected.from), istWeekday(expected.to)] as const;
  const when = state === 'preparing' ? WORDS.expectedOnceAccepted(...days) : WORDS.expected(...days);
  return [taken, what, ...itself, when, ask].join(' ');
}

function isRevoked({ paymentType, status }: ShownPayment, { tokenStatus }: ShownRecord): boolean {
  return paymentType === 'upgrade' && status === 'completed' && isTokenVoid(tokenStatus);
}

function latest(times: Date[]): Date {
  return new Date(Math.max(...times.map((time) => time.getTime())));
}

function unusableIn(payment: ShownPayment, record: ShownRecord) {
  if (!isPaid(payment.status)) return ({ excess }: { excess: boolean }) => excess;
  const revoked = isRevoked(payment, record);
  return ({ excess }: { excess: boolean }) => revoked && !excess;
}

function sumOf(refunds: ShownRecord['refunds']): number {
  return refunds.reduce((sum, { refund }) => sum + refund.amount, 0);
}
