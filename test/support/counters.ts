import { expect } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { DAYS } from '../../src/domain/calendar/day-tree.js';

type Row = Record<string, string | number | Date | null>;
type Sums = Map<string, number[]>;

/** India is ahead of UTC by half past five, all year. */
const INDIA_AHEAD_MS = 5.5 * 3_600_000;

function inIndia(instant: Date): { day: string; hour: string } {
  const text = new Date(instant.getTime() + INDIA_AHEAD_MS).toISOString();
  return { day: text.slice(0, 10), hour: text.slice(11, 13) };
}

/** Columns of a row, as the name of a counter. */
const named = (row: Row, ...columns: string[]) => columns.map((column) => textOf(row[column])).join(' ');
const textOf = (value: Row[string] | undefined) => (value instanceof Date ? value.toISOString() : String(value ?? ''));

const instantOf = (value: Row[string] | undefined) =>
  value === null || value === undefined ? null : new Date(typeof value === 'string' ? `${value}Z` : value);

/** In one statement: a process folds changes into the sums at any moment, and two would see some of them twice, or not at all. */
const DAY_FIGURES = `SELECT 'change' AS source, event_id, day AS place, kind, name, total, gross, refunded FROM day_changes
  UNION ALL SELECT 'sum', 0, node, kind, name, total, gross, refunded FROM day_sums
  UNION ALL SELECT 'event', event_id, node, kind, name, total, gross, refunded FROM event_day_sums`;

/** Every counter, recomputed row by row from the payments, without a line of the product's own sums. */
async function counted(dataSource: Pick<DataSource, 'query'>) {
  const payments = (await dataSource.query(`SELECT p.*, c.email_key AS email FROM payments p
    JOIN customers c ON c.id = p.customer_id`)) as Row[];
  const attempts = (await dataSource.query(
    'SELECT payment_id, response_code FROM payment_attempts ORDER BY payment_id, number',
  )) as Row[];
  const codes = new Map(attempts.map((row) => [row['payment_id'], row['response_code']]));
  const cells: Sums = new Map();
  const uses: Sums = new Map();
  const projectUses: Sums = new Map();
  const days: Sums = new Map();
  const eventDays: Sums = new Map();
  for (const row of payments) {
    const status = textOf(row['status']);
    const money = [Number(row['amount']), Number(row['refunded_amount'])];
    for (const seller of ['0', named(row, 'sales_manager_id')])
      add(cells, `${seller} ${named(row, 'project_id', 'token_type', 'status')}`, [1, ...money]);
    if (status === 'completed') {
      add(uses, named(row, 'email', 'token_type'), [1]);
      add(projectUses, named(row, 'email', 'project_id', 'token_type'), [1]);
    }
    const made = inIndia(instantOf(row['created_at'])!);
    const [opened, initiated, paid] = ['opened_at', 'initiated_at', 'paid_at'].map((name) => instantOf(row[name]));
    const owner = `${textOf(row['sales_manager_id'])}|${textOf(row['token_type'])}`;
    const event = Number(row['event_id']);
    // The default event has what the others leave.
    const count = (name: string, values: number[]) => {
      add(days, name, values);
      if (event !== 1) add(eventDays, `${event} ${name}`, values);
    };
    const step = (name: string) => {
      count(`${made.day} step ${name}`, [1, 0, 0]);
      count(`${made.day} link ${owner}|${name}`, [1, 0, 0]);
    };
    count(`${made.day} created ${made.hour}`, [1, 0, 0]);
    count(`${made.day} link ${owner}|created`, [1, 0, 0]);
    if (opened || initiated || paid) step('opened');
    if (initiated || paid) step('initiated');
    if (status === 'failed' || status === 'cancelled')
      count(`${made.day} ending ${status}|${textOf(row['status_reason'])}|${textOf(codes.get(row['id']!))}`, [1, 0, 0]);
    if (!paid) continue;
    const { day, hour } = inIndia(paid);
    step('paid');
    count(`${day} paid ${hour}`, [1, 0, 0]);
    if (status !== 'completed' && status !== 'refunded') continue;
    const taken = [status === 'completed' ? 1 : 0, ...money];
    const seller = named(row, 'sales_manager_id');
    for (const name of [`seller ${seller}`, `sale ${owner}`]) count(`${day} ${name}`, taken);
    if (row['payment_type'] === 'upgrade') count(`${day} upgrade ${seller}`, taken);
  }
  const pairs: Sums = new Map();
  for (const pair of uses.keys()) add(pairs, pair.split(' ').at(-1)!, [1]);
  const projectPairs: Sums = new Map();
  for (const pair of projectUses.keys()) add(projectPairs, pair.split(' ').slice(-2).join(' '), [1]);
  return { cells, uses, projectUses, pairs, projectPairs, days, eventDays };
}

