import type { QueryRunner } from 'typeorm';
import { isSqlite } from './ddl.js';

const NO_DELETE = 'audit_log_no_delete';
const NO_UPDATE = 'audit_log_no_update';
const REFUSAL = 'audit rows are never changed or deleted';

const CONTENT = [
  'id',
  'at',
  'actor_user_id',
  'actor_kind',
  'action',
  'subject_type',
  'subject_id',
  'from_value',
  'to_value',
  'reason',
  'request_id',
];

/** MySQL: no SUPER while the server writes a binary log, as it does by default (1419), or no right to create triggers (1142, 1227). */
const NOT_ALLOWED = new Set([1419, 1142, 1227]);

/**
 * Creates triggers that refuse changes and deletion of audit rows; sealing a row, from null to a value, is the exception.
 * @returns false when the database user may not create triggers: the chain shows changes all the same
 */
export async function makeAuditAppendOnly(runner: QueryRunner): Promise<boolean> {
  try {
    for (const [name, sql] of Object.entries(isSqlite(runner) ? sqliteTriggers() : mysqlTriggers()))
      if (!(await hasTrigger(runner, name))) await runner.query(sql);
    return true;
  } catch (error) {
    if (!NOT_ALLOWED.has(errnoOf(error) ?? 0)) throw error;
    return false;
  }
}

export async function dropAuditTriggers(runner: QueryRunner): Promise<void> {
  for (const name of [NO_DELETE, NO_UPDATE]) await runner.query(`DROP TRIGGER IF EXISTS ${name}`);
}

function sqliteTriggers(): Record<string, string> {
  const same = CONTENT.map((column) => `NEW.${column} IS OLD.${column}`).join(' AND ');
  return {
    [NO_DELETE]: `CREATE TRIGGER ${NO_DELETE} BEFORE DELETE ON audit_log BEGIN SELECT RAISE(ABORT, '${REFUSAL}'); END`,
    [NO_UPDATE]: `CREATE TRIGGER ${NO_UPDATE} BEFORE UPDATE ON audit_log
      WHEN NOT (OLD.seq IS NULL AND NEW.seq IS NOT NULL AND ${same})
      BEGIN SELECT RAISE(ABORT, '${REFUSAL}'); END`,
  };
}

function mysqlTriggers(): Record<string, string> {
  // Compared as bytes: the text collation treats "Paid" and "paid" as equal.
  const same = CONTENT.map((column) => `CAST(NEW.${column} AS BINARY) <=> CAST(OLD.${column} AS BINARY)`).join(' AND ');
  const refuse = `SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '${REFUSAL}'`;
  return {
    [NO_DELETE]: `CREATE TRIGGER ${NO_DELETE} BEFORE DELETE ON audit_log FOR EACH ROW ${refuse}`,
    [NO_UPDATE]: `CREATE TRIGGER ${NO_UPDATE} BEFORE UPDATE ON audit_log FOR EACH ROW
      IF NOT (OLD.seq IS NULL AND NEW.seq IS NOT NULL AND ${same}) THEN ${refuse}; END IF`,
  };
}

async function hasTrigger(runner: QueryRunner, name: string): Promise<boolean> {
  const found = (
    isSqlite(runner)
      ? await runner.query("SELECT 1 FROM sqlite_master WHERE type = 'trigger' AND name = ?", [name])
      : await runner.query(
          'SELECT 1 FROM information_schema.triggers WHERE trigger_schema = DATABASE() AND trigger_name = ?',
          [name],
        )
  ) as unknown[];
  return found.length > 0;
}

function errnoOf(error: unknown): number | undefined {
  const { driverError, errno } = error as { driverError?: { errno?: number }; errno?: number };
  return driverError?.errno ?? errno;
}
