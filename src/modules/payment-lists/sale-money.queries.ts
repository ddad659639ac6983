import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import type { UnitOfWork } from '../../database/unit-of-work.js';
import { wholeNumber } from '../../database/whole-number.js';
import { type SaleMoney, withdrawalOf } from '../../domain/payment/link-care.js';
import { WAITING_MONEY } from '../../domain/payment/review-rules.js';
import { isPaid } from '../../domain/payment/payment-status.js';

type Asked = Pick<PaymentEntity, 'id' | 'replacesId' | 'status' | 'statusReason'>;

/** Money that the bank has taken and that completed nothing waits for a decision, or its refund is under way. */
export function isMoneyWaiting({ reviewReason }: Pick<PaymentEntity, 'reviewReason'>): boolean {
  return WAITING_MONEY.some((reason) => reason === reviewReason);
}

export const NO_MONEY: SaleMoney = { isPaid: false, moneyWaits: false };

/**
 * One statement, and none without a link that took the place of another and could live again or be replaced.
 * @returns by the payment's id, the money on the links that its link replaced, where there is some
 */
export async function readSaleMoney(uow: UnitOfWork, payments: readonly Asked[]): Promise<Map<number, SaleMoney>> {
  const ids = payments
    .filter((each) => each.replacesId !== null && !isPaid(each.status) && withdrawalOf(each) !== 'contact_corrected')
    .map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const rows = await uow.read<Record<string, unknown>>(
    `WITH RECURSIVE replaced (payment, id) AS (
       SELECT p.id, p.replaces_id FROM payments p WHERE p.id IN (${ids.map(() => '?').join(', ')})
       UNION ALL
       SELECT n.payment, p.replaces_id FROM replaced n JOIN payments p ON p.id = n.id WHERE p.replaces_id IS NOT NULL)
     SELECT n.payment AS payment, MAX(e.status = 'completed') AS paid,
            MAX(EXISTS (SELECT 1 FROM reviews r
               WHERE r.payment_id = e.id AND r.reason IN (${WAITING_MONEY.map(() => '?').join(', ')}) AND r.state <> 'decided')) AS waits
       FROM replaced n JOIN payments e ON e.id = n.id GROUP BY n.payment`,
    [...ids, ...WAITING_MONEY],
  );
  return new Map(
    rows.map(({ payment, paid, waits }) => [
      wholeNumber(payment),
      { isPaid: wholeNumber(paid) === 1, moneyWaits: wholeNumber(waits) === 1 },
    ]),
  );
}
