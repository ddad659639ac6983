import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { addDays, istDayOf } from '../../src/domain/calendar/ist-day.js';
import type { Client } from '../support/client.js';
import { environmentOf, type Run, tokendesk } from '../support/command-line.js';
import { HOUR } from '../support/fake-clock.js';
import { expectInvariants } from '../support/invariants.js';
import { refund, sellAndPay, switchRefunds } from '../support/refunds.js';
import { createLink, pressPay, statusOf } from '../support/sales.js';
import { ADMIN, OTHER_SALES, SALES, TestApp } from '../support/test-app.js';

describe('closing a day', () => {
  let test: TestApp;
  let seller: Client;
  let admin: Client;
  let day: string;
  let open: { paymentId: string; page: string };
  let paid: { paymentId: string };

  const show = async () => (await admin.get(`/api/day-close?day=${day}`)).body.data;
  const close = (client = admin) => client.post('/api/day-close', { day });
  const run = (args: string[], env: Record<string, string> = {}): Promise<Run> =>
    tokendesk(args, { ...environmentOf(test), ...env }, test.settings.dataDir);

  beforeAll(async () => {
    test = await TestApp.start();
    seller = await test.as(SALES);
    admin = await test.as(ADMIN);
    day = istDayOf(test.clock.now());
    await switchRefunds(test, true);
    paid = await sellAndPay(test, seller);
    await sellAndPay(test, seller, 'silver');
    await sellAndPay(test, await test.as(OTHER_SALES), 'silver');
    await refund(admin, paid.paymentId, 1000);
    await test.bank.control({ op: 'settle-refunds' });
    test.clock.advance(60_000);
    await test.poll();
    const declined = await createLink(seller);
    await test.bank.press(await pressPay(test.client(), declined.paymentId), 'decline');
    await admin.post(`/api/payments/check-status/${declined.paymentId}`);
    const link = await createLink(seller, 'platinum');
    open = { paymentId: link.paymentId, page: await pressPay(test.client(), link.paymentId) };
  });
  afterEach(() => expectInvariants(test));
  afterAll(() => test.close());

  it('today is provisional and cannot be closed', async () => {
    expect(await show()).toMatchObject({ canClose: false, closing: null });
    expect((await close()).body).toMatchObject({ error: 'DAY_NOT_OVER' });
    expect((await admin.post('/api/day-close', { day: addDays(day, 1) })).status).toBe(409);
    expect((await admin.post('/api/day-close', { day: '2026-02-30' })).status).toBe(422);
    expect((await admin.get(`/api/day-close?day=${addDays(day, 1)}`)).status).toBe(422);
  });

  it('counts what happened, to the paisa, per seller and tier', async () => {
    test.clock.advance(24 * HOUR);
    [seller, admin] = [await test.as(SALES), await test.as(ADMIN)];
    const data = await show();
    expect(data.canClose).toBe(true);
    const of = (name: string, tokenType: string) =>
      data.rows.find(
        (row: { seller: string; tokenType: string }) => row.seller.startsWith(name) && row.tokenType === tokenType,
      );
    expect(of('Priya', 'platinum')).toMatchObject({ unclear: 1, paid: 0, gross: 0 });
    const gold = of('Priya', 'gold');
    expect(gold).toMatchObject({ failed: 1, refunds: 1, refunded: 1000, net: gold.gross - 1000 });
    expect(of('Rahul', 'silver').paid).toBeGreaterThanOrEqual(1);
    const [sum] = await test
      .get(DataSource)
      .query("SELECT COUNT(*) AS n, SUM(amount) AS paise FROM payments WHERE status IN ('completed', 'refunded')");
    expect(data.total).toMatchObject({ paid: Number(sum.n), gross: Number(sum.paise) / 100, refunded: 1000 });
    const csv = await admin.get(`/api/day-close/${day}.csv`);
    const [head, ...lines] = csv.text.trim().split('\r\n');
    expect(lines).toHaveLength(data.rows.length + 1);
    expect(head).toBe(
      'Day,Sales manager,Token type,Links,Opened,Paid,At bank,Failed,Expired,Refunds,Gross (INR),Refunded (INR),Net (INR)',
    );
    for (const line of lines) expect(line).toMatch(/,\d+\.\d\d,\d+\.\d\d,-?\d+\.\d\d$/);
  });

  it('is closed once, whoever asks, and says that nothing has changed', async () => {
    const replies = await Promise.all([close(), close(), close()]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(replies.map(({ body }) => body.data.closing.hash)).size).toBe(1);
    const [count] = await test.get(DataSource).query('SELECT COUNT(*) AS n FROM day_closes');
    expect(Number(count.n)).toBe(1);
    expect((await show()).closing).toMatchObject({ sequence: 1, isIntact: true, changes: [], closedBy: 'Anita Desai' });
  });

  it('what comes later is shown as later, and the closed figures stay', async () => {
    const before = await show();
    await test.bank.press(open.page, 'pay-close-tab');
    await admin.post(`/api/payments/check-status/${open.paymentId}`);
    expect(await statusOf(test.client(), open.paymentId)).toBe('completed');
    await refund(admin, paid.paymentId, 500);
    await test.bank.control({ op: 'settle-refunds' });
    test.clock.advance(60_000);
    await test.poll();
    const after = await show();
    expect(after.rows).toEqual(before.rows);
    expect(after.closing.isIntact).toBe(true);
    expect(after.closing.changes).toMatchObject([{ figure: 'unclear', before: 1, after: 0, tokenType: 'platinum' }]);
    expect(after.closing.later).toEqual({ paid: 1, paidAmount: 100_000, refunds: 1, refundedAmount: 500 });
    expect((await close()).body.message).toContain('closed before');
  });

  it('the next close is chained to it, and a change of a stored figure shows in both', async () => {
    const earlier = addDays(day, -1);
    const second = await admin.post('/api/day-close', { day: earlier });
    const first = (await show()).closing;
    expect(second.body.data.closing).toMatchObject({ sequence: 2, previousHash: first.hash, isIntact: true });
    const dataSource = test.get(DataSource);
    const [row] = await dataSource.query('SELECT figures FROM day_closes WHERE sequence = 1');
    await dataSource.query('UPDATE day_closes SET figures = ? WHERE sequence = 1', [
      row.figures.replace('10000', '20000'),
    ]);
    expect((await show()).closing.isIntact).toBe(false);
    expect((await admin.get(`/api/day-close?day=${earlier}`)).body.data.closing.isIntact).toBe(false);
    const shown = await run(['day-close', '--date', addDays(day, -2), '--show', '--json']);
    expect([shown.code, JSON.parse(shown.stdout).closing]).toEqual([0, null]);
    await dataSource.query('UPDATE day_closes SET figures = ? WHERE sequence = 1', [row.figures]);
    expect((await show()).closing.isIntact).toBe(true);
  });

  it('two closed days that have changed places show in both, and a day that was renamed', async () => {
    const earlier = addDays(day, -1);
    const rename = (from: string, to: string) =>
      test.get(DataSource).query('UPDATE day_closes SET day = ? WHERE day = ?', [to, from]);
    const intact = async () =>
      Promise.all(
        [day, earlier].map(async (each) => {
          const { body } = await admin.get(`/api/day-close?day=${each}`);
          return body.data.closing?.isIntact as boolean | undefined;
        }),
      );
    const free = '2001-01-01';
    const exchange = async () => {
      await rename(day, free);
      await rename(earlier, day);
      await rename(free, earlier);
    };
    expect(await intact()).toEqual([true, true]);
    await exchange();
    expect(await intact()).toEqual([false, false]);
    await exchange();
    expect(await intact()).toEqual([true, true]);
    await rename(day, free);
    // The first of the chain: the close after it is not intact either.
    expect(await intact()).toEqual([undefined, false]);
    await rename(free, day);
    expect(await intact()).toEqual([true, true]);
  });

  it('from the command line, whatever the time zone of the machine', async () => {
    const answers = await Promise.all(
      ['Asia/Kolkata', 'UTC', 'America/New_York'].map((TZ) =>
        run(['day-close', '--date', addDays(day, -3), '--json'], { TZ }),
      ),
    );
    expect(answers.map(({ code }) => code)).toEqual([0, 0, 0]);
    const hashes = answers.map(({ stdout }) => JSON.parse(stdout).closing.hash);
    expect(new Set(hashes).size).toBe(1);
    expect((await run(['day-close'])).code).toBe(2);
    expect((await run(['day-close', '--date', 'today'])).code).toBe(2);
    expect((await run(['day-close', '--date', '2090-01-01'])).code).toBe(1);
  });

  it('is for admins', async () => {
    expect((await seller.get(`/api/day-close?day=${day}`)).status).toBe(403);
    expect((await close(seller)).status).toBe(403);
    expect((await seller.get(`/api/day-close/${day}.csv`)).status).toBe(403);
    expect((await close(test.client())).status).toBe(401);
  });
});
