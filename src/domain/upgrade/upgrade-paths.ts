import type { TokenType } from '../payment/token-catalogue.js';

/** One step from a tier to one of a higher medal, by their codes. */
export interface UpgradePath {
  from: string;
  to: string;
  /** Paise; null: the price of the higher tier less what the token cost. */
  price: number | null;
}

interface MedalStep {
  from: TokenType;
  to: TokenType;
}

/** The medals between which a catalogue may open paths; it opens gold to platinum alone until somebody makes another version. */
export const UPGRADE_PATHS = [
  { from: 'gold', to: 'platinum' },
  { from: 'silver', to: 'gold' },
  { from: 'silver', to: 'platinum' },
] as const satisfies readonly MedalStep[];

/** The paths that a version with these tiers may open: each leads to a higher medal. In the order of the medals' steps. */
export function possiblePaths(
  tiers: readonly { code: string; tokenType: TokenType }[],
): Pick<UpgradePath, 'from' | 'to'>[] {
  const ofMedal = (medal: TokenType) => tiers.filter(({ tokenType }) => tokenType === medal);
  return UPGRADE_PATHS.flatMap((step) =>
    ofMedal(step.from).flatMap((from) => ofMedal(step.to).map((to) => ({ from: from.code, to: to.code }))),
  );
}

export const UPGRADE_TYPES = ['gold_to_platinum', 'silver_to_gold', 'silver_to_platinum'] as const;
export type UpgradeType = (typeof UPGRADE_TYPES)[number];

/** By the medals. @throws RangeError for a path that no catalogue may open */
export function upgradeTypeOf({ from, to }: MedalStep): UpgradeType {
  const found = UPGRADE_TYPES.find((type) => type === `${from}_to_${to}`);
  if (!found) throw new RangeError(`no upgrade leads from ${from} to ${to}`);
  return found;
}

/** The medals before and after. */
export function tiersOfUpgrade(type: UpgradeType): MedalStep {
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
