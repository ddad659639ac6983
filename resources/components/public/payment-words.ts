import type { PublicPayment } from '../../../src/contracts/payments';
import type { Words } from '../../../src/contracts/words';
import { tierName } from '../../../src/contracts/words/tier-name';
import type { PaymentStatus } from '../../../src/domain/payment/payment-status';

/** `Gold`, or `Gold to Platinum`. */
export function tiersOf({ upgradeFrom, upgradeTo, tokenType, tokenLabel: label = '' }: Tiers, words: Words): string {
  return upgradeFrom && upgradeTo
    ? words.fromTo(words.tiers[upgradeFrom], words.tiers[upgradeTo])
    : tierName(words, tokenType, label);
}

type Tiers = Pick<PublicPayment, 'upgradeFrom' | 'upgradeTo' | 'tokenType'> &
  Partial<Pick<PublicPayment, 'tokenLabel'>>;

/** `Gold token`, `Token upgrade: Gold to Platinum`. */
export function purchaseOf(purchase: Tiers, words: Words): string {
  const tiers = tiersOf(purchase, words);
  return purchase.upgradeFrom && purchase.upgradeTo ? words.upgradeOf(tiers) : words.tokenOf(tiers);
}

export function statusOf(status: string, { statuses }: Words): string {
  return Object.hasOwn(statuses, status) ? statuses[status as PaymentStatus] : statuses.unknown;
}

/** @param amount rupees */
export function inWords(amount: number, { amountInWords }: Words): string {
  return amountInWords(Math.round(amount * 100));
}
