import { createServer, type Server } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SILENT_AFTER_MS } from '../../src/runtime/silence-detector.js';
import { Client, type Reply } from '../support/client.js';
import { isOnServer } from '../support/engine.js';
import { expectLawsHold, expectSameBooks } from '../support/invariants.js';
import { eventually, type ProductProcess, ProductSite } from '../support/product-process.js';
import { comeBack, createLink, linkBody, pressPay, verify } from '../support/sales.js';
import { freePort } from '../support/free-port.mjs';
import { ADMIN, SALES } from '../support/test-app.js';
import { GOLD_TO_PLATINUM } from '../support/upgrades.js';

/** How soon after a start the dead are noticed. Their leases alone would run for 40 to 120 s. */
const NOTICED_MS = 30_000;
/** A process that stands still is given up within it: its silence, two heartbeats and the look of the other. */
const LONGER_THAN_SILENCE_MS = SILENT_AFTER_MS + 3000;
const HANG = { ms: 60_000 };
const PRESSING = "idempotency_keys WHERE operation = 'initiate' AND state = 'running'";
const REQUESTED = "refunds r JOIN payments p ON p.id = r.payment_id WHERE p.public_id = ? AND r.status = 'requested'";
const BEFORE_AND_AFTER = [
  ['before the bank has it', {}],
  ['after the bank has it', { commit: true }],
] as const;

let site: ProductSite;
let seller: Client;
let mailServer: { server: Server; port: number };
let keys = 0;

beforeAll(async () => {
  // As long as in production: a lease that had to run out would be seen.
  site = await ProductSite.make({ GATEWAY_TIMEOUT_MS: '30000' });
  mailServer = await deafServer();
  await site.start({ SMTP_URL: `smtp://127.0.0.1:${mailServer.port}` });
  seller = await site.client().signIn(SALES.email, SALES.password);
  const admin = await site.client().signIn(ADMIN.email, ADMIN.password);
  const { body } = await admin.get('/api/auth/getPermissionStatus');
  if (!body.isEnabled) await admin.call('PUT', `/api/auth/togglePermission/${body._id}`);
});
beforeEach(() => site.bank.clearFaults());
afterEach(async () => {
  await site.bank.clearFaults();
  await expectLawsHold(site.dataSource);
  await expectSameBooks(site.dataSource, site.bank);
});
afterAll(async () => {
  await site.close();
  mailServer.server.close();
});

const newKey = () => ({ 'idempotency-key': `dead-${(keys += 1)}` });
const crash = async () => {
  await site.kill();
  await site.bank.clearFaults();
  await site.start();
};
/** Repeats a request that is told to wait. @returns its first real answer @throws when that does not come in time */
const answered = async (call: () => Promise<Reply>) => {
  const started = Date.now();
  for (;;) {
    const reply = await call();
    if (reply.status !== 409 && reply.status !== 503) {
      expect(Date.now() - started).toBeLessThan(NOTICED_MS);
      return reply;
    }
    if (Date.now() - started > NOTICED_MS) throw new Error(`still ${reply.status} ${reply.text}`);
    // The pay button takes 20 presses a minute, and as long as this may last: one more is told to wait as well, but longer.
    await pause(1_600);
  }
};
/** Those that somebody can be sent to: one whose page never came, and that STATUS does not know, is given up for another. */
const invoicesOf = async (paymentId: string) => {
  const rows = (await site.dataSource.query(
    "SELECT a.invoice_no AS no FROM payment_attempts a JOIN payments p ON p.id = a.payment_id WHERE p.public_id = ? AND a.status <> 'abandoned'",
    [paymentId],
  )) as { no: string }[];
  const { invoices } = (await site.bank.list()) as { invoices: { invoiceNo: string }[] };
  return invoices.filter(({ invoiceNo }) => rows.some(({ no }) => no === invoiceNo)).length;
};
const refundsOf = async (paymentId: string) => {
  const rows = (await site.dataSource.query(
    'SELECT r.bank_reference AS reference FROM refunds r JOIN payments p ON p.id = r.payment_id WHERE p.public_id = ?',
    [paymentId],
  )) as { reference: string }[];
  const { refunds } = (await site.bank.list()) as { refunds: { refundRef: string }[] };
  expect(rows).toHaveLength(1);
  return refunds.filter(({ refundRef }) => rows.some(({ reference }) => reference === refundRef)).length;
};
const bankHas = async (what: 'invoices' | 'refunds') => ((await site.bank.list())[what] as unknown[]).length;
const pay = async (paymentId: string, customer = site.client()) => {
  const fields = await site.bank.press(await pressPay(customer, paymentId), 'pay-nb');
  const { body } = await verify(customer, await comeBack(customer, fields));
  expect(body.data.state).toBe('completed');
};
const sold = async (tier: 'gold' | 'silver' = 'gold') => {
  const link = await createLink(seller, tier);
  await pay(link.paymentId);
  return link.paymentId;
};
const orderRefund = (paymentId: string, key: Record<string, string>, client = seller) =>
  client.post(`/api/sales-manager/payments/${paymentId}/refund`, { refundAmount: 100, refundReason: 'Moved' }, key);

