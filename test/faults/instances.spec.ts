import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { InstanceRegistry } from '../../src/database/instance-registry.js';
import { RefundRequestService } from '../../src/modules/refunds/refund-request.service.js';
import { RefundSender } from '../../src/modules/refunds/refund-sender.service.js';
import { Client } from '../support/client.js';
import { isOnServer } from '../support/engine.js';
import { HOUR, MINUTE, SECOND } from '../support/fake-clock.js';
import { expectInvariants, expectLawsHold, expectOneReceiptEach, expectSameBooks } from '../support/invariants.js';
import { MailCatcher } from '../support/mail-catcher.js';
import { eventually, type ProductProcess, ProductSite } from '../support/product-process.js';
import { refundsAtBank, sellAndPay, switchRefunds } from '../support/refunds.js';
import { comeBack, createLink, type Link, linkBody, pressPay, statusOf, verify } from '../support/sales.js';
import { freePort } from '../support/free-port.mjs';
import { ADMIN, OTHER_SALES, SALES, TestApp } from '../support/test-app.js';

// The two engines promise different things here: a server is shared, a file is not.
if (isOnServer()) {
  describe('two instances on one database', () => {
    shared();
  });
  describe('two processes on one database, each with its own poll job', () => {
    processes();
  });
} else
  describe('two processes on one SQLite file', () => {
    embedded();
  });

