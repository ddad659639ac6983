import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnsFor, createTable, NULLABLE } from '../ddl.js';

/** Refunds and their switch, upgrades, and the mails that tell of them. */
export class RefundsAndUpgrades1763600100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createRefunds(runner);
    await createUpgrades(runner);
    await createMail(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['mail_outbox', 'upgrades', 'permissions', 'refunds']) await runner.dropTable(table, true);
  }
}

async function createRefunds(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
  await createTable(runner, {
    name: 'refunds',
    columns: [
      c.id(),
      c.key('public_id', 26),
      c.count('payment_id'),
      c.count('attempt_id'),
      c.key('bank_reference', 20),
      c.money('amount'),
      c.words('reason', 500),
      c.key('status', 12),
      c.count('requested_by', NULLABLE),
      c.key('bank_txn_id', 40, NULLABLE),
      c.key('response_code', 20, NULLABLE),
      c.words('response_text', 255, NULLABLE),
      c.instant('next_check_at', NULLABLE),
      c.count('check_count', { default: '0' }),
      c.key('lease_owner', 40, NULLABLE),
      c.instant('lease_until', NULLABLE),
      c.instant('settled_at', NULLABLE),
      c.instant('created_at'),
      c.instant('updated_at'),
    ],
    indexes: {
      uq_refunds_public_id: ['public_id'],
      uq_refunds_bank_reference: ['bank_reference'],
      ix_refunds_payment: ['payment_id', 'id'],
      ix_refunds_due: ['next_check_at', 'id'],
      ix_refunds_status: ['status', 'created_at'],
    },
    checks: {
      chk_refunds_amount: 'amount >= 1',
      chk_refunds_status: "status in ('requested', 'processing', 'unknown', 'completed', 'rejected')",
    },
    foreignKeys: {
      fk_refunds_payment: ['payment_id', 'payments'],
      fk_refunds_attempt: ['attempt_id', 'payment_attempts'],
    },
  });
  await createTable(runner, {
    name: 'permissions',
    columns: [
      c.id(),
      c.key('name', 20),
      c.flag('is_enabled'),
      c.count('version', { default: '0' }),
      c.count('updated_by', NULLABLE),
      c.instant('updated_at', NULLABLE),
    ],
    indexes: { uq_permissions_name: ['name'] },
  });
  const found = (await runner.query("SELECT 1 FROM permissions WHERE name = 'refunds'")) as unknown[];
  if (found.length === 0)
    await runner.query("INSERT INTO permissions (name, is_enabled, version) VALUES ('refunds', 0, 0)");
}

async function createUpgrades(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
  await createTable(runner, {
    name: 'upgrades',
    columns: [
      c.id(),
      c.count('source_payment_id'),
      c.count('upgrade_payment_id'),
      c.count('open_source_id', NULLABLE),
      c.count('completed_source_id', NULLABLE),
      c.key('upgrade_type', 20),
      c.money('amount'),
      c.key('status', 10),
      c.words('notes', 255, NULLABLE),
      c.count('created_by', NULLABLE),
      c.instant('completed_at', NULLABLE),
      c.instant('created_at'),
      c.instant('updated_at'),
    ],
    indexes: {
      uq_upgrades_payment: ['upgrade_payment_id'],
      uq_upgrades_open: ['open_source_id'],
      uq_upgrades_completed: ['completed_source_id'],
      ix_upgrades_source: ['source_payment_id', 'id'],
    },
    checks: {
      chk_upgrades_status: "status in ('pending', 'completed', 'failed')",
      chk_upgrades_amount: 'amount >= 1',
    },
    foreignKeys: {
      fk_upgrades_source: ['source_payment_id', 'payments'],
      fk_upgrades_payment: ['upgrade_payment_id', 'payments'],
    },
  });
}

async function createMail(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
  await createTable(runner, {
    name: 'mail_outbox',
    columns: [
      c.id(),
      c.key('dedupe_key', 100),
      c.words('recipient', 254),
      c.key('template', 40),
      c.text('data'),
      c.key('status', 10),
      c.count('attempts', { default: '0' }),
      c.instant('next_attempt_at', NULLABLE),
      c.key('lease_owner', 40, NULLABLE),
      c.instant('lease_until', NULLABLE),
      c.words('last_error', 255, NULLABLE),
      c.instant('sent_at', NULLABLE),
      c.instant('created_at'),
    ],
    indexes: { uq_mail_dedupe: ['dedupe_key'], ix_mail_due: ['next_attempt_at', 'id'] },
    checks: { chk_mail_status: "status in ('queued', 'sent', 'failed')" },
  });
}
