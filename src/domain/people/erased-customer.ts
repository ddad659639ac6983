/** Placeholder of an erased customer's name (docs/adr/0014-erasure.md). */
export const ERASED_NAME = 'Erased customer';
export const ERASED_TEXT = '[erased]';

const ERASED_EMAIL = /^erased-\d+@invalid$/;

/** Unique for each customer, and never a valid address: a domain has two parts by our rules. */
export function erasedEmail(customerId: number): string {
  return `erased-${customerId}@invalid`;
}

export function isErasedEmail(email: string): boolean {
  return ERASED_EMAIL.test(email);
}
