import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { makeCatalogue, tierBody } from '../support/catalogue.js';
import type { Client } from '../support/client.js';
import { HOUR } from '../support/fake-clock.js';
import { expectInvariants } from '../support/invariants.js';
import { MailCatcher, textPartOf } from '../support/mail-catcher.js';
import { payAsCustomer, refund, switchRefunds } from '../support/refunds.js';
import { decide, oneReview, reverse } from '../support/reviews.js';
import { linkBody, pressPay } from '../support/sales.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';
import { payAt, payOn } from '../support/upgrades.js';

const VILLAS = {
  more: [tierBody('villa', 'gold', '75000', 'VI'), tierBody('sky', 'platinum', '250000', 'SK', { name: 'Sky villa' })],
  silverToGold: 'difference',
  paths: [{ from: 'villa', to: 'sky', price: '180000' }],
};

const wordsOf = (html: string) =>
  html
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

/** "Villa" and "Sky villa" are sold with the medals of gold and platinum. */
describe('a tier with a code of its own is named as in its catalogue', () => {
  const catcher = new MailCatcher();
  let test: TestApp;
  let seller: Client;

  beforeAll(async () => {
    await catcher.open();
    test = await TestApp.start({ env: { SMTP_URL: catcher.url } });
    await switchRefunds(test, true);
    await makeCatalogue(test, await test.staff(ADMIN), VILLAS);
  });
  // A clock that has been moved on has ended earlier sessions.
  beforeEach(async () => {
    seller = await test.staff(SALES);
    catcher.mails.length = 0;
  });
  afterEach(() => expectInvariants(test));
  afterAll(async () => {
    await test.close();
    await catcher.close();
  });

  const villa = async () => {
    const { tokenType: _medal, ...rest } = linkBody('gold', { amount: 75000, tierCode: 'villa' });
    const { body } = await seller.post('/api/payments/create-link', rest);
    const paymentId = body.data.paymentId as string;
    const [row] = await test
      .get(DataSource)
      .query(
        'SELECT a.invoice_no AS invoiceNo FROM payment_attempts a JOIN payments p ON p.id = a.payment_id WHERE p.public_id = ?',
        [paymentId],
      );
    return { paymentId, invoiceNo: row.invoiceNo as string };
  };
  const sold = async () => {
    const link = await villa();
    await payAsCustomer(test, link.paymentId);
    return link;
  };
  const upgraded = async (paymentId: string): Promise<string> => {
    const wanted = { upgradeType: 'gold_to_platinum', toTierCode: 'sky' };
    const { body } = await seller.post(`/api/payments/${paymentId}/create-upgrade-link`, wanted);
    return body.data.upgradePaymentId;
  };
  const mailed = (subject: RegExp) => {
    const raw = catcher.mails.find((mail) => subject.test(mail.subject))?.raw;
    return raw === undefined ? catcher.mails.map((mail) => mail.subject) : textPartOf(raw);
  };
  const page = async (path: string, language = 'en') =>
    wordsOf((await test.client().get(`${path}?lang=${language}`)).text);

  it('in the mail to the seller about a late payment', async () => {
    const { paymentId } = await villa();
    const bank = await pressPay(test.client(), paymentId);
    test.clock.advance(80 * HOUR);
    await test.poll();
    await payOn(test, bank);
    await test.settle();
    expect(mailed(/^Late payment/)).toMatch(/Token: Villa\s/);
  });

  it('in the mail to the seller about a review', async () => {
    await reverse(test, await sold());
    await test.settle();
    expect(mailed(/^Please look: a Villa payment needs review$/)).toMatch(/Token: Villa\s/);
  });

  it('in the mail to the seller about money for an upgrade of a token that was taken back', async () => {
    const gold = await sold();
    const upgradeId = await upgraded(gold.paymentId);
    await payAt(test, upgradeId);
    await reverse(test, gold);
    const { reviewId } = await oneReview(test, gold.paymentId);
    catcher.mails.length = 0;
    const admin = await test.staff(ADMIN);
    expect((await decide(admin, reviewId, 'confirm_reversal', { confirmedAmount: 75000 })).status).toBe(200);
    await test.settle();
    expect(mailed(/^Please look: a Sky villa payment/)).toContain('its Villa token was given back or taken back');
    const words = await page(`/upgrade/${upgradeId}`);
    expect(words).toContain('A Sky villa token was issued for it.');
    expect(words).not.toMatch(/gold|platinum/i);
    expect(await page(`/upgrade/${upgradeId}`, 'hi')).not.toMatch(/गोल्ड|प्लैटिनम/);
  });

  it('in the mail to the seller about a refund that was not carried out', async () => {
    const { paymentId } = await sold();
    expect((await refund(seller, paymentId, 75000)).status).toBe(200);
    await test.bank.control({ op: 'settle-refunds', result: 'REJ' });
    test.clock.advance(HOUR);
    await test.poll();
    await test.settle();
    expect(mailed(/was not carried out$/)).toMatch(/Token: Villa VI-\d{6}\s/);
  });

  it('in the history of an upgrade, and while it is on hold', async () => {
    const gold = await sold();
    const upgradeId = await upgraded(gold.paymentId);
    const history = /Payment history(.*)/;
    expect(history.exec(await page(`/upgrade/${upgradeId}`))?.[1]).toMatch(/Villa token.*Upgrade to Sky villa/);
    await reverse(test, gold);
    expect(await page(`/upgrade/${upgradeId}`)).toContain('the bank is clarifying the payment of your Villa token.');
    const { body } = await test.client().post(`/api/payments/${upgradeId}/initiate`);
    expect([body.error, body.message]).toEqual(['REVERSAL_UNDECIDED', expect.stringContaining('your Villa token.')]);
    const [english, hindi] = [await page(`/upgrade/${upgradeId}`), await page(`/upgrade/${upgradeId}`, 'hi')];
    expect(english).not.toMatch(/gold|platinum/i);
    expect(hindi).not.toMatch(/गोल्ड|प्लैटिनम/);
  });
});
