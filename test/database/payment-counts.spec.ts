import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PaymentCounts } from '../../src/database/payment-counts.js';
import { recountPayments } from '../../src/database/payment-recount.js';
import { PAYMENT_STATUSES, type PaymentStatus } from '../../src/domain/payment-status.js';
import { TOKEN_TYPES, type TokenType } from '../../src/domain/token-catalogue.js';
import { PeriodicTasks } from '../../src/runtime/periodic-tasks.js';
import { fillPayments } from '../support/many-payments.js';
import { openTestDatabase, type TestDatabase } from '../support/test-database.js';

const AT = '2026-11-20 10:00:00.000';
const SELLERS = [1, 2];
/** Customers 1 and 4 share an e-mail address. */
const CUSTOMERS = [1, 2, 3, 4];

type Step =
  | { kind: 'create'; customerId: number; salesManagerId: number; tokenType: TokenType; to: PaymentStatus }
  | { kind: 'move'; which: number; to: PaymentStatus }
  | { kind: 'undone'; which: number; to: PaymentStatus }
  | { kind: 'fold' };

const status = fc.constantFrom(...PAYMENT_STATUSES);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('create' as const),
    customerId: fc.constantFrom(...CUSTOMERS),
    salesManagerId: fc.constantFrom(...SELLERS),
    tokenType: fc.constantFrom(...TOKEN_TYPES),
    to: status,
  }),
  fc.record({ kind: fc.constant('move' as const), which: fc.nat(), to: status }),
  fc.record({ kind: fc.constant('undone' as const), which: fc.nat(), to: status }),
  fc.record({ kind: fc.constant('fold' as const) }),
);

