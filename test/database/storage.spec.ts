import { renameSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { TokenCounterEntity } from '../../src/database/entities/token.entity.js';
import { sqliteFileOf } from '../../src/database/options.js';
import { StorageHealth } from '../../src/database/storage-health.js';
import { storageTroubleOf } from '../../src/database/storage-trouble.js';
import { isOnServer } from '../support/engine.js';
import { openTestDatabase, type TestDatabase } from '../support/test-database.js';

const BIG = 'x'.repeat(20_000);

describe('a database whose storage refuses writes', () => {
  let db: TestDatabase;
  beforeEach(async () => {
    db = await openTestDatabase();
  });
  afterEach(() => db.close());

  const add = () =>
    db.uow.run((tx) => tx.getRepository(TokenCounterEntity).increment({ tokenType: 'gold' }, 'lastNumber', 1));
  const last = async () =>
    (await db.dataSource.getRepository(TokenCounterEntity).findOneByOrFail({ tokenType: 'gold' })).lastNumber;
  const failureOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => null,
      (error: unknown) => error,
    );
  const fail = async (work: Promise<unknown>) => storageTroubleOf(await failureOf(work));

  if (isOnServer()) {
    const raise = (errno: number, text: string) =>
      db.dataSource.query(
        `CREATE TRIGGER refuses BEFORE UPDATE ON token_counters FOR EACH ROW
           SIGNAL SQLSTATE 'HY000' SET MYSQL_ERRNO = ${errno}, MESSAGE_TEXT = '${text}'`,
      );

    it.each([
      [1114, "The table ''token_counters'' is full", 'full'],
      [1021, 'Disk full (/tmp); waiting for someone to free some space', 'full'],
      [1030, 'Got error 28 "No space left on device" from storage engine InnoDB', 'full'],
      [1026, 'Error writing file (Errcode: 28 "No space left on device")', 'full'],
      [
        1290,
        'The MariaDB server is running with the --read-only option so it cannot execute this statement',
        'read-only',
      ],
      [
        1290,
        'The MySQL server is running with the --super-read-only option so it cannot execute this statement',
        'read-only',
      ],
      [1836, 'Running in read-only mode', 'read-only'],
      [1290, 'The MariaDB server is running with the --secure-file-priv option', null],
    ])('error %i, %s: %s, and it recovers by itself', async (errno, text, trouble) => {
      const health = new StorageHealth(db.uow);
      await raise(errno, text);
      expect(await fail(add())).toBe(trouble);
      expect(await health.trouble()).toBe(trouble);
      expect(await last()).toBe(0);
      await db.dataSource.query('DROP TRIGGER refuses');
      await add();
      expect(await last()).toBe(1);
    });
    return;
  }

  const pragma = (text: string) => db.dataSource.query(`PRAGMA ${text}`);
  const limitPages = async () => {
    const [row] = (await pragma('page_count')) as { page_count: number }[];
    await pragma(`max_page_count = ${row?.page_count}`);
  };

  it('a full one fails the unit that needs room, and the next one that does not goes through', async () => {
    await db.dataSource.query('CREATE TABLE big (text TEXT)');
    await limitPages();
    for (let time = 0; time < 3; time += 1)
      expect(await fail(db.uow.run((tx) => tx.query('INSERT INTO big VALUES (?)', [BIG])))).toBe('full');
    await add();
    await pragma('max_page_count = 1000000');
    await db.uow.run((tx) => tx.query('INSERT INTO big VALUES (?)', [BIG]));
    expect([await last(), await db.dataSource.query('SELECT COUNT(*) AS n FROM big')]).toEqual([1, [{ n: 1 }]]);
  });

  it('a read-only one is told from a full one', async () => {
    await pragma('query_only = ON');
    expect(await fail(add())).toBe('read-only');
    expect(await last()).toBe(0);
    await pragma('query_only = OFF');
    await add();
    expect(await last()).toBe(1);
  });

  it('a transaction that SQLite has ended takes its unit with it, also when the error was caught', async () => {
    const unit = db.uow.run(async (tx) => {
      await tx.getRepository(TokenCounterEntity).increment({ tokenType: 'gold' }, 'lastNumber', 1);
      // What SQLite does by itself when the disk is full or fails.
      await tx.query('INSERT OR ROLLBACK INTO token_counters SELECT * FROM token_counters').catch(() => undefined);
      await tx.getRepository(TokenCounterEntity).increment({ tokenType: 'silver' }, 'lastNumber', 1);
    });
    expect(String(await failureOf(unit))).toContain('UNIQUE');
    const numbers = await db.dataSource.getRepository(TokenCounterEntity).find();
    expect(numbers.map(({ lastNumber }) => lastNumber)).toEqual(numbers.map(() => 0));
    await add();
    expect(await last()).toBe(1);
  });

  it('a unit that cannot begin leaves the way free for the next', async () => {
    const driver = db.dataSource.driver as unknown as { databaseConnection: { exec(sql: string): void } };
    const other = new (driver.databaseConnection.constructor as new (file: string) => {
      exec(sql: string): void;
      close(): void;
    })(sqliteFileOf(db.url)!);
    await pragma('busy_timeout = 1');
    other.exec('BEGIN IMMEDIATE');
    expect(await failureOf(add())).toMatchObject({ driverError: { code: 'SQLITE_BUSY' } });
    other.exec('ROLLBACK');
    other.close();
    await add();
    expect(await last()).toBe(1);
  });

  it.each(['', '-wal', '-shm'])('a file that was removed or replaced (%j) is never written to', async (suffix) => {
    const file = `${sqliteFileOf(db.url)}${suffix}`;
    await add();
    renameSync(file, `${file}.away`);
    expect(await fail(add())).toBe('moved');
    expect(await new StorageHealth(db.uow).trouble()).toBe('moved');
    expect(await last()).toBe(1);
    renameSync(`${file}.away`, file);
    await add();
    expect(await last()).toBe(2);
  });
});
