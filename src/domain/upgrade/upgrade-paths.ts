import type { TokenType } from '../payment/token-catalogue.js';

/** One step from a tier to a higher one. */
export interface UpgradePath {
  from: TokenType;
  to: TokenType;
  /** Paise; null: the price of the higher tier less what the token cost. */
  price: number | null;
}

/** Every path that a catalogue may open; it opens gold to platinum alone until somebody makes another version. */
export const UPGRADE_PATHS = [
  { from: 'gold', to: 'platinum' },
  { from: 'silver', to: 'gold' },
  { from: 'silver', to: 'platinum' },
] as const satisfies readonly Pick<UpgradePath, 'from' | 'to'>[];

export const UPGRADE_TYPES = ['gold_to_platinum', 'silver_to_gold', 'silver_to_platinum'] as const;
export type UpgradeType = (typeof UPGRADE_TYPES)[number];

/** @throws RangeError for a path that no catalogue may open */
export function upgradeTypeOf({ from, to }: Pick<UpgradePath, 'from' | 'to'>): UpgradeType {
  const found = UPGRADE_TYPES.find((type) => type === `${from}_to_${to}`);
  if (!found) throw new RangeError(`no upgrade leads from ${from} to ${to}`);
  return found;
}

export function tiersOfUpgrade(type: UpgradeType): Pick<UpgradePath, 'from' | 'to'> {
  const [from, to] = type.split('_to_') as [TokenType, TokenType];
  return { from, to };
}

/**
 * Paise that an upgrade costs, frozen on its payment. The difference is taken from what this token cost, so that a customer who
 * bought before a change of prices has paid the price of the higher tier in the end, neither more nor less.
 * @param higher price of the higher tier
 * @param paid amount of the token's own payment
 */
export function upgradePriceOf({ price }: UpgradePath, higher: number, paid: number): number {
  return price ?? higher - paid;
}
