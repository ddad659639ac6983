import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseCsv } from 'hucre/csv';
import { DataSource } from 'typeorm';
import { refundExpectedDays } from '../../src/domain/calendar/bank-days.js';
import { istDayOf } from '../../src/domain/calendar/ist-day.js';
import { istWeekday } from '../../src/domain/calendar/ist-time.js';
import type { Client } from '../support/client.js';
import { DAY, HOUR } from '../support/fake-clock.js';
import { expectInvariants } from '../support/invariants.js';
import { rowOf } from '../support/links.js';
import { pdfText } from '../support/pdf-text.js';
import { refund, sellAndPay, switchRefunds } from '../support/refunds.js';
import { decide, oneReview, reverse } from '../support/reviews.js';
import type { Link } from '../support/sales.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';
import { createUpgrade, payAt, tokenOf } from '../support/upgrades.js';

const VOID = 'Void: no longer valid';

const RETURNING: ((upgradeId: string) => string)[] = [
  (id) => `/payment/${id}`,
  (id) => `/upgrade/${id}`,
  (id) => `/payment/success?payment=${id}`,
  (id) => `/payment/cancel?payment=${id}`,
];

const wordsOf = (html: string) =>
  html
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

/**
 * Gold paid, upgraded to platinum, the gold payment reversed by the bank (docs/product.md#upgrades, docs/product.md#token-numbers):
 *
 * | reversal | payment of the upgrade | platinum number, in every place |
 * |---|---|---|
 * | reported, undecided | completed | valid |
 * | confirmed, difference not refunded yet | completed | void |
 * | confirmed, refund of the difference with the bank | completed | void |
 */
