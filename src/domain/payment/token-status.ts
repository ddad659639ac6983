export const TOKEN_STATUSES = ['active', 'upgraded', 'void'] as const;
export type TokenStatus = (typeof TOKEN_STATUSES)[number];

/**
 * Whether a token number stands for nothing any more: its payment was refunded in full, or it is the number of an upgrade whose token was
 * paid with money that the bank took back (docs/product.md#token-numbers). The status of the payment does not tell the second.
 * @param status null before the payment is completed
 */
export function isTokenVoid(status: TokenStatus | null): boolean {
  return status === 'void';
}
