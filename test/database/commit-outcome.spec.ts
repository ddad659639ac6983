import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { CommitMarkers, removeOldMarkers } from '../../src/database/commit-markers.js';
import { CommitOutcomeUnknown } from '../../src/database/commit-outcome.js';
import { createDataSource } from '../../src/database/data-source.js';
import { TokenCounterEntity } from '../../src/database/entities/token.entity.js';
import { ServerTransactions } from '../../src/database/server-transactions.js';
import { UnitOfWork } from '../../src/database/unit-of-work.js';
import { isDatabaseUnavailable } from '../../src/http/index.js';
import { isOnServer } from '../support/engine.js';
import { StallingProxy } from '../support/stalling-proxy.js';
import { endUnits, migratedDatabase } from '../support/test-database.js';

const POOL = 3;
/** Far above the time that a lookup has in these tests. */
const SOON_MS = 8000;

// An embedded database answers every COMMIT.
if (isOnServer()) {
  describe('a COMMIT that is not answered', () => {
    lost();
  });
} else {
  describe('a unit of work on SQLite', () => {
    it('writes no marker: nothing can come between it and its database', async () => {
      const { url, drop } = await migratedDatabase();
      const dataSource = await createDataSource({ url, poolSize: 1, sqliteDriver: 'libsql' }).initialize();
      const uow = new UnitOfWork(dataSource);
      const gold = { tokenType: 'gold' as const };
      const { affected } = await uow.run((tx) => tx.getRepository(TokenCounterEntity).increment(gold, 'lastNumber', 1));
      expect([affected, await dataSource.query('SELECT * FROM commit_markers')]).toEqual([1, []]);
      await dataSource.destroy();
      endUnits(uow);
      await drop();
    });
  });
}

