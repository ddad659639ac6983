import { existsSync } from 'node:fs';
import type { DataSource } from 'typeorm';
import type { Settings } from '../../src/config/settings.token.js';
import { SERVER_MESSAGES } from '../../src/contracts/messages-server.js';
import { readInstant } from '../../src/database/instants.js';
import { MAX_PREPARED, sqliteFileOf } from '../../src/database/options.js';
import { writeNothing } from '../../src/database/storage-health.js';
import { storageTroubleOf } from '../../src/database/storage-trouble.js';
import { UnitOfWork } from '../../src/database/unit-of-work.js';
import { missingProfilesText } from '../../src/domain/projects/merchant-profile-rules.js';
import { readWatchFigures, type WatchFigure } from '../../src/modules/payment-lists/index.js';
import { MerchantProfilesQueries } from '../../src/modules/payments/index.js';
import { istMoment } from '../../src/domain/calendar/ist-time.js';
import { schemaStatus, withDataSource } from '../database.js';
import { type Check, fail, ok, reasonOf, warn } from './check.js';
import { MINUTE_MS } from '../../src/domain/calendar/durations.js';

const SERVER_FACTS = `SELECT VERSION() AS version, @@session.time_zone AS zone, @@session.sql_mode AS mode,
  @@character_set_database AS charset, @@collation_database AS collation, @@max_connections AS connections,
  @@max_prepared_stmt_count AS statements, UTC_TIMESTAMP(3) AS clock`;
const CLOCK_WARN_MS = 2_000;
const CLOCK_FAIL_MS = MINUTE_MS;
/** Work that waits longer is a warning: the limits of docs/deploy/alerts.yml. */
const LAG_WARN_SECONDS = 120;
const UNRESOLVED_WARN_SECONDS = 3_600;
const MAIL_WARN_SECONDS = 1_800;
const REFUND_WARN_SECONDS = 1_800;
const REVIEW_WARN_SECONDS = 3_600;

export async function databaseChecks(settings: Settings): Promise<Check[]> {
  const file = sqliteFileOf(settings.databaseUrl);
  if (file !== null && !existsSync(file))
    return [fail('database', `there is no file ${file}`, 'start TokenDesk once, or run "tokendesk db migrate"')];
  const engine = await withDataSource(settings, (dataSource) =>
    file === null
      ? serverChecks(dataSource, settings.databasePoolSize * settings.workers.count)
      : embeddedChecks(dataSource),
  );
  const { upToDate, migrations } = await schemaStatus(settings);
  const pending = migrations.filter(({ applied }) => !applied);
  if (!upToDate)
    return [...engine, fail('schema', `${pending.length} migrations are pending`, 'run "tokendesk db migrate"')];
  const figures = await withDataSource(settings, async (dataSource) => [
    ...(await profileChecks(settings, dataSource)),
    ...backlogChecks(await readWatchFigures(dataSource.manager, Date.now())),
  ]);
  return [...engine, ok('schema', `up to date (${migrations.length} migrations)`), ...figures];
}

/** A server does not start without a merchant profile that is still needed. */
async function profileChecks({ gateway }: Settings, dataSource: DataSource): Promise<Check[]> {
  const uses = await new MerchantProfilesQueries(new UnitOfWork(dataSource)).uses();
  const configured = gateway.profiles.map(({ name }) => name);
  const problem = missingProfilesText(uses, configured);
  const todo = 'set its GATEWAY_ variables, or give the project another one: "tokendesk project update"';
  return problem === null ? [] : [fail('gateway', problem, todo)];
}

async function embeddedChecks(dataSource: DataSource): Promise<Check[]> {
  const [row] = (await dataSource.query('SELECT sqlite_version() AS version')) as { version: string }[];
  const [journal] = (await dataSource.query('PRAGMA journal_mode')) as { journal_mode: string }[];
  const text = `SQLite ${row?.version}, journal ${journal?.journal_mode}`;
  const now = new Date();
  return [
    ok('database', text),
    await writeCheck(dataSource),
    ok('clock', `${istMoment(now.toISOString())}; the database has the same clock`),
  ];
}

