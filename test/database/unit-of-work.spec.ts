import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { TokenCounterEntity } from '../../src/database/entities/token.entity.js';
import { UserEntity } from '../../src/database/entities/user.entity.js';
import { createDataSource } from '../../src/database/data-source.js';
import { isUniqueViolation, UnitOfWork } from '../../src/database/unit-of-work.js';
import { engineOf, isOnServer } from '../support/engine.js';
import { startMariadb } from '../support/mariadb.mjs';
import { startMysql } from '../support/mysql.mjs';
import { sentBy } from '../support/query-cost.js';
import { openTestDatabase, type TestDatabase } from '../support/test-database.js';

const NOW = new Date('2026-11-20T10:11:12.345Z');

function user(n: number | string) {
  return {
    name: `User ${n}`,
    email: `user${n}@example.com`,
    emailKey: `user${n}@example.com`,
    role: 'sales_manager' as const,
    passwordHash: 'x',
    passwordChangedAt: NOW,
    createdAt: NOW,
    updatedAt: NOW,
  };
}

class OnPurpose extends Error {}

describe('UnitOfWork', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await openTestDatabase();
  });
  afterAll(() => db.close());

  const emails = async () =>
    (await db.dataSource.getRepository(UserEntity).find({ order: { id: 'ASC' } })).map((row) => row.email);

  it('50 parallel units, half of them failing: no row is lost, none leaks', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, n) =>
        db.uow.run(async (tx) => {
          await tx.getRepository(UserEntity).insert(user(n));
          await new Promise((resolve) => setTimeout(resolve, n % 7));
          if (n % 2 === 1) throw new OnPurpose();
          await tx.getRepository(TokenCounterEntity).increment({ tokenType: 'gold' }, 'lastNumber', 1);
          return n;
        }),
      ),
    );
    const failed = results.filter((result) => result.status === 'rejected');
    expect(failed).toHaveLength(25);
    expect(failed.every((result) => (result as PromiseRejectedResult).reason instanceof OnPurpose)).toBe(true);
    expect(new Set(await emails())).toEqual(new Set(Array.from({ length: 25 }, (_, n) => `user${n * 2}@example.com`)));
    const counter = await db.dataSource.getRepository(TokenCounterEntity).findOneByOrFail({ tokenType: 'gold' });
    expect(counter.lastNumber).toBe(25);
  });

  it('a nested run joins the outer unit and falls with it', async () => {
    await expect(
      db.uow.run(async () => {
        await db.uow.run((tx) => tx.getRepository(UserEntity).insert(user('nested')));
        expect(await db.uow.manager.getRepository(UserEntity).countBy({ emailKey: 'usernested@example.com' })).toBe(1);
        throw new OnPurpose();
      }),
    ).rejects.toBeInstanceOf(OnPurpose);
    expect(await emails()).not.toContain('usernested@example.com');
  });

  it('effects run after the commit, once, and never for a unit that failed', async () => {
    const seen: string[] = [];
    await db.uow.run(async (tx) => {
      await db.uow.afterCommit(async () => {
        seen.push((await emails()).includes('usereffect@example.com') ? 'committed' : 'too early');
      });
      await tx.getRepository(UserEntity).insert(user('effect'));
    });
    await db.uow
      .run(async () => {
        await db.uow.afterCommit(() => void seen.push('of a failed unit'));
        throw new OnPurpose();
      })
      .catch(() => undefined);
    expect(seen).toEqual(['committed']);
  });

  it('a failing effect does not run the unit again', async () => {
    let runs = 0;
    await expect(
      db.uow.run(async () => {
        runs += 1;
        await db.uow.afterCommit(() => {
          throw new OnPurpose();
        });
      }),
    ).rejects.toBeInstanceOf(OnPurpose);
    expect(runs).toBe(1);
  });

  it('tells a unique violation from other failures', async () => {
    await db.uow.run((tx) => tx.getRepository(UserEntity).insert(user('twice')));
    const again = db.uow.run((tx) => tx.getRepository(UserEntity).insert(user('twice')));
    await again.catch((error: unknown) => expect(isUniqueViolation(error)).toBe(true));
    const bad = db.uow.run((tx) => tx.getRepository(UserEntity).insert({ ...user('bad'), role: 'root' as never }));
    await bad.then(
      () => expect('accepted').toBe('refused by the CHECK'),
      (error: unknown) => expect(isUniqueViolation(error)).toBe(false),
    );
  });

  it('instants survive with milliseconds, in UTC', async () => {
    await db.uow.run((tx) => tx.getRepository(UserEntity).insert(user('time')));
    const row = await db.dataSource.getRepository(UserEntity).findOneByOrFail({ emailKey: 'usertime@example.com' });
    expect(row.createdAt.toISOString()).toBe(NOW.toISOString());
    const found = await db.dataSource
      .getRepository(UserEntity)
      .createQueryBuilder('u')
      .where('u.created_at <= :now AND u.emailKey = :key', { now: NOW, key: 'usertime@example.com' })
      .getCount();
    expect(found).toBe(1);
  });

  it('a unit that was begun while a test noted statements is committed after that as well', async () => {
    let unit: Promise<unknown> = Promise.resolve();
    let finish = (): void => undefined;
    const noted = await sentBy(db.dataSource, async () => {
      await new Promise<void>((begun) => {
        unit = db.uow.run(async (tx) => {
          await tx.getRepository(UserEntity).insert(user('noted'));
          begun();
          await new Promise<void>((resolve) => (finish = resolve));
          await tx.getRepository(UserEntity).insert(user('not noted'));
        });
      });
    });
    finish();
    await unit;
    expect(await emails()).toEqual(expect.arrayContaining(['usernoted@example.com', 'usernot noted@example.com']));
    expect(noted.filter(({ sql }) => /INSERT INTO .?users/.test(sql))).toHaveLength(1);
  });

  // One connection behind one lock cannot deadlock: there is nothing to show on SQLite.
  const onServer = isOnServer() ? it : undefined;
  onServer?.('deadlocked units are run again', async () => {
    const both = [
      ['gold', 'silver'],
      ['silver', 'gold'],
    ] as const;
    const before = await db.dataSource.getRepository(TokenCounterEntity).findOneByOrFail({ tokenType: 'silver' });
    await Promise.all(
      Array.from({ length: 4 }, (_, n) =>
        db.uow.run(async (tx) => {
          for (const tokenType of both[n % 2] ?? []) {
            await tx.getRepository(TokenCounterEntity).increment({ tokenType }, 'lastNumber', 1);
            await new Promise((resolve) => setTimeout(resolve, 5));
          }
        }),
      ),
    );
    const after = await db.dataSource.getRepository(TokenCounterEntity).findOneByOrFail({ tokenType: 'silver' });
    expect(after.lastNumber - before.lastNumber).toBe(4);
  });

  onServer?.('frequent reads are answered by a server that prepares no more statements', async () => {
    // The limit is the whole server's.
    const server = await (engineOf() === 'mysql' ? startMysql() : startMariadb());
    const url = `${server.url}/information_schema`;
    const dataSource = await createDataSource({ url, poolSize: 1, sqliteDriver: 'libsql' }).initialize();
    try {
      const uow = new UnitOfWork(dataSource);
      const read = (comment: string) =>
        uow.read(
          `SELECT /* ${comment} */ CAST(? AS SIGNED) AS number, CAST(? AS CHAR) AS text, ? AS nothing,
                  CAST(? AS DATETIME(3)) AS moment, CAST(? AS DECIMAL(10, 2)) AS amount, COUNT(*) AS rows_counted
             FROM (SELECT 1 AS one) counted`,
          [7, 'ₓ "quoted"', null, '2026-11-20 10:11:12.345', 1.5],
        );
      const before = await read('prepared');
      expect(before).toMatchObject([{ number: 7, nothing: null, moment: NOW }]);
      await dataSource.query('SET GLOBAL max_prepared_stmt_count = 0');
      expect(await read('not prepared')).toEqual(before);
      await expect(uow.read('SELECT nobody FROM nowhere')).rejects.toBeInstanceOf(QueryFailedError);
    } finally {
      await dataSource.destroy();
      await server.stop();
    }
  });
});
