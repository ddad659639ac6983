import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, columnsFor, createTable, dropColumns, NULLABLE } from '../ddl.js';

/** Invitations and password links, the second factor with its recovery codes, and what sessions tell of themselves. */
export class Accounts1763700300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsFor(runner);
    await addColumns(runner, 'users', [
      c.instant('invited_at', NULLABLE),
      c.instant('last_sign_in_at', NULLABLE),
      c.key('totp_secret', 255, NULLABLE),
      c.instant('totp_enabled_at', NULLABLE),
      c.count('totp_last_step', NULLABLE),
    ]);
    await addColumns(runner, 'sessions', [c.key('ip', 45, NULLABLE), c.instant('verified_at', NULLABLE)]);
    await runner.query(
      `UPDATE users SET last_sign_in_at = (SELECT MAX(s.created_at) FROM sessions s WHERE s.user_id = users.id)
       WHERE last_sign_in_at IS NULL`,
    );
    await createTokens(runner);
    const found = (await runner.query("SELECT 1 FROM permissions WHERE name = 'admin_totp'")) as unknown[];
    if (found.length === 0)
      await runner.query("INSERT INTO permissions (name, is_enabled, version) VALUES ('admin_totp', 0, 0)");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DELETE FROM permissions WHERE name = 'admin_totp'");
    for (const table of ['recovery_codes', 'one_time_tokens']) await runner.dropTable(table, true);
    await dropColumns(runner, 'sessions', ['ip', 'verified_at']);
    const added = ['invited_at', 'last_sign_in_at', 'totp_secret', 'totp_enabled_at', 'totp_last_step'];
    await dropColumns(runner, 'users', added);
  }
}

async function createTokens(runner: QueryRunner): Promise<void> {
  const c = columnsFor(runner);
  await createTable(runner, {
    name: 'one_time_tokens',
    columns: [
      c.id(),
      c.key('kind', 12),
      c.count('user_id'),
      c.key('token_hash', 64),
      c.count('attempts', { default: '0' }),
      c.instant('expires_at'),
      c.instant('ended_at', NULLABLE),
      c.instant('created_at'),
    ],
    indexes: { uq_one_time_tokens_hash: ['token_hash'], ix_one_time_tokens_user: ['user_id', 'kind'] },
    checks: { chk_one_time_tokens_kind: "kind in ('invitation', 'reset', 'sign-in')" },
    foreignKeys: { fk_one_time_tokens_user: ['user_id', 'users'] },
  });
  await createTable(runner, {
    name: 'recovery_codes',
    columns: [
      c.id(),
      c.count('user_id'),
      c.key('code_hash', 255),
      c.instant('used_at', NULLABLE),
      c.instant('created_at'),
    ],
    indexes: { ix_recovery_codes_user: ['user_id', 'used_at'] },
    foreignKeys: { fk_recovery_codes_user: ['user_id', 'users'] },
  });
}
