import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { dayNumber, istHour } from '../../src/domain/calendar/day-tree.js';
import { spanOf } from '../../src/domain/calendar/ist-day.js';
import { TOKEN_TYPES } from '../../src/domain/payment/token-catalogue.js';
import { readCountedRow } from '../../src/modules/payment-lists/counters/counted-row.js';
import { type DayScope, DayTotals } from '../../src/modules/payment-lists/counters/day-totals.repository.js';
import { MoneyFigures } from '../../src/modules/payment-lists/counters/money-figures.queries.js';
import { PaymentCounters } from '../../src/modules/payment-lists/counters/payment-counters.js';
import { ProjectPairs } from '../../src/modules/payment-lists/counters/project-pairs.queries.js';
import { recountPayments } from '../../src/database/payment-recount.js';
import { CounterReconciler } from '../../src/modules/payment-lists/counters/counter-reconciler.js';
import { PeriodicTasks } from '../../src/runtime/periodic-tasks.js';
import { isOnServer } from '../support/engine.js';
import { fillPayments } from '../support/many-payments.js';
import { rowsTouched } from '../support/query-cost.js';
import { openTestDatabase, type TestDatabase } from '../support/test-database.js';

interface Payment {
  id: number;
  project: number;
  event: number;
  seller: number;
  type: string;
  kind: string;
  status: string;
  amount: number;
  refunded: number;
  email: string;
  created: Date;
  paid: Date | null;
}

const SPANS = [spanOf('', ''), spanOf('2026-01-02', '2026-01-02'), spanOf('2026-01-02', ''), spanOf('', '2026-01-01')];
const SCOPES: DayScope[] = [
  {},
  { projectIds: [1] },
  { projectIds: [2] },
  { projectIds: [2, 3] },
  { projectIds: [1, 3] },
  { projectIds: [1, 2, 3] },
  { projectIds: [] },
  { projectIds: [9] },
  { eventId: 1 },
  { eventId: 2 },
  { eventId: 5 },
  { projectIds: [1], eventId: 1 },
  { projectIds: [2], eventId: 1 },
  { projectIds: [2], salesManagerId: 2 },
  { projectIds: [1], tokenType: 'gold' },
  { eventId: 4, salesManagerId: 1, tokenType: 'silver' },
];

