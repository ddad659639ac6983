import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnsFor, createTable, NULLABLE } from '../ddl.js';

/** Staff, customers, payments with their attempts and events, tokens, the bank's messages, audit and idempotency. */
export class InitialSchema1763600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createPeople(runner);
    await createPayments(runner);
    await createAttempts(runner);
    await createTokens(runner);
    await createBankRecords(runner);
    await createJournals(runner);
    await seedCounters(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    const tables = [
      'idempotency_keys',
      'audit_log',
      'gateway_calls',
      'gateway_notices',
      'token_counters',
      'tokens',
      'payment_events',
      'payment_attempts',
      'payments',
      'customers',
      'sessions',
      'users',
    ];
    for (const table of tables) await runner.dropTable(table, true);
  }
}

async function createPeople(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
  await createTable(runner, {
    name: 'users',
    columns: [
      c.id(),
      c.words('name', 120),
      c.words('email', 254),
      c.key('email_key', 254),
      c.key('role', 16),
      c.key('password_hash', 255),
      c.instant('password_changed_at'),
      c.instant('disabled_at', NULLABLE),
      c.instant('created_at'),
      c.instant('updated_at'),
    ],
    indexes: { uq_users_email_key: ['email_key'] },
    checks: { chk_users_role: "role in ('admin', 'sales_manager')" },
  });
  await createTable(runner, {
    name: 'sessions',
    columns: [
      c.id(),
      c.key('jti', 32),
      c.count('user_id'),
      c.key('kind', 8),
      c.instant('created_at'),
      c.instant('last_seen_at'),
      c.instant('expires_at'),
      c.instant('ended_at', NULLABLE),
      c.key('end_reason', 20, NULLABLE),
      c.words('user_agent', 255, NULLABLE),
    ],
    indexes: {
      uq_sessions_jti: ['jti'],
      ix_sessions_user: ['user_id', 'ended_at'],
      ix_sessions_expires: ['expires_at'],
    },
    foreignKeys: { fk_sessions_user: ['user_id', 'users'] },
  });
  await createTable(runner, {
    name: 'customers',
    columns: [
      c.id(),
      c.count('sales_manager_id'),
      c.words('name', 120),
      c.key('name_key', 120),
      c.words('email', 254),
      c.key('email_key', 254),
      c.key('phone', 16, NULLABLE),
      c.instant('created_at'),
      c.instant('updated_at'),
    ],
    indexes: {
      uq_customers_identity: ['sales_manager_id', 'email_key', 'name_key'],
      ix_customers_email_key: ['email_key'],
      ix_customers_phone: ['phone'],
      ix_customers_name_key: ['name_key'],
    },
    foreignKeys: { fk_customers_sales_manager: ['sales_manager_id', 'users'] },
  });
}

