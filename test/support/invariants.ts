import { expect } from '@jest/globals';
import { DataSource } from 'typeorm';
import type { TestApp } from './test-app.js';

type Row = Record<string, string | number | null>;

/** Rows that must not exist, whatever happened. */
const MUST_BE_EMPTY: Record<string, string> = {
  'a completed payment has exactly one capture of its own amount': `
    SELECT p.id FROM payments p WHERE p.status IN ('completed', 'refunded') AND (
      SELECT COUNT(*) FROM payment_attempts a
       WHERE a.payment_id = p.id AND a.status = 'captured' AND a.excess = 0
         AND a.amount = p.amount AND a.bank_txn_id IS NOT NULL) <> 1`,
  'an unpaid payment has no capture': `
    SELECT p.id FROM payments p JOIN payment_attempts a ON a.payment_id = p.id AND a.status = 'captured'
     WHERE p.status NOT IN ('completed', 'refunded')`,
  'a token number exists exactly for payments that were paid': `
    SELECT id FROM payments WHERE (paid_at IS NULL) <> (token_number IS NULL)`,
  'every token number is in the register, and the other way round': `
    SELECT p.id FROM payments p LEFT JOIN tokens t ON t.payment_id = p.id AND t.token_number = p.token_number
     WHERE p.token_number IS NOT NULL AND t.id IS NULL
    UNION ALL SELECT t.id FROM tokens t LEFT JOIN payments p ON p.id = t.payment_id AND p.token_number = t.token_number
     WHERE p.id IS NULL`,
  'no number is skipped or reused': `
    SELECT c.token_type FROM token_counters c
     WHERE c.last_number <> (SELECT COUNT(*) FROM tokens t WHERE t.token_type = c.token_type)`,
  'refunds never exceed what was paid': `
    SELECT id FROM payments WHERE refunded_amount > refund_reserved OR refund_reserved > amount`,
  'every status change has one event and one audit row': `
    SELECT p.id FROM payments p WHERE
      (SELECT COUNT(*) FROM payment_events e WHERE e.payment_id = p.id AND e.type LIKE 'status.%') <>
      (SELECT COUNT(*) FROM audit_log l WHERE l.subject_type = 'payment' AND l.subject_id = p.public_id
          AND l.from_value IS NOT NULL)`,
  'the last event tells the status': `
    SELECT p.id FROM payments p JOIN payment_events e ON e.id =
      (SELECT MAX(x.id) FROM payment_events x WHERE x.payment_id = p.id AND x.type LIKE 'status.%')
     WHERE e.to_status <> p.status`,
  'an attempt is open or closed, never both': `
    SELECT id FROM payment_attempts WHERE (open_payment_id IS NULL) = (status IN ('creating', 'open', 'unknown'))`,
};

/** What must hold between our rows, and between them and the bank's own ledger. Run after every test. */
export async function expectInvariants(test: TestApp): Promise<void> {
  await test.settle();
  const dataSource = test.get(DataSource);
  for (const [law, sql] of Object.entries(MUST_BE_EMPTY)) {
    const rows = (await dataSource.query(sql)) as Row[];
    expect({ law, rows }).toEqual({ law, rows: [] });
  }
}

/** Every rupee that the bank has taken is known to us. Only once everything unclear has been followed to its end. */
export async function expectBooksAgree(test: TestApp): Promise<void> {
  const { invoices } = (await test.bank.list()) as {
    invoices: { invoiceNo: string; transactions: { status: string; amountPaise: number }[] }[];
  };
  const rows = (await test
    .get(DataSource)
    .query("SELECT invoice_no AS invoice, amount FROM payment_attempts WHERE status = 'captured'")) as Row[];
  const ours = rows.map((row) => `${row.invoice}:${Number(row.amount)}`).sort();
  const theirs = invoices
    .filter((invoice) => invoice.transactions.at(-1)?.status === 'SUC')
    .map((invoice) => `${invoice.invoiceNo}:${invoice.transactions.at(-1)?.amountPaise}`)
    .sort();
  expect(ours).toEqual(theirs);
}
