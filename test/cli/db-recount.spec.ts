import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { environmentOf, type Run, tokendesk } from '../support/command-line.js';
import { expectCountersRight } from '../support/counters.js';
import { query } from '../support/links.js';
import { sellAndPay } from '../support/refunds.js';
import { createLink } from '../support/sales.js';
import { SALES, TestApp } from '../support/test-app.js';

const CELLS = 'payments and money by project, seller, tier and status';
const NONE = {
  cells: 0,
  uses: 0,
  projectUses: 0,
  pairs: 0,
  projectPairs: 0,
  days: 0,
  spans: 0,
  eventDays: 0,
  eventSpans: 0,
  quotas: 0,
};
const ADVICE = expect.stringContaining('Counters differ from the payments. Correct them: tokendesk db recount');

describe('tokendesk db recount', () => {
  let test: TestApp;
  const run = (...args: string[]): Promise<Run> =>
    tokendesk(['db', 'recount', ...args], environmentOf(test), test.settings.dataDir);

  /** Money that nobody paid, in one seller's silver. */
  const damageMoney = async () => {
    const [cell] = await query<{ id: number }>(
      test,
      "SELECT id FROM payment_counts WHERE sales_manager_id > 0 AND token_type = 'silver' AND status = 'completed' LIMIT 1",
    );
    await query(test, 'UPDATE payment_counts SET amount = amount + 100 WHERE id = ?', [cell?.id]);
  };

  beforeAll(async () => {
    test = await TestApp.start({ isOnTime: true });
    const seller = await test.as(SALES);
    await sellAndPay(test, seller, 'silver');
    await sellAndPay(test, seller, 'gold');
    await createLink(seller, 'silver');
    await test.settle();
  });
  afterEach(() => expectCountersRight(test.get(DataSource)));
  afterAll(() => test.close());

  it.each([[['--check']], [[]]])('finds nothing where nothing differs: %j', async (args) => {
    const { code, stdout, stderr } = await run(...args);
    expect([code, stdout, stderr]).toEqual([0, '', 'Every counter is what counting the payments gives.\n']);
    const json = await run(...args, '--json');
    expect([json.code, JSON.parse(json.stdout)]).toEqual([0, { differences: NONE, repaired: false }]);
  });

  it('--check says which counters differ and how many, fails, and corrects nothing', async () => {
    await damageMoney();
    await query(test, "UPDATE completed_pairs SET uses = uses + 1 WHERE token_type = 'gold'");
    for (let time = 0; time < 2; time += 1) {
      const { code, stdout, stderr } = await run('--check');
      expect([code, stderr]).toEqual([1, ADVICE]);
      expect(stdout.trimEnd().split('\n').map((line) => line.split(/ {2,}/))).toEqual([
        ['COUNTERS', 'WRONG'],
        [CELLS, '1'],
        ['completed payments by customer and tier', '1'],
      ]); // prettier-ignore
    }
    const json = await run('--check', '--json');
    expect([json.code, JSON.parse(json.stdout)]).toEqual([
      1,
      { differences: { ...NONE, cells: 1, uses: 1 }, repaired: false },
    ]);

    const corrected = await run();
    expect([corrected.code, corrected.stderr]).toEqual([0, '']);
    expect(corrected.stdout).toMatch(/^COUNTERS +CORRECTED\n/);
    expect(corrected.stdout).toContain(CELLS);
    expect((await run('--check')).code).toBe(0);
  });

  it('corrects beside a server that goes on selling', async () => {
    await damageMoney();
    await query(test, 'DELETE FROM day_sums');
    const seller = await test.as(SALES);
    const [json] = await Promise.all([run('--json'), sellAndPay(test, seller, 'silver')]);
    expect([json.code, JSON.parse(json.stdout)]).toMatchObject([0, { differences: { cells: 1 }, repaired: true }]);
    await test.settle();
    expect((await run('--check')).code).toBe(0);
  });

  it.each([[['--check']], [[]]])(
    'makes no database where there is none, and counts nothing in an older one: %j',
    async (args) => {
      const file = join(test.settings.dataDir, 'mistyped.sqlite');
      const there = (path: string) =>
        tokendesk(
          ['db', 'recount', ...args],
          { ...environmentOf(test), DATABASE_URL: `sqlite:${path}` },
          test.settings.dataDir,
        );
      const missing = await there(file);
      expect([missing.code, missing.stdout]).toEqual([1, '']);
      expect(missing.stderr).toMatch(
        /^error: There is no database at \S+mistyped\.sqlite\. .*"tokendesk db migrate"\.\n$/,
      );
      expect(existsSync(file)).toBe(false);

      const older = join(test.settings.dataDir, 'older.sqlite');
      writeFileSync(older, '');
      const behind = await there(older);
      expect([behind.code, behind.stdout]).toEqual([1, '']);
      expect(behind.stderr).toBe('error: The database schema is not up to date. Run "tokendesk db migrate" first.\n');
    },
  );

  it.each([[['--chek']], [['now']]])('%j is wrong usage', async (args) => {
    expect((await run(...args)).code).toBe(2);
  });
});
