import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { CustomerEntity } from '../../src/database/entities/customer.entity.js';
import { UserEntity } from '../../src/database/entities/user.entity.js';
import { environmentOf, startTokendesk, tokendesk } from '../support/command-line.js';
import { expectInvariants } from '../support/invariants.js';
import { query } from '../support/links.js';
import { eventually } from '../support/product-process.js';
import { TestApp } from '../support/test-app.js';

/** Many enough that the signal finds the purge under way: it comes some 50 ms after the first erasure, and each takes 15 ms and more. */
const MANY = 200;
const PURGE = ['privacy', 'purge', '--before', '2019-05-02', '--yes', '--json'];

describe('a purge that is interrupted', () => {
  let test: TestApp;

  beforeAll(async () => {
    test = await TestApp.start({ isOnTime: true });
    const dataSource = test.get(DataSource);
    const seller = await dataSource.getRepository(UserEntity).findOneByOrFail({ role: 'sales_manager' });
    const at = new Date('2019-05-01T00:00:00Z');
    const rows = Array.from({ length: MANY }, (_, index) => ({
      salesManagerId: seller.id,
      name: `Old Customer ${index}`,
      nameKey: `old customer ${index}`,
      email: `old${index}@example.com`,
      emailKey: `old${index}@example.com`,
      phone: null,
      createdAt: at,
      updatedAt: at,
    }));
    for (let from = 0; from < MANY; from += 100)
      await dataSource.getRepository(CustomerEntity).insert(rows.slice(from, from + 100));
  });
  afterAll(async () => {
    await expectInvariants(test);
    await test.close();
  });

  const countOf = async (sql: string) =>
    Number((await query<{ n: number }>(test, `SELECT COUNT(*) AS n FROM ${sql}`))[0]?.n);
  const erased = () => countOf("customers WHERE name = 'Erased customer'");
  const written = () => countOf("audit_log WHERE action = 'privacy.erased'");

  /** Stops it once it has begun. @returns how it ended */
  async function interrupted(signal: NodeJS.Signals): Promise<number | null> {
    const before = await erased();
    const child = startTokendesk(PURGE, environmentOf(test), test.settings.dataDir);
    const end = once(child, 'close');
    await eventually('the purge is under way', async () => (await erased()) > before);
    child.kill(signal);
    const [code] = (await end) as [number | null];
    return code;
  }

  it('leaves each customer erased or not, and goes on where it stopped', async () => {
    expect(await interrupted('SIGINT')).toBe(130);
    const first = await erased();
    expect(first).toBeLessThan(MANY);
    expect(await written()).toBe(first);

    expect(await interrupted('SIGKILL')).toBeNull();
    const second = await erased();
    expect(second).toBeGreaterThan(first);
    expect(second).toBeLessThan(MANY);
    expect(await written()).toBe(second);

    const { code, stdout } = await tokendesk(PURGE, environmentOf(test), test.settings.dataDir);
    expect([code, JSON.parse(stdout).erased.customers]).toEqual([0, MANY - second]);
    expect([await erased(), await written()]).toEqual([MANY, MANY]);
    expect(await countOf("customers WHERE email LIKE 'old%@example.com'")).toBe(0);
  });
});
