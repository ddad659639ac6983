export const TOKEN_TYPES = ['gold', 'silver', 'platinum'] as const;
export type TokenType = (typeof TOKEN_TYPES)[number];

export const PAYMENT_TYPES = ['initial', 'upgrade', 'installment'] as const;
export type PaymentType = (typeof PAYMENT_TYPES)[number];

export const REFERENCE_TYPES = ['direct', 'channelPartner'] as const;
export type ReferenceType = (typeof REFERENCE_TYPES)[number];

/** Prices in paise (spec section 9). The server decides the amount; a link keeps the price it was made with. */
const PRICES: Readonly<Record<TokenType, number>> = { gold: 51_000_00, silver: 100_00, platinum: 1_00_000_00 };

const PREFIXES: Readonly<Record<TokenType, string>> = { gold: 'GO', silver: 'SI', platinum: 'PL' };

/** Paise. */
export function priceOf(type: TokenType): number {
  return PRICES[type];
}

/** `GO-000001`; numbers above 999999 simply grow longer. */
export function formatTokenNumber(type: TokenType, sequence: number): string {
  if (!Number.isSafeInteger(sequence) || sequence < 1) throw new RangeError(`not a token sequence: ${sequence}`);
  return `${PREFIXES[type]}-${String(sequence).padStart(6, '0')}`;
}

/** What stands for the number of a token that has none (spec section 3). */
export const NO_TOKEN_NUMBER = 'N/A';

/** As people see it, until the payment has been completed as well. */
export function tokenNumberOf({ tokenNumber }: { tokenNumber: string | null }): string {
  return tokenNumber ?? NO_TOKEN_NUMBER;
}

export function tokenLabel(type: TokenType): string {
  return type.charAt(0).toUpperCase() + type.slice(1);
}
