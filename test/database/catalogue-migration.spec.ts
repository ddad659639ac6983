import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migrate } from '../../src/database/migrate.js';
import { MIGRATIONS } from '../../src/database/migrations/index.js';
import { UnitOfWork } from '../../src/database/unit-of-work.js';
import { DEFAULT_CATALOGUE } from '../../src/domain/catalogue/catalogue-rules.js';
import { readCatalogue, readCatalogues } from '../../src/modules/catalogue/catalogues.queries.js';
import { isOnServer } from '../support/engine.js';
import { openTestDatabase, type TestDatabase } from '../support/test-database.js';

const AT = '2026-11-20 10:00:00.000';
/** This one, and those that have come after it. */
const NAME = 'Catalogue1764001300000';

describe('payments from before there were versions of a catalogue', () => {
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
    await run("UPDATE token_counters SET last_number = 7 WHERE token_type = 'silver'");
    await migrate(db.dataSource);
  });
  afterAll(() => db.close());

  it('are under version 1, and so is what older instances go on inserting', async () => {
    await payment(2);
    const rows = await run('SELECT id, catalogue_version_id AS version FROM payments ORDER BY id');
    expect(rows.map(({ id, version }) => [Number(id), Number(version)])).toEqual([
      [1, 1],
      [2, 1],
    ]);
  });

  it('version 1 says what the constants said, and the series go on', async () => {
    const uow = new UnitOfWork(db.dataSource);
    expect(await readCatalogue(uow, 1)).toEqual(DEFAULT_CATALOGUE);
    expect(await readCatalogues(uow)).toEqual([DEFAULT_CATALOGUE]);
    const series = await run(
      'SELECT prefix, project_id AS project, token_type AS tier FROM number_series ORDER BY prefix',
    );
    expect(series.map(({ prefix, project, tier }) => [prefix, Number(project), tier])).toEqual([
      ['GO', 1, 'gold'],
      ['PL', 1, 'platinum'],
      ['SI', 1, 'silver'],
    ]);
    const [counter] = await run("SELECT last_number AS last FROM token_counters WHERE token_type = 'silver'");
    expect(Number(counter.last)).toBe(7);
  });

  it('moved without a copy of the table', async () => {
    // The same kind of column again: a server that cannot add it at once refuses.
    const at = isOnServer() ? ', ALGORITHM=INSTANT' : '';
    await run(`ALTER TABLE payments ADD COLUMN probe INT NOT NULL DEFAULT 1${at}`);
    await run('ALTER TABLE payments DROP COLUMN probe');
  });

  it('nothing is made twice when the migration was cut off and runs again', async () => {
    const runner = db.dataSource.createQueryRunner();
    const Migration = MIGRATIONS.find(({ name }) => name === NAME);
    if (Migration) await new Migration().up(runner);
    await runner.release();
    expect(await run('SELECT id FROM catalogue_versions')).toHaveLength(1);
    expect(await run('SELECT id FROM catalogue_tiers')).toHaveLength(3);
    expect(await run('SELECT id FROM catalogue_upgrade_paths')).toHaveLength(1);
  });
});