function lost(): void {
  let proxy: StallingProxy;
  let dataSource: DataSource;
  /** Past the proxy. */
  let direct: DataSource;
  let uow: UnitOfWork;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    const database = await migratedDatabase();
    drop = database.drop;
    proxy = await StallingProxy.open(database.url);
    const settings = { poolSize: POOL, waitMs: 2000, sqliteDriver: 'libsql' };
    dataSource = await createDataSource({ ...settings, url: proxy.url }).initialize();
    direct = await createDataSource({ ...settings, url: database.url }).initialize();
    uow = new UnitOfWork(dataSource);
  });
  afterEach(() => proxy.admit());
  afterAll(async () => {
    await dataSource.destroy();
    await direct.destroy();
    endUnits(uow);
    proxy.close();
    await drop();
  });

  const add = (tx: EntityManager) =>
    tx.getRepository(TokenCounterEntity).increment({ tokenType: 'gold' }, 'lastNumber', 1);
  const last = async () =>
    (await direct.getRepository(TokenCounterEntity).findOneByOrFail({ tokenType: 'gold' })).lastNumber;
  const markers = async () => (await direct.query('SELECT * FROM commit_markers')) as { unit: string }[];
  const sale = () => {
    const seen = { runs: 0, effects: 0 };
    const unit = uow.run(async (tx) => {
      seen.runs += 1;
      await uow.afterCommit(() => void (seen.effects += 1));
      await add(tx);
      return 'sold';
    });
    return { unit, seen };
  };

  it.each([
    ['before', 2],
    ['after', 1],
  ] as const)('cut %s the server did it: done once, in %i runs, with its effects', async (at, runs) => {
    // The first unit of a connection, and one that overwrites the marker of the unit before.
    for (let time = 0; time < 3; time += 1) {
      const before = await last();
      const sprung = proxy.cutAtStatement('COMMIT', at);
      const { unit, seen } = sale();
      await sprung;
      expect(await unit).toBe('sold');
      expect(seen).toEqual({ runs, effects: 1 });
      expect(await last()).toBe(before + 1);
    }
  });

  it('twenty at once, with a COMMIT cut now and then: each happens once', async () => {
    const before = await last();
    const cuts = (async () => {
      for (const at of ['before', 'after', 'after', 'before'] as const) await proxy.cutAtStatement('COMMIT', at);
    })();
    const all = await Promise.all(Array.from({ length: 20 }, () => sale()).map(({ unit }) => unit));
    await cuts;
    expect(all).toHaveLength(20);
    expect(await last()).toBe(before + 20);
  });

  it.each(['before', 'after'] as const)(
    'cut %s, and nobody can be asked: unknown, and nothing is assumed',
    async (at) => {
      const before = await last();
      const seen = { runs: 0 };
      const impatient = new ServerTransactions(dataSource, new CommitMarkers(dataSource, 600));
      const sprung = proxy.cutAtStatement('COMMIT', at);
      const unit = impatient.run(async (tx) => {
        seen.runs += 1;
        await add(tx);
      });
      const failure = unit.then(
        () => null,
        (error: unknown) => error,
      );
      await sprung;
      proxy.refuse();
      proxy.cut();
      const error = await failure;
      expect(error).toBeInstanceOf(CommitOutcomeUnknown);
      expect(isDatabaseUnavailable(error)).toBe(true);
      expect(seen.runs).toBe(1);
      expect(await last()).toBe(at === 'after' ? before + 1 : before);
    },
  );

  it('cut, and the server falls silent without a word: unknown, and in time', async () => {
    const before = await last();
    await Promise.all(Array.from({ length: POOL }, () => dataSource.query('SELECT SLEEP(0.1)')));
    const impatient = new ServerTransactions(dataSource, new CommitMarkers(dataSource, 600));
    const sprung = proxy.cutAtStatement('COMMIT', 'before');
    const failure = impatient.run(add).catch((error: unknown) => error);
    await sprung;
    proxy.stall();
    const error = await Promise.race([failure, pause(SOON_MS, 'no answer', { ref: false })]);
    proxy.resume();
    await failure;
    expect(error).toBeInstanceOf(CommitOutcomeUnknown);
    expect(await last()).toBe(before);
  });

  // Galera says so for a failed certification, and for a node that lost the others in the middle of a COMMIT which these carried out.
  it.each([
    ['had happened', 1],
    ['had not happened', 2],
  ] as const)('"deadlock" in answer to a COMMIT that %s: done once, in %i runs', async (what, runs) => {
    const before = await last();
    const create = jest.spyOn(dataSource, 'createQueryRunner').mockImplementationOnce((...given) => {
      create.mockRestore();
      const runner = dataSource.createQueryRunner(...given);
      const commit = runner.commitTransaction.bind(runner);
      runner.commitTransaction = async () => {
        await (what === 'had happened' ? commit() : runner.rollbackTransaction());
        throw Object.assign(new Error('Deadlock found when trying to get lock'), {
          errno: 1213,
          code: 'ER_LOCK_DEADLOCK',
        });
      };
      return runner;
    });
    const { unit, seen } = sale();
    expect(await unit).toBe('sold');
    expect(seen).toEqual({ runs, effects: 1 });
    expect(await last()).toBe(before + 1);
  });

  it('a connection that breaks before COMMIT: not done, and said so', async () => {
    const before = await last();
    let runs = 0;
    const error: unknown = await uow
      .run(async (tx) => {
        runs += 1;
        await add(tx);
        proxy.cut();
        await tx.query('SELECT 1');
      })
      .catch((reason: unknown) => reason);
    expect(isDatabaseUnavailable(error)).toBe(true);
    expect(error).not.toBeInstanceOf(CommitOutcomeUnknown);
    expect([runs, await last()]).toEqual([1, before]);
  });

  it('a unit that wrote nothing has no marker, and needs none', async () => {
    await direct.query('DELETE FROM commit_markers');
    const sprung = proxy.cutAtStatement('COMMIT', 'before');
    expect(await uow.run((tx) => tx.query('SELECT 1 AS one'))).toMatchObject([{}]);
    await sprung;
    expect(await markers()).toEqual([]);
  });

  it('many units of a connection share one row', async () => {
    await direct.query('DELETE FROM commit_markers');
    for (let time = 0; time < 10; time += 1) await sale().unit;
    expect((await markers()).length).toBeLessThanOrEqual(POOL);
  });

  describe('the server has not noticed yet that the connection is gone', () => {
    /** An open transaction with its marker, on a line of its own. */
    const open = async (): Promise<{ runner: QueryRunner; marker: { connection: string; unit: string } }> => {
      const runner = direct.createQueryRunner();
      await runner.startTransaction();
      await add(runner.manager);
      return { runner, marker: await new CommitMarkers(direct).mark(runner) };
    };
    const asked = (marker: { connection: string; unit: string }) =>
      new CommitMarkers(dataSource).hasHappened(marker, null);

    it.each([
      ['commitTransaction', true],
      ['rollbackTransaction', false],
    ] as const)('the question waits for its end: %s, %p', async (end, happened) => {
      const { runner, marker } = await open();
      let answer: boolean | null = null;
      const question = asked(marker).then((value) => (answer = value));
      await pause(300);
      expect(answer).toBeNull();
      await runner[end]();
      await runner.release();
      expect(await question).toBe(happened);
      // The answer stands, however often it is asked for.
      expect(await asked(marker)).toBe(happened);
    });

    it('what was declared not to have happened cannot happen afterwards', async () => {
      const marker = { connection: 'x'.repeat(26), unit: 'y'.repeat(26) };
      expect(await asked(marker)).toBe(false);
      const late = direct.query(
        'INSERT INTO commit_markers (connection, unit, marked_at) VALUES (?, ?, UTC_TIMESTAMP(3))',
        [marker.connection, marker.unit],
      );
      await expect(late).rejects.toMatchObject({ driverError: { errno: 1062 } });
    });
  });

  it('rows that nobody can ask about any more are removed', async () => {
    await sale().unit;
    await direct.query('UPDATE commit_markers SET marked_at = UTC_TIMESTAMP(3) - INTERVAL 25 HOUR');
    await sale().unit;
    await removeOldMarkers(direct.manager);
    expect(await markers()).toHaveLength(1);
  });
}