/** Tests writing by an empty commit. */
async function writeCheck(dataSource: DataSource): Promise<Check> {
  try {
    await writeNothing(new UnitOfWork(dataSource));
    return ok('storage', 'takes writes');
  } catch (error) {
    const trouble = storageTroubleOf(error);
    const text = trouble ? SERVER_MESSAGES.storage[trouble === 'read-only' ? 'readOnly' : trouble] : reasonOf(error);
    return fail('storage', text, 'see "The storage refuses writes" in docs/operations.md');
  }
}

async function serverChecks(dataSource: DataSource, poolSize: number): Promise<Check[]> {
  const before = Date.now();
  const [facts] = (await dataSource.query(SERVER_FACTS)) as Record<string, unknown>[];
  const asked = (before + Date.now()) / 2;
  if (!facts) return [fail('database', 'it answered nothing', 'look into its log')];
  const isolation = await isolationOf(dataSource);
  return [
    engineCheck(String(facts['version']), isolation),
    ...sessionChecks(facts),
    ...roomChecks(facts, poolSize),
    clockCheck(asked, readInstant(facts['clock'] as Date | string).getTime()),
  ];
}

function roomChecks(facts: Record<string, unknown>, poolSize: number): Check[] {
  const [connections, statements] = [Number(facts['connections']), Number(facts['statements'])];
  const prepared = poolSize * MAX_PREPARED;
  const checks: (Check | false)[] = [
    connections < poolSize * 2 &&
      warn(
        'database',
        `the server allows ${connections} connections, an instance takes up to ${poolSize} with all its workers`,
        'raise max_connections: all instances, their successors during an upgrade, and commands need theirs',
      ),
    statements < prepared * 2 &&
      warn(
        'database',
        `the server keeps ${statements} prepared statements, an instance takes up to ${prepared} with all its workers`,
        `raise max_prepared_stmt_count: ${MAX_PREPARED} for each connection; without room frequent reads are slower`,
      ),
  ];
  return checks.filter((check) => check !== false);
}

/** By the server's version string: `8.4.3`, `11.4.2-MariaDB-log`. */
export function engineCheck(version: string, isolation: string): Check {
  const isMariaDb = /mariadb/i.test(version);
  // MariaDB may prefix its version with 5.5.5- for old clients.
  const [major = 0, minor = 0] = version
    .replace(/^5\.5\.5-/, '')
    .split('.')
    .map((part) => Number.parseInt(part, 10));
  const isSupported = isMariaDb ? major > 10 || (major === 10 && minor >= 6) : major >= 8;
  const text = `${isMariaDb ? 'MariaDB' : 'MySQL'} ${version}, ${isolation} (units of work use READ COMMITTED)`;
  return isSupported ? ok('database', text) : fail('database', text, 'use MySQL 8 or MariaDB 10.6, or later');
}

/** Variables have other names on old MariaDB. */
async function isolationOf(dataSource: DataSource): Promise<string> {
  const rows = (await dataSource.query(
    "SHOW VARIABLES WHERE Variable_name IN ('transaction_isolation', 'tx_isolation')",
  )) as { Value: string }[];
  return rows[0]?.Value ?? 'unknown isolation';
}

function sessionChecks(facts: Record<string, unknown>): Check[] {
  const [zone, mode, charset] = [facts['zone'], facts['mode'], facts['charset']].map(String);
  const checks: (Check | false)[] = [
    zone !== '+00:00' && fail('database', `session time zone ${zone}`, 'do not override time_zone for this user'),
    !mode!.includes('STRICT_TRANS_TABLES') &&
      fail('database', 'sql_mode is not strict', 'do not override sql_mode for this user'),
    charset !== 'utf8mb4' &&
      fail('database', `character set ${charset}`, 'ALTER DATABASE … CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci'),
  ];
  const bad = checks.filter((check) => check !== false);
  return bad.length > 0 ? bad : [ok('session', `UTC, strict, ${charset} (${String(facts['collation'])})`)];
}

