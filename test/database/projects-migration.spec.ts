import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { migrate } from '../../src/database/migrate.js';
import { MIGRATIONS } from '../../src/database/migrations/index.js';
import { isOnServer } from '../support/engine.js';
import { openDatabaseBefore, type TestDatabase } from '../support/test-database.js';

const AT = '2026-11-20 10:00:00.000';
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

  /** Columns that the migrations add to tables with many rows, or with locks that every sale takes. */
  const added: string[] = [];
  /** A server that could add a column only by a copy of the table refuses to. */
  const requireInstant = () => {
    const create = db.dataSource.createQueryRunner.bind(db.dataSource);
    jest.spyOn(db.dataSource, 'createQueryRunner').mockImplementation((mode) => {
      const runner = create(mode);
      const query = runner.query.bind(runner);
      return Object.assign(runner, {
        query: (sql: string, ...rest: []) => {
          const [, table, column] = /^ALTER TABLE .(\w+). ADD COLUMN .(\w+)/.exec(sql) ?? [];
          if (column === undefined) return query(sql, ...rest);
          added.push(`${table}.${column}`);
          return query(isOnServer() ? `${sql}, ALGORITHM=INSTANT` : sql);
        },
      });
    });
  };

  beforeAll(async () => {
    db = await openDatabaseBefore(NAME);
    await payment(1);
    requireInstant();
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

  it('moved without a copy of the table', () => {
    expect(added).toEqual(
      expect.arrayContaining([
        'payments.project_id',
        'projects.merchant_profile',
        'payment_attempts.merchant_profile',
        'settlement_batches.merchant_profile',
        'payments.event_id',
        'sessions.event_id',
        'payments.catalogue_version_id',
        'projects.has_quotas',
        'payments.tier_code',
      ]),
    );
  });

  it('nothing is made twice when the migration was cut off and runs again', async () => {
    const runner = db.dataSource.createQueryRunner();
    const Migration = MIGRATIONS.find(({ name }) => name === NAME);
    if (Migration) await new Migration().up(runner);
    await runner.release();
    expect(await run('SELECT id FROM projects')).toHaveLength(1);
  });
});
