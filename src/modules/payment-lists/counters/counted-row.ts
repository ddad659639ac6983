import type { EntityManager } from 'typeorm';
import type { CountedPayment } from '../../../domain/payment/counted-payment.js';
import type { PaymentStatus } from '../../../domain/payment/payment-status.js';
import { readInstant } from '../../../database/instants.js';
import { wholeNumber } from '../../../database/whole-number.js';

export interface CountedRow extends CountedPayment {
  customerId: number;
}

const INSTANTS = ['createdAt', 'openedAt', 'initiatedAt', 'paidAt'] as const;

/** @throws Error when there is no such payment */
export async function readCountedRow(manager: EntityManager, paymentId: number): Promise<CountedRow> {
  const [row] = (await manager.query(
    `SELECT p.customer_id AS customerId, p.sales_manager_id AS salesManagerId, p.project_id AS projectId, p.event_id AS eventId, p.token_type AS tokenType, p.payment_type AS paymentType,
            p.status AS status,
            p.status_reason AS statusReason, p.amount AS amount, p.refunded_amount AS refundedAmount, p.created_at AS createdAt,
            p.opened_at AS openedAt, p.initiated_at AS initiatedAt, p.paid_at AS paidAt,
            (SELECT a.response_code FROM payment_attempts a WHERE a.payment_id = p.id ORDER BY a.number DESC LIMIT 1) AS code
       FROM payments p WHERE p.id = ?`,
    [paymentId],
  )) as (Omit<CountedRow, (typeof INSTANTS)[number]> & Record<(typeof INSTANTS)[number], Date | string | null>)[];
  if (!row) throw new Error(`payment row ${paymentId} does not exist`);
  const read: Record<string, unknown> = {
    ...row,
    amount: wholeNumber(row.amount),
    refundedAmount: wholeNumber(row.refundedAmount),
  };
  for (const name of INSTANTS) read[name] = row[name] && readInstant(row[name]);
  return read as unknown as CountedRow;
}

/** Locks the row until the end of the unit of work; SQLite has one writer anyway. */
export async function lockPaymentRow(manager: EntityManager, paymentId: number): Promise<PaymentStatus | undefined> {
  const isSqlite = manager.connection.options.type === 'better-sqlite3';
  const [row] = (await manager.query(`SELECT status FROM payments WHERE id = ? ${isSqlite ? '' : 'FOR UPDATE'}`, [
    paymentId,
  ])) as { status: PaymentStatus }[];
  return row?.status;
}