function shared(): void {
  const catcher = new MailCatcher();
  let one: TestApp;
  let two: TestApp;
  let seller: Client;
  let customer: Client;

  beforeAll(async () => {
    await catcher.open();
    const env = {
      // As behind one load balancer: sessions of one instance hold on the other.
      APP_URL: 'http://tokendesk.example.test',
      SMTP_URL: catcher.url,
      // Small bites, so that both get some.
      POLL_CONCURRENCY: '4',
      JWT_SECRET: 'the-same-for-both-instances-0123456789',
      ENCRYPTION_KEY: 'the-same-for-both-instances-9876543210',
    };
    one = await TestApp.start({ env });
    two = await TestApp.start({ env, database: { url: one.databaseUrl }, bank: one.bank });
    customer = one.client();
  });
  // A clock that has been moved on has ended earlier sessions.
  beforeEach(async () => {
    seller = await one.as(SALES);
    catcher.mails.length = 0;
  });
  afterEach(async () => {
    await one.bank.clearFaults();
    await two.settle();
    await expectInvariants(one);
  });
  afterAll(async () => {
    await two.close();
    await one.close();
    await catcher.close();
  });

  const advance = (ms: number) => [one, two].forEach(({ clock }) => clock.advance(ms));
  const settle = () => Promise.all([one.settle(), two.settle()]);
  const query = async (sql: string, parameters: unknown[] = []) =>
    (await one.get(DataSource).query(sql, parameters)) as Record<string, number>[];
  const count = async (sql: string, parameters: unknown[] = []) =>
    Number((await query(`SELECT COUNT(*) AS n FROM ${sql}`, parameters))[0]?.n);
  const questions = ({ invoiceNo }: Link) =>
    count("gateway_calls WHERE kind = 'status' AND reference = ?", [invoiceNo]);
  /** Links whose customer is at the bank, about which the bank has not been asked yet. */
  const atBank = async (howMany: number) => {
    const links = await Promise.all(Array.from({ length: howMany }, () => createLink(seller, 'silver')));
    return Promise.all(links.map(async (link) => ({ ...link, page: await pressPay(customer, link.paymentId) })));
  };

  it('share what is due: each row is asked about once an interval', async () => {
    const links = await atBank(40);
    advance(MINUTE);
    const asked = await Promise.all([one.poll(), two.poll()]);
    // How they share it is up to chance; that nothing is left and nothing is done twice is not.
    expect(asked.reduce((sum, { checked }) => sum + checked, 0)).toBe(links.length);
    expect(await Promise.all(links.map(questions))).toEqual(links.map(() => 1));
    await Promise.all([one.poll(), two.poll()]);
    expect(await Promise.all(links.map(questions))).toEqual(links.map(() => 1));
    advance(MINUTE);
    await Promise.all([two.poll(), one.poll()]);
    expect(await Promise.all(links.map(questions))).toEqual(links.map(() => 2));
  });

  it("leave a row to the one that holds it, and take it over once the holder's lease has run out", async () => {
    const [link] = await atBank(1);
    if (!link) throw new Error('no link');
    advance(MINUTE);
    const leaseUntil = new Date(one.clock.now().getTime() + 30 * SECOND);
    await query('UPDATE payment_attempts SET lease_owner = ?, lease_until = ? WHERE invoice_no = ?', [
      'the dead one',
      leaseUntil,
      link.invoiceNo,
    ]);
    await Promise.all([one.poll(), two.poll()]);
    expect(await questions(link)).toBe(0);
    advance(31 * SECOND);
    await Promise.all([one.poll(), two.poll()]);
    expect(await questions(link)).toBe(1);
    const open = 'payment_attempts WHERE invoice_no = ? AND lease_owner IS NULL AND lease_until IS NULL';
    expect(await count(open, [link.invoiceNo])).toBe(1);
  });

  it('one that was taken for dead orders nothing under its old leases; the other does', async () => {
    await switchRefunds(one, true);
    const { paymentId } = await sellAndPay(one, seller, 'silver');
    const [row] = await query('SELECT id FROM payments WHERE public_id = ?', [paymentId]);
    const order = {
      paymentId: Number(row?.id),
      duplicateChargeId: null,
      amount: 5000,
      reason: 'Test',
      requestName: null,
      origin: 'order' as const,
    };
    const sender = one.get(RefundSender);
    const { refund } = await one.get(RefundRequestService).order({ ...order, requestedBy: 1 }, sender.leaseMs);
    await query('DELETE FROM instances WHERE id = ?', [await one.get(InstanceRegistry).current()]);
    // As after a pause: its last heartbeat is too old to go on without asking.
    advance(4 * SECOND);
    expect((await sender.sendNew(refund, 'staff')).status).toBe('requested');
    expect(await refundsAtBank(one, paymentId)).toEqual([]);
    expect(await one.get(InstanceRegistry).current()).not.toBe(refund.leaseInstance);
    await two.poll();
    expect(await refundsAtBank(one, paymentId)).toHaveLength(1);
    await Promise.all([one.poll(), two.poll()]);
    expect(await refundsAtBank(one, paymentId)).toHaveLength(1);
  });

  it('return, advice, verification, staff check and poll on both at once: one transition, one token, one mail', async () => {
    const other = two.client();
    const colleague = await two.as(SALES);
    for (let round = 0; round < 3; round += 1) {
      const [link] = await atBank(1);
      if (!link) throw new Error('no link');
      const fields = await one.bank.press(link.page, 'pay-nb');
      const event = await comeBack(customer, fields);
      advance(MINUTE);
      const answers = await Promise.all([
        ...[customer, other].flatMap((each) => [
          each.postForm('/payment/verify', fields ?? {}),
          each.postForm('/api/gateway/callback', fields ?? {}),
          each.postForm('/api/gateway/callback', fields ?? {}),
          verify(each, event),
        ]),
        seller.post(`/api/payments/check-status/${link.paymentId}`),
        colleague.post(`/api/payments/check-status/${link.paymentId}`),
        one.poll().then(() => ({ status: 200, text: '' })),
        two.poll().then(() => ({ status: 200, text: '' })),
      ]);
      expect(answers.filter(({ status }) => status >= 500).map(({ text }) => text)).toEqual([]);
      await settle();
      expect(await statusOf(other, link.paymentId)).toBe('completed');
      const of = 'x JOIN payments p ON p.id = x.payment_id WHERE p.public_id = ?';
      expect(await count(`payment_events ${of} AND x.type = 'status.completed'`, [link.paymentId])).toBe(1);
      expect(await count(`tokens ${of}`, [link.paymentId])).toBe(1);
      expect(catcher.about(`/payment/${link.paymentId}`)).toHaveLength(1);
    }
    await expectOneReceiptEach(one.get(DataSource));
  });

  it('number the tokens together, without gap or repetition', async () => {
    const links = await atBank(20);
    for (const { page } of links) await one.bank.press(page, 'pay-close-tab');
    advance(HOUR);
    await Promise.all([one.poll(), two.poll()]);
    await settle();
    const rows = await query("SELECT MAX(sequence) AS top, COUNT(*) AS n FROM tokens WHERE token_type = 'silver'");
    expect(Number(rows[0]?.top)).toBe(Number(rows[0]?.n));
    expect(await Promise.all(links.map(({ paymentId }) => statusOf(customer, paymentId)))).toEqual(
      links.map(() => 'completed'),
    );
    await expectOneReceiptEach(one.get(DataSource));
    expect(new Set(catcher.mails.map(({ messageId }) => messageId)).size).toBe(catcher.mails.length);
  });

  it('one Idempotency-Key makes one link, whichever instance it reaches', async () => {
    const colleague = await two.as(SALES);
    const before = await count('payments');
    const body = linkBody('gold');
    const key = { 'idempotency-key': 'both' };
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) => (at % 2 ? seller : colleague).post('/api/payments/create-link', body, key)),
    );
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    expect((await colleague.post('/api/payments/create-link', body, key)).status).toBe(201);
    expect((await count('payments')) - before).toBe(1);
  });
}

