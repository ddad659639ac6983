import type { PublicReceipt, PublicRefund } from '../../contracts/after-payment.js';
import type { Words } from '../../contracts/words/index.js';
import { tierName } from '../../contracts/words/tier-name.js';
import type { DateFormats } from '../../domain/calendar/ist-time.js';
import { formatInr } from '../../domain/money/money.js';

/** The same words as on the pages. */
export function purchaseOf(receipt: PublicReceipt, words: Words): string {
  const { upgradeFrom, upgradeFromLabel, tokenType, tokenLabel } = receipt;
  const tier = tierName(words, tokenType, tokenLabel);
  if (!upgradeFrom) return words.tokenOf(tier);
  return words.upgradeOf(words.fromTo(tierName(words, upgradeFrom, upgradeFromLabel ?? ''), tier));
}

export function aboutToken(
  { tokenType, tokenLabel, originalTokenNumber, issuer }: PublicReceipt,
  words: Words,
): string {
  const { about, aboutUpgrade } = words.receipt;
  return (originalTokenNumber ? aboutUpgrade : about)(words.tokenOf(tierName(words, tokenType, tokenLabel)), issuer);
}

export function momentOf(dates: DateFormats, iso: string): string {
  return `${dates.moment(iso)} IST`;
}

export function paiseOf(rupees: number): number {
  return Math.round(rupees * 100);
}

export function inr(rupees: number): string {
  return formatInr(paiseOf(rupees));
}

/**
 * State, day and references of a refund; the bank knows no reference of a reversal.
 * @param tokenVoid the token of the payment is void
 */
export function refundText(
  { refunds }: Words,
  dates: DateFormats,
  refund: PublicRefund,
  { tokenVoid }: Pick<PublicReceipt, 'tokenVoid'>,
): string {
  const { completedAt, requestedAt, state, bankReference, ourReference } = refund;
  const duplicate = refund.ofDuplicateCharge
    ? [refunds.duplicate, ...(tokenVoid ? [] : [refunds.tokenStays])].join(' ')
    : null;
  if (state === 'reversed') {
    const onDay = refunds.reversedOn(dates.date(completedAt ?? requestedAt)).join('');
    return [onDay, duplicate].filter(Boolean).join(' · ');
  }
  const when = completedAt
    ? refunds.completedOn(dates.date(completedAt))
    : refunds.requestedOn(dates.date(requestedAt));
  return [
    // The day says these two by itself.
    state === 'completed' || state === 'requested' ? null : refunds.states[state],
    when.join(''),
    duplicate,
    bankReference && refunds.bankReference(bankReference).join(''),
    refunds.ourReference(ourReference).join(''),
  ]
    .filter(Boolean)
    .join(' · ');
}