export function clockCheck(here: number, there: number): Check {
  const apart = Math.abs(here - there);
  const text = `${istMoment(new Date(here).toISOString())}; the database is ${(apart / 1000).toFixed(1)} s away`;
  const todo = 'let both machines follow a time server (chrony, systemd-timesyncd)';
  if (apart > CLOCK_FAIL_MS) return fail('clock', text, todo);
  return apart > CLOCK_WARN_MS ? warn('clock', text, todo) : ok('clock', text);
}

/** The backlog: the same figures as /metrics. */
export function backlogChecks(figures: ReadonlyMap<string, WatchFigure>): Check[] {
  const of = (name: string) => figures.get(name) ?? NOTHING;
  return [
    pollCheck(of('due')),
    attemptCheck(of('unresolved')),
    outboxCheck(of('mail')),
    refundCheck(startingWith(figures, 'refund:')),
    reviewCheck(startingWith(figures, 'review:')),
  ];
}

const NOTHING: WatchFigure = { count: 0, ageSeconds: 0 };
const minutes = ({ ageSeconds }: WatchFigure) => `${Math.round(ageSeconds / 60)} min`;

function startingWith(figures: ReadonlyMap<string, WatchFigure>, kind: string): Map<string, WatchFigure> {
  const found = [...figures].filter(([name]) => name.startsWith(kind));
  return new Map(found.map(([name, figure]) => [name.slice(kind.length), figure]));
}

/** The count of all, and the age of the oldest. */
function together(figures: ReadonlyMap<string, WatchFigure>): WatchFigure {
  return [...figures.values()].reduce(
    (all, { count, ageSeconds }) => ({
      count: all.count + count,
      ageSeconds: Math.max(all.ageSeconds, ageSeconds),
    }),
    NOTHING,
  );
}

function pollCheck(due: WatchFigure): Check {
  const text = `${due.count} checks due, the oldest for ${Math.round(due.ageSeconds)} s`;
  const todo = 'is an instance running with POLL_INTERVAL_SECONDS above 0? "tokendesk payments poll --once" helps now';
  return due.ageSeconds > LAG_WARN_SECONDS ? warn('poll', text, todo) : ok('poll', text);
}

function attemptCheck(unresolved: WatchFigure): Check {
  const oldest =
    unresolved.ageSeconds > 0 ? `, one for ${minutes(unresolved)} without a usable answer of the bank` : '';
  const text = `${unresolved.count} attempts without a final answer${oldest}`;
  return unresolved.ageSeconds > UNRESOLVED_WARN_SECONDS
    ? warn('attempts', text, 'see "The bank is down" in docs/operations.md')
    : ok('attempts', text);
}

function outboxCheck(mail: WatchFigure): Check {
  const text = `${mail.count} mails wait, the oldest for ${minutes(mail)}`;
  return mail.ageSeconds > MAIL_WARN_SECONDS
    ? warn('outbox', text, 'see "Mail does not go out" in docs/operations.md')
    : ok('outbox', text);
}

function refundCheck(byStatus: ReadonlyMap<string, WatchFigure>): Check {
  const unknown = byStatus.get('unknown') ?? NOTHING;
  const oldest = unknown.count > 0 ? `, the oldest of these for ${minutes(unknown)}` : '';
  const text = `${together(byStatus).count} refunds without a final answer, ${unknown.count} of them unknown${oldest}`;
  return unknown.ageSeconds > REFUND_WARN_SECONDS
    ? warn('refunds', text, 'see "A refund is unclear" in docs/operations.md')
    : ok('refunds', text);
}

function reviewCheck(byReason: ReadonlyMap<string, WatchFigure>): Check {
  const all = together(byReason);
  const reasons = [...byReason].map(([reason, { count }]) => `${reason} ${count}`).join(', ');
  const text =
    all.count > 0 ? `${all.count} reviews open (${reasons}), the oldest for ${minutes(all)}` : '0 reviews open';
  return all.ageSeconds > REVIEW_WARN_SECONDS
    ? warn('reviews', text, 'an admin decides them under Review Queue')
    : ok('reviews', text);
}
