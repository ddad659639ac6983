import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { secureHashV1 } from '../../src/domain/bank-hash/secure-hash.js';
import { InertiaRuntime } from '../../src/inertia/index.js';
import { UnchangedCheckBatcher } from '../../src/modules/payments/status-checks/unchanged-check-batcher.js';
import { AttemptsRepository, CallbacksService, StatusChecker } from '../../src/modules/payments/index.js';
import type { Client } from '../support/client.js';
import { HOUR, MINUTE } from '../support/fake-clock.js';
import { expectInvariants } from '../support/invariants.js';
import { sentBy } from '../support/query-cost.js';
import { refund, switchRefunds } from '../support/refunds.js';
import { comeBack, createLink, type Link, pressPay, verify } from '../support/sales.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';

/** What customers, the bank and the poll job ask for most: as cheap as it is meant to be, and never out of date. */
describe('the hot paths', () => {
  let test: TestApp;
  let customer: Client;

  beforeAll(async () => {
    test = await TestApp.start();
    customer = test.client();
    await switchRefunds(test, true);
  });
  afterEach(async () => {
    await test.settle();
    await expectInvariants(test);
  });
  afterAll(() => test.close());

  const page = async (paymentId: string, path = 'payment') => (await customer.get(`/${path}/${paymentId}`)).text;
  const kept = () => test.get(InertiaRuntime).kept;

  /** As it was kept or made, asked for twice, and as it is made anew. */
  const expectFresh = ({ paymentId }: Link) =>
    test.clock.hold(async () => {
      const shown = [await page(paymentId), await page(paymentId)];
      kept().clear();
      const fresh = await page(paymentId);
      for (const text of shown) expect(text).toBe(fresh);
    });

  const statements = async (work: () => Promise<unknown>): Promise<string[]> => {
    // What the steps before have left running, the seal of the audit chain above all, is no part of this work.
    await test.settle();
    const sent = await sentBy(test.get(DataSource), work);
    // The audit chain is sealed beside everything else, whenever it comes to it; a server marks each unit of work right before COMMIT.
    return sent.map(({ sql }) => sql).filter((sql) => !/audit_(?:log|anchor)|commit_markers/i.test(sql));
  };
  const isData = (sql: string) => /^\s*(SELECT|INSERT|UPDATE|DELETE)/i.test(sql);
  const data = async (work: () => Promise<unknown>) => (await statements(work)).filter(isData);

  const advice = (link: Link, paymentID: string) => {
    const fields = { invoiceNo: link.invoiceNo, merchantId: 'T_SANDBOX1', paymentID, responseCode: 'R1000' };
    const secureHash = secureHashV1(fields, test.settings.gateway.secretKey);
    return new URLSearchParams({ ...fields, secureHash }).toString();
  };

  it('the payment page costs one question to the database, kept or made', async () => {
    const link = await createLink(await test.as(SALES));
    await page(link.paymentId);
    kept().clear();
    expect(await data(() => page(link.paymentId))).toHaveLength(1);
    expect(kept().size).toBe(1);
    expect(await data(() => page(link.paymentId))).toHaveLength(1);
  });

  it('a kept page is sent in the form that the browser takes, with headers of its own', async () => {
    const link = await createLink(await test.as(SALES));
    await page(link.paymentId);
    const plain = await page(link.paymentId);
    const nonces = new Set<string>();
    for (const encoding of ['br', 'gzip', 'identity']) {
      const reply = await customer.get(`/payment/${link.paymentId}`, { headers: { 'accept-encoding': encoding } });
      expect(reply.text).toBe(plain);
      expect(reply.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
      expect(reply.headers.get('vary')).toMatch(/Accept-Encoding/i);
      expect(reply.headers.get('cache-control')).toBe('no-store');
      nonces.add(/'nonce-([^']+)'/.exec(reply.headers.get('content-security-policy') ?? '')?.[1] ?? '');
    }
    expect(nonces.size).toBe(3);
    expect(plain).not.toContain('nonce');
  });

  it('nothing of one visitor is kept for another', async () => {
    const link = await createLink(await test.as(SALES));
    await page(link.paymentId);
    kept().clear();
    const staff = await test.as(SALES);
    expect((await staff.get(`/payment/${link.paymentId}`)).text).toContain(SALES.email);
    await customer.get(`/payment/${link.paymentId}?problem=BANK_REFUSED`);
    expect(kept().size).toBe(0);
    expect(await page(link.paymentId)).not.toContain(SALES.email);
    expect((await staff.get(`/payment/${link.paymentId}`)).text).toContain(SALES.email);
  });

  it.each([1, 2, 3])('a kept page is the page as it would be made, whatever happens (%i)', async (seed) => {
    const [seller, admin] = [await test.as(SALES), await test.as(ADMIN)];
    const link = await createLink(seller);
    const next = randomFrom(seed);
    const id = link.paymentId;
    const press = async (outcome: string) => {
      const { body } = await customer.post(`/api/payments/${id}/initiate`);
      if (!body.data?.paymentUrl) return;
      const fields = await test.bank.press(body.data.paymentUrl as string, outcome);
      if (fields) await verify(customer, await comeBack(customer, fields));
    };
    const deeds: [string, () => Promise<unknown>][] = [
      ['sent to the bank', () => customer.post(`/api/payments/${id}/initiate`)],
      ['declined', () => press('decline')],
      ['paid', () => press(next() < 0.4 ? 'pay-nb' : 'decline')],
      ['asked', () => test.poll()],
      ['just before the hold ends', async () => test.clock.advance(15 * MINUTE - 1500)],
      ['the hold ends', async () => test.clock.advance(1500)],
      ['most of the link is over', async () => test.clock.advance(72 * HOUR - 2000)],
      ['the link is over', async () => test.clock.advance(2000)],
      ['cancelled', async () => (await test.as(SALES)).post(`/api/payments/${id}/cancel-link`)],
      ['reissued', async () => (await test.as(SALES)).post(`/api/payments/${id}/reissue-link`)],
      ['refunded in part', () => refund(admin, id, 1000)],
    ];
    await expectFresh(link);
    for (let step = 0; step < 14; step += 1) {
      await deeds[Math.floor(next() * deeds.length)]![1]();
      await test.settle();
      await expectFresh(link);
    }
  });

  it('a paid and partly refunded payment: the acceptance at the bank, the receipt and the erased name are news as well', async () => {
    const admin = await test.as(ADMIN);
    const link = await createLink(await test.as(SALES), 'gold');
    await verify(
      customer,
      await comeBack(customer, await test.bank.press(await pressPay(customer, link.paymentId), 'pay-nb')),
    );
    await expectFresh(link);
    expect((await refund(admin, link.paymentId, 500)).status).toBeLessThan(300);
    await expectFresh(link);
    await page(link.paymentId);
    await test
      .get(DataSource)
      .query('UPDATE customers SET name = ? WHERE id = (SELECT customer_id FROM payments WHERE public_id = ?)', [
        'Erased Person',
        link.paymentId,
      ]);
    expect(await page(link.paymentId)).toContain('Erased');
    await expectFresh(link);
  });

  it('messages that arrive together share one unit of work: two questions, one insert, one update', async () => {
    const seller = await test.as(SALES);
    const links = await Promise.all(Array.from({ length: 6 }, () => createLink(seller)));
    const notices = test.get(CallbacksService);
    const receive = (link: Link, at: number) =>
      notices.receive({
        channel: 'advice',
        rawBody: advice(link, `P${at}`),
        contentType: 'application/x-www-form-urlencoded',
      });
    const sent = await statements(async () => {
      const stored = await Promise.all([...links.map(receive), receive(links[0]!, 0)]);
      expect(new Set(stored.map(({ publicId }) => publicId)).size).toBe(6);
    });
    expect(sent.filter(isData)).toHaveLength(4);
    expect(sent.filter((sql) => /^COMMIT/i.test(sql))).toHaveLength(1);
    const again = await notices.receive({
      channel: 'advice',
      rawBody: advice(links[0]!, 'P0'),
      contentType: 'application/x-www-form-urlencoded',
    });
    const [row] = await test
      .get(DataSource)
      .query('SELECT deliveries FROM gateway_notices WHERE public_id = ?', [again.publicId]);
    expect(Number(row.deliveries)).toBe(3);
  });

  it('whoever waits for a check is woken by its end, however long the bank takes', async () => {
    const link = await createLink(await test.as(SALES));
    await test.bank.press(await pressPay(customer, link.paymentId), 'pay-close-tab');
    const [attempt] = await test
      .get(DataSource)
      .query('SELECT id FROM payment_attempts WHERE invoice_no = ?', [link.invoiceNo]);
    await test.bank.fault('status', 'hang', { ms: 800, times: 1, invoiceNo: link.invoiceNo });
    const since = test.clock.now();
    const check = () => test.get(StatusChecker).checkAttempt(Number(attempt.id), 'return', since);
    const sent = await data(async () => {
      // The answer stays young, however long this takes.
      const outcomes = await test.clock.hold(() => Promise.all([check(), check(), check(), check()]));
      expect(outcomes.sort()).toEqual(['skipped', 'skipped', 'skipped', 'unknown']);
    });
    const looks = sent.filter((sql) => /^\s*SELECT\b.*\bFROM \W?payment_attempts\b/is.test(sql));
    // What was leased is read, three look at what it has left, and the answer is written down.
    expect(looks.length).toBeGreaterThanOrEqual(3);
    expect(looks.length).toBeLessThanOrEqual(8);
    test.clock.advance(HOUR);
    await test.poll();
  });

  it('checks that change nothing are written down together', async () => {
    test.clock.advance(HOUR);
    await test.poll();
    const seller = await test.as(SALES);
    const links = await Promise.all(Array.from({ length: 8 }, () => createLink(seller)));
    for (const { paymentId } of links) await pressPay(customer, paymentId);
    test.clock.advance(MINUTE);
    const due = await test.get(AttemptsRepository).leaseDue(100, 'one-of-them', MINUTE);
    const ours = due.filter(({ invoiceNo }) => links.some((link) => link.invoiceNo === invoiceNo));
    const askedAt = test.clock.now();
    const batcher = test.get(UnchangedCheckBatcher);
    const write = (attempt: (typeof ours)[number]) =>
      batcher.write({ attempt, askedAt, answer: { kind: 'not-found', code: '' } });
    const sent = await data(async () => expect(await Promise.all(ours.map(write))).toEqual(Array(8).fill(true)));
    expect(sent.filter((sql) => sql.includes('payment_attempts'))).toHaveLength(2);
    const [row] = await test.get(DataSource).query(
      `SELECT COUNT(*) AS n FROM payment_attempts WHERE invoice_no IN (${links.map(() => '?').join()})
        AND check_count = 1 AND last_answer = 'not-found' AND lease_owner IS NULL`,
      links.map(({ invoiceNo }) => invoiceNo),
    );
    expect(Number(row.n)).toBe(8);
  });
});

/** The same numbers for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 1 | state) + 0x6d2b79f5) | 0;
    return ((state ^ (state >>> 14)) >>> 0) / 4_294_967_296;
  };
}
