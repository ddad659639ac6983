import { ALL_SELLERS, type DayKind } from '../domain/payment/counted-payment.js';
import { DEFAULT_EVENT_ID } from '../domain/projects/event-rules.js';
import { DAYS } from '../domain/calendar/day-tree.js';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../domain/calendar/durations.js';
import { IST_OFFSET_MS } from '../domain/calendar/ist-day.js';
import { PAIRS } from './counted-pairs.js';
import { fillProjectPairs, PROJECT_PAIR_DIFFERENCES } from './project-pairs-recount.js';

export type RunSql = (sql: string) => Promise<unknown>;

const IST_MINUTES = IST_OFFSET_MS / MINUTE_MS;
const CELL_OF_ALL = 'token_type, status, project_id';
const CELL = `sales_manager_id, ${CELL_OF_ALL}`;
const CELL_SUMS = 'COUNT(*) AS total, SUM(amount) AS amount, SUM(refunded_amount) AS refunded';

/** Recount of `payment_counts`. */
const CELLS = cellsBy(CELL_OF_ALL);

/** @param columns of a cell besides the seller */
function cellsBy(columns: string): string {
  return `
  SELECT sales_manager_id, ${columns}, ${CELL_SUMS} FROM payments GROUP BY sales_manager_id, ${columns}
  UNION ALL SELECT ${ALL_SELLERS}, ${columns}, ${CELL_SUMS} FROM payments GROUP BY ${columns}`;
}

const PAIR_USES = `
  SELECT c.email_key AS email_key, p.token_type AS token_type, COUNT(*) AS uses
    FROM payments p JOIN customers c ON c.id = p.customer_id WHERE p.status = 'completed' GROUP BY c.email_key, p.token_type`;

const PAIR_CELLS = `
  SELECT token_type, COUNT(*) AS total FROM completed_pairs WHERE uses > 0 GROUP BY token_type`;

/** What is true of a payment that has come to a step. */
const STEPS = {
  opened: 'COALESCE(p.opened_at, p.initiated_at, p.paid_at) IS NOT NULL',
  initiated: 'COALESCE(p.initiated_at, p.paid_at) IS NOT NULL',
  paid: 'p.paid_at IS NOT NULL',
} as const;

const SELLER = "CONCAT(p.sales_manager_id, '')";

/** Recount of the day totals; by event those of all events but the default one, with a column more in front. */
const DAY_FIGURES = { sqlite: dayFigures(true), mysql: dayFigures(false) };
const EVENT_FIGURES = { sqlite: dayFigures(true, true), mysql: dayFigures(false, true) };

