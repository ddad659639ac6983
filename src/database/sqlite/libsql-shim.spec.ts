import { describe, expect, it } from '@jest/globals';
import { LibsqlShim } from './libsql-shim.js';
import { openTestDatabase } from '../../../test/support/test-database.js';

describe('a closed database', () => {
  it('refuses statements, old and new, instead of ending the process; closing it again is nothing', () => {
    const database = new LibsqlShim(':memory:');
    const known = database.prepare('SELECT ? AS value');
    // TypeORM passes the parameters one by one.
    const all = known.all as unknown as (value: number) => unknown;
    expect(all(1)).toEqual([{ value: 1 }]);
    database.close();
    database.close();
    expect(() => all(1)).toThrow('the database is closed');
    expect(() => database.prepare('SELECT 2')).toThrow('the database is closed');
    expect(() => database.exec('SELECT 3')).toThrow('the database is closed');
  });
});

it('work that comes after the end is refused, and the process lives', async () => {
  const { dataSource, close } = await openTestDatabase();
  const late = () => dataSource.createQueryRunner().startTransaction();
  await close();
  await expect(late()).rejects.toThrow();
});
