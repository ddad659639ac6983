import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { AUDIT_LOG, dropAppendOnly } from '../../src/database/append-only.js';
import { environmentOf, type Run, tokendesk } from '../support/command-line.js';
import { sellAndPay } from '../support/refunds.js';
import { SALES, TestApp } from '../support/test-app.js';

describe('tokendesk audit verify', () => {
  let test: TestApp;
  const run = (...args: string[]): Promise<Run> =>
    tokendesk(['audit', 'verify', ...args], environmentOf(test), test.settings.dataDir);

  beforeAll(async () => {
    test = await TestApp.start({ isOnTime: true });
    const seller = await test.as(SALES);
    for (let number = 0; number < 3; number += 1) await sellAndPay(test, seller, 'silver');
    await test.settle();
  });
  afterAll(() => test.close());

  it('says how many rows fit, and where the chain ends', async () => {
    const { code, stdout } = await run();
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^\d+ rows, chain whole, last hash \d+:[0-9a-f]{64}\n$/)]);
    const json = await run('--from', '3', '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({ from: 3, whole: true, fault: null, unsealed: 0 });
    const [, anchor = ''] = /last hash (\S+)/.exec(stdout) ?? [];
    expect((await run('--anchor', anchor)).code).toBe(0);
    expect(
      (
        await run(
          '--anchor',
          anchor.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
        )
      ).code,
    ).toBe(1);
  });

  it.each([
    [['--from', '0'], 2],
    [['--from', 'x'], 2],
    [['--from', '999999'], 1],
    [['--anchor', '5'], 2],
    [['--all'], 2],
  ])('%j: exit code %i', async (args, code) => {
    expect((await run(...args)).code).toBe(code);
  });

  it('names the first row that does not fit, and fails', async () => {
    const dataSource = test.get(DataSource);
    const runner = dataSource.createQueryRunner();
    await dropAppendOnly(runner, AUDIT_LOG);
    await runner.release();
    await dataSource.query("UPDATE audit_log SET to_value = 'failed' WHERE seq = 5");
    const { code, stderr } = await run();
    expect([code, stderr]).toEqual([1, expect.stringMatching(/#5 \(row \d+\) was changed after it had been sealed/)]);
    const json = await run('--json');
    expect([json.code, JSON.parse(json.stdout)]).toMatchObject([
      1,
      { whole: false, fault: { kind: 'changed', seq: 5 } },
    ]);
  });
});
