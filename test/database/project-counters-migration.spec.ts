import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migrate } from '../../src/database/migrate.js';
import { MIGRATIONS } from '../../src/database/migrations/index.js';
import { CounterReconciler } from '../../src/modules/payment-lists/index.js';
import { expectCountersRight } from '../support/counters.js';
import { openDatabaseBefore, type TestDatabase } from '../support/test-database.js';

const AT = '2026-11-20 10:00:00.000';
/** IST days since 1970. */
const DAY = 20_777;
const NAME = 'CountersByProject1764001500000';

describe.each([
  ['one project', 1],
  ['two projects', 2],
])('counters from before they knew projects, of %s', (_name, projects) => {
  let db: TestDatabase;
  // oxlint-disable-next-line typescript/no-explicit-any -- rows of hand-written SQL
  const run = (sql: string): Promise<any[]> => db.dataSource.query(sql);
  /** As an instance of the release before inserts and counts it. */
  const payment = async (id: number, place: number) => {
    await run(
      `INSERT INTO payments (id, public_id, customer_id, sales_manager_id, token_type, payment_type, amount, status, token_number,
         reference_type, gateway, expires_at, paid_at, project_id, event_id, created_at, updated_at)
       VALUES (${id}, 'p${id}', 1, 1, 'silver', 'initial', 10000, 'completed', 'SI-00${id}', 'direct', 'icici', '${AT}', '${AT}',
         ${place}, ${place}, '${AT}', '${AT}')`,
    );
    for (const seller of [0, 1])
      await run(
        `INSERT INTO payment_counts (sales_manager_id, token_type, status, total, changes, amount, refunded)
         VALUES (${seller}, 'silver', 'completed', 1, 1, 10000, 0)`,
      );
    const cells = [
      ['created', '15', 0],
      ['paid', '15', 0],
      ...['opened', 'initiated', 'paid'].map((step) => ['step', step, 0]),
      ...['created', 'opened', 'initiated', 'paid'].map((step) => ['link', `1|silver|${step}`, 0]),
      ['seller', '1', 10_000],
      ['sale', '1|silver', 10_000],
    ];
    for (const [kind, name, gross] of cells)
      await run(
        `INSERT INTO day_changes (day, kind, name, total, gross, refunded) VALUES (${DAY}, '${kind}', '${name}', 1, ${gross}, 0)`,
      );
  };

  beforeAll(async () => {
    db = await openDatabaseBefore(NAME);
    if (projects > 1) {
      await run(`INSERT INTO projects (id, code, created_at, updated_at) VALUES (2, 'second', '${AT}', '${AT}')`);
      await run(
        `INSERT INTO events (id, project_id, name, created_at, updated_at) VALUES (2, 2, 'E', '${AT}', '${AT}')`,
      );
    }
    for (let id = 1; id <= 4; id += 1) await payment(id, id > 2 ? projects : 1);
    await run("INSERT INTO completed_pairs (email_key, token_type, uses) VALUES ('c@d.co', 'silver', 4)");
    await run(
      "INSERT INTO payment_counts (sales_manager_id, token_type, status, total, changes) VALUES (0, 'silver', 'pairs', 1, 0)",
    );
    await migrate(db.dataSource);
  });
  afterAll(() => db.close());

  it('are right by project and event', async () => {
    await expectCountersRight(db.dataSource);
    const found = await run("SELECT COUNT(*) AS n FROM event_day_sums WHERE node = 1 AND kind = 'sale'");
    expect(Number(found[0].n)).toBe(projects - 1);
  });

  it('stay right when the migration was cut off and runs again', async () => {
    const runner = db.dataSource.createQueryRunner();
    const Migration = MIGRATIONS.find(({ name }) => name === NAME);
    if (Migration) await new Migration().up(runner);
    await runner.release();
    await expectCountersRight(db.dataSource);
  });

  it('what an older instance goes on writing is found by a recount, and corrected', async () => {
    await payment(5, projects);
    const care = new CounterReconciler(db.uow);
    const faults = await care.check();
    expect([faults.cells > 0, faults.eventDays > 0]).toEqual([projects > 1, projects > 1]);
    await care.repair();
    expect(new Set(Object.values(await care.check()))).toEqual(new Set([0]));
    await expectCountersRight(db.dataSource);
  });
});
