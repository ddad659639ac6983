import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../support/client.js';
import { environmentOf, type Run, tokendesk } from '../support/command-line.js';
import { expectInvariants } from '../support/invariants.js';
import { query } from '../support/links.js';
import { NORTH, PROFILES } from '../support/merchants.js';
import { comeBack, createLink, pressPay, statusOf, verify } from '../support/sales.js';
import { SALES, TestApp } from '../support/test-app.js';

describe('tokendesk payments and gateway', () => {
  let test: TestApp;
  let seller: Client;
  let customer: Client;

  const run = (args: string[], env: Record<string, string> = {}): Promise<Run> =>
    tokendesk(args, { ...environmentOf(test), ...env }, test.settings.dataDir);

  beforeAll(async () => {
    test = await TestApp.start({ isOnTime: true });
    seller = await test.as(SALES);
    customer = test.client();
  });
  afterAll(async () => {
    await expectInvariants(test);
    await test.close();
  });

  const paidInClosedTab = async () => {
    const link = await createLink(seller, 'silver');
    await test.bank.press(await pressPay(customer, link.paymentId), 'pay-close-tab');
    return link;
  };

  it('check asks the bank beside the running server and applies the answer', async () => {
    const { paymentId } = await paidInClosedTab();
    const { code, stdout, stderr } = await run(['payments', 'check', paymentId, '--json']);
    expect([code, code === 0 ? '' : stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({ paymentId, status: 'completed', bank: 'paid' });
    expect(await statusOf(customer, paymentId)).toBe('completed');
  });

  it('check says so when there is no such payment, or no answer', async () => {
    const unknown = await run(['payments', 'check', '0'.repeat(26)]);
    expect([unknown.code, unknown.stdout]).toEqual([1, '']);
    expect(unknown.stderr).toContain('Payment not found');
    const { paymentId } = await paidInClosedTab();
    await test.bank.fault('status', 'http-500', { times: 0 });
    const silent = await run(['payments', 'check', paymentId]);
    // Within the moment in which an answer would be shared.
    const again = await run(['payments', 'check', paymentId, '--json']);
    await test.bank.clearFaults();
    expect([silent.code, again.code]).toEqual([1, 1]);
    expect(JSON.parse(again.stdout)).toMatchObject({ status: 'initiated', bank: 'unknown' });
    expect(await statusOf(customer, paymentId)).toBe('initiated');
  });

  it('check ends well where an earlier attempt was paid, though the bank says nothing of the newer one', async () => {
    const { paymentId } = await createLink(seller, 'silver');
    const earlier = await pressPay(customer, paymentId);
    await verify(customer, await comeBack(customer, await test.bank.press(earlier, 'decline')));
    await pressPay(customer, paymentId);
    await test.bank.press(earlier, 'pay-close-tab');
    const [{ invoiceNo } = { invoiceNo: '' }] = await query<{ invoiceNo: string }>(
      test,
      `SELECT a.invoice_no AS invoiceNo FROM payment_attempts a JOIN payments p ON p.id = a.payment_id
        WHERE p.public_id = ? ORDER BY a.id DESC`,
      [paymentId],
    );
    // The answer about the decline is not of this moment any more.
    await query(test, 'UPDATE payment_attempts SET last_checked_at = ?', ['2020-01-01 00:00:00.000']);
    await test.bank.fault('status', 'http-500', { times: 0, invoiceNo });
    const { code, stdout } = await run(['payments', 'check', paymentId, '--json']);
    await test.bank.clearFaults();
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { status: 'completed', bank: 'unknown' }]);
  });

  it('poll --once follows what is due', async () => {
    const { paymentId } = await paidInClosedTab();
    // The command runs on the real clock: the first check of an attempt would be due after ten seconds.
    await query(test, 'UPDATE payment_attempts SET next_check_at = ? WHERE next_check_at IS NOT NULL', [
      '2020-01-01 00:00:00.000',
    ]);
    const { code, stdout } = await run(['payments', 'poll', '--once', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).checked).toBeGreaterThanOrEqual(1);
    expect(await statusOf(customer, paymentId)).toBe('completed');
  });

  it('gateway ping tells a working key from a wrong one, and a bank from none', async () => {
    const good = await run(['gateway', 'ping', '--json']);
    expect(good.code).toBe(0);
    expect(JSON.parse(good.stdout)).toMatchObject({ works: true, hashVersion: 'v1' });
    const wrong = await run(['gateway', 'ping'], { GATEWAY_SECRET_KEY: 'another-key-1' });
    expect(wrong.code).toBe(1);
    const stranger = await run(['gateway', 'ping'], { GATEWAY_MERCHANT_ID: 'T_NOPE' });
    expect(stranger.code).toBe(1);
    expect(stranger.stderr).toContain('the bank refused the query (P1006 "Invalid merchant"): wrong merchant id');
    const none = await run(['gateway', 'ping'], { GATEWAY_BASE_URL: 'http://127.0.0.1:9/pg' });
    expect(none.code).toBe(1);
    expect(none.stderr).toContain('not usable');
  });

  it('gateway ping needs no database, and makes none', async () => {
    const file = join(test.settings.dataDir, 'none.sqlite');
    const { code, stdout } = await run(['gateway', 'ping'], { DATABASE_URL: `sqlite:${file}` });
    expect([code, stdout]).toEqual([0, expect.stringContaining('the bank answered with a valid hash')]);
    expect(existsSync(file)).toBe(false);
  });

  it('gateway ping has one line for each merchant, or asks one alone', async () => {
    const both = await run(['gateway', 'ping'], PROFILES);
    expect(both.code).toBe(0);
    expect(
      both.stdout
        .trim()
        .split('\n')
        .map((line) => line.split(' ')[0]),
    ).toEqual(['default', 'north', 'south']);
    const wrong = { ...PROFILES, GATEWAY_SOUTH_SECRET_KEY: 'another-key-1' };
    const failed = await run(['gateway', 'ping', '--json'], wrong);
    expect(failed.code).toBe(1);
    expect(failed.stderr).toContain('not usable with these settings of south');
    expect((JSON.parse(failed.stdout) as { works: boolean }[]).map(({ works }) => works)).toEqual([true, true, false]);
    const one = await run(['gateway', 'ping', '--profile', 'north', '--json'], wrong);
    expect(one.code).toBe(0);
    expect(JSON.parse(one.stdout)).toMatchObject({ profile: 'north', works: true, merchantId: 'T_NORTH' });
    expect((await run(['gateway', 'ping', '--profile', 'east'], PROFILES)).code).toBe(2);
    for (const { stdout, stderr } of [both, failed, one])
      for (const key of ['another-key-1', NORTH.secretKey]) expect(stdout + stderr).not.toContain(key);
  });

  it('project update takes a merchant profile of the settings', async () => {
    const unknown = await run(['project', 'update', '--merchant-profile', 'north']);
    expect([unknown.code, unknown.stderr.includes('no such merchant profile')]).toEqual([1, true]);
    const set = await run(['project', 'update', '--merchant-profile', 'north'], PROFILES);
    expect([set.code, set.stderr.includes('merchantProfile: (none) → north')]).toEqual([0, true]);
    expect((await run(['project', 'update', '--merchant-profile', ''])).code).toBe(0);
    expect(await query(test, 'SELECT merchant_profile FROM projects')).toEqual([{ merchant_profile: null }]);
  });

  it.each([[['payments']], [['payments', 'check']], [['payments', 'nonsense']], [['nonsense']]])(
    '%j is wrong usage',
    async (args) => {
      expect((await run(args)).code).toBe(2);
    },
  );
});