/** What the counters say, in the same form, and their spans of days from the days themselves. */
async function kept(dataSource: Pick<DataSource, 'query'>) {
  const read = async (sql: string) => (await dataSource.query(sql)) as Row[];
  const [cells, uses, pairs, days]: [Sums, Sums, Sums, Sums] = [new Map(), new Map(), new Map(), new Map()];
  const [eventDays, projectUses, projectPairs]: [Sums, Sums, Sums] = [new Map(), new Map(), new Map()];
  const spans = { kept: new Map() as Sums, counted: new Map() as Sums };
  for (const row of await read('SELECT * FROM payment_counts')) {
    const sums = [row['total'], row['amount'], row['refunded']].map(Number);
    if (row['status'] === 'pairs' && Number(row['sales_manager_id']) === -1)
      add(projectPairs, named(row, 'project_id', 'token_type'), [sums[0]!]);
    else if (row['status'] === 'pairs') add(pairs, named(row, 'token_type'), [sums[0]!]);
    else add(cells, named(row, 'sales_manager_id', 'project_id', 'token_type', 'status'), sums);
  }
  for (const row of await read('SELECT * FROM completed_pairs'))
    add(uses, named(row, 'email_key', 'token_type'), [Number(row['uses'])]);
  for (const row of await read('SELECT * FROM project_pairs'))
    add(projectUses, named(row, 'email_key', 'project_id', 'token_type'), [Number(row['uses'])]);
  for (const row of await read(DAY_FIGURES)) {
    const place = Number(row['place']);
    const event = Number(row['event_id']);
    const figure = named(row, 'kind', 'name');
    const put = (day: number, sums: Sums, prefix = '') =>
      add(sums, `${prefix}${new Date(day * 86_400_000).toISOString().slice(0, 10)} ${figure}`, figuresOf(row));
    if (row['source'] === 'change') {
      put(place, days);
      if (event !== 1) put(place, eventDays, `${event} `);
      continue;
    }
    const [sums, prefix] = row['source'] === 'event' ? [eventDays, `${event} `] : [days, ''];
    if (place < DAYS) {
      add(spans.kept, `${prefix}${place} ${figure}`, figuresOf(row));
      continue;
    }
    put(place - DAYS, sums, prefix);
    for (let above = place >> 1; above > 0; above >>= 1)
      add(spans.counted, `${prefix}${above} ${figure}`, figuresOf(row));
  }
  return { cells, uses, projectUses, pairs, projectPairs, days, eventDays, spans };
}

/** @returns every counter, and what a recomputation from the payments gives; equal when all is well */
export async function countersBeside(dataSource: Pick<DataSource, 'query'>) {
  const { spans, ...found } = await kept(dataSource);
  const wanted = await counted(dataSource);
  return {
    found: shown({ ...found, spans: spans.kept }),
    wanted: shown({ ...wanted, spans: spans.counted }),
  };
}

/** Every counter equals a recomputation from the payments. */
export async function expectCountersRight(dataSource: DataSource): Promise<void> {
  const { found, wanted } = await countersBeside(dataSource);
  expect(found).toEqual(wanted);
}

function figuresOf(row: Row): number[] {
  return [row['total'], row['gross'], row['refunded']].map(Number);
}

function add(sums: Sums, key: string, values: number[]): void {
  const known = sums.get(key);
  sums.set(key, known ? known.map((value, at) => value + values[at]!) : values);
}

function shown(all: Record<string, Sums>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(all).map(([name, sums]) => [
      name,
      [...sums]
        .filter(([, values]) => values.some((value) => value !== 0))
        .map(([key, values]) => `${key}: ${values.join(' ')}`)
        .sort(),
    ]),
  );
}
