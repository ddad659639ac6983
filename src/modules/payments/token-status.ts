import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import type { TokenStatus } from '../../domain/payment/token-status.js';

/**
 * @param payment read with its `tokens`, unless it has no number
 * @returns null before the payment is completed
 */
export function tokenStatusOf({
  id,
  tokenNumber,
  tokens,
}: Pick<PaymentEntity, 'id' | 'tokenNumber' | 'tokens'>): TokenStatus | null {
  if (tokenNumber === null) return null;
  if (!tokens) throw new Error(`payment row ${id} was read without its token`);
  return tokens[0]?.status ?? null;
}