function dayFigures(isSqlite: boolean, isByEvent = false): string {
  const event = isByEvent ? 'event_id, ' : '';
  const only = isByEvent ? `AND p.event_id <> ${DEFAULT_EVENT_ID}` : '';
  const day = (column: string) =>
    isSqlite
      ? `(CAST(strftime('%s', ${column}) AS INTEGER) + ${IST_OFFSET_MS / SECOND_MS}) / ${DAY_MS / SECOND_MS}`
      : `DATEDIFF(${column} + INTERVAL ${IST_MINUTES} MINUTE, '1970-01-01')`;
  const hour = (column: string) =>
    isSqlite
      ? `strftime('%H', ${column}, '+${IST_MINUTES} minutes')`
      : `CONCAT(DATE_FORMAT(${column} + INTERVAL ${IST_MINUTES} MINUTE, '%H'), '')`;
  const counted = (kind: string, column: string, name: string, where: string) =>
    `SELECT ${event}${day(column)} AS day, '${kind}' AS kind, ${name} AS name, COUNT(*) AS total, 0 AS gross, 0 AS refunded
       FROM payments p WHERE ${where} ${only} GROUP BY ${event}${day(column)}, ${name}`;
  const code =
    '(SELECT a.response_code FROM payment_attempts a WHERE a.payment_id = p.id ORDER BY a.number DESC LIMIT 1)';
  const ending = `CONCAT(p.status, '|', COALESCE(p.status_reason, ''), '|', COALESCE(${code}, ''))`;
  return [
    counted('created', 'p.created_at', hour('p.created_at'), 'p.created_at IS NOT NULL'),
    counted('paid', 'p.paid_at', hour('p.paid_at'), 'p.paid_at IS NOT NULL'),
    `SELECT ${event}day, 'ending', name, COUNT(*), 0, 0 FROM (
       SELECT ${event}${day('p.created_at')} AS day, ${ending} AS name FROM payments p
        WHERE p.status IN ('failed', 'cancelled') ${only}
     ) e GROUP BY ${event}day, name`,
    takings('seller', SELLER, 'p.sales_manager_id'),
    takings('upgrade', SELLER, 'p.sales_manager_id', "AND p.payment_type = 'upgrade'"),
    takings('sale', "CONCAT(p.sales_manager_id, '|', p.token_type)", 'p.sales_manager_id, p.token_type'),
    link('created', 'p.created_at IS NOT NULL'),
    ...Object.entries(STEPS).flatMap(([name, where]) => [step(name, where), link(name, where)]),
  ].join('\n UNION ALL ');

  function step(name: string, where: string): string {
    return `SELECT ${event}${day('p.created_at')}, 'step', '${name}', COUNT(*), 0, 0 FROM payments p WHERE ${where} ${only}
      GROUP BY ${event}${day('p.created_at')}`;
  }

  function link(name: string, where: string): string {
    return `SELECT ${event}${day('p.created_at')}, 'link', CONCAT(p.sales_manager_id, '|', p.token_type, '|${name}'), COUNT(*), 0, 0
       FROM payments p WHERE ${where} ${only} GROUP BY ${event}${day('p.created_at')}, p.sales_manager_id, p.token_type`;
  }

  function takings(kind: DayKind, name: string, owner: string, more = ''): string {
    return `SELECT ${event}${day('p.paid_at')}, '${kind}', ${name},
            SUM(CASE WHEN p.status = 'completed' THEN 1 ELSE 0 END), SUM(p.amount), SUM(p.refunded_amount)
       FROM payments p WHERE p.paid_at IS NOT NULL AND p.status IN ('completed', 'refunded') ${more} ${only}
      GROUP BY ${event}${day('p.paid_at')}, ${owner}`;
  }
}

const LEVELS = Math.log2(DAYS);

/** Each level of the day tree from the one below it. @param only a condition on the kind */
function upperSums(only = '1 = 1'): string[] {
  return Array.from({ length: LEVELS }, (_, height) => {
    const first = DAYS >> height;
    return `INSERT INTO day_sums (node, kind, name, total, gross, refunded)
      SELECT node >> 1, kind, name, SUM(total), SUM(gross), SUM(refunded) FROM day_sums
       WHERE node >= ${first} AND node < ${2 * first} AND ${only} GROUP BY node >> 1, kind, name`;
  });
}

function upperEventSums(): string[] {
  return Array.from({ length: LEVELS }, (_, height) => {
    const first = DAYS >> height;
    return `INSERT INTO event_day_sums (node, kind, event_id, name, total, gross, refunded)
      SELECT node >> 1, kind, event_id, name, SUM(total), SUM(gross), SUM(refunded) FROM event_day_sums
       WHERE node >= ${first} AND node < ${2 * first} GROUP BY node >> 1, kind, event_id, name`;
  });
}

/**
 * Rebuilds all counters from the payments, with the current schema. Run it in one transaction where the engine has one; nothing
 * else may write payments meanwhile.
 */
export async function recountPayments(run: RunSql): Promise<void> {
  const isSqlite = await isSqliteBehind(run);
  for (const sql of wholeCount(isSqlite, CELL_OF_ALL)) await run(sql);
  await fillEventDays(run);
  await fillProjectPairs(run, isSqlite);
}

/** As `recountPayments`, for the schema from before there were projects. */
export async function fillFirstCounters(run: RunSql): Promise<void> {
  for (const sql of wholeCount(await isSqliteBehind(run), 'token_type, status')) await run(sql);
}

/** Fills in the day totals of all events but the default one. Repeatable; beside servers as `fillDayKinds`. */
export async function fillEventDays(run: RunSql): Promise<void> {
  const isSqlite = await isSqliteBehind(run);
  await run('DELETE FROM event_day_sums');
  await run(`INSERT INTO event_day_sums (node, kind, event_id, name, total, gross, refunded)
    SELECT day + ${DAYS}, kind, event_id, name, total, gross, refunded
      FROM (${isSqlite ? EVENT_FIGURES.sqlite : EVENT_FIGURES.mysql}) figures`);
  for (const sql of upperEventSums()) await run(sql);
}

