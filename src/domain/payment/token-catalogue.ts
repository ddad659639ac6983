export const TOKEN_TYPES = ['gold', 'silver', 'platinum'] as const;
export type TokenType = (typeof TOKEN_TYPES)[number];

export const PAYMENT_TYPES = ['initial', 'upgrade', 'installment'] as const;
export type PaymentType = (typeof PAYMENT_TYPES)[number];

export const REFERENCE_TYPES = ['direct', 'channelPartner'] as const;
export type ReferenceType = (typeof REFERENCE_TYPES)[number];

/** The form of a token number: prefix of the series, and at least three digits. */
export const TOKEN_NUMBER = /^[A-Z][A-Z0-9]{0,3}-\d{3,10}$/;

/** Shown in place of a token number before completion, docs/product.md#token-numbers. */
export const NO_TOKEN_NUMBER = 'N/A';

/** The token number as shown to people. */
export function tokenNumberOf({ tokenNumber }: { tokenNumber: string | null }): string {
  return tokenNumber ?? NO_TOKEN_NUMBER;
}

export function tokenLabel(type: TokenType): string {
  return type.charAt(0).toUpperCase() + type.slice(1);
}
