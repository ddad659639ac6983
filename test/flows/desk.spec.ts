import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SERVER_MESSAGES } from '../../src/contracts/messages-server.js';
import type { Client } from '../support/client.js';
import { comeBack, createLink, pressPay } from '../support/sales.js';
import { ADMIN, OTHER_SALES, SALES, TestApp } from '../support/test-app.js';

const UNKNOWN = '0'.repeat(26);

describe("a link's own desk", () => {
  let test: TestApp;
  let seller: Client;

  beforeAll(async () => {
    test = await TestApp.start({ env: { DEMO_SEED: 'true' } });
    seller = await test.as(SALES);
  });
  afterAll(() => test.close());

  const desk = (client: Client, paymentId: string) => client.get(`/api/payments/${paymentId}/desk`);

  it('tells its seller and admins everything, the phone number in full', async () => {
    const customerData = { name: 'Asha Menon', email: 'asha.menon@example.com', phone: '9811112222' };
    const { paymentId } = await createLink(seller, 'gold', { customerData });
    for (const client of [seller, await test.as(ADMIN)]) {
      const { status, body } = await desk(client, paymentId);
      expect(status).toBe(200);
      expect(body.data).toMatchObject({
        paymentId,
        customerName: 'Asha Menon',
        phone: '+919811112222',
        customerPhone: '+919811112222',
        amount: 51000,
        amountInWords: 'Fifty-one thousand rupees',
        canPay: true,
        canCancelLink: true,
        openedAt: null,
        warning: null,
        linkMails: { sentCount: 0, lastSentAt: null },
      });
    }
    await test.client().get(`/payment/${paymentId}`);
    expect((await desk(seller, paymentId)).body.data.openedAt).not.toBeNull();
  });

  it("another seller's is as unknown as none, and nobody else is let in", async () => {
    const { paymentId } = await createLink(seller, 'silver');
    const other = await test.as(OTHER_SALES);
    for (const path of [`/api/payments/${paymentId}/desk`, `/sales/${paymentId}`, `/payments/${paymentId}/slip`]) {
      const foreign = await other.get(path);
      const unknown = await other.get(path.replace(paymentId, UNKNOWN));
      expect([foreign.status, unknown.status]).toEqual([404, 404]);
      expect((await other.get(path.replace(paymentId, '%00'))).status).toBeGreaterThanOrEqual(400);
    }
    expect((await desk(other, paymentId)).body).toEqual((await desk(other, UNKNOWN)).body);
    expect((await desk(test.client(), paymentId)).status).toBe(401);
    expect((await test.client().get(`/sales/${paymentId}`)).status).toBe(302);
  });

  it('keeps what the bank could not do yet until it can, and what became of the payment', async () => {
    await test.bank.control({ op: 'fault', on: 'create', kind: 'http-500', times: 1 });
    const { paymentId, data } = await createLink(seller, 'silver');
    expect(data.warning).toBe(SERVER_MESSAGES.link.bankUnavailable);
    expect((await desk(seller, paymentId)).body.data.warning).toBe(SERVER_MESSAGES.link.bankUnavailable);
    const customer = test.client();
    const page = await pressPay(customer, paymentId);
    expect((await desk(seller, paymentId)).body.data).toMatchObject({ warning: null, status: 'initiated' });
    await comeBack(customer, await test.bank.press(page, 'pay-nb'));
    await test.settle();
    const { data: paid } = (await desk(seller, paymentId)).body;
    expect(paid).toMatchObject({ status: 'completed', canPay: false, canCancelLink: false, warning: null });
    expect(paid.tokenNumber).toMatch(/^SI-\d{6}$/);
  });
});
