import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MESSAGES } from '../../src/contracts/messages.js';
import type { Client } from '../support/client.js';
import { HOUR } from '../support/fake-clock.js';
import { expectInvariants } from '../support/invariants.js';
import { atDesk, cancelLink, correctContact, rowOf } from '../support/links.js';
import { MailCatcher, textPartOf } from '../support/mail-catcher.js';
import { refund, sellAndPay, switchRefunds } from '../support/refunds.js';
import { createLink, pressPay } from '../support/sales.js';
import { ADMIN, OTHER_SALES, SALES, TestApp } from '../support/test-app.js';
import { createUpgrade } from '../support/upgrades.js';

const PATH = '/api/payments/send-payment-email';

describe('mails about links and refunds', () => {
  const catcher = new MailCatcher();
  let test: TestApp;
  let seller: Client;
  let people = 0;

  beforeAll(async () => {
    await catcher.open();
    test = await TestApp.start({ env: { SMTP_URL: catcher.url } });
    await switchRefunds(test, true);
  });
  // A clock that has been moved on has ended earlier sessions.
  beforeEach(async () => {
    seller = await test.as(SALES);
    await test.settle();
    catcher.mails.length = 0;
  });
  afterEach(async () => {
    await test.bank.clearFaults();
    await expectInvariants(test);
  });
  afterAll(async () => {
    await test.close();
    await catcher.close();
  });

  const link = async () => {
    people += 1;
    const email = `asha${people}@example.com`;
    return { ...(await createLink(seller, 'gold', { customerData: { name: 'Asha Rao', email } })), email };
  };
  const send = (client: Client, paymentId: string, more: object = {}) => client.post(PATH, { paymentId, ...more });
  const settled = async () => {
    await test.settle();
    return catcher.mails;
  };

  it('sends the link to the recorded address, whatever the request says', async () => {
    const made = await link();
    const { status, body } = await send(seller, made.paymentId, {
      message: 'Namaste!\nSee <b>you</b> at https://evil.example/x',
      customerEmail: 'evil@example.com',
      customerName: 'Somebody Else',
      paymentUrl: 'https://evil.example/pay',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      message: MESSAGES.link.mailed(made.email),
      data: { paymentId: made.paymentId, to: made.email, sentCount: 1, lastSentAt: expect.stringMatching(/Z$/) },
    });
    const [mail] = await settled();
    expect(mail).toMatchObject({ to: [made.email], subject: 'Your payment link: Gold token' });
    const text = textPartOf(mail?.raw ?? '');
    expect(text).toContain('Dear Asha,');
    expect(text).toMatch(/Namaste!\s+See <b>you<\/b> at https:\/\/evil\.example\/x\s/);
    expect(text).toContain('Amount to pay: ₹51,000 (Fifty-one thousand rupees)');
    expect(text).toMatch(/Pay until: \d{1,2} \w+ \d{4}, \d{1,2}:\d\d [ap]m IST/);
    expect(text).toContain(`${test.settings.appUrl}/payment/${made.paymentId}`);
    expect(text).toContain(test.settings.company.supportPhone);
    expect(mail?.raw).not.toMatch(/Somebody Else|evil@example|evil\.example\/pay/);
    const [, html] = (mail?.raw ?? '').split('Content-Type: text/html');
    expect(html).toContain('&lt;b&gt;you');
    expect(html).not.toMatch(/<b>you|href=3D"https:\/\/evil/);
    expect((await rowOf(seller, made.paymentId)).linkMails).toEqual({
      sentCount: 1,
      lastSentAt: body.data.lastSentAt,
    });
  });

  it('an upgrade link leads to the upgrade page', async () => {
    const gold = await sellAndPay(test, seller);
    const upgradeId = await createUpgrade(seller, gold.paymentId);
    expect((await settled()).map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Payment received/)]);
    await send(seller, upgradeId);
    const mail = (await settled()).at(-1);
    expect(mail?.subject).toBe('Your payment link: upgrade to Platinum token');
    expect(textPartOf(mail?.raw ?? '')).toContain(`/upgrade/${upgradeId}`);
  });

  it('three times an hour and ten a day for one link, then 429; each is a mail of its own', async () => {
    const { paymentId, email } = await link();
    const statuses = [];
    for (let time = 0; time < 4; time += 1) statuses.push((await send(seller, paymentId)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    const limited = await send(seller, paymentId);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(60);
    for (let hour = 0; hour < 6; hour += 1) {
      test.clock.advance(2 * HOUR + 60_000);
      seller = await test.as(SALES);
      for (let time = 0; time < 3; time += 1) await send(seller, paymentId);
    }
    expect((await rowOf(seller, paymentId)).linkMails.sentCount).toBe(10);
    expect((await settled()).filter(({ to }) => to[0] === email)).toHaveLength(10);
    expect(new Set(catcher.mails.map(({ messageId }) => messageId)).size).toBe(10);
  });

  it('repeated under one key, it is one mail; pressed at once, each press counts', async () => {
    const { paymentId } = await link();
    const body = { paymentId, message: 'Hello' };
    const first = await seller.post(PATH, body, { 'idempotency-key': 'mail-1' });
    expect((await seller.post(PATH, body, { 'idempotency-key': 'mail-1' })).body).toEqual(first.body);
    const both = await Promise.all([send(seller, paymentId), send(seller, paymentId)]);
    expect(both.map(({ body: answer }) => String(answer.data.sentCount)).sort()).toEqual(['2', '3']);
    expect(await settled()).toHaveLength(3);
  });

  it('not for a paid, expired, cancelled or replaced link; at the bank it is', async () => {
    const atBank = await link();
    await pressPay(test.client(), atBank.paymentId);
    expect((await send(seller, atBank.paymentId)).status).toBe(200);
    const paid = await sellAndPay(test, seller);
    const cancelled = await link();
    await cancelLink(seller, cancelled.paymentId);
    const replaced = await link();
    await correctContact(seller, replaced.paymentId, { name: 'Asha Rao', email: 'right@example.com' });
    const over = await link();
    test.clock.advance(73 * HOUR);
    seller = await test.as(SALES);
    await settled();
    catcher.mails.length = 0;
    const answers = [];
    for (const { paymentId } of [paid, cancelled, replaced, over]) answers.push(await send(seller, paymentId));
    expect(answers.map(({ status, body }) => `${status} ${body.error}`)).toEqual([
      '409 ALREADY_PAID',
      '409 LINK_ALREADY_CANCELLED',
      '409 LINK_REPLACED',
      '409 LINK_EXPIRED',
    ]);
    expect(await settled()).toEqual([]);
    expect((await rowOf(seller, over.paymentId)).linkMails.sentCount).toBe(0);
  });

  it('bad requests, strangers, other sellers, forged forms', async () => {
    const { paymentId } = await link();
    expect((await send(seller, paymentId, { message: 'x'.repeat(501) })).status).toBe(422);
    expect((await send(seller, paymentId, { message: 'a\u0000b' })).status).toBe(400);
    expect((await send(seller, paymentId, { to: 'evil@example.com' })).status).toBe(400);
    expect((await seller.post(PATH, {})).status).toBe(422);
    expect((await send(test.client(), paymentId)).status).toBe(401);
    const rahul = await test.as(OTHER_SALES);
    const [foreign, unknown] = [await send(rahul, paymentId), await send(rahul, '0'.repeat(26))];
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
    const desk = await atDesk(test, SALES);
    desk.cookies.delete('XSRF-TOKEN');
    expect((await send(desk, paymentId)).status).toBe(403);
    expect((await send(await test.as(ADMIN), paymentId)).status).toBe(200);
    expect(await settled()).toHaveLength(1);
  });

  describe('refunds', () => {
    const subjects = async () => (await settled()).map(({ to, subject }) => [to[0], subject]);

    it('accepted, then completed: the customer is told once each', async () => {
      const { paymentId, data } = await sellAndPay(test, seller);
      await settled();
      catcher.mails.length = 0;
      expect((await refund(seller, paymentId, 1000)).status).toBe(200);
      expect(await subjects()).toEqual([[data.customer.email, 'Your refund of ₹1,000 is on its way']]);
      expect(textPartOf(catcher.mails[0]?.raw ?? '')).toContain('3-5 business days');
      await test.bank.control({ op: 'settle-refunds' });
      for (let time = 0; time < 3; time += 1) {
        test.clock.advance(2 * HOUR);
        await test.poll();
      }
      expect(await subjects()).toEqual([
        [data.customer.email, 'Your refund of ₹1,000 is on its way'],
        [data.customer.email, 'Your refund of ₹1,000 is complete'],
      ]);
    });

    it('rejected: the seller is told, the customer is not', async () => {
      const { paymentId } = await sellAndPay(test, seller);
      await settled();
      catcher.mails.length = 0;
      await test.bank.fault('refund', 'code', { code: 'P1006', text: 'Refund not allowed' });
      expect((await refund(seller, paymentId, 1000)).status).toBeGreaterThanOrEqual(400);
      expect(await subjects()).toEqual([[SALES.email, 'A refund of ₹1,000 was not carried out']]);
    });
  });

  it('an upgrade link, a cancelled and a replaced link tell nobody by themselves', async () => {
    const gold = await sellAndPay(test, seller);
    await settled();
    catcher.mails.length = 0;
    await cancelLink(seller, await createUpgrade(seller, gold.paymentId));
    const other = await link();
    await correctContact(seller, other.paymentId, { name: 'Asha Rao', email: `new${people}@example.com` });
    await cancelLink(seller, (await link()).paymentId);
    expect(await settled()).toEqual([]);
  });
});
