import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migrate } from '../../src/database/migrate.js';
import { MIGRATIONS } from '../../src/database/migrations/index.js';
import { isOnServer } from '../support/engine.js';
import { openTestDatabase, type TestDatabase } from '../support/test-database.js';

const AT = '2026-11-20 10:00:00.000';
/** This one, and those that have come after it. */
const NAME = 'ProjectsAndTerms1764001000000';

describe('payments from before there were projects', () => {
  let db: TestDatabase;
  // oxlint-disable-next-line typescript/no-explicit-any -- rows of hand-written SQL
  const run = (sql: string): Promise<any[]> => db.dataSource.query(sql);
  /** As an instance of the release before inserts it. */
  const payment = (id: number) =>
    run(
      `INSERT INTO payments (id, public_id, customer_id, sales_manager_id, token_type, payment_type, amount, status, reference_type, gateway,
         expires_at, created_at, updated_at)
       VALUES (${id}, 'p${id}', 1, 1, 'silver', 'initial', 10000, 'pending', 'direct', 'icici', '${AT}', '${AT}', '${AT}')`,
    );
  const projects = async () =>
    (await run('SELECT id, project_id AS project FROM payments ORDER BY id')).map(({ id, project }) => [
      Number(id),
      Number(project),
    ]);

  beforeAll(async () => {
    db = await openTestDatabase({ migrates: true });
    const later = MIGRATIONS.length - MIGRATIONS.findIndex(({ name }) => name === NAME);
    for (let undone = 0; undone < later; undone += 1) await db.dataSource.undoLastMigration({ transaction: 'none' });
    await run(
      `INSERT INTO users (id, name, email, email_key, role, password_hash, password_changed_at, created_at, updated_at)
       VALUES (1, 'A', 'a@b.co', 'a@b.co', 'admin', 'x', '${AT}', '${AT}', '${AT}')`,
    );
    await run(
      `INSERT INTO customers (id, sales_manager_id, name, name_key, email, email_key, created_at, updated_at)
       VALUES (1, 1, 'C', 'c', 'c@d.co', 'c@d.co', '${AT}', '${AT}')`,
    );
    await payment(1);
    await migrate(db.dataSource);
  });
  afterAll(() => db.close());

  it('are in the default project, and so is what older instances go on inserting', async () => {
    expect(await projects()).toEqual([[1, 1]]);
    await payment(2);
    expect(await projects()).toEqual([
      [1, 1],
      [2, 1],
    ]);
    const [project, ...others] = await run('SELECT code, state, name, rera_number AS rera, languages FROM projects');
    expect([project, others]).toEqual([
      { code: 'default', state: 'selling', name: null, rera: null, languages: null },
      [],
    ]);
  });

  it('moved without a copy of the table', async () => {
    // The same kind of column again: a server that cannot add it at once refuses.
    const at = isOnServer() ? ', ALGORITHM=INSTANT' : '';
    await run(`ALTER TABLE payments ADD COLUMN probe INT NOT NULL DEFAULT 1${at}`);
    expect((await run('SELECT probe FROM payments'))[0]?.probe).toBe(1);
    await run('ALTER TABLE payments DROP COLUMN probe');
  });

  it('nothing is made twice when the migration was cut off and runs again', async () => {
    const runner = db.dataSource.createQueryRunner();
    const Migration = MIGRATIONS.find(({ name }) => name === NAME);
    if (Migration) await new Migration().up(runner);
    await runner.release();
    expect(await run('SELECT id FROM projects')).toHaveLength(1);
  });
});
