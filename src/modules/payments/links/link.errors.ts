import { LINK_DENIALS } from '../../../contracts/denials.js';
import type { LinkDenial, Withdrawal } from '../../../domain/payment/link-care.js';
import { Refusal } from '../../../runtime/refusal.js';

/** For staff. */
export function linkRefusal(denial: LinkDenial): Refusal {
  const { code, message } = LINK_DENIALS[denial];
  return new Refusal(code, { message });
}

/** For the customer. */
export function withdrawn(reason: Withdrawal): Refusal {
  return new Refusal(reason === 'contact_corrected' ? 'LINK_REPLACED' : 'LINK_WITHDRAWN');
}