describe('the counts of payments', () => {
  let db: TestDatabase;
  let counts: PaymentCounts;
  let made = 0;
  const run = (sql: string, parameters: unknown[] = []) => db.dataSource.query(sql, parameters);

  beforeAll(async () => {
    db = await openTestDatabase();
    counts = new PaymentCounts(db.uow, new PeriodicTasks());
    await fillPayments(db.dataSource, { payments: 12, sellers: 2 });
    await run("UPDATE customers SET email_key = 'same@example.com' WHERE id IN (1, 4)");
  });
  afterAll(() => db.close());

  const create = async ({ customerId, salesManagerId, tokenType, to }: Step & { kind: 'create' }) => {
    const number = (made += 1);
    const paid = to === 'completed' || to === 'refunded';
    const all = to === 'refunded' ? 100 : 0;
    await db.uow.run(async (tx) => {
      await tx.query(
        `INSERT INTO payments (public_id, customer_id, sales_manager_id, token_type, payment_type, amount, status, token_number,
           reference_type, gateway, expires_at, paid_at, refund_reserved, refunded_amount, created_at, updated_at)
         VALUES (?, ?, ?, ?, 'initial', 100, ?, ?, 'direct', 'icici', '${AT}', ?, ?, ?, '${AT}', '${AT}')`,
        [
          `m${number}`,
          customerId,
          salesManagerId,
          tokenType,
          to,
          paid ? `X-${number}` : null,
          paid ? AT : null,
          all,
          all,
        ],
      );
      await counts.created({ customerId, salesManagerId, tokenType }, to);
    });
  };

  const move = (which: number, to: PaymentStatus, undo: boolean) =>
    db.uow
      .run(async (tx) => {
        const rows = (await tx.query(
          'SELECT id, customer_id AS customerId, sales_manager_id AS salesManagerId, token_type AS tokenType, status FROM payments ORDER BY id',
        )) as { id: number; customerId: number; salesManagerId: number; tokenType: TokenType; status: PaymentStatus }[];
        const row = rows[which % rows.length]!;
        if (row.status === to) return;
        await tx.query(
          `UPDATE payments SET status = ?, paid_at = '${AT}', token_number = COALESCE(token_number, CONCAT_ID),
             refund_reserved = CASE WHEN ? = 'refunded' THEN amount ELSE 0 END,
             refunded_amount = CASE WHEN ? = 'refunded' THEN amount ELSE 0 END WHERE id = ?`.replace(
            'CONCAT_ID',
            `'Y-${row.id}'`,
          ),
          [to, to, to, row.id],
        );
        await counts.moved(row, row.status, to);
        if (undo) throw new Error('undone');
      })
      .catch((error: Error) => {
        if (error.message !== 'undone') throw error;
      });

  /** Everything that is read of the counts, and the same by counting. */
  const compare = async () => {
    const filters = [undefined, ...SELLERS].flatMap((salesManagerId) =>
      [undefined, ...TOKEN_TYPES].flatMap((tokenType) =>
        [undefined, ...PAYMENT_STATUSES].map((each) => ({ salesManagerId, tokenType, status: each })),
      ),
    );
    const rows = (await run(
      'SELECT p.sales_manager_id AS seller, p.token_type AS type, p.status AS status, c.email_key AS email FROM payments p JOIN customers c ON c.id = p.customer_id',
    )) as { seller: number; type: TokenType; status: PaymentStatus; email: string }[];
    for (const filter of filters) {
      const expected = rows.filter(
        (row) =>
          (filter.salesManagerId ?? row.seller) === row.seller &&
          (filter.tokenType ?? row.type) === row.type &&
          (filter.status ?? row.status) === row.status,
      ).length;
      expect({ filter, total: (await counts.totalOf(filter)).total }).toEqual({ filter, total: expected });
    }
    const unique = (type: TokenType) =>
      new Set(rows.filter((row) => row.type === type && row.status === 'completed').map(({ email }) => email)).size;
    expect(await counts.pairs()).toEqual({
      gold: unique('gold'),
      silver: unique('silver'),
      platinum: unique('platinum'),
    });
  };

  it('equal a recount after every change, done or undone, folded or not', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        await run("DELETE FROM payments WHERE public_id LIKE 'm%'");
        await recountPayments((sql) => run(sql));
        for (const each of steps) {
          if (each.kind === 'create') await create(each);
          else if (each.kind === 'fold') await counts.fold();
          else await move(each.which, each.to, each.kind === 'undone');
        }
        await compare();
      }),
      { numRuns: 12 },
    );
  });

  it('are folded by one of many that try at once, while others go on selling', async () => {
    const order = { kind: 'create', customerId: 1, salesManagerId: 2, tokenType: 'gold', to: 'completed' } as const;
    for (let n = 0; n < 40; n += 1) await create({ ...order, customerId: CUSTOMERS[n % 4]! });
    const before = Number(((await run('SELECT COUNT(*) AS n FROM payment_counts')) as { n: unknown }[])[0]?.n);
    await Promise.all([
      counts.fold(),
      counts.fold(),
      create(order),
      counts.fold(),
      create({ ...order, customerId: 3 }),
    ]);
    await compare();
    await counts.fold();
    const after = Number(((await run('SELECT COUNT(*) AS n FROM payment_counts')) as { n: unknown }[])[0]?.n);
    expect(after).toBeLessThan(before - 40);
    await compare();
  });

  it('notice every change of a list, also one that leaves its length', async () => {
    const filter = { status: 'pending' as const };
    const first = await counts.totalOf(filter);
    expect(await counts.totalOf(filter)).toEqual(first);
    await counts.moved({ customerId: 1, salesManagerId: 1, tokenType: 'gold' }, 'pending', 'failed');
    await counts.moved({ customerId: 1, salesManagerId: 1, tokenType: 'gold' }, 'failed', 'pending');
    const second = await counts.totalOf(filter);
    expect(second.total).toBe(first.total);
    expect(second.version).toBeGreaterThan(first.version);
    await counts.fold();
    expect(await counts.totalOf(filter)).toEqual(second);
  });
});