async function createPayments(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
  await createTable(runner, {
    name: 'payments',
    columns: [
      c.id(),
      c.key('public_id', 26),
      c.count('customer_id'),
      c.count('sales_manager_id'),
      c.key('token_type', 10),
      c.key('payment_type', 12),
      c.money('amount'),
      c.key('status', 10),
      c.key('status_reason', 40, NULLABLE),
      c.count('version', { default: '0' }),
      c.money('refunded_amount', { default: '0' }),
      c.money('refund_reserved', { default: '0' }),
      c.key('token_number', 12, NULLABLE),
      c.key('original_token_number', 12, NULLABLE),
      c.key('upgrade_from', 10, NULLABLE),
      c.key('upgrade_to', 10, NULLABLE),
      c.key('reference_type', 16),
      c.words('broker_name', 120, NULLABLE),
      c.key('pan_ciphertext', 255, NULLABLE),
      c.key('gateway', 20),
      c.instant('expires_at'),
      c.instant('opened_at', NULLABLE),
      c.instant('initiated_at', NULLABLE),
      c.instant('paid_at', NULLABLE),
      c.flag('late'),
      c.key('review_reason', 40, NULLABLE),
      c.instant('created_at'),
      c.instant('updated_at'),
    ],
    indexes: {
      uq_payments_public_id: ['public_id'],
      uq_payments_token_number: ['token_number'],
      ix_payments_created: ['created_at', 'id'],
      ix_payments_status: ['status', 'created_at', 'id'],
      ix_payments_type: ['token_type', 'status', 'created_at', 'id'],
      ix_payments_manager: ['sales_manager_id', 'created_at', 'id'],
      ix_payments_manager_type: ['sales_manager_id', 'token_type', 'status'],
      ix_payments_customer: ['customer_id', 'created_at', 'id'],
      ix_payments_expiry: ['status', 'expires_at'],
    },
    checks: {
      chk_payments_amount: 'amount >= 1',
      chk_payments_token_type: "token_type in ('gold', 'silver', 'platinum')",
      chk_payments_type: "payment_type in ('initial', 'upgrade', 'installment')",
      chk_payments_status: "status in ('pending', 'initiated', 'completed', 'failed', 'cancelled', 'refunded')",
      chk_payments_refund: 'refunded_amount >= 0 and refunded_amount <= refund_reserved and refund_reserved <= amount',
      chk_payments_refunded: "status <> 'refunded' or refunded_amount = amount",
      chk_payments_paid:
        "status not in ('completed', 'refunded') or (paid_at is not null and token_number is not null)",
    },
    foreignKeys: {
      fk_payments_customer: ['customer_id', 'customers'],
      fk_payments_sales_manager: ['sales_manager_id', 'users'],
    },
  });
}

async function createAttempts(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
  await createTable(runner, {
    name: 'payment_attempts',
    columns: [
      c.id(),
      c.count('payment_id'),
      c.count('number'),
      c.key('invoice_no', 40),
      c.key('status', 10),
      c.count('open_payment_id', NULLABLE),
      c.money('amount'),
      c.key('redirect_url', 1024, NULLABLE),
      c.key('bank_txn_id', 40, NULLABLE),
      c.key('bank_payment_id', 60, NULLABLE),
      c.key('bank_merchant_txn_no', 40, NULLABLE),
      c.words('payment_mode', 40, NULLABLE),
      c.key('response_code', 20, NULLABLE),
      c.words('response_text', 255, NULLABLE),
      c.flag('excess'),
      c.money('refund_reserved', { default: '0' }),
      c.instant('sent_at', NULLABLE),
      c.instant('captured_at', NULLABLE),
      c.instant('closed_at', NULLABLE),
      c.instant('next_check_at', NULLABLE),
      c.count('check_count', { default: '0' }),
      c.instant('last_checked_at', NULLABLE),
      c.key('lease_owner', 40, NULLABLE),
      c.instant('lease_until', NULLABLE),
      c.instant('created_at'),
      c.instant('updated_at'),
    ],
    indexes: {
      uq_attempts_invoice_no: ['invoice_no'],
      uq_attempts_open: ['open_payment_id'],
      uq_attempts_bank_txn: ['bank_txn_id'],
      uq_attempts_number: ['payment_id', 'number'],
      ix_attempts_due: ['next_check_at', 'id'],
      ix_attempts_bank_reference: ['bank_merchant_txn_no'],
    },
    checks: {
      chk_attempts_amount: 'amount >= 1',
      chk_attempts_status:
        "status in ('creating', 'open', 'unknown', 'refused', 'captured', 'failed', 'cancelled', 'abandoned')",
      chk_attempts_refund: 'refund_reserved >= 0 and refund_reserved <= amount',
      chk_attempts_captured: "status <> 'captured' or bank_txn_id is not null",
    },
    foreignKeys: { fk_attempts_payment: ['payment_id', 'payments'] },
  });
  await createTable(runner, {
    name: 'payment_events',
    columns: [
      c.id(),
      c.count('payment_id'),
      c.count('attempt_id', NULLABLE),
      c.key('type', 40),
      c.key('source', 12),
      c.key('from_status', 10, NULLABLE),
      c.key('to_status', 10, NULLABLE),
      c.count('actor_user_id', NULLABLE),
      c.key('request_id', 64, NULLABLE),
      c.text('detail', NULLABLE),
      c.instant('created_at'),
    ],
    indexes: { ix_events_payment: ['payment_id', 'id'] },
    foreignKeys: { fk_events_payment: ['payment_id', 'payments'] },
  });
}

