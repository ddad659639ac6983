import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, addIndexes, columnsFor, createTable, dropColumns, dropIndexes, NULLABLE } from '../ddl.js';

const INDEXES: Record<string, Record<string, string[]>> = {
  payments: {
    ix_payments_paid: ['paid_at', 'sales_manager_id', 'status', 'amount', 'refunded_amount'],
    ix_payments_funnel: ['created_at', 'opened_at', 'initiated_at', 'paid_at'],
    ix_payments_failures: ['status', 'created_at', 'status_reason'],
  },
  payment_attempts: {
    ix_attempts_last: ['payment_id', 'number', 'response_code'],
    ix_attempts_unsettled: ['settlement_id', 'captured_at'],
  },
  payment_events: { ix_events_created: ['created_at', 'type', 'payment_id'] },
  refunds: { ix_refunds_settled: ['settled_at', 'attempt_id', 'payment_id', 'amount'] },
};
const TABLES = ['day_closes', 'settlement_exceptions', 'settlement_lines', 'settlement_batches', 'settlement_runs'];
const SETTLED = ['settlement_id', 'settlement_utr', 'settled_date', 'settled_amount'];

/** What the bank paid out, how that compares with our books, closed days, and the indexes that sums are read from. */
export class Settlements1763700500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await addColumns(runner, 'payment_attempts', [
      c.key('settlement_id', 40, NULLABLE),
      c.key('settlement_utr', 40, NULLABLE),
      c.key('settled_date', 10, NULLABLE),
      c.money('settled_amount', NULLABLE),
    ]);
    for (const [table, indexes] of Object.entries(INDEXES)) await addIndexes(runner, table, indexes);
    await createRuns(runner);
    await createLines(runner);
    await createExceptions(runner);
    await createDayCloses(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.dropTable(table, true);
    for (const [table, indexes] of Object.entries(INDEXES)) await dropIndexes(runner, table, Object.keys(indexes));
    await dropColumns(runner, 'payment_attempts', SETTLED);
  }
}

async function createRuns(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
  await createTable(runner, {
    name: 'settlement_runs',
    columns: [
      c.id(),
      c.key('public_id', 26),
      c.key('day', 10),
      c.key('open_day', 10, NULLABLE),
      c.key('source', 8),
      c.words('file_name', 120, NULLABLE),
      c.key('file_hash', 64, NULLABLE),
      c.key('status', 12),
      c.words('problem', 500, NULLABLE),
      c.key('actor_kind', 12),
      c.count('started_by', NULLABLE),
      c.instant('started_at'),
      c.instant('finished_at', NULLABLE),
      c.count('batch_count', { default: '0' }),
      c.count('line_count', { default: '0' }),
      c.count('new_line_count', { default: '0' }),
      c.count('matched_count', { default: '0' }),
      c.count('exception_count', { default: '0' }),
      c.count('recovered_count', { default: '0' }),
      c.money('matched_amount', { default: '0' }),
      c.money('line_amount', { default: '0' }),
      c.money('settled_amount', { default: '0' }),
      c.money('charges', { default: '0' }),
      c.money('tax', { default: '0' }),
    ],
    indexes: {
      uq_settlement_runs_public_id: ['public_id'],
      uq_settlement_runs_open: ['open_day'],
      ix_settlement_runs_day: ['day', 'id'],
    },
    checks: {
      chk_settlement_runs_status: "status in ('running', 'completed', 'incomplete')",
      chk_settlement_runs_source: "source in ('bank', 'file')",
    },
  });
}

async function createLines(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
  await createTable(runner, {
    name: 'settlement_batches',
    columns: [
      c.id(),
      c.key('settlement_id', 40),
      c.key('utr', 40, NULLABLE),
      c.key('day', 10),
      c.money('pay_amount', NULLABLE),
      c.count('run_id'),
      c.instant('created_at'),
    ],
    indexes: { uq_settlement_batches_id: ['settlement_id'], ix_settlement_batches_day: ['day', 'id'] },
    foreignKeys: { fk_settlement_batches_run: ['run_id', 'settlement_runs'] },
  });
  await createTable(runner, {
    name: 'settlement_lines',
    columns: [
      c.id(),
      c.count('batch_id'),
      c.key('line_key', 64),
      c.key('kind', 8),
      c.key('merchant_txn_no', 40, NULLABLE),
      c.key('bank_txn_id', 40, NULLABLE),
      c.money('amount'),
      c.money('settled_amount'),
      c.money('charges'),
      c.money('tax'),
      c.instant('transacted_at', NULLABLE),
      c.key('card_network', 20, NULLABLE),
      c.count('attempt_id', NULLABLE),
      c.count('refund_id', NULLABLE),
      c.count('run_id'),
      c.instant('created_at'),
    ],
    indexes: {
      uq_settlement_lines_key: ['batch_id', 'line_key'],
      ix_settlement_lines_txn: ['bank_txn_id', 'kind'],
      ix_settlement_lines_attempt: ['attempt_id'],
      ix_settlement_lines_refund: ['refund_id'],
    },
    checks: { chk_settlement_lines_kind: "kind in ('sale', 'refund')", chk_settlement_lines_amount: 'amount >= 0' },
    foreignKeys: {
      fk_settlement_lines_batch: ['batch_id', 'settlement_batches'],
      fk_settlement_lines_attempt: ['attempt_id', 'payment_attempts'],
      fk_settlement_lines_refund: ['refund_id', 'refunds'],
    },
  });
}

async function createExceptions(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
  await createTable(runner, {
    name: 'settlement_exceptions',
    columns: [
      c.id(),
      c.key('fingerprint', 64),
      c.key('kind', 20),
      c.key('status', 8),
      c.key('day', 10),
      c.count('payment_id', NULLABLE),
      c.key('reference', 40, NULLABLE),
      c.money('expected_amount', NULLABLE),
      c.money('found_amount', NULLABLE),
      c.words('evidence', 500),
      c.count('first_run_id'),
      c.count('last_run_id'),
      c.instant('created_at'),
      c.instant('resolved_at', NULLABLE),
    ],
    indexes: {
      uq_settlement_exceptions_fingerprint: ['fingerprint'],
      ix_settlement_exceptions_status: ['status', 'day', 'id'],
    },
    checks: {
      chk_settlement_exceptions_status: "status in ('open', 'resolved')",
      chk_settlement_exceptions_kind:
        "kind in ('unknown', 'not_completed', 'amount_differs', 'not_settled', 'refund_differs', 'refund_missing', 'duplicate', 'batch_differs')",
    },
    foreignKeys: {
      fk_settlement_exceptions_payment: ['payment_id', 'payments'],
      fk_settlement_exceptions_run: ['first_run_id', 'settlement_runs'],
    },
  });
}

async function createDayCloses(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
  await createTable(runner, {
    name: 'day_closes',
    columns: [
      c.id(),
      c.key('day', 10),
      c.count('sequence'),
      c.text('figures'),
      c.key('figures_hash', 64),
      c.key('previous_hash', 64, NULLABLE),
      c.key('actor_kind', 12),
      c.count('closed_by', NULLABLE),
      c.instant('closed_at'),
    ],
    indexes: { uq_day_closes_day: ['day'], uq_day_closes_sequence: ['sequence'] },
  });
}
