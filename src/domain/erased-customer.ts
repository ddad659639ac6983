/** What stands in the place of personal data that was taken out on purpose. The money stays. */
export const ERASED_NAME = 'Erased customer';
export const ERASED_TEXT = '[erased]';

const ERASED_EMAIL = /^erased-\d+@invalid$/;

/** Unique a customer, and no address: `invalid` alone is never a domain, so nobody can be registered or written to there. */
export function erasedEmail(customerId: number): string {
  return `erased-${customerId}@invalid`;
}

export function isErasedEmail(email: string): boolean {
  return ERASED_EMAIL.test(email);
}
