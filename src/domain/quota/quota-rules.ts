import { isInProgress, type PaymentStatus } from '../payment/payment-status.js';
import type { TokenStatus } from '../payment/token-status.js';

/** A limit above any launch, far below what the column holds. */
export const MAX_UNIT_LIMIT = 1_000_000;

/** @returns null for an empty text, which means no limit; undefined for what is no limit */
export function parseUnitLimit(text: string): number | null | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const limit = /^\d{1,7}$/.test(trimmed) ? Number(trimmed) : Number.NaN;
  return limit <= MAX_UNIT_LIMIT ? limit : undefined;
}

/** The counted units of one tier of a project that has a limit. */
interface UnitCounts {
  limit: number;
  /** Links that can be paid: payments that are pending or initiated. */
  reserved: number;
  /** Valid tokens: not upgraded, not void. */
  sold: number;
}

/** Never below zero: a limit can be lowered below what is sold and reserved. */
export function unitsLeft({ limit, reserved, sold }: UnitCounts): number {
  return Math.max(0, limit - reserved - sold);
}

/** What a change of one payment does to the units of a tier. */
export interface UnitMove {
  tierCode: string;
  reserved: -1 | 0 | 1;
  sold: -1 | 0 | 1;
  /** A unit is taken that the payment did not hold: refused when none is left. */
  mustFit: boolean;
}

/** Units belong to tiers, not to medals: two tiers of one medal have limits of their own. */
export interface UnitHolder {
  tierCode: string;
  /** Code of the tier that an upgrade leaves; null: no upgrade. */
  upgradeFrom: string | null;
}

/** The token of a payment that is refunded in full, before that. */
export interface HeldToken {
  status: TokenStatus;
  /** Code of the tier of the token that stands in its place; null unless it was upgraded. */
  upgradedTo: string | null;
}

/**
 * The units that a change of status moves, in lock order. A payment holds a reserved unit exactly while it is pending or initiated,
 * and a sold one exactly while its token is valid, so that a recount needs nothing but payments and tokens.
 * @param from null: the payment is created
 * @param token needed for a full refund alone
 */
export function unitMoves(
  { tierCode, upgradeFrom }: UnitHolder,
  from: PaymentStatus | null,
  to: PaymentStatus,
  token: HeldToken | null = null,
): UnitMove[] {
  const held = from !== null && isInProgress(from);
  if (isInProgress(to)) return held ? [] : [{ tierCode, reserved: 1, sold: 0, mustFit: true }];
  switch (to) {
    case 'completed':
      return [
        { tierCode, reserved: held ? -1 : 0, sold: 1, mustFit: !held },
        ...(upgradeFrom ? [sold(upgradeFrom, -1)] : []),
      ];
    case 'refunded':
      // A revoked upgrade has given its unit back before. A token that is returned although it was upgraded takes the higher
      // one with it, and the lower one of a refunded upgrade is valid again, whatever the limit.
      if (token?.upgradedTo) return [sold(token.upgradedTo, -1)];
      if (token?.status !== 'active') return [];
      return [sold(tierCode, -1), ...(upgradeFrom ? [sold(upgradeFrom, 1)] : [])];
    default:
      return held ? [{ tierCode, reserved: -1, sold: 0, mustFit: false }] : [];
  }
}

function sold(tierCode: string, difference: -1 | 1): UnitMove {
  return { tierCode, reserved: 0, sold: difference, mustFit: false };
}