/** Adds to `payment_counts` what a recount finds to be missing. Safe beside running servers. */
export async function addMissingCells(run: RunSql): Promise<void> {
  const { cells } = counterDifferences(await isSqliteBehind(run));
  await run(`INSERT INTO payment_counts (${CELL}, total, amount, refunded, changes)
    SELECT ${CELL}, total, amount, refunded, ABS(total) FROM (${cells}) missing`);
}

/** @param columns of a cell besides the seller */
function wholeCount(isSqlite: boolean, columns: string): string[] {
  const cell = `sales_manager_id, ${columns}`;
  return [
    'DELETE FROM payment_counts',
    'DELETE FROM completed_pairs',
    'DELETE FROM day_changes',
    'DELETE FROM day_sums',
    `INSERT INTO payment_counts (${cell}, total, amount, refunded, changes)
      SELECT ${cell}, total, amount, refunded, total FROM (${cellsBy(columns)}) cells`,
    `INSERT INTO completed_pairs (email_key, token_type, uses) ${PAIR_USES}`,
    `INSERT INTO payment_counts (sales_manager_id, token_type, status, total, changes)
      SELECT ${ALL_SELLERS}, token_type, '${PAIRS}', total, 0 FROM (${PAIR_CELLS}) pairs`,
    `INSERT INTO day_sums (node, kind, name, total, gross, refunded)
      SELECT day + ${DAYS}, kind, name, total, gross, refunded FROM (${isSqlite ? DAY_FIGURES.sqlite : DAY_FIGURES.mysql}) figures`,
    ...upperSums(),
  ];
}

/**
 * Fills in the day totals of kinds that a release adds, for the payments that are there. Repeatable. Safe beside servers that do not
 * write these kinds; what such servers change afterwards is added by `tokendesk db recount`.
 */
export async function fillDayKinds(run: RunSql, kinds: readonly DayKind[]): Promise<void> {
  const isSqlite = await isSqliteBehind(run);
  const only = `kind IN (${kinds.map((kind) => `'${kind}'`).join(', ')})`;
  await run(`DELETE FROM day_changes WHERE ${only}`);
  await run(`DELETE FROM day_sums WHERE ${only}`);
  await run(`INSERT INTO day_sums (node, kind, name, total, gross, refunded)
    SELECT day + ${DAYS}, kind, name, total, gross, refunded
      FROM (${isSqlite ? DAY_FIGURES.sqlite : DAY_FIGURES.mysql}) figures WHERE ${only}`);
  for (const sql of upperSums(only)) await run(sql);
}

const MONEY = sumsOf('total', 'amount', 'refunded');
const FIGURES = sumsOf('total', 'gross', 'refunded');

function sumsOf(...names: string[]) {
  return {
    names: names.join(', '),
    summed: names.map((name) => `SUM(${name}) AS ${name}`).join(', '),
    negative: names.map((name) => `-${name}`).join(', '),
    uneven: names.map((name) => `SUM(${name}) <> 0`).join(' OR '),
  };
}

/** Limited tiers by code, with their medals, by which payments and tokens have indexes. */
const LIMITED_TIERS = `SELECT c.project_id, c.token_type AS code, COALESCE((SELECT MIN(k.token_type) FROM catalogue_tiers k
    JOIN catalogue_versions v ON v.id = k.version_id WHERE v.project_id = c.project_id AND k.code = c.token_type), c.token_type) AS medal
  FROM quota_counters c`;

/**
 * Differences between a recount and each counter; no rows when all are right. Each is one statement, so it reads payments and
 * counters consistently beside a running server.
 */
