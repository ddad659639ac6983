import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import type { Client } from '../support/client.js';
import { MINUTE } from '../support/fake-clock.js';
import { expectInvariants } from '../support/invariants.js';
import { MailCatcher, textPartOf } from '../support/mail-catcher.js';
import { pdfText } from '../support/pdf-text.js';
import { leaveUnits, removeLimits } from '../support/quotas.js';
import { refund, sellAndPay, switchRefunds } from '../support/refunds.js';
import { decide, oneReview, reverse, reviewsOf } from '../support/reviews.js';
import { createLink, type Link, statusOf } from '../support/sales.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';
import { createUpgrade, payAt, payOn, tokenOf } from '../support/upgrades.js';

const REFUND_OF_OURS = /refund is complete|confirmed your refund|business days|Our reference|RF[0-9A-Z]{18}/;
const REFUND_OF_OURS_HINDI = /रिफ़ंड पूरा|पुष्टि कर दी|कार्य दिवसों|हमारा रेफ़रेंस|RF[0-9A-Z]{18}/;

const wordsOf = (html: string) =>
  html
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

/** The bank took the money back by itself, and an admin has confirmed it: no refund that anybody ordered. */
describe('a confirmed reversal, as its customer is told', () => {
  const catcher = new MailCatcher();
  let test: TestApp;
  let seller: Client;
  let admin: Client;

  beforeAll(async () => {
    await catcher.open();
    test = await TestApp.start({ printsReceipts: true, env: { SMTP_URL: catcher.url } });
    await switchRefunds(test, true);
  });
  // A clock that has been moved on has ended earlier sessions.
  beforeEach(async () => {
    seller = await test.staff(SALES);
  });
  afterEach(() => expectInvariants(test));
  afterAll(async () => {
    await test.close();
    await catcher.close();
  });

  const page = async (path: string, language = 'en') =>
    wordsOf((await test.client().get(`${path}${path.includes('?') ? '&' : '?'}lang=${language}`)).text);
  /** @returns the mails that followed */
  const confirm = async (sold: Link, amount: number) => {
    await reverse(test, sold);
    admin = await test.staff(ADMIN);
    catcher.mails.length = 0;
    const { reviewId } = await oneReview(test, sold.paymentId);
    expect((await decide(admin, reviewId, 'confirm_reversal', { confirmedAmount: amount })).status).toBe(200);
    await test.settle();
    return catcher.mails.filter(({ subject }) => !subject.startsWith('Please look'));
  };

  it('by mail: what the bank did, that the number is void, and whom to ask', async () => {
    const sold = await sellAndPay(test, seller, 'silver');
    const number = (await tokenOf(test, sold.paymentId))?.number;
    const mails = await confirm(sold, 100);
    expect(mails.map(({ subject }) => subject)).toEqual(['The bank has returned your payment of ₹100']);
    const text = textPartOf(mails[0]?.raw ?? '');
    expect(text).toContain('took the amount below back from us and returned it to the account you paid from');
    expect(text).toContain(`Your token ${number} is no longer valid.`);
    expect(text).toContain('call or write to us as below');
    expect(text).toContain(`Reference: ${sold.paymentId}`);
    expect(text).not.toMatch(REFUND_OF_OURS);
  });

  it('in the language of the customer', async () => {
    const sold = await sellAndPay(test, seller, 'silver');
    await test.get(DataSource).query("UPDATE payments SET language = 'hi' WHERE public_id = ?", [sold.paymentId]);
    const [mail] = await confirm(sold, 100);
    expect(mail?.subject).toBe('बैंक ने आपका ₹100 का भुगतान लौटा दिया है');
    const text = textPartOf(mail?.raw ?? '');
    expect(text).toContain('अब मान्य नहीं है।');
    expect(text).not.toMatch(REFUND_OF_OURS_HINDI);
  });

  it('of an upgraded token: the number of the upgrade is void too', async () => {
    const gold = await sellAndPay(test, seller, 'gold');
    const upgradeId = await createUpgrade(seller, gold.paymentId);
    await payAt(test, upgradeId);
    const [from, to] = [await tokenOf(test, gold.paymentId), await tokenOf(test, upgradeId)];
    const [mail] = await confirm(gold, 51_000);
    const text = textPartOf(mail?.raw ?? '');
    expect(text).toContain(`Your token ${from?.number} is no longer valid.`);
    expect(text).toContain(`${to?.number}, which you have got for it by an upgrade, is no longer valid either`);
  });

  it('of an upgrade: the token before it is valid again', async () => {
    const gold = await sellAndPay(test, seller, 'gold');
    const upgradeId = await createUpgrade(seller, gold.paymentId);
    await payAt(test, upgradeId);
    const [{ invoiceNo }] = await test
      .get(DataSource)
      .query(
        'SELECT a.invoice_no AS invoiceNo FROM payment_attempts a JOIN payments p ON p.id = a.payment_id WHERE p.public_id = ?',
        [upgradeId],
      );
    const [mail] = await confirm({ ...gold, paymentId: upgradeId, invoiceNo }, 49_000);
    expect(textPartOf(mail?.raw ?? '')).toContain(
      `Your token ${(await tokenOf(test, gold.paymentId))?.number} from before the upgrade is valid again.`,
    );
  });

  it('on every page, on the receipt and its file: no days of a refund, no reference that the bank does not know', async () => {
    const sold = await sellAndPay(test, seller, 'silver');
    await confirm(sold, 100);
    const { paymentId } = sold;
    const pages = [`/payment/${paymentId}`, `/payment/success?payment=${paymentId}`, `/payment/${paymentId}/receipt`];
    for (const path of pages) {
      const [english, hindi] = [await page(path), await page(path, 'hi')];
      expect({ path, english }).toEqual({ path, english: expect.stringContaining('Returned by the bank') });
      expect({ path, english }).toEqual({ path, english: expect.not.stringMatching(REFUND_OF_OURS) });
      expect({ path, hindi }).toEqual({ path, hindi: expect.stringContaining('बैंक ने लौटाया') });
      expect({ path, hindi }).toEqual({ path, hindi: expect.not.stringMatching(REFUND_OF_OURS_HINDI) });
    }
    for (const path of pages.slice(0, 2))
      expect(await page(path)).toContain('The bank took ₹100 back from us and returned it');
    const file = await fetch(`${test.url}/payment/${paymentId}/receipt.pdf`);
    const paper = pdfText(Buffer.from(await file.arrayBuffer())).replaceAll(/\s+/g, ' ');
    expect(paper).toContain('Returned by the bank on');
    expect(paper).not.toMatch(REFUND_OF_OURS);
    expect(await page(`/receipt/${paymentId}`)).toContain(
      'The bank has returned the payment. The token number is void.',
    );
    const { body } = await test.client().get(`/api/payments/${paymentId}`);
    expect(body.data.refunds).toMatchObject([
      { state: 'reversed', stateLabel: 'Returned by the bank', expected: null },
    ]);
  });

  it('of money that could not be used: no days either', async () => {
    admin = await test.staff(ADMIN);
    await leaveUnits(admin, 'silver', 1);
    const late = await createLink(seller, 'silver');
    const { page: bankPage } = await payAt(test, late.paymentId, 'decline');
    test.clock.advance(3000);
    expect(await statusOf(test.client(), late.paymentId)).toBe('failed');
    await sellAndPay(test, seller, 'silver');
    await payOn(test, bankPage);
    await test.settle();
    await reverse(test, late);
    admin = await test.staff(ADMIN);
    const reversal = (await reviewsOf(test, late.paymentId)).find(({ reason }) => reason === 'bank_reversal');
    const confirmed = await decide(admin, reversal?.reviewId, 'confirm_reversal', { confirmedAmount: 100 });
    expect(confirmed.status).toBe(200);
    await test.settle();
    const path = `/payment/${late.paymentId}`;
    const [english, hindi] = [await page(path), await page(path, 'hi')];
    expect(english).toContain('The bank took ₹100 back from us and returned it');
    expect(english).not.toMatch(/Expected in your account|by then/);
    expect(english).not.toMatch(REFUND_OF_OURS);
    expect(hindi).toContain('बैंक ने ₹100 हमसे वापस लेकर');
    expect(hindi).not.toMatch(/पहुँचने की उम्मीद|तब तक/);
    expect(hindi).not.toMatch(REFUND_OF_OURS_HINDI);
    const { body } = await test.client().get(`/api/payments/${late.paymentId}`);
    expect(body.data.returning).toMatchObject({ state: 'returned', amountReversed: 100, expected: null });
    await removeLimits(admin);
  });

  it('after a part refund of ours, each is told for what it is', async () => {
    const sold = await sellAndPay(test, seller, 'silver');
    expect((await refund(seller, sold.paymentId, 40)).status).toBe(200);
    await test.bank.control({ op: 'settle-refunds' });
    test.clock.advance(20 * MINUTE);
    await test.poll();
    seller = await test.staff(SALES);
    const mails = await confirm(sold, 60);
    expect(mails.map(({ subject }) => subject)).toEqual(['The bank has returned your payment of ₹60']);
    const words = await page(`/payment/${sold.paymentId}`);
    expect(words).toContain('The bank took ₹60 back from us and returned it');
    expect(words).toMatch(/₹40 Completed.*₹60 Returned by the bank/);
  });
});
