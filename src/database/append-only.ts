import type { QueryRunner } from 'typeorm';
import { isSqlite } from './ddl.js';

/** A table whose rows the database itself refuses to change or delete. */
export interface AppendOnly {
  table: string;
  /** The text of the refusal. */
  refusal: string;
  /** The one change that is allowed: a condition on OLD and NEW, while these columns stay as they are. */
  except?: { condition: string; same: readonly string[] };
}

export const AUDIT_LOG: AppendOnly = {
  table: 'audit_log',
  refusal: 'audit rows are never changed or deleted',
  except: {
    // Sealing.
    condition: 'OLD.seq IS NULL AND NEW.seq IS NOT NULL',
    same: [
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
    ],
  },
};

const TERMS_VERSIONS: AppendOnly = {
  table: 'terms_versions',
  refusal: 'versions of terms are never changed or deleted',
};

const TERMS_AGREEMENTS: AppendOnly = {
  table: 'terms_agreements',
  refusal: 'agreements to terms are never changed or deleted',
  except: {
    // An erasure of personal data.
    condition: 'NEW.ip IS NULL',
    same: ['id', 'payment_id', 'terms_version_id', 'language', 'agreed_at', 'request_id'],
  },
};

/** Migrations that have shipped name these lists: a new table gets a list of its own. */
export const TERMS: readonly AppendOnly[] = [TERMS_VERSIONS, TERMS_AGREEMENTS];

export const CATALOGUE: readonly AppendOnly[] = [
  'catalogue_upgrade_paths',
  'catalogue_tiers',
  'catalogue_versions',
].map((table) => ({ table, refusal: 'versions of a catalogue are never changed or deleted' }));

/** MySQL: no SUPER while the server writes a binary log, as it does by default (1419), or no right to create triggers (1142, 1227). */
const NOT_ALLOWED = new Set([1419, 1142, 1227]);

const TRIGGER_MISSING = 1360;
const READING_DENIED = 1227;

const ALL: readonly AppendOnly[] = [AUDIT_LOG, ...TERMS, ...CATALOGUE];

/** Creates what is missing of all triggers, in a schema with every migration. @returns false when the database user may not */
export function makeAllAppendOnly(runner: QueryRunner): Promise<boolean> {
  return makeAppendOnly(runner, ALL);
}

/** Whether all triggers are there. Read-only. */
export async function isAllAppendOnly(runner: QueryRunner): Promise<boolean> {
  for (const { table } of ALL)
    for (const name of Object.values(triggerNames(table))) if (!(await hasTrigger(runner, name))) return false;
  return true;
}

/**
 * Creates the triggers that refuse changes and deletion of the tables' rows; those that are there stay.
 * @returns false when the database user may not create triggers: the audit chain shows changes all the same
 */
export async function makeAppendOnly(runner: QueryRunner, rules: readonly AppendOnly[]): Promise<boolean> {
  try {
    for (const rule of rules)
      for (const [name, sql] of Object.entries(isSqlite(runner) ? sqliteTriggers(rule) : mysqlTriggers(rule)))
        if (!(await hasTrigger(runner, name))) await runner.query(sql);
    return true;
  } catch (error) {
    if (!NOT_ALLOWED.has(errnoOf(error) ?? 0)) throw error;
    return false;
  }
}

export async function dropAppendOnly(runner: QueryRunner, { table }: AppendOnly): Promise<void> {
  for (const name of Object.values(triggerNames(table))) await runner.query(`DROP TRIGGER IF EXISTS ${name}`);
}

function triggerNames(table: string): { noDelete: string; noUpdate: string } {
  return { noDelete: `${table}_no_delete`, noUpdate: `${table}_no_update` };
}

function sqliteTriggers({ table, refusal, except }: AppendOnly): Record<string, string> {
  const { noDelete, noUpdate } = triggerNames(table);
  const same = except?.same.map((column) => `NEW.${column} IS OLD.${column}`).join(' AND ');
  const unless = except ? `WHEN NOT (${except.condition} AND ${same})` : '';
  return {
    [noDelete]: `CREATE TRIGGER ${noDelete} BEFORE DELETE ON ${table} BEGIN SELECT RAISE(ABORT, '${refusal}'); END`,
    [noUpdate]: `CREATE TRIGGER ${noUpdate} BEFORE UPDATE ON ${table} ${unless}
      BEGIN SELECT RAISE(ABORT, '${refusal}'); END`,
  };
}

function mysqlTriggers({ table, refusal, except }: AppendOnly): Record<string, string> {
  const { noDelete, noUpdate } = triggerNames(table);
  // Compared as bytes: the text collation treats "Paid" and "paid" as equal.
  const same = except?.same
    .map((column) => `CAST(NEW.${column} AS BINARY) <=> CAST(OLD.${column} AS BINARY)`)
    .join(' AND ');
  const refuse = `SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '${refusal}'`;
  const checked = except ? `IF NOT (${except.condition} AND ${same}) THEN ${refuse}; END IF` : refuse;
  return {
    [noDelete]: `CREATE TRIGGER ${noDelete} BEFORE DELETE ON ${table} FOR EACH ROW ${refuse}`,
    [noUpdate]: `CREATE TRIGGER ${noUpdate} BEFORE UPDATE ON ${table} FOR EACH ROW ${checked}`,
  };
}

async function hasTrigger(runner: QueryRunner, name: string): Promise<boolean> {
  if (!isSqlite(runner)) return hasServerTrigger(runner, name);
  const sql = "SELECT 1 FROM sqlite_master WHERE type = 'trigger' AND name = ?";
  return ((await runner.query(sql, [name])) as unknown[]).length > 0;
}

/** MySQL lists triggers in its information schema only to users with the right to create them, and denies others to read one that is there. */
async function hasServerTrigger(runner: QueryRunner, name: string): Promise<boolean> {
  try {
    await runner.query(`SHOW CREATE TRIGGER ${name}`);
    return true;
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === TRIGGER_MISSING) return false;
    if (errno === READING_DENIED) return true;
    throw error;
  }
}

function errnoOf(error: unknown): number | undefined {
  const { driverError, errno } = error as { driverError?: { errno?: number }; errno?: number };
  return driverError?.errno ?? errno;
}
