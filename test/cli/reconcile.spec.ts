import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { istDayOf } from '../../src/domain/calendar/ist-day.js';
import type { Client } from '../support/client.js';
import { environmentOf, type Run, tokendesk } from '../support/command-line.js';
import { awayFromMidnight, HOUR, MIDNIGHT_LIMIT_MS } from '../support/fake-clock.js';
import { expectBooksAgree, expectInvariants } from '../support/invariants.js';
import { createLink, pressPay } from '../support/sales.js';
import { SALES, TestApp } from '../support/test-app.js';

describe('tokendesk reconcile', () => {
  let test: TestApp;
  let seller: Client;

  const run = (args: string[], env: Record<string, string> = {}): Promise<Run> =>
    tokendesk(args, { ...environmentOf(test), ...env }, test.settings.dataDir);

  beforeAll(async () => {
    await awayFromMidnight();
    test = await TestApp.start({ isOnTime: true });
    seller = await test.as(SALES);
  }, MIDNIGHT_LIMIT_MS);
  afterAll(async () => {
    await expectInvariants(test);
    await expectBooksAgree(test);
    await test.close();
  });

  it('by the bank, by file, and again after a restore', async () => {
    const link = await createLink(seller, 'silver');
    await test.bank.press(await pressPay(test.client(), link.paymentId), 'pay-close-tab');
    const since = new Date(Date.now() - HOUR).toISOString();
    const recheck = await run(['reconcile', '--attempts-since', since, '--json']);
    expect([recheck.code, recheck.stderr]).toEqual([0, '']);
    expect(JSON.parse(recheck.stdout)).toMatchObject({
      withoutAnswer: [],
      changes: [{ paymentId: link.paymentId, payment: { before: 'initiated', after: 'completed' } }],
    });
    const again = await run(['reconcile', '--attempts-since', since, '--json']);
    expect(JSON.parse(again.stdout).changes).toEqual([]);
    await test.bank.fault('status', 'http-500', { times: 0 });
    expect((await run(['reconcile', '--attempts-since', since])).code).toBe(1);
    await test.bank.clearFaults();
    const today = istDayOf(new Date());
    await test.bank.control({ op: 'settle', date: today });
    const bank = await run(['reconcile', '--date', today, '--json']);
    expect(bank.code).toBe(0);
    const report = JSON.parse(bank.stdout);
    expect(report).toMatchObject({ status: 'completed', source: 'bank', startedBy: 'Command line', exceptions: 0 });
    expect([report.matched, report.lines]).toEqual([report.lines, 1]);
  });

  it('refuses what it cannot read, and says why', async () => {
    const today = istDayOf(new Date());
    const file = join(test.settings.dataDir, 'report.csv');
    writeFileSync(file, 'settlementID,settlementDate\n');
    const bad = await run(['reconcile', '--date', today, '--file', file]);
    expect([bad.code, bad.stdout]).toEqual([1, '']);
    expect(bad.stderr).toContain('missing columns');
    const down = await run(['reconcile', '--date', today], { GATEWAY_BASE_URL: 'http://127.0.0.1:9/pg' });
    expect(down.code).toBe(1);
    expect(down.stderr).toContain('could not be reached');
  });

  it.each([
    [['reconcile']],
    [['reconcile', '--date', '20-11-2026']],
    [['reconcile', '--attempts-since', 'yesterday']],
    [['reconcile', '--attempts-since', '2026-02-30T00:00:00Z']],
    [['reconcile', '--attempts-since', '2026-11-20T24:30:00Z']],
    [['reconcile', '--attempts-since', '2099-01-01T00:00:00Z']],
    [['reconcile', '--date', '2026-11-20', '--attempts-since', '2026-11-20T00:00:00Z']],
  ])('%j is wrong usage', async (args) => {
    expect((await run(args)).code).toBe(2);
  });
});
