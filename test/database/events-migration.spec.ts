import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migrate } from '../../src/database/migrate.js';
import { MIGRATIONS } from '../../src/database/migrations/index.js';
import { openDatabaseBefore, type TestDatabase } from '../support/test-database.js';

const AT = '2026-11-20 10:00:00.000';
const NAME = 'Events1764001200000';

describe('payments from before there were events', () => {
  let db: TestDatabase;
  // oxlint-disable-next-line typescript/no-explicit-any -- rows of hand-written SQL
  const run = (sql: string): Promise<any[]> => db.dataSource.query(sql);
  /** As an instance of the release before inserts it. */
  const payment = (id: number) =>
    run(
      `INSERT INTO payments (id, public_id, customer_id, sales_manager_id, token_type, payment_type, amount, status, reference_type, gateway,
         expires_at, project_id, created_at, updated_at)
       VALUES (${id}, 'p${id}', 1, 1, 'silver', 'initial', 10000, 'pending', 'direct', 'icici', '${AT}', 1, '${AT}', '${AT}')`,
    );

  beforeAll(async () => {
    db = await openDatabaseBefore(NAME);
    await run(
      `INSERT INTO sessions (id, jti, user_id, kind, created_at, last_seen_at, expires_at) VALUES (1, 'j', 1, 'cookie', '${AT}', '${AT}', '${AT}')`,
    );
    await payment(1);
    await migrate(db.dataSource);
  });
  afterAll(() => db.close());

  it('are in the default event, which has no days, and so is what older instances go on inserting', async () => {
    await payment(2);
    const rows = await run('SELECT event_id AS event FROM payments ORDER BY id');
    expect(rows.map(({ event }) => Number(event))).toEqual([1, 1]);
    expect(await run('SELECT project_id AS project, name, first_day AS f, last_day AS l FROM events')).toEqual([
      { project: 1, name: 'Default event', f: null, l: null },
    ]);
    expect(await run('SELECT event_id AS event FROM sessions')).toEqual([{ event: null }]);
    expect(await run('SELECT id FROM event_sellers')).toEqual([]);
  });

  it('nothing is made twice when the migration was cut off and runs again', async () => {
    const runner = db.dataSource.createQueryRunner();
    const Migration = MIGRATIONS.find(({ name }) => name === NAME);
    if (Migration) await new Migration().up(runner);
    await runner.release();
    expect(await run('SELECT id FROM events')).toHaveLength(1);
  });
});