function processes(): void {
  let site: ProductSite;
  let second: ProductProcess;
  let there: string;

  beforeAll(async () => {
    site = await ProductSite.make({ POLL_CONCURRENCY: '4' });
    await site.start();
    const port = await freePort();
    there = `http://127.0.0.1:${port}`;
    second = site.spawn({ PORT: `${port}` });
    await second.untilReady();
  });
  afterAll(async () => {
    await second.kill();
    await site.close();
  });

  const me = async ({ token }: Client) =>
    Promise.all([site.url, there].map(async (url) => (await as(url, token).get('/api/auth/me')).status));
  const as = (url: string, token: string | null) => Object.assign(new Client(url), { token });
  const idOf = async (email: string) => {
    const [row] = (await site.dataSource.query('SELECT id FROM users WHERE email_key = ?', [email])) as {
      id: number;
    }[];
    return Number(row?.id);
  };

  it('a session is good on both, and ends on both at once, whichever ended it', async () => {
    const admin = await new Client(there).signIn(ADMIN.email, ADMIN.password);
    const signIn = (url = site.url) => new Client(url).signIn(OTHER_SALES.email, OTHER_SALES.password);
    const [here, other, third] = [await signIn(), await signIn(there), await signIn()];
    for (const each of [here, other, third]) expect(await me(each)).toEqual([200, 200]);
    expect((await as(there, here.token).post('/api/logout')).status).toBe(200);
    expect(await me(here)).toEqual([401, 401]);
    expect(await me(other)).toEqual([200, 200]);
    const id = await idOf(OTHER_SALES.email);
    expect((await admin.post(`/api/admin/staff/${id}/end-sessions`)).status).toBe(200);
    for (const each of [other, third]) expect(await me(each)).toEqual([401, 401]);
    const last = await signIn();
    expect((await admin.post(`/api/admin/staff/${id}/disable`)).status).toBe(200);
    expect(await me(last)).toEqual([401, 401]);
    expect((await new Client(site.url).post('/api/login', OTHER_SALES)).status).toBe(401);
    expect((await as(site.url, admin.token).post(`/api/admin/staff/${id}/enable`)).status).toBe(200);
    expect(await me(await signIn(there))).toEqual([200, 200]);
  });

  it('what both poll is asked about once and completed once, and both show the same figures', async () => {
    const here = await site.client().signIn(SALES.email, SALES.password);
    const sellers = [here, as(there, here.token)];
    const links = await Promise.all(Array.from({ length: 30 }, (_, at) => createLink(sellers[at % 2]!, 'silver')));
    for (const [at, { paymentId }] of links.entries()) {
      const customer = new Client(at % 2 ? there : site.url);
      await site.bank.press(await pressPay(customer, paymentId), 'pay-close-tab');
      // However long the others take, the ordinary schedule asks about none of them meanwhile.
      const later = new Date(Date.now() + 30 * MINUTE).toISOString().replace('T', ' ').replace('Z', '');
      await site.dataSource.query('UPDATE payment_attempts SET next_check_at = ? WHERE next_check_at IS NOT NULL', [
        later,
      ]);
    }
    await site.letTimePass();
    const done = "payments WHERE status = 'completed'";
    await eventually('all are completed', async () => (await site.count(done)) >= links.length);
    for (const { paymentId, invoiceNo } of links) {
      expect(await site.count("gateway_calls WHERE kind = 'status' AND reference = ?", [invoiceNo])).toBe(1);
      const events = "payment_events e JOIN payments p ON p.id = e.payment_id WHERE e.type = 'status.completed'";
      expect(await site.count(`${events} AND p.public_id = ?`, [paymentId])).toBe(1);
    }
    const leased = 'payment_attempts WHERE lease_owner IS NOT NULL';
    await eventually('no lease is left', async () => (await site.count(leased)) === 0);
    await expectLawsHold(site.dataSource);
    await expectSameBooks(site.dataSource, site.bank);
    const figures = async (client: Client) => (await client.get('/api/sales-manager/dashboard')).body.data;
    const [one, two] = [await figures(sellers[0]!), await figures(sellers[1]!)];
    expect(one).toEqual(two);
    expect(one.tokenCounts.silver).toBeGreaterThanOrEqual(links.length);
  });
}