describe('figures of projects and events', () => {
  let db: TestDatabase;
  let days: DayTotals;
  let counts: PaymentCounters;
  let payments: Payment[];

  beforeAll(async () => {
    db = await openTestDatabase();
    await fillPayments(db.dataSource, { payments: 4000, sellers: 2, projects: 3 });
    await db.dataSource.query("UPDATE customers SET email_key = 'same@example.com' WHERE id IN (1, 4, 7)");
    days = new DayTotals(db.uow);
    counts = new PaymentCounters(db.uow, new PeriodicTasks());
    // Some that are not folded yet, of each event.
    for (let id = 31; id < 43; id += 1) await complete(id);
    payments = await read();
  });
  afterAll(() => db.close());

  const complete = (id: number) =>
    db.uow.run(async (tx) => {
      const before = await readCountedRow(tx, id);
      const at = '2026-01-02 20:00:00.000';
      await tx.query(
        "UPDATE payments SET status = 'completed', paid_at = ?, token_number = ?, payment_type = 'upgrade' WHERE id = ?",
        [at, `L-${id}`, id],
      );
      await counts.changed(id, () => before);
    });

  const read = async (): Promise<Payment[]> => {
    const rows = (await db.dataSource.query(
      `SELECT p.id AS id, p.project_id AS project, p.event_id AS event, p.sales_manager_id AS seller, p.token_type AS type,
              p.payment_type AS kind, p.status AS status, p.amount AS amount, p.refunded_amount AS refunded, c.email_key AS email,
              p.created_at AS created, p.paid_at AS paid
         FROM payments p JOIN customers c ON c.id = p.customer_id`,
    )) as (Payment & { created: Date | string; paid: Date | string | null })[];
    const instant = (value: Date | string) =>
      typeof value === 'string' ? new Date(`${value.replace(' ', 'T')}Z`) : value;
    return rows.map((row) => ({
      ...row,
      amount: Number(row.amount),
      refunded: Number(row.refunded),
      created: instant(row.created),
      paid: row.paid && instant(row.paid),
    }));
  };

  const isIn = (at: Date, { from, before }: { from: Date | null; before: Date | null }) =>
    (from === null || at >= from) && (before === null || at < before);
  const inScope = ({ projectIds, eventId }: DayScope) =>
    payments.filter(({ project, event }) => (projectIds?.includes(project) ?? true) && (eventId ?? event) === event);
  const inOwn = (rows: Payment[], { salesManagerId, tokenType }: DayScope) =>
    rows.filter(({ seller, type }) => (salesManagerId ?? seller) === seller && (tokenType ?? type) === type);
  const soldOf = (rows: Payment[], span: (typeof SPANS)[number]) =>
    rows.filter(({ paid, status }) => paid && isIn(paid, span) && ['completed', 'refunded'].includes(status));
  const moneyOf = (rows: Payment[]) => ({
    total: rows.filter(({ status }) => status === 'completed').length,
    gross: rows.reduce((sum, { amount }) => sum + amount, 0),
    refunded: rows.reduce((sum, { refunded }) => sum + refunded, 0),
  });

  it.each(SCOPES)('%j: money, links, hours and first day are what the payments say, in any span', async (scope) => {
    const rows = inScope(scope);
    const own = inOwn(rows, scope);
    expect(await days.moneyOf(SPANS, scope)).toEqual(SPANS.map((span) => moneyOf(soldOf(own, span))));
    for (const span of SPANS) {
      const { figures, firstDay } = await days.of(span, scope);
      const first = rows.length === 0 ? null : Math.min(...rows.map(({ created }) => dayNumber(created)));
      expect(firstDay).toBe(first);
      const byName = (kind: string) =>
        Object.fromEntries(figures.filter((each) => each.kind === kind).map(({ name, total }) => [name, total]));
      const made = rows.filter(({ created }) => isIn(created, span));
      expect(byName('created')).toEqual(countBy(made.map(({ created }) => istHour(created))));
      const paid = rows.filter(({ paid: at }) => at && isIn(at, span));
      expect(byName('paid')).toEqual(countBy(paid.map(({ paid: at }) => istHour(at!))));
      const ended = made.filter(({ status }) => status === 'failed' || status === 'cancelled');
      expect(byName('ending')).toEqual(countBy(ended.map(({ status }) => `${status}||`)));
      expect(await days.createdIn(span, scope)).toBe(made.length);
      const sums = figures.filter(({ kind }) => kind === 'seller');
      expect(sums.reduce((sum, { gross }) => sum + gross, 0)).toBe(moneyOf(soldOf(rows, span)).gross);
    }
  });

  it.each(SCOPES.filter(({ tokenType }) => !tokenType))('%j: money by tier and by day', async (scope) => {
    const { salesManagerId } = scope;
    const range = {
      first: dayNumber(new Date('2026-01-01T06:00:00Z')),
      last: dayNumber(new Date('2026-01-04T06:00:00Z')),
    };
    const found = await new MoneyFigures(db.uow).of(salesManagerId, range, scope);
    const rows = soldOf(inOwn(inScope(scope), scope), SPANS[0]!);
    const part = (name: string) => found.filter((row) => row.part === name);
    const sumsOf = ({ total, gross, refunded }: (typeof found)[number]) => ({ total, gross, refunded });
    for (const type of TOKEN_TYPES) {
      const sums = part('tier').find(({ name }) => name === type);
      expect(sums ? sumsOf(sums) : moneyOf([])).toEqual(moneyOf(rows.filter((row) => row.type === type)));
    }
    for (const [name, some] of [
      ['seller', rows],
      ['upgrade', rows.filter(({ kind }) => kind === 'upgrade')],
    ] as const) {
      const all = part(name).find((row) => row.name === 'all');
      expect(all ? sumsOf(all) : moneyOf([])).toEqual(moneyOf(some));
      for (let day = range.first; day <= range.last; day += 1) {
        const one = part(name).find((row) => row.name === 'day' && row.day === day);
        expect(one ? sumsOf(one) : moneyOf([])).toEqual(moneyOf(some.filter(({ paid }) => dayNumber(paid!) === day)));
      }
    }
  });

  it.each(SCOPES.filter(({ tokenType, eventId }) => !tokenType && eventId))(
    '%j: what a seller has sold there',
    async (scope) => {
      const { salesManagerId } = scope;
      for (const seller of [salesManagerId, 1]) {
        const own = inOwn(inScope(scope), { ...(seller !== undefined && { salesManagerId: seller }) });
        const done = (type: string) => own.filter((row) => row.type === type && row.status === 'completed').length;
        expect(await new MoneyFigures(db.uow).ofEvent(seller, scope)).toEqual({
          total: own.length,
          completed: Object.fromEntries(TOKEN_TYPES.map((type) => [type, done(type)])),
          ...grossOf(own),
        });
      }
    },
  );

  it('the events of a seller are those of the own payments, found without reading payments', async () => {
    const money = new MoneyFigures(db.uow);
    for (const seller of [1, 2, 99]) {
      const own = payments.filter((row) => row.seller === seller).map(({ event }) => event);
      expect((await money.eventsOf(seller)).sort((one, other) => one - other)).toEqual(
        [...new Set(own)].sort((one, other) => one - other),
      );
    }
    // Nothing of the default event is left to a seller who made a payment of another one, folded or not.
    await db.dataSource.query('UPDATE payments SET sales_manager_id = 2 WHERE event_id = 1');
    await recountPayments((sql) => db.dataSource.query(sql));
    expect(await money.eventsOf(1)).not.toContain(1);
    await db.dataSource.query("UPDATE payments SET sales_manager_id = 1 WHERE event_id = 1 AND status = 'pending'");
    await new CounterReconciler(db.uow).repair();
    expect(await money.eventsOf(1)).toContain(1);
    payments = await read();
    if (isOnServer()) expect(await rowsTouched(db.uow, () => money.eventsOf(1))).toBeLessThan(payments.length / 2);
  });

  it.each(SCOPES)('%j: counters and customers of each tier', async (scope) => {
    const { projectIds, salesManagerId } = scope;
    const rows = payments.filter(({ project }) => projectIds?.includes(project) ?? true);
    const own = inOwn(rows, { ...(salesManagerId !== undefined && { salesManagerId }) });
    const { figures } = await counts.ofSeller(salesManagerId, projectIds);
    expect(figures).toMatchObject({ total: own.length, ...grossOf(own) });
    const pairs = new ProjectPairs(db.uow, counts);
    const found = await pairs.of(await counts.ofSeller(), projectIds);
    for (const type of TOKEN_TYPES) {
      const emails = rows.filter((row) => row.type === type && row.status === 'completed').map(({ email }) => email);
      expect(found[type]).toBe(new Set(emails).size);
    }
  });

  it('customers of a project are counted again after a sale and after a change of an address, and not before', async () => {
    const pairs = new ProjectPairs(db.uow, counts);
    const look = async () => pairs.of(await counts.ofSeller(), [2]);
    const before = await look();
    const sql = `SELECT MIN(p.id) AS id FROM payments p WHERE p.project_id = 2 AND p.status = 'pending' AND p.token_type = 'gold'
      AND NOT EXISTS (SELECT 1 FROM payments q WHERE q.customer_id = p.customer_id AND q.status = 'completed' AND q.id <> p.id)`;
    const [{ id }] = (await db.dataSource.query(sql)) as [{ id: number }];
    await complete(Number(id));
    expect(await look()).toEqual({ ...before, gold: before.gold + 1 });
    const [{ other }] = (await db.dataSource.query(
      `SELECT MIN(c.email_key) AS other FROM payments p JOIN customers c ON c.id = p.customer_id
        WHERE p.project_id = 2 AND p.status = 'completed' AND p.token_type = 'gold' AND p.id <> ${Number(id)}`,
    )) as [{ other: string }];
    await db.uow.run(async (tx) => {
      const [{ own }] = (await tx.query(
        `SELECT c.email_key AS own FROM payments p JOIN customers c ON c.id = p.customer_id WHERE p.id = ${Number(id)}`,
      )) as [{ own: string }];
      await tx.query(
        `UPDATE customers SET email_key = ? WHERE id = (SELECT customer_id FROM payments WHERE id = ${Number(id)})`,
        [other],
      );
      await counts.renamed(own, other, [{ tokenType: 'gold', projectId: 2 }]);
    });
    expect(await look()).toEqual(before);
    payments = await read();
  });
});

function grossOf(rows: Payment[]) {
  const paid = rows.filter(({ status }) => ['completed', 'refunded'].includes(status));
  const [gross, refunded] = [
    paid.reduce((sum, { amount }) => sum + amount, 0),
    paid.reduce((sum, row) => sum + row.refunded, 0),
  ];
  return { gross, refunded, revenue: gross - refunded };
}

function countBy(names: string[]): Record<string, number> {
  const counted: Record<string, number> = {};
  for (const name of names) counted[name] = (counted[name] ?? 0) + 1;
  return counted;
}