describe('the process dies while', () => {
  // The first life of the site has a mail server that never answers.
  it('a payment is being verified, a mail sent and a day reconciled: each is finished once by the next process', async () => {
    const admin = await site.client().signIn(ADMIN.email, ADMIN.password);
    const { paymentId, invoiceNo } = await createLink(seller, 'silver');
    const customer = site.client();
    const fields = await site.bank.press(await pressPay(customer, paymentId), 'pay-upi');
    await sold('silver');
    const mailed = "mail_outbox WHERE status = 'queued' AND lease_owner IS NOT NULL";
    await eventually('the mail is leased', async () => (await site.count(mailed)) > 0);
    await site.bank.fault('status', 'hang', { ...HANG, times: 0 });
    const event = await comeBack(customer, fields);
    const day = new Date(Date.now() - 24 * 3_600_000).toISOString().slice(0, 10);
    const run = () => admin.post('/api/settlements/runs', { day });
    await site.bank.fault('settlement-list', 'hang', HANG);
    const first = [verify(customer, event), run()].map((call) => call.catch(() => null));
    const leased = 'payment_attempts WHERE invoice_no = ? AND lease_owner IS NOT NULL';
    await eventually('the attempt is leased', async () => (await site.count(leased, [invoiceNo])) === 1);
    await eventually(
      'the run is open',
      async () => (await site.count("settlement_runs WHERE status = 'running'")) === 1,
    );
    await crash();
    await Promise.all(first);

    const done = "payments WHERE public_id = ? AND status = 'completed'";
    await eventually('completed', async () => (await site.count(done, [paymentId])) === 1);
    const events = 'payment_events e JOIN payments p ON p.id = e.payment_id';
    expect(await site.count(`${events} WHERE p.public_id = ? AND e.type = 'status.completed'`, [paymentId])).toBe(1);
    await eventually('sent', async () => (await site.count("mail_outbox WHERE status = 'queued'")) === 0);
    expect((await answered(run)).status).toBeLessThan(300);
    expect(await site.count("settlement_runs WHERE status = 'running'")).toBe(0);
    expect(await site.count("settlement_runs WHERE problem = 'The run was cut off.'")).toBe(1);
  });

  it.each(BEFORE_AND_AFTER)(
    'a link, a press of pay, an upgrade and a refund are asked for, %s: each request goes on, each is made once',
    async (_, more) => {
      await site.bank.fault('create', 'reset-before');
      const pressed = (await createLink(seller, 'silver')).paymentId;
      const [gold, refunded] = [await sold(), await sold('silver')];
      const before = { payments: await site.count('payments'), upgrades: await site.count('upgrades') };
      const bank = { invoices: await bankHas('invoices'), refunds: await bankHas('refunds') };
      for (const on of ['create', 'refund']) await site.bank.fault(on, 'hang', { ...HANG, ...more, times: 0 });
      const [body, keys] = [linkBody('gold'), Array.from({ length: 4 }, newKey)];
      const orders = {
        link: () => seller.post('/api/payments/create-link', body, keys[0]),
        press: () => site.client().post(`/api/payments/${pressed}/initiate`, {}, keys[1]),
        upgrade: () => seller.post(`/api/payments/${gold}/create-upgrade-link`, GOLD_TO_PLATINUM, keys[2]),
        refund: () => orderRefund(refunded, keys[3]!),
      };
      const first = Object.values(orders).map((order) => order().catch(() => null));
      // The link and the upgrade have a payment each.
      await eventually('written down', async () => (await site.count('payments')) === before.payments + 2);
      await eventually('pressed', async () => (await site.count(PRESSING)) > 0);
      await eventually('requested', async () => (await site.count(REQUESTED, [refunded])) === 1);
      if ('commit' in more) {
        await eventually('invoiced at the bank', async () => (await bankHas('invoices')) === bank.invoices + 3);
        await eventually('refunded at the bank', async () => (await bankHas('refunds')) === bank.refunds + 1);
      } else await pause(300);
      await crash();
      await Promise.all(first);

      const [link, press, upgrade, refundReply] = await Promise.all(
        Object.values(orders).map((order) => answered(order)),
      );
      expect([link!.status, press!.status, upgrade!.status]).toEqual([201, 200, 201]);
      expect([200, 202]).toContain(refundReply!.status);
      const { paymentId } = link!.body.data;
      const upgradeId = upgrade!.body.data.upgradePaymentId as string;
      for (const id of [paymentId, upgradeId])
        expect((await answered(() => site.client().post(`/api/payments/${id}/initiate`))).status).toBe(200);
      expect(await site.count('payments')).toBe(before.payments + 2);
      expect(await site.count('upgrades')).toBe(before.upgrades + 1);
      for (const id of [paymentId, pressed, upgradeId]) expect(await invoicesOf(id)).toBe(1);
      expect((await orders.link()).body.data.paymentId).toBe(paymentId);
      await pay(paymentId);
      await pay(pressed);
      const state = async () => (await seller.get(`/api/payments/${refunded}/refunds`)).body.data.refunds[0];
      await eventually('followed', async () => (await state()).status === 'processing');
      expect(await refundsOf(refunded)).toBe(1);
      expect((await orders.refund()).body.data.refundId).toBe(refundReply!.body.data.refundId);
      expect((await state()).refundId).toBe(refundReply!.body.data.refundId);
    },
  );
});