async function createTokens(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
  await createTable(runner, {
    name: 'tokens',
    columns: [
      c.id(),
      c.key('token_number', 12),
      c.key('token_type', 10),
      c.count('sequence'),
      c.count('payment_id'),
      c.key('status', 10),
      c.instant('issued_at'),
    ],
    indexes: {
      uq_tokens_number: ['token_number'],
      uq_tokens_sequence: ['token_type', 'sequence'],
      uq_tokens_payment: ['payment_id'],
    },
    checks: { chk_tokens_status: "status in ('active', 'upgraded', 'void')" },
    foreignKeys: { fk_tokens_payment: ['payment_id', 'payments'] },
  });
  await createTable(runner, {
    name: 'token_counters',
    columns: [c.key('token_type', 10, { isPrimary: true }), c.count('last_number', { default: '0' })],
  });
}

async function createBankRecords(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
  await createTable(runner, {
    name: 'gateway_notices',
    columns: [
      c.id(),
      c.key('public_id', 26),
      c.key('channel', 8),
      c.words('content_type', 100),
      c.text('raw_body'),
      c.key('digest', 64),
      c.flag('hash_valid'),
      c.key('problem', 40, NULLABLE),
      c.key('response_code', 20, NULLABLE),
      c.words('response_text', 255, NULLABLE),
      c.flag('complete'),
      c.count('attempt_id', NULLABLE),
      c.count('payment_id', NULLABLE),
      c.instant('received_at'),
      c.count('deliveries', { default: '1' }),
    ],
    indexes: {
      uq_notices_public_id: ['public_id'],
      uq_notices_digest: ['channel', 'digest'],
      ix_notices_attempt: ['attempt_id'],
    },
  });
  await createTable(runner, {
    name: 'gateway_calls',
    columns: [
      c.id(),
      c.key('kind', 20),
      c.key('reference', 40),
      c.instant('started_at'),
      c.count('duration_ms'),
      c.count('http_status', NULLABLE),
      c.key('outcome', 40),
      c.text('request'),
      c.text('response'),
      c.key('request_id', 64, NULLABLE),
    ],
    indexes: { ix_gateway_calls_reference: ['reference', 'id'], ix_gateway_calls_started: ['started_at'] },
  });
}

async function createJournals(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
  await createTable(runner, {
    name: 'audit_log',
    columns: [
      c.id(),
      c.instant('at'),
      c.count('actor_user_id', NULLABLE),
      c.key('actor_kind', 12),
      c.key('action', 60),
      c.key('subject_type', 20),
      c.key('subject_id', 40),
      c.key('from_value', 60, NULLABLE),
      c.key('to_value', 60, NULLABLE),
      c.words('reason', 500, NULLABLE),
      c.key('request_id', 64, NULLABLE),
    ],
    indexes: { ix_audit_at: ['at'], ix_audit_subject: ['subject_type', 'subject_id', 'id'] },
  });
  await createTable(runner, {
    name: 'idempotency_keys',
    columns: [
      c.id(),
      c.key('caller', 60),
      c.key('operation', 40),
      c.key('key_value', 255),
      c.key('body_digest', 64),
      c.key('state', 8),
      c.count('response_status', NULLABLE),
      c.text('response_body', NULLABLE),
      c.instant('created_at'),
      c.instant('updated_at'),
    ],
    indexes: { uq_idempotency: ['caller', 'operation', 'key_value'], ix_idempotency_created: ['created_at'] },
  });
}

/** One row per type from the start: taking a number is then always an UPDATE, never an INSERT that can race. */
async function seedCounters(runner: QueryRunner): Promise<void> {
  for (const type of ['gold', 'silver', 'platinum']) {
    const found = (await runner.query(`SELECT 1 FROM token_counters WHERE token_type = '${type}'`)) as unknown[];
    if (found.length === 0)
      await runner.query(`INSERT INTO token_counters (token_type, last_number) VALUES ('${type}', 0)`);
  }
}
