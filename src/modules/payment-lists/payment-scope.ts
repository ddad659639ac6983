import type { Principal } from '../../runtime/principal.js';
import type { PaymentFilter } from './payment-filter.js';

/** Whose payments somebody may see: a seller's own ones, an admin's of all projects or of some. */
export type PaymentScope = Pick<PaymentFilter, 'salesManagerId' | 'projectIds'>;

/** For what the product does by itself, and for the holder of a link. */
export const ALL_PAYMENTS: PaymentScope = {};

/** The one place that says which payments a person sees (docs/adr/0030-projects-and-terms.md#rights). */
export function paymentScopeOf({
  role,
  userId,
  projectIds,
}: Pick<Principal, 'role' | 'userId' | 'projectIds'>): PaymentScope {
  if (role !== 'admin') return { salesManagerId: userId };
  return projectIds === null ? ALL_PAYMENTS : { projectIds };
}

/** Of these the ones that the person made; an admin sells too. */
export function ownPaymentsOf(user: Pick<Principal, 'role' | 'userId' | 'projectIds'>): PaymentScope {
  return { ...paymentScopeOf(user), salesManagerId: user.userId };
}
