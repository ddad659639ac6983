import type { MigrationInterface, QueryRunner } from 'typeorm';
import { newPublicId } from '../../runtime/ids.js';
import { addColumns, columnsFor, createTable, NULLABLE } from '../ddl.js';

const BLOCK = 500;

interface Flagged {
  id: number;
  reason: string;
  amount: number | string;
  at: unknown;
}

/** Reviews of their own, several to a payment, and decisions about them. What is flagged today becomes an open one. */
export class Reviews1763700410000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await addColumns(runner, 'refunds', [c.key('origin', 10, { default: "'order'" })]);
    await createReviews(runner);
    await openDuplicates(runner);
    await openFlagged(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('reviews', true);
    await runner.query('ALTER TABLE refunds DROP COLUMN origin');
  }
}

async function createReviews(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
  await createTable(runner, {
    name: 'reviews',
    columns: [
      c.id(),
      c.key('public_id', 26),
      c.count('payment_id'),
      c.key('reason', 40),
      c.key('reference', 60),
      c.key('open_key', 120, NULLABLE),
      c.count('attempt_id', NULLABLE),
      c.count('refund_id', NULLABLE),
      c.money('amount'),
      c.key('state', 8),
      c.text('evidence'),
      c.key('decision', 20, NULLABLE),
      c.words('note', 500, NULLABLE),
      c.words('bank_reference', 60, NULLABLE),
      c.count('decided_by', NULLABLE),
      c.instant('decided_at', NULLABLE),
      c.instant('opened_at'),
      c.instant('closed_at', NULLABLE),
    ],
    indexes: {
      uq_reviews_public_id: ['public_id'],
      uq_reviews_open: ['open_key'],
      ix_reviews_payment: ['payment_id', 'id'],
      ix_reviews_opened: ['state', 'opened_at', 'id'],
      ix_reviews_closed: ['state', 'closed_at', 'id'],
      ix_reviews_refund: ['refund_id'],
    },
    checks: {
      chk_reviews_state: "state in ('open', 'waiting', 'decided')",
      chk_reviews_open: "(open_key is null) = (state = 'decided')",
      chk_reviews_decision: "(decision is null) = (state = 'open')",
    },
    foreignKeys: { fk_reviews_payment: ['payment_id', 'payments'] },
  });
}

/** The old column had room for one reason; every charge too many that nobody has given back gets a review of its own. */
async function openDuplicates(runner: QueryRunner): Promise<void> {
  const rows = (await runner.query(
    `SELECT a.payment_id AS id, a.id AS attempt, a.bank_txn_id AS txn, a.amount AS amount, a.created_at AS at
       FROM payment_attempts a WHERE a.excess = 1 AND a.status = 'captured' AND a.refund_reserved < a.amount
        AND NOT EXISTS (SELECT 1 FROM reviews r WHERE r.payment_id = a.payment_id AND r.reference = a.bank_txn_id)`,
  )) as (Flagged & { attempt: number; txn: string })[];
  for (const { attempt, txn, ...row } of rows) {
    await open(runner, { ...row, reason: 'excess_capture' }, txn, attempt);
    await runner.query("UPDATE payments SET review_reason = 'excess_capture' WHERE id = ? AND review_reason IS NULL", [
      row.id,
    ]);
  }
}

async function openFlagged(runner: QueryRunner): Promise<void> {
  for (;;) {
    const rows = (await runner.query(
      `SELECT p.id AS id, p.review_reason AS reason, p.amount AS amount, p.updated_at AS at
         FROM payments p WHERE p.review_reason IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM reviews r WHERE r.payment_id = p.id AND r.reason = p.review_reason) ORDER BY p.id LIMIT ${BLOCK}`,
    )) as Flagged[];
    if (rows.length === 0) return;
    for (const row of rows) {
      const { attempt, reference, refund } = await subjectOf(runner, row);
      await open(runner, row, reference, attempt, refund);
    }
  }
}

/** The capture or the refund in question where the reason tells; else the newest attempt, under a name that stands for all. */
async function subjectOf(runner: QueryRunner, { id, reason }: Flagged) {
  const [refund] = reason.startsWith('refund_')
    ? ((await runner.query(
        "SELECT id, public_id AS name FROM refunds WHERE payment_id = ? AND status NOT IN ('completed', 'rejected') ORDER BY id DESC LIMIT 1",
        [id],
      )) as { id: number; name: string }[])
    : [];
  const [attempt] = (await runner.query(
    `SELECT id, invoice_no AS invoice, bank_txn_id AS txn FROM payment_attempts
      WHERE payment_id = ? ORDER BY CASE WHEN status = 'captured' AND excess = 0 THEN 0 ELSE 1 END, number DESC LIMIT 1`,
    [id],
  )) as { id: number; invoice: string; txn: string | null }[];
  const byCapture = ['bank_reversal', 'upgrade_duplicate', 'upgrade_source_refunded'].includes(reason);
  const byInvoice = ['merchant_mismatch', 'unresolved_at_bank'].includes(reason);
  const reference = refund?.name ?? (byCapture ? attempt?.txn : byInvoice ? attempt?.invoice : null) ?? 'earlier';
  return { attempt: attempt?.id ?? null, refund: refund?.id ?? null, reference };
}

async function open(
  runner: QueryRunner,
  { id, reason, amount, at }: Flagged,
  reference: string,
  attempt: number | null,
  refund: number | null = null,
): Promise<void> {
  await runner.query(
    `INSERT INTO reviews (public_id, payment_id, reason, reference, open_key, attempt_id, refund_id, amount, state, evidence, opened_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'open', '{}', ?)`,
    [newPublicId(), id, reason, reference, `${id}:${reason}:${reference}`, attempt, refund, amount, at],
  );
}
