import { recountPayments } from '../../src/database/payment-recount.js';
import type { DataSource } from 'typeorm';

export interface LedgerRow {
  /** Milliseconds since 1970, UTC. */
  createdAt: number;
  paidAt: number | null;
  /** Paise. */
  amount: number;
  refunded: number;
  status: string;
  managerId: number;
  tokenType: 'gold' | 'silver' | 'platinum';
  statusReason?: string | null;
  /** Of the default event without one. */
  place?: { projectId: number; eventId: number };
}

const COLUMNS = `id, public_id, customer_id, sales_manager_id, token_type, payment_type, amount, status, status_reason,
  refunded_amount, refund_reserved, token_number, reference_type, gateway, expires_at, opened_at, initiated_at, paid_at,
  late, created_at, updated_at, project_id, event_id`;
const ROWS_PER_INSERT = 250;

const at = (ms: number | null) =>
  ms === null ? 'NULL' : `'${new Date(ms).toISOString().slice(0, 23).replace('T', ' ')}'`;

/** Writes payments past the product: for sums over more rows than anybody would click together. */
export async function writeLedger(dataSource: DataSource, rows: LedgerRow[]): Promise<void> {
  const now = at(rows[0]?.createdAt ?? 0);
  await dataSource.query(
    `INSERT INTO customers (id, sales_manager_id, name, name_key, email, email_key, created_at, updated_at)
     VALUES (900001, 1, 'L', 'l', 'ledger@example.com', 'ledger@example.com', ${now}, ${now})`,
  );
  const values = rows.map((row, index) => {
    const id = 900001 + index;
    const paid = row.paidAt !== null;
    const token = paid ? `'T-${id}'` : 'NULL';
    const reason = row.statusReason ? `'${row.statusReason}'` : 'NULL';
    const { projectId, eventId } = row.place ?? { projectId: 1, eventId: 1 };
    const sent = row.status === 'pending' ? null : row.createdAt;
    return `(${id}, 'ledger${String(id).padStart(20, '0')}', 900001, ${row.managerId}, '${row.tokenType}', 'initial', ${row.amount},
      '${row.status}', ${reason}, ${row.refunded}, ${row.refunded}, ${token}, 'direct', 'icici', ${at(row.createdAt)}, NULL,
      ${at(sent)}, ${at(row.paidAt)}, 0, ${at(row.createdAt)}, ${at(row.createdAt)}, ${projectId}, ${eventId})`;
  });
  for (let from = 0; from < values.length; from += ROWS_PER_INSERT) {
    await dataSource.query(
      `INSERT INTO payments (${COLUMNS}) VALUES ${values.slice(from, from + ROWS_PER_INSERT).join(', ')}`,
    );
  }
  // Written past the product, which would have counted them.
  await recountPayments((sql) => dataSource.query(sql));
}
