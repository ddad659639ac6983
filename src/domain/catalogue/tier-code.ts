import { TOKEN_TYPES, type TokenType } from '../payment/token-catalogue.js';

/** The code of a tier: a small letter, then small letters, digits and hyphens, ten characters at most. */
export const TIER_CODE = /^[a-z][a-z0-9-]{0,9}$/;
export const MAX_TIER_CODE = 10;

/** Headings of a catalogue's file that are no tiers. */
export const RESERVED_CODES: readonly string[] = ['upgrades'];

/** Of a payment: the medal, and the code of the tier; null where the code equals the medal. */
export interface Tiered {
  tokenType: TokenType;
  tierCode: string | null;
}

/** What limits, number series and upgrade paths go by. Counters, figures, filters and colours go by the medal. */
export function tierCodeOf({ tierCode, tokenType }: Tiered): string {
  return tierCode ?? tokenType;
}

/** As a payment stores its tier. */
export function tieredOf({ code, tokenType }: { code: string; tokenType: TokenType }): Tiered {
  return { tokenType, tierCode: code === tokenType ? null : code };
}

/** The medal whose tier has its own name as code; null for every other code. */
export function medalOfCode(code: string): TokenType | null {
  return TOKEN_TYPES.find((type) => type === code) ?? null;
}
