import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AdminPaymentDetails, SaleTimeline } from '../../src/contracts/admin-details.js';
import { SERVER_MESSAGES } from '../../src/contracts/messages-server.js';
import type { Client } from '../support/client.js';
import { MINUTE } from '../support/fake-clock.js';
import { expectInvariants } from '../support/invariants.js';
import { comeBack, createLink, type Link, pressPay } from '../support/sales.js';
import { payAsCustomer, refund, sellAndPay, switchRefunds } from '../support/refunds.js';
import { ADMIN, OTHER_SALES, SALES, TestApp } from '../support/test-app.js';
import { createUpgrade } from '../support/upgrades.js';

describe('the details of a payment', () => {
  let test: TestApp;
  let admin: Client;
  let seller: Client;
  let paid: Link;

  const details = async (paymentId: string): Promise<AdminPaymentDetails> => {
    const { status, body, text } = await admin.get(`/api/payments/admin/${paymentId}/details`);
    if (status !== 200) throw new Error(`details answered ${status}: ${text}`);
    return body.data;
  };

  beforeAll(async () => {
    test = await TestApp.start();
    admin = await test.as(ADMIN);
    seller = await test.as(SALES);
    paid = await sellAndPay(test, seller, 'gold');
    await test.settle();
  });
  afterAll(async () => {
    await expectInvariants(test);
    await test.close();
  });

  it('are for admins alone, and of known payments', async () => {
    const path = `/api/payments/admin/${paid.paymentId}/details`;
    expect((await test.client().get(path)).status).toBe(401);
    expect((await seller.get(path)).status).toBe(403);
    expect((await (await test.as(OTHER_SALES)).get(path)).status).toBe(403);
    for (const id of ['0'.repeat(26), 'unknown', "' OR 1=1", '%252e']) {
      const { status, body } = await admin.get(`/api/payments/admin/${encodeURIComponent(id)}/details`);
      expect([status, body.error]).toEqual([404, 'PAYMENT_NOT_FOUND']);
    }
  });

  it('tell the whole way of a sale, from old to new', async () => {
    const { payment, customer, salesManager, amounts, timeline, attempts, exchanges, audit } = await details(
      paid.paymentId,
    );
    expect(payment).toMatchObject({ status: 'completed', tokenNumber: 'GO-000001', late: false, reviewReason: null });
    expect(customer.phone).toBe('+919876543210');
    expect(salesManager.email).toBe(SALES.email);
    expect(amounts).toEqual({ amount: 51000, refunded: 0, pending: 0, reserved: 0, net: 51000 });
    const titles = timeline.map(({ title }) => title);
    for (const title of [
      'Payment link created',
      'Went to the bank',
      'Came back from the bank',
      'Payment Completed',
      'Receipt sent',
    ])
      expect(titles).toContain(title);
    const at = timeline.map((entry) => entry.at);
    expect(at).toEqual([...at].sort());
    expect(timeline[0]).toMatchObject({ title: 'Payment link created', actor: expect.stringContaining('Priya') });
    expect(attempts).toHaveLength(1);
    expect(attempts[0]).toMatchObject({ status: 'captured', invoiceNo: paid.invoiceNo, amount: 51000 });
    expect(attempts[0]?.bankTxnId).toBeTruthy();
    expect(exchanges.map(({ kind }) => kind)).toEqual(expect.arrayContaining([expect.stringMatching(/status/i)]));
    expect(audit.map(({ action }) => action)).toEqual(expect.arrayContaining(['payment.created', 'payment.completed']));
    expect(audit.every(({ requestId }) => requestId)).toBe(true);
  });

  it('keep what the bank was told as it is stored: masked', async () => {
    const { text } = await admin.get(`/api/payments/admin/${paid.paymentId}/details`);
    const { exchanges } = JSON.parse(text).data as AdminPaymentDetails;
    const texts = exchanges.map(({ request, response }) => request + response).join();
    for (const secret of ['sandbox-key-1', '9876543210', paid.data.customer.email as string])
      expect(texts).not.toContain(secret);
    expect(texts).not.toMatch(/[0-9a-f]{64}/i);
  });

  it('tell of refunds and upgrades', async () => {
    await switchRefunds(test, true);
    expect((await refund(admin, paid.paymentId, 1000)).status).toBe(200);
    await test.bank.control({ op: 'settle-refunds' });
    await test.settle();
    const after = await details(paid.paymentId);
    expect(after.refunds).toEqual([
      expect.objectContaining({ amount: 1000, reason: 'Changed their mind', requestedBy: expect.any(String) }),
    ]);
    expect(after.timeline.some(({ kind, detail }) => kind === 'refund' && detail?.includes('₹1,000'))).toBe(true);
    expect(after.amounts.reserved).toBe(1000);
    const gold = await sellAndPay(test, seller, 'gold');
    const made = await seller.post(`/api/payments/${gold.paymentId}/create-upgrade-link`, {
      upgradeType: 'gold_to_platinum',
    });
    const upgrade = await details(gold.paymentId);
    expect(upgrade.upgrades).toEqual([
      expect.objectContaining({
        role: 'source',
        status: 'pending',
        amount: 49000,
        paymentId: made.body.data.upgradePaymentId,
      }),
    ]);
    const other = await details(made.body.data.upgradePaymentId);
    expect(other.upgrades[0]).toMatchObject({ role: 'upgrade', paymentId: gold.paymentId });
  });

  it('tell that an upgrade was paid, and apart from it what ended it', async () => {
    const gold = await sellAndPay(test, seller, 'gold');
    const upgradeId = await createUpgrade(seller, gold.paymentId);
    await payAsCustomer(test, upgradeId);
    const { payment } = await details(upgradeId);
    test.clock.advance(5000);
    expect((await refund(admin, upgradeId, 49_000)).status).toBe(200);
    await test.bank.control({ op: 'settle-refunds' });
    test.clock.advance(10 * MINUTE);
    await test.poll();
    const { timeline, payment: source } = await details(gold.paymentId);
    const told = timeline.filter(({ kind }) => kind === 'upgrade');
    expect(told.map(({ title, detail }) => [title, detail])).toEqual([
      ['Upgrade to Platinum for ₹49,000 started', payment.tokenNumber],
      ['Upgrade to Platinum paid', payment.tokenNumber],
      ['Upgrade to Platinum taken back', SERVER_MESSAGES.upgrade.notes.refunded('gold')],
    ]);
    expect(Date.parse(told[2]!.at) - Date.parse(told[1]!.at)).toBeGreaterThanOrEqual(5000);
    expect(source.status).toBe('completed');
  });

  it("are told to the sale's seller without what is for admins, and to no other seller", async () => {
    const link = await createLink(seller, 'silver');
    const customer = test.client();
    const page = await pressPay(customer, link.paymentId);
    const fields = await test.bank.press(page, 'decline');
    fields?.set('secureHash', 'f'.repeat(64));
    await comeBack(customer, fields);
    await test.settle();
    const path = `/api/payments/${link.paymentId}/timeline`;
    const { status, body } = await seller.get(path);
    expect(status).toBe(200);
    expect(body.data.isShortened).toBe(false);
    const told = body.data.timeline as SaleTimeline['timeline'];
    expect(told.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Payment link created', 'Went to the bank']),
    );
    expect(told.every(({ requestId }) => requestId === null)).toBe(true);
    // A return that nobody signed belongs to no payment.
    expect(told.map(({ title }) => title)).not.toContain('Came back from the bank');
    const all = (await details(link.paymentId)).timeline;
    expect(all.map(({ title }) => title)).toEqual(told.map(({ title }) => title));
    expect(all.some(({ requestId }) => requestId !== null)).toBe(true);
    const others = await (await test.as(OTHER_SALES)).get(path);
    const unknown = await seller.get(`/api/payments/${'0'.repeat(26)}/timeline`);
    expect([others.status, others.body.error]).toEqual([404, 'PAYMENT_NOT_FOUND']);
    expect([unknown.status, unknown.body.error]).toEqual([404, 'PAYMENT_NOT_FOUND']);
    expect((await test.client().get(path)).status).toBe(401);
    expect((await admin.get(path)).status).toBe(200);
  });

  it('of a link that nobody has opened are short', async () => {
    const link = await createLink(seller, 'silver');
    const { timeline, refunds, upgrades, amounts, isShortened } = await details(link.paymentId);
    expect(timeline.map(({ title }) => title)).toEqual(['Payment link created', 'Invoice made at the bank']);
    expect([refunds, upgrades, amounts.net, isShortened]).toEqual([[], [], 0, false]);
  });
});