export function counterDifferences(isSqlite: boolean) {
  return {
    cells: `SELECT ${CELL}, ${MONEY.summed} FROM (
        ${CELLS} UNION ALL SELECT ${CELL}, ${MONEY.negative} FROM payment_counts WHERE status <> '${PAIRS}'
      ) cells GROUP BY ${CELL} HAVING ${MONEY.uneven}`,
    uses: `SELECT email_key, token_type, SUM(uses) AS uses FROM (
        ${PAIR_USES} UNION ALL SELECT email_key, token_type, -uses FROM completed_pairs
      ) pairs GROUP BY email_key, token_type HAVING SUM(uses) <> 0`,
    pairs: `SELECT token_type, SUM(total) AS total FROM (
        ${PAIR_CELLS} UNION ALL SELECT token_type, -total FROM payment_counts
         WHERE status = '${PAIRS}' AND sales_manager_id = ${ALL_SELLERS}
      ) pairs GROUP BY token_type HAVING SUM(total) <> 0`,
    ...PROJECT_PAIR_DIFFERENCES,
    days: `SELECT day, kind, name, ${FIGURES.summed} FROM (
        ${isSqlite ? DAY_FIGURES.sqlite : DAY_FIGURES.mysql}
        UNION ALL SELECT node - ${DAYS}, kind, name, ${FIGURES.negative} FROM day_sums WHERE node >= ${DAYS}
        UNION ALL SELECT day, kind, name, ${FIGURES.negative} FROM day_changes
      ) figures GROUP BY day, kind, name HAVING ${FIGURES.uneven}`,
    eventDays: `SELECT day, event_id, kind, name, ${FIGURES.summed} FROM (
        SELECT day, kind, event_id, name, ${FIGURES.names} FROM (${isSqlite ? EVENT_FIGURES.sqlite : EVENT_FIGURES.mysql}) counted
        UNION ALL SELECT node - ${DAYS}, kind, event_id, name, ${FIGURES.negative} FROM event_day_sums WHERE node >= ${DAYS}
        UNION ALL SELECT day, kind, event_id, name, ${FIGURES.negative} FROM day_changes WHERE event_id <> ${DEFAULT_EVENT_ID}
      ) figures GROUP BY day, event_id, kind, name HAVING ${FIGURES.uneven}`,
    quotas: `SELECT project_id, token_type, SUM(reserved) AS reserved, SUM(sold) AS sold FROM (
        SELECT q.project_id, q.code AS token_type, 1 AS reserved, 0 AS sold FROM (${LIMITED_TIERS}) q
          JOIN payments p ON p.token_type = q.medal AND p.status IN ('pending', 'initiated')
            AND p.project_id = q.project_id AND COALESCE(p.tier_code, p.token_type) = q.code
        UNION ALL SELECT q.project_id, q.code, 0, 1 FROM (${LIMITED_TIERS}) q
          JOIN tokens t ON t.token_type = q.medal AND t.status = 'active'
          JOIN payments p ON p.id = t.payment_id AND p.project_id = q.project_id AND COALESCE(p.tier_code, p.token_type) = q.code
        UNION ALL SELECT project_id, token_type, -reserved, -sold FROM quota_counters
      ) units GROUP BY project_id, token_type HAVING SUM(reserved) <> 0 OR SUM(sold) <> 0`,
    spans: `SELECT node, kind, name, ${FIGURES.summed} FROM (
        SELECT node >> 1 AS node, kind, name, ${FIGURES.names} FROM day_sums WHERE node > 1
        UNION ALL SELECT node, kind, name, ${FIGURES.negative} FROM day_sums WHERE node < ${DAYS}
      ) spans GROUP BY node, kind, name HAVING ${FIGURES.uneven}`,
    eventSpans: `SELECT node, event_id, kind, name, ${FIGURES.summed} FROM (
        SELECT node >> 1 AS node, event_id, kind, name, ${FIGURES.names} FROM event_day_sums WHERE node > 1
        UNION ALL SELECT node, event_id, kind, name, ${FIGURES.negative} FROM event_day_sums WHERE node < ${DAYS}
      ) spans GROUP BY node, event_id, kind, name HAVING ${FIGURES.uneven}`,
  };
}

/** Rebuilds the upper levels of the tree from the days. */
export function rebuildSpans(): string[] {
  return [`DELETE FROM day_sums WHERE node < ${DAYS}`, ...upperSums()];
}

/** The same for the sums by event. */
export function rebuildEventSpans(): string[] {
  return [`DELETE FROM event_day_sums WHERE node < ${DAYS}`, ...upperEventSums()];
}

/** Detects the engine: SQLite's integer division truncates. */
async function isSqliteBehind(run: RunSql): Promise<boolean> {
  const [row] = (await run('SELECT 1 / 2 AS half')) as { half: unknown }[];
  return Number(row?.half) === 0;
}
