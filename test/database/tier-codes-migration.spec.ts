import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migrate } from '../../src/database/migrate.js';
import { MIGRATIONS } from '../../src/database/migrations/index.js';
import { UnitOfWork } from '../../src/database/unit-of-work.js';
import { DEFAULT_CATALOGUE } from '../../src/domain/catalogue/catalogue-rules.js';
import { catalogueText } from '../../src/domain/catalogue/catalogue-text.js';
import { readCatalogues } from '../../src/modules/catalogue/catalogues.queries.js';
import { isOnServer } from '../support/engine.js';
import { openDatabaseBefore, type TestDatabase } from '../support/test-database.js';

const AT = '2026-11-20 10:00:00.000';
const NAME = 'TierCodes1764001900000';

describe('a catalogue from before tiers had codes', () => {
  let db: TestDatabase;
  // oxlint-disable-next-line typescript/no-explicit-any -- rows of hand-written SQL
  const run = (sql: string): Promise<any[]> => db.dataSource.query(sql);
  /** As an instance of the release before inserts them. */
  const payment = (id: number) =>
    run(
      `INSERT INTO payments (id, public_id, customer_id, sales_manager_id, token_type, payment_type, amount, status, reference_type, gateway,
         expires_at, created_at, updated_at)
       VALUES (${id}, 'p${id}', 1, 1, 'silver', 'initial', 10000, 'pending', 'direct', 'icici', '${AT}', '${AT}', '${AT}')`,
    );
  const version = async (id: number, number: number) => {
    await run(
      `INSERT INTO catalogue_versions (id, project_id, number, effective_from, digest, created_at)
       VALUES (${id}, 1, ${number}, '2026-11-20', 'x', '${AT}')`,
    );
    for (const [at, [type, prefix]] of [
      ['gold', 'GO'],
      ['silver', 'SI'],
      ['platinum', 'PL'],
    ].entries())
      await tier(id, type!, at + 1, prefix!);
  };
  const tier = (versionId: number, type: string, position: number, prefix: string, code = '') =>
    run(
      `INSERT INTO catalogue_tiers (version_id, token_type, position, offered, name, price, prefix, width${code && ', code'})
       VALUES (${versionId}, '${type}', ${position}, 1, '${type}', 5000, '${prefix}', 6${code && `, '${code}'`})`,
    );
  const catalogues = () => readCatalogues(new UnitOfWork(db.dataSource));

  beforeAll(async () => {
    db = await openDatabaseBefore(NAME);
    await payment(1);
    await version(2, 2);
    await run(
      "INSERT INTO quota_counters (project_id, token_type, unit_limit, reserved, sold) VALUES (1, 'silver', 9, 1, 0)",
    );
    await migrate(db.dataSource);
  });
  afterAll(() => db.close());

  it('has codes that equal the medals, in every version, and digests that hold', async () => {
    const versions = await catalogues();
    expect(versions[0]).toEqual(DEFAULT_CATALOGUE);
    expect(versions[1]?.tiers.map(({ code, tokenType }) => [code, tokenType])).toEqual([
      ['gold', 'gold'],
      ['silver', 'silver'],
      ['platinum', 'platinum'],
    ]);
    const [stored] = await run('SELECT digest FROM catalogue_versions WHERE id = 1');
    expect(createHash('sha256').update(catalogueText(versions[0]!)).digest('hex')).toBe(stored.digest);
  });

  it('goes on while older instances insert payments, versions and limits', async () => {
    await payment(2);
    await version(3, 3);
    const rows = await run('SELECT tier_code AS code FROM payments ORDER BY id');
    expect(rows.map(({ code }) => code)).toEqual([null, null]);
    expect((await catalogues()).at(-1)?.tiers.map(({ code }) => code)).toEqual(['gold', 'silver', 'platinum']);
    expect(await run('SELECT unit_limit AS n FROM quota_counters')).toEqual([{ n: 9 }]);
  });

  it('takes two tiers of one medal in a version, and none twice', async () => {
    await tier(3, 'gold', 4, 'VI', 'villa');
    await expect(tier(3, 'gold', 5, 'VJ', 'villa')).rejects.toThrow();
    await expect(tier(3, 'gold', 5, 'VJ')).rejects.toThrow();
  });

  it('moved without a copy of the payments', async () => {
    const at = isOnServer() ? ', ALGORITHM=INSTANT' : '';
    await run(`ALTER TABLE payments ADD COLUMN probe VARCHAR(10) NULL${at}`);
    await run('ALTER TABLE payments DROP COLUMN probe');
  });

  it('is migrated once, also when the migration was cut off and runs again', async () => {
    const runner = db.dataSource.createQueryRunner();
    const Migration = MIGRATIONS.find(({ name }) => name === NAME);
    if (Migration) await new Migration().up(runner);
    await runner.release();
    expect((await catalogues()).length).toBe(3);
  });
});

describe('the way back', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await openDatabaseBefore(NAME);
  });
  afterAll(() => db.close());

  it('leads to the schema before while no version has two tiers of a medal', async () => {
    /** Servers list columns in different orders. */
    const columns = async () => {
      const runner = db.dataSource.createQueryRunner();
      const table = await runner.getTable('catalogue_tiers');
      await runner.release();
      const indexes = table?.indices.map(({ name, columnNames }) => `${name}: ${columnNames.toSorted().join(' ')}`);
      return [table?.columns.map(({ name }) => name).toSorted(), indexes?.toSorted()];
    };
    const before = await columns();
    await migrate(db.dataSource);
    expect(await columns()).not.toEqual(before);
    const undone = MIGRATIONS.length - MIGRATIONS.findIndex(({ name }) => name === NAME);
    for (let at = 0; at < undone; at += 1) await db.dataSource.undoLastMigration({ transaction: 'none' });
    expect(await columns()).toEqual(before);
  });
});
