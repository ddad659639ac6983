export const TOKEN_TYPES = ['gold', 'silver', 'platinum'] as const;
export type TokenType = (typeof TOKEN_TYPES)[number];

export const PAYMENT_TYPES = ['initial', 'upgrade', 'installment'] as const;
export type PaymentType = (typeof PAYMENT_TYPES)[number];

export const REFERENCE_TYPES = ['direct', 'channelPartner'] as const;
export type ReferenceType = (typeof REFERENCE_TYPES)[number];

/** Prices in paise, docs/product.md#tiers. The server decides the amount; a payment keeps the price of its creation. */
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

/** Shown in place of a token number before completion, docs/product.md#token-numbers. */
export const NO_TOKEN_NUMBER = 'N/A';

/** The token number as shown to people. */
export function tokenNumberOf({ tokenNumber }: { tokenNumber: string | null }): string {
  return tokenNumber ?? NO_TOKEN_NUMBER;
}

export function tokenLabel(type: TokenType): string {
  return type.charAt(0).toUpperCase() + type.slice(1);
}
