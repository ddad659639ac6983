import { findTier } from '../../domain/catalogue/catalogue-rules.js';
import { tierCodeOf } from '../../domain/catalogue/tier-code.js';
import { tokenLabel } from '../../domain/payment/token-catalogue.js';
import type { ListedPayment } from './payment-rows.js';

/** Code of the tier of a listed payment, and its name in the payment's version of the catalogue. */
export function listedTierOf({ payment, catalogues }: Pick<ListedPayment, 'payment' | 'catalogues'>) {
  const tierCode = tierCodeOf(payment);
  const version = catalogues.find(({ id }) => id === payment.catalogueVersionId);
  return { tierCode, tierName: (version && findTier(version, tierCode)?.name) ?? tokenLabel(payment.tokenType) };
}