function embedded(): void {
  let site: ProductSite;
  let paymentId: string;

  beforeAll(async () => {
    site = await ProductSite.make();
    await site.start();
  });
  afterAll(() => site.close());

  it('the second refuses to start and says why; the first goes on', async () => {
    const second = site.spawn({ PORT: '0' });
    expect(await second.untilEnded()).toBe(1);
    expect(second.log).toContain('TokenDesk cannot start.');
    expect(second.log).toContain(`is in use by another TokenDesk process (pid ${site.running.pid})`);
    expect(second.log).not.toMatch(/\n\s+at /);
    const seller = await site.client().signIn(SALES.email, SALES.password);
    ({ paymentId } = await createLink(seller, 'gold'));
  });

  it('after kill -9 a new one starts, though the dead one has left its lock', async () => {
    await site.kill();
    expect(existsSync(site.lockFile)).toBe(true);
    await site.start();
    expect(await statusOf(site.client(), paymentId)).toBe('pending');
  });

  it('of several that start at once on what a dead one left, one serves', async () => {
    await site.kill();
    const all = Array.from({ length: 4 }, () => site.spawn({ PORT: '0' }));
    const codes: (number | null)[] = [];
    const ends = all.map(async (each) => codes.push(await each.untilEnded()));
    await eventually('all but one have refused', () => codes.length >= all.length - 1);
    await pause(500);
    expect(codes).toEqual([1, 1, 1]);
    await Promise.all(all.map((each) => each.kill()));
    await Promise.all(ends);
    await site.start();
  });

  it('a bank that answers at the address of the sandbox is the bank; a sandbox that was asked for needs its port', async () => {
    const SANDBOX_PORT = new URL(site.bank.url).port;
    await site.running.stop();
    await site.start({ SANDBOX_PORT, SANDBOX_GATEWAY: '' });
    expect(site.running.log).toContain(`Another process answers at ${site.bank.url}`);
    const seller = await site.client().signIn(SALES.email, SALES.password);
    expect((await createLink(seller, 'silver')).paymentId).toBeTruthy();
    await site.running.stop();
    const asked = site.spawn({ SANDBOX_PORT, SANDBOX_GATEWAY: 'true' });
    expect(await asked.untilEnded()).toBe(1);
    expect(asked.log).toContain('TokenDesk cannot start. listen EADDRINUSE');
  });
}