describe('the number of a revoked upgrade', () => {
  let test: TestApp;
  let seller: Client;
  let admin: Client;
  let gold: Link;
  let upgradeId: string;
  let number: string;
  let goldNumber: string;

  const data = async (client: Client, path: string) => {
    const { status, body, text } = await client.get(path);
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
    return body.data;
  };
  const page = async (path: string) => wordsOf((await test.client().get(path)).text);
  const exportedState = async () => {
    const { text } = await admin.get(`/api/payments/admin/export?search=${upgradeId}`);
    const [head = [], row = []] = parseCsv(text.replace(/^\ufeff/, '')) as unknown as string[][];
    return row[head.indexOf('Token state')];
  };
  const mailed = async (template: string) => {
    const rows = (await test
      .get(DataSource)
      .query('SELECT data FROM mail_outbox WHERE template = ? ORDER BY id DESC LIMIT 1', [template])) as {
      data: string;
    }[];
    return JSON.parse(rows[0]?.data ?? '{}') as { tokenNumber: string; tokenVoid: boolean };
  };

  /** Name of the place → whether it calls the platinum number void. */
  const places: Record<string, () => Promise<boolean>> = {
    'the seller’s list': async () => (await rowOf(seller, upgradeId)).tokenVoid,
    'the admin’s list': async () =>
      (await data(admin, `/api/payments/admin/all?search=${upgradeId}`)).payments[0].tokenVoid,
    'the transactions': async () =>
      (await data(seller, '/api/payments/transactions/all?limit=50')).transactions.find(
        ({ paymentId }: Link) => paymentId === upgradeId,
      ).tokenVoid,
    'the finder': async () => (await data(seller, `/api/find?search=${number}`)).payments[0].tokenVoid,
    'the desk': async () => (await data(seller, `/api/payments/${upgradeId}/desk`)).tokenVoid,
    'the check of the status': async () =>
      (await seller.post(`/api/payments/check-status/${upgradeId}`)).body.data.tokenVoid,
    'the details': async () => (await data(admin, `/api/payments/admin/${upgradeId}/details`)).payment.tokenVoid,
    'the details of the gold payment': async () =>
      (await data(admin, `/api/payments/admin/${gold.paymentId}/details`)).upgrades[0].tokenVoid,
    'the payment history': async () =>
      (await data(seller, `/api/payments/token/${number}/payment-history`)).history[1].tokenVoid,
    'the upgrade history': async () =>
      (await data(seller, `/api/payments/token/${goldNumber}/upgrade-history`)).upgradeHistory[0].toTokenVoid,
    'the export': async () => (await exportedState()) === 'void',
    'the customer’s API': async () => (await data(test.client(), `/api/payments/${upgradeId}`)).tokenVoid,
    'the receipt': async () => (await page(`/payment/${upgradeId}/receipt`)).includes(`${number} ${VOID}`),
    'the check of the receipt': async () => (await page(`/receipt/${upgradeId}`)).includes(`${number} ${VOID}`),
    'the PDF': async () => {
      const file = await fetch(`${test.url}/payment/${upgradeId}/receipt.pdf`);
      return pdfText(Buffer.from(await file.arrayBuffer()))
        .replaceAll(/\s+/g, ' ')
        .includes(`${number} ${VOID}`);
    },
    'the receipt by mail': async () => {
      expect((await test.client().post(`/api/payments/${upgradeId}/send-receipt`)).status).toBe(200);
      const copy = await mailed('receipt-copy');
      expect(copy.tokenNumber).toBe(number);
      return copy.tokenVoid;
    },
  };
  const shown = async () => {
    const entries: [string, boolean][] = [];
    for (const [name, isVoid] of Object.entries(places)) entries.push([name, await isVoid()]);
    return Object.fromEntries(entries);
  };
  const everywhere = (isVoid: boolean) => Object.fromEntries(Object.keys(places).map((name) => [name, isVoid]));

  beforeAll(async () => {
    test = await TestApp.start({ printsReceipts: true });
    [seller, admin] = [await test.as(SALES), await test.as(ADMIN)];
    await switchRefunds(test, true);
    gold = await sellAndPay(test, seller);
    upgradeId = await createUpgrade(seller, gold.paymentId);
    await payAt(test, upgradeId);
    [number, goldNumber] = [
      (await tokenOf(test, upgradeId))?.number ?? '',
      (await tokenOf(test, gold.paymentId))?.number ?? '',
    ];
  });
  afterAll(async () => {
    await expectInvariants(test);
    await test.close();
  });

  it('is valid everywhere while the reversal is undecided', async () => {
    await reverse(test, gold);
    expect(await shown()).toEqual(everywhere(false));
    expect(await exportedState()).toBe('valid');
  });

  it('is void everywhere once the reversal is confirmed, long before the difference is refunded', async () => {
    const { reviewId } = await oneReview(test, gold.paymentId);
    expect((await decide(admin, reviewId, 'confirm_reversal', { confirmedAmount: 51_000 })).status).toBe(200);
    expect(await rowOf(seller, upgradeId)).toMatchObject({ status: 'completed', tokenNumber: number });
    expect(await shown()).toEqual(everywhere(true));
    expect((await oneReview(test, upgradeId)).tokenVoid).toBe(true);
    expect(await page(`/receipt/${upgradeId}`)).toContain('The token number is void.');
    for (const path of [`/payment/${upgradeId}`, `/upgrade/${upgradeId}`, `/upgrade/${gold.paymentId}`]) {
      const words = await page(path);
      expect({ path, unmarked: words.split(number).length - words.split(`${number} ${VOID}`).length }).toEqual({
        path,
        unmarked: 0,
      });
    }
  });

  it('its customer reads that the token was issued and is void, and days that have not passed while nothing was sent', async () => {
    const told: string[] = [];
    for (const days of [0, 1, 12]) {
      test.clock.advance(days * DAY);
      const today = test.clock.now();
      const { returning } = await data(test.client(), `/api/payments/${upgradeId}`);
      const { from, to } = refundExpectedDays(today, new Set());
      expect(returning).toMatchObject({ state: 'preparing', revoked: true, expected: { from, to } });
      expect(from > istDayOf(today)).toBe(true);
      for (const path of RETURNING.map((make) => make(upgradeId))) {
        const english = await page(path);
        expect({ path, english }).toEqual({
          path,
          english: expect.stringContaining(`between ${istWeekday(from)} and ${istWeekday(to)};`),
        });
        expect(english).toContain('A platinum token was issued for it. Its number is void now');
        expect(english).not.toContain('no platinum token was issued');
        const hindi = await page(`${path}${path.includes('?') ? '&' : '?'}lang=hi`);
        expect(hindi).toContain('इस टोकन का नंबर अब अमान्य है');
        expect(hindi).toContain('बैंक ने यह वापसी अभी स्वीकार नहीं की है');
        expect(hindi).not.toContain('टोकन जारी नहीं हुआ');
      }
      told.push(from);
    }
    expect(new Set(told).size).toBe(told.length);
    [seller, admin] = [await test.staff(SALES), await test.staff(ADMIN)];
  });

  it('is void in the mail about the refund of the difference, and everywhere while that is with the bank', async () => {
    const { reviewId } = await oneReview(test, upgradeId);
    expect((await decide(admin, reviewId, 'refund_duplicate', { confirmedAmount: 49_000 })).status).toBe(200);
    await test.settle();
    expect(await mailed('refund-accepted')).toMatchObject({ tokenNumber: number, tokenVoid: true });
    expect(await shown()).toEqual(everywhere(true));
    expect(await page(`/receipt/${upgradeId}`)).toContain('The token number is void.');
    const expected = refundExpectedDays(test.clock.now(), new Set());
    test.clock.advance(2 * DAY);
    const { returning } = await data(test.client(), `/api/payments/${upgradeId}`);
    expect(returning).toMatchObject({ state: 'with-bank', revoked: true, expected });
    expect(await page(`/payment/${upgradeId}`)).toContain(
      `Expected in your account between ${istWeekday(expected.from)}`,
    );
  });

  it('of which a part was refunded before: its customer is promised the rest', async () => {
    [seller, admin] = [await test.staff(SALES), await test.staff(ADMIN)];
    const sold = await sellAndPay(test, seller);
    const id = await createUpgrade(seller, sold.paymentId);
    await payAt(test, id);
    expect((await refund(seller, id, 5_000)).status).toBe(200);
    await test.bank.control({ op: 'settle-refunds' });
    test.clock.advance(HOUR);
    await test.poll();
    await test.settle();
    admin = await test.staff(ADMIN);
    await reverse(test, sold);
    const { reviewId } = await oneReview(test, sold.paymentId);
    expect((await decide(admin, reviewId, 'confirm_reversal', { confirmedAmount: 51_000 })).status).toBe(200);
    const { returning } = await data(test.client(), `/api/payments/${id}`);
    expect(returning).toMatchObject({ state: 'preparing', revoked: true, amount: 49_000, amountLeft: 44_000 });
    for (const path of [...RETURNING.map((make) => make(id)), `/upgrade/${sold.paymentId}`]) {
      const english = await page(path);
      expect({ path, english }).toEqual({ path, english: expect.stringContaining(': ₹44,000 is being returned') });
      expect(english).toMatch(/The bank took +₹49,000/);
      expect(await page(`${path}${path.includes('?') ? '&' : '?'}lang=hi`)).toContain(': ₹44,000 उसी खाते में');
    }
  });
});
