import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CounterReconciler } from '../../src/modules/payment-lists/counters/counter-reconciler.js';
import { readCountedRow } from '../../src/modules/payment-lists/counters/counted-row.js';
import { PaymentCounters } from '../../src/modules/payment-lists/counters/payment-counters.js';
import { recountPayments } from '../../src/database/payment-recount.js';
import { PAYMENT_STATUSES, type PaymentStatus } from '../../src/domain/payment/payment-status.js';
import { TOKEN_TYPES, type TokenType } from '../../src/domain/payment/token-catalogue.js';
import { PeriodicTasks } from '../../src/runtime/periodic-tasks.js';
import { expectCountersRight } from '../support/counters.js';
import { fillPayments } from '../support/many-payments.js';
import { sentBy } from '../support/query-cost.js';
import { openTestDatabase, type TestDatabase } from '../support/test-database.js';

/** Both sides of midnight in India, and of midnight in UTC. */
const INSTANTS = [
  '2026-11-20 18:29:59.999',
  '2026-11-20 18:30:00.000',
  '2026-11-20 23:59:59.999',
  '2026-12-01 00:00:00.000',
];
const SELLERS = [1, 2];
/** Two projects with two events each; the first of both are the default ones. */
const EVENTS = [1, 2, 3, 4];
const projectOf = (eventId: number) => (eventId < 3 ? 1 : 2);
/** Customers 1 and 4 share an e-mail address. */
const CUSTOMERS = [1, 2, 3, 4];

interface Order {
  customerId: number;
  salesManagerId: number;
  eventId?: number;
  tokenType: TokenType;
  to: PaymentStatus;
  at: string;
}
type Change =
  | { kind: 'move'; which: number; to: PaymentStatus; reason: string | null; at: string }
  | { kind: 'refund'; which: number; paise: number }
  | { kind: 'open'; which: number; at: string }
  | { kind: 'code'; which: number; code: string | null; isNew: boolean };
type Step = ({ kind: 'create' } & Order) | { kind: 'fold' } | { kind: 'undone'; change: Change } | Change;

const status = fc.constantFrom(...PAYMENT_STATUSES);
const which = fc.nat();
const at = fc.constantFrom(...INSTANTS);
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({
    kind: fc.constant('move' as const),
    which,
    to: status,
    reason: fc.constantFrom('declined', 'link_expired', null),
    at,
  }),
  fc.record({ kind: fc.constant('refund' as const), which, paise: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ kind: fc.constant('open' as const), which, at }),
  fc.record({
    kind: fc.constant('code' as const),
    which,
    code: fc.constantFrom('039', 'P|1', null),
    isNew: fc.boolean(),
  }),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('create' as const),
    customerId: fc.constantFrom(...CUSTOMERS),
    salesManagerId: fc.constantFrom(...SELLERS),
    eventId: fc.constantFrom(...EVENTS),
    tokenType: fc.constantFrom(...TOKEN_TYPES),
    to: status,
    at,
  }),
  { weight: 3, arbitrary: change },
  fc.record({ kind: fc.constant('undone' as const), change }),
  fc.record({ kind: fc.constant('fold' as const) }),
);

