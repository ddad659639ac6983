import type { PublicPayment } from '../../../src/contracts/payments';
import type { Words } from '../../../src/contracts/words';
import { tierInSentence, tierName } from '../../../src/contracts/words/tier-name';
import type { PaymentStatus } from '../../../src/domain/payment/payment-status';

/** `Gold`, or `Gold to Platinum`. */
export function tiersOf(purchase: Tiers, words: Words): string {
  const { upgradeFrom, upgradeFromLabel, tokenType, tokenLabel } = purchase;
  const tier = tierName(words, tokenType, tokenLabel);
  return upgradeFrom ? words.fromTo(tierName(words, upgradeFrom, upgradeFromLabel ?? ''), tier) : tier;
}

type Tiers = Pick<PublicPayment, 'upgradeFrom' | 'upgradeFromLabel' | 'tokenType' | 'tokenLabel'>;

/** `Gold token`, `Token upgrade: Gold to Platinum`. */
export function purchaseOf(purchase: Tiers, words: Words): string {
  const tiers = tiersOf(purchase, words);
  return purchase.upgradeFrom ? words.upgradeOf(tiers) : words.tokenOf(tiers);
}

/** Why an upgrade cannot be paid while its token's payment is in doubt at the bank. */
export function onHoldText({ upgradeFrom, upgradeFromLabel }: Tiers, words: Words): string {
  return words.upgrade.onHold(tierInSentence(words, upgradeFrom ?? 'gold', upgradeFromLabel ?? ''));
}

export function statusOf(status: string, { statuses }: Words): string {
  return Object.hasOwn(statuses, status) ? statuses[status as PaymentStatus] : statuses.unknown;
}

/** @param amount rupees */
export function inWords(amount: number, { amountInWords }: Words): string {
  return amountInWords(Math.round(amount * 100));
}