if (isOnServer())
  describe('with a second process on the same database', () => {
    let second: ProductProcess;
    let there: string;
    let elsewhere: Client;

    beforeAll(async () => {
      const port = await freePort();
      there = `http://127.0.0.1:${port}`;
      second = site.spawn({ PORT: `${port}` });
      await second.untilReady();
      elsewhere = Object.assign(new Client(there), { token: seller.token });
    });
    afterAll(() => second.kill());

    const refundUnderWay = async (more: object) => {
      const paymentId = await sold('silver');
      const before = await bankHas('refunds');
      await site.bank.fault('refund', 'hang', { ...HANG, ...more });
      const key = newKey();
      const first = orderRefund(paymentId, key).catch(() => null);
      await eventually('written down', async () => (await site.count(REQUESTED, [paymentId])) === 1);
      if ('commit' in more) await eventually('at the bank', async () => (await bankHas('refunds')) > before);
      else await pause(300);
      return { paymentId, key, first };
    };

    it('it takes over the refunds of the one that died, before and after the bank has them', async () => {
      const orders = [await refundUnderWay({}), await refundUnderWay({ commit: true })];
      await site.kill();
      await site.bank.clearFaults();
      await Promise.all(
        orders.map(async ({ paymentId, key, first }) => {
          await first;
          const refundReply = await answered(() => orderRefund(paymentId, key, elsewhere));
          expect([200, 202]).toContain(refundReply!.status);
          const processing =
            "refunds r JOIN payments p ON p.id = r.payment_id WHERE p.public_id = ? AND r.status = 'processing'";
          await eventually('followed', async () => (await site.count(processing, [paymentId])) === 1);
          expect(await refundsOf(paymentId)).toBe(1);
        }),
      );
      await site.start();
    });

    it('it leaves alone what a living one works on, however long the bank takes', async () => {
      const { paymentId, key, first } = await refundUnderWay({
        // The last question is asked, and answered, before the bank's answer on a busy machine too.
        ms: LONGER_THAN_SILENCE_MS + 8000,
        commit: true,
      });
      for (const started = Date.now(); Date.now() - started < LONGER_THAN_SILENCE_MS; await pause(1000))
        expect((await orderRefund(paymentId, key, elsewhere)).status).toBe(409);
      expect([200, 202]).toContain((await first)?.status);
      expect(await refundsOf(paymentId)).toBe(1);
      expect([200, 202]).toContain((await orderRefund(paymentId, key, elsewhere)).status);
    });

    it('it takes over from one that stands still, and that one changes nothing when it goes on', async () => {
      const { paymentId, key, first } = await refundUnderWay({ ms: 3000, commit: true });
      process.kill(site.running.pid, 'SIGSTOP');
      try {
        const refundReply = await answered(() => orderRefund(paymentId, key, elsewhere));
        expect([200, 202]).toContain(refundReply!.status);
      } finally {
        process.kill(site.running.pid, 'SIGCONT');
      }
      await first;
      expect((await site.client().get('/readyz')).status).toBe(200);
      expect(await refundsOf(paymentId)).toBe(1);
      const moved = () =>
        site.count(
          "payment_events e JOIN payments p ON p.id = e.payment_id WHERE p.public_id = ? AND e.type = 'refund.processing'",
          [paymentId],
        );
      await eventually('followed', async () => (await moved()) > 0);
      // It is an instance again, under a new name, and works on.
      await eventually('both are registered', async () => (await site.count('instances')) === 2);
      await sold('silver');
      expect(await moved()).toBe(1);
      expect(await refundsOf(paymentId)).toBe(1);
    });
  });

/** Takes connections and never says a word. */
async function deafServer(): Promise<{ server: Server; port: number }> {
  const server = createServer((socket) => socket.on('error', () => undefined));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as { port: number }).port };
}