describe('the counters', () => {
  let db: TestDatabase;
  let counts: PaymentCounters;
  let made = 0;
  const run = (sql: string, parameters: unknown[] = []) => db.dataSource.query(sql, parameters);

  beforeAll(async () => {
    db = await openTestDatabase();
    counts = new PaymentCounters(db.uow, new PeriodicTasks());
    await fillPayments(db.dataSource, { payments: 12, sellers: 2, projects: 2 });
    await run("UPDATE customers SET email_key = 'same@example.com' WHERE id IN (1, 4)");
    await recountPayments((sql) => run(sql));
  });
  afterEach(() => expectCountersRight(db.dataSource));
  afterAll(() => db.close());

  const create = ({ customerId, salesManagerId, eventId = 1, tokenType, to, at: instant }: Order) => {
    const number = (made += 1);
    const paid = to === 'completed' || to === 'refunded';
    const all = to === 'refunded' ? 100 : 0;
    return db.uow.run(async (tx) => {
      await tx.query(
        `INSERT INTO payments (public_id, customer_id, sales_manager_id, project_id, event_id, token_type, payment_type, amount, status, token_number,
           reference_type, gateway, expires_at, paid_at, refund_reserved, refunded_amount, created_at, updated_at)
         VALUES (?, ?, ?, ?, ?, ?, 'initial', 100, ?, ?, 'direct', 'icici', ?, ?, ?, ?, ?, ?)`,
        [
          `m${number}`,
          customerId,
          salesManagerId,
          projectOf(eventId),
          eventId,
          tokenType,
          to,
          paid ? `X-${number}` : null,
          instant,
          paid ? instant : null,
          all,
          all,
          instant,
          instant,
        ],
      );
      const [row] = (await tx.query('SELECT id FROM payments WHERE public_id = ?', [`m${number}`])) as { id: number }[];
      await counts.created(await readCountedRow(tx, row!.id));
    });
  };

  const someId = async (index: number) => {
    const rows = (await db.uow.manager.query('SELECT id FROM payments ORDER BY id')) as { id: number }[];
    return rows[index % rows.length]!.id;
  };

  /** As the product writes: the row first, which locks it, and then the counters. */
  const carryOut = async (wanted: Change) => {
    const tx = db.uow.manager;
    const id = await someId(wanted.which);
    const before = await readCountedRow(tx, id);
    if (wanted.kind === 'move') {
      await tx.query(
        `UPDATE payments SET status = ?, status_reason = ?, paid_at = ?, token_number = '${`Y-${id}`}',
           refund_reserved = CASE WHEN ? = 'refunded' THEN amount ELSE refund_reserved END,
           refunded_amount = CASE WHEN ? = 'refunded' THEN amount ELSE refunded_amount END WHERE id = ?`,
        [wanted.to, wanted.reason, wanted.at, wanted.to, wanted.to, id],
      );
      await counts.changed(id, () => before);
    } else if (wanted.kind === 'refund') {
      const paise = Math.min(wanted.paise, before.amount - before.refundedAmount);
      await tx.query(
        'UPDATE payments SET refund_reserved = refunded_amount + ?, refunded_amount = refunded_amount + ? WHERE id = ?',
        [paise, paise, id],
      );
      await counts.changed(id, ({ refundedAmount }) => ({ refundedAmount: refundedAmount - paise }));
    } else if (wanted.kind === 'open') {
      await tx.query('UPDATE payments SET opened_at = ? WHERE id = ?', [wanted.at, id]);
      await counts.changed(id, () => ({ openedAt: before.openedAt }));
    } else await counts.aroundCode(id, () => writeCode(id, wanted));
  };

  const writeCode = async (id: number, { code, isNew }: Change & { kind: 'code' }) => {
    const tx = db.uow.manager;
    const [last] = (await tx.query('SELECT MAX(number) AS number FROM payment_attempts WHERE payment_id = ?', [
      id,
    ])) as {
      number: number | null;
    }[];
    if (last!.number !== null && !isNew) {
      await tx.query('UPDATE payment_attempts SET response_code = ? WHERE payment_id = ? AND number = ?', [
        code,
        id,
        last!.number,
      ]);
      return;
    }
    const number = Number(last!.number) + 1;
    await tx.query(
      `INSERT INTO payment_attempts (payment_id, number, invoice_no, status, amount, response_code, created_at, updated_at)
       VALUES (?, ?, ?, 'failed', 100, ?, '${INSTANTS[0]}', '${INSTANTS[0]}')`,
      [id, number, `I-${id}-${number}`, code],
    );
  };

  const take = async (each: Step) => {
    if (each.kind === 'create') await create(each);
    else if (each.kind === 'fold') await counts.fold();
    else if (each.kind === 'undone') {
      const undone = db.uow.run(async () => {
        await carryOut(each.change);
        throw new Error('undone');
      });
      await expect(undone).rejects.toThrow('undone');
    } else await db.uow.run(() => carryOut(each));
  };

  it('equal a recount after every change, done or undone, folded or not', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        for (const each of steps) {
          await take(each);
          await expectCountersRight(db.dataSource);
        }
      }),
      { numRuns: 12 },
    );
    expect(Object.values(await new CounterReconciler(db.uow).check())).toEqual(Array(10).fill(0));
  });

  it('are folded by one of many that try at once, while others go on selling', async () => {
    const order: Order = { customerId: 1, salesManagerId: 2, tokenType: 'gold', to: 'completed', at: INSTANTS[0]! };
    for (let n = 0; n < 40; n += 1) await create({ ...order, customerId: CUSTOMERS[n % 4]! });
    const size = async (table: string) =>
      Number(((await run(`SELECT COUNT(*) AS n FROM ${table}`)) as { n: unknown }[])[0]?.n);
    const before = await size('payment_counts');
    await Promise.all([
      counts.fold(),
      counts.fold(),
      create(order),
      counts.fold(),
      create({ ...order, customerId: 3 }),
    ]);
    await expectCountersRight(db.dataSource);
    await counts.fold();
    expect(await size('payment_counts')).toBeLessThan(before - 40);
    expect(await size('day_changes')).toBeLessThan(64);
  });

  it('are folded however many cells there are', async () => {
    // Of many sellers in many projects: more cells than one fold takes.
    const cells = Array.from(
      { length: 2_100 },
      (_, at) => `(${1000 + (at % 105)}, ${1 + (at % 20)}, 'gold', 's${at}', 0, 1)`,
    );
    await run(
      `INSERT INTO payment_counts (sales_manager_id, project_id, token_type, status, total, changes) VALUES ${cells.join(', ')}`,
    );
    const loose = async () => {
      const [row] = (await run(
        `SELECT SUM(n - 1) AS n FROM (SELECT COUNT(*) AS n FROM payment_counts
          GROUP BY sales_manager_id, project_id, token_type, status) c`,
      )) as { n: unknown }[];
      return Number(row?.n);
    };
    const order: Order = { customerId: 1, salesManagerId: 2, tokenType: 'gold', to: 'completed', at: INSTANTS[0]! };
    for (let n = 0; n < 40; n += 1) await create({ ...order, eventId: 1 + (n % 3) });
    const all = await counts.totalOf({});
    expect(await loose()).toBeGreaterThan(40);
    await Promise.all([counts.fold(), counts.fold()]);
    expect(await loose()).toBeLessThan(32);
    expect(await counts.totalOf({})).toEqual(all);
    await run('DELETE FROM payment_counts WHERE sales_manager_id >= 1000');
  });

  it('notice every change of a list, also one that leaves its length', async () => {
    const filter = { status: 'pending' as const };
    // The random changes above may have left none.
    await create({ customerId: 3, salesManagerId: 2, tokenType: 'gold', to: 'pending', at: INSTANTS[0]! });
    const [row] = (await run("SELECT id FROM payments WHERE status = 'pending'")) as { id: number }[];
    const first = await counts.totalOf(filter);
    expect(await counts.totalOf(filter)).toEqual(first);
    const move = (to: PaymentStatus, from: PaymentStatus) =>
      db.uow.run(async (tx) => {
        await tx.query('UPDATE payments SET status = ? WHERE id = ?', [to, row!.id]);
        await counts.changed(row!.id, () => ({ status: from }));
      });
    await move('failed', 'pending');
    await move('pending', 'failed');
    const second = await counts.totalOf(filter);
    expect(second.total).toBe(first.total);
    expect(second.version).toBeGreaterThan(first.version);
    await counts.fold();
    expect(await counts.totalOf(filter)).toEqual(second);
  });

  it('with nothing new, a fold asks for no more than the newest row of each table; with news it folds', async () => {
    for (let settled = 0; settled < 2; settled += 1) await counts.fold();
    const idle = await sentBy(db.dataSource, () => counts.fold());
    expect(idle).toHaveLength(2);
    expect(idle.every(({ sql }) => /^SELECT [^]* LIMIT 1$/.test(sql))).toBe(true);
    const order: Order = { customerId: 3, salesManagerId: 2, tokenType: 'gold', to: 'completed', at: INSTANTS[0]! };
    for (let sold = 0; sold < 40; sold += 1) await create(order);
    const rows = async () =>
      Number(((await run('SELECT COUNT(*) AS n FROM payment_counts')) as { n: unknown }[])[0]!.n);
    const before = await rows();
    await counts.fold();
    expect(await rows()).toBeLessThan(before);
  });

  it.each([
    ['spans', 'DELETE FROM day_sums WHERE node = 1'],
    ['cells', "UPDATE payment_counts SET amount = amount + 5, total = total + 1 WHERE status = 'completed'"],
    ['cells', 'DELETE FROM payment_counts WHERE sales_manager_id = 1'],
    ['uses', "UPDATE completed_pairs SET uses = uses + 2 WHERE email_key = 'same@example.com'"],
    ['uses', 'DELETE FROM completed_pairs'],
    ['projectUses', 'UPDATE project_pairs SET uses = uses + 2'],
    ['projectUses', 'DELETE FROM project_pairs WHERE project_id = 1'],
    ['projectPairs', 'UPDATE payment_counts SET total = total - 1 WHERE sales_manager_id = -1'],
    ['pairs', "UPDATE payment_counts SET total = total - 1 WHERE status = 'pairs'"],
    [
      'days',
      "INSERT INTO day_changes (day, kind, name, total, gross, refunded) VALUES (20000, 'step', 'paid', 3, 0, 0)",
    ],
    ['days', 'DELETE FROM day_sums WHERE node >= 65536'],
    ['cells', 'UPDATE payment_counts SET project_id = 2 WHERE project_id = 1'],
    ['eventDays', 'UPDATE event_day_sums SET gross = gross + 7 WHERE node >= 65536'],
    ['eventDays', 'DELETE FROM event_day_sums WHERE event_id = 3'],
    ['eventSpans', 'DELETE FROM event_day_sums WHERE node = 1'],
  ] as const)('a fault of %s is found and corrected: %s', async (name, damage) => {
    await counts.fold();
    const care = new CounterReconciler(db.uow);
    await run(damage);
    expect((await care.check())[name]).toBeGreaterThan(0);
    expect((await care.repair())[name]).toBeGreaterThan(0);
    expect(Object.values(await care.check())).toEqual(Array(10).fill(0));
  });

  it('let go payments that an older instance did not count by project, until they are recounted', async () => {
    const order = { customerId: 2, salesManagerId: 1, tokenType: 'gold', to: 'completed', at: INSTANTS[0]! } as const;
    const refunded = async () => {
      const ids = (await run(
        "SELECT id FROM payments WHERE customer_id = 2 AND project_id = 1 AND token_type = 'gold' AND status = 'completed'",
      )) as { id: number }[];
      await run("DELETE FROM project_pairs WHERE project_id = 1 AND token_type = 'gold'");
      for (const { id } of ids)
        await db.uow.run(async (tx) => {
          const before = await readCountedRow(tx, id);
          await tx.query(
            "UPDATE payments SET status = 'refunded', refund_reserved = amount, refunded_amount = amount WHERE id = ?",
            [id],
          );
          await counts.changed(id, () => before);
        });
      return ids.length;
    };
    for (let sale = 0; sale < 3; sale += 1) await create(order);
    expect(await refunded()).toBeGreaterThan(2);
    const care = new CounterReconciler(db.uow);
    await care.repair();
    expect(Object.values(await care.check())).toEqual(Array(10).fill(0));
  });

  it('are corrected beside sales without losing one', async () => {
    const care = new CounterReconciler(db.uow);
    await run('UPDATE payment_counts SET total = total + 1');
    const order: Order = { customerId: 2, salesManagerId: 1, tokenType: 'silver', to: 'completed', at: INSTANTS[1]! };
    await Promise.all([
      create(order),
      care.repair(),
      create({ ...order, customerId: 1 }),
      counts.fold(),
      create(order),
    ]);
    expect(Object.values(await care.check())).toEqual(Array(10).fill(0));
  });
});
