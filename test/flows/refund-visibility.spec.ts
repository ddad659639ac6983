import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseCsv } from 'hucre/csv';
import { DataSource } from 'typeorm';
import type { AdminPaymentRow } from '../../src/contracts/admin.js';
import type { DashboardRow } from '../../src/contracts/payments.js';
import type { RefundRow } from '../../src/contracts/refunds.js';
import type { Client } from '../support/client.js';
import { expectInvariants } from '../support/invariants.js';
import { rowOf } from '../support/links.js';
import { pdfText } from '../support/pdf-text.js';
import { ANY_AMOUNT, payAsCustomer, refund, sellAndPay, sellAndPayTwice, switchRefunds } from '../support/refunds.js';
import { createLink, type Link } from '../support/sales.js';
import { ADMIN, OTHER_SALES, SALES, TestApp } from '../support/test-app.js';
import { createUpgrade, payAt } from '../support/upgrades.js';

const PHONE = '+919876543210';
const MASKED = '+91 •••••• 3210';
const VERIFIED = 'Payment Verified Successfully!';
const PENDING = 'status=refund_pending';

const wordsOf = (html: string) =>
  html
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

describe('a refund on its way', () => {
  let test: TestApp;
  let seller: Client;
  let admin: Client;
  let whole: Link;
  let part: Link;
  let number: string;
  /** The return of who paid `whole`, and of who paid `part`. */
  let returns: string[];

  const adminRow = async (paymentId: string): Promise<AdminPaymentRow> =>
    (await admin.get(`/api/payments/admin/all?search=${paymentId}`)).body.data.payments[0];
  const details = async (paymentId: string) => (await admin.get(`/api/payments/admin/${paymentId}/details`)).body.data;
  const exported = async (query: string) => {
    const { text } = await admin.get(`/api/payments/admin/export?${query}`);
    const [head = [], ...rows] = parseCsv(text.replace(/^\ufeff/, '')) as unknown as string[][];
    return rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at]])));
  };
  const page = async (path: string, language = 'en') =>
    wordsOf((await test.client().get(`${path}${path.includes('?') ? '&' : '?'}lang=${language}`)).text);
  const verification = (at: number, language = 'en') => page(`/payment/verify?event=${returns[at]}`, language);
  const verified = async (eventId: string | undefined) =>
    (await test.client().post('/api/payments/verify-callback', { eventId })).body;
  const public_ = async (paymentId: string) => (await test.client().get(`/api/payments/${paymentId}`)).body.data;
  const props = async (client: Client, path: string) => {
    const { text } = await client.get(path);
    return JSON.parse(/<script data-page="app"[^>]*>([\s\S]*?)<\/script>/.exec(text)?.[1] ?? 'null').props;
  };
  /** Lets the poll job hear that the bank has given the money back, or refused to. */
  const settleRefunds = async (result: 'SUC' | 'REJ' = 'SUC') => {
    await test.bank.control({ op: 'settle-refunds', result });
    test.clock.advance(20 * 60_000);
    await test.poll();
    [seller, admin] = [await test.as(SALES), await test.as(ADMIN)];
  };
  const refundOf = async (paymentId: string): Promise<RefundRow> =>
    (await seller.get(`/api/payments/${paymentId}/refunds`)).body.data.refunds[0];

  beforeAll(async () => {
    test = await TestApp.start({ printsReceipts: true });
    [seller, admin] = [await test.as(SALES), await test.as(ADMIN)];
    await switchRefunds(test, true);
    whole = await createLink(seller, 'gold');
    part = await createLink(seller, 'gold');
    returns = [await payAsCustomer(test, whole.paymentId), await payAsCustomer(test, part.paymentId)];
    number = (await rowOf(seller, whole.paymentId)).tokenNumber;
    // Others, so that no filter finds everything.
    await sellAndPay(test, seller, 'silver');
    await createLink(seller, 'silver');
    expect((await refund(seller, whole.paymentId, 51_000)).status).toBe(200);
    expect((await refund(seller, part.paymentId, 1_000.5)).status).toBe(200);
  });
  afterAll(async () => {
    await expectInvariants(test);
    await test.close();
  });

  it('stands in the rows of sellers and admins, with what the server would refuse and why', async () => {
    const row: DashboardRow = await rowOf(seller, whole.paymentId);
    expect(row).toMatchObject({
      status: 'completed',
      refundedAmount: 0,
      pendingRefundAmount: 51_000,
      tokenVoid: false,
    });
    const ofAdmin = await adminRow(whole.paymentId);
    expect(ofAdmin).toMatchObject({ pendingRefundAmount: 51_000, tokenVoid: false, denials: row.denials });
    expect(await adminRow(part.paymentId)).toMatchObject({ pendingRefundAmount: 1_000.5, denials: { refund: null } });
    const refused = [
      await refund(seller, whole.paymentId, ANY_AMOUNT),
      await seller.post(`/api/payments/${whole.paymentId}/create-upgrade-link`, { upgradeType: 'gold_to_platinum' }),
      await seller.post(`/api/payments/${whole.paymentId}/reissue-link`, {}),
      await seller.post(`/api/payments/${whole.paymentId}/cancel-link`, {}),
      await seller.post(`/api/payments/${whole.paymentId}/correct-contact`, { name: 'Asha', email: 'a@example.com' }),
      await seller.post('/api/payments/send-payment-email', { paymentId: whole.paymentId }),
    ];
    const { refund: again, upgrade, reissue, cancelLink, correctContact, sendLink } = row.denials;
    expect([again, upgrade, reissue, cancelLink, correctContact, sendLink]).toEqual(
      refused.map(({ body }) => body.message),
    );
  });

  it('is counted in the transactions of the API', async () => {
    const { body } = await seller.get('/api/payments/transactions/all?limit=50');
    const found = body.data.transactions.find(({ paymentId }: Link) => paymentId === whole.paymentId);
    expect(found).toMatchObject({ pendingRefundAmount: 51_000, tokenVoid: false });
  });

  it('is a filter of every list, exact, and of the export', async () => {
    const wanted = [part.paymentId, whole.paymentId];
    const ids = (rows: { paymentId: string }[]) => rows.map(({ paymentId }) => paymentId);
    const all = (await admin.get(`/api/payments/admin/all?${PENDING}`)).body.data;
    expect([ids(all.payments), all.pagination.totalPayments, all.pagination.totalIsCapped]).toEqual([wanted, 2, false]);
    const own = (await seller.get(`/api/sales-manager/dashboard?${PENDING}`)).body.data;
    expect([ids(own.allCustomers), own.pagination.totalCount]).toEqual([wanted, 2]);
    expect(ids((await props(seller, `/transactions?${PENDING}`)).rows)).toEqual(wanted);
    expect((await props(seller, `/dashboard?${PENDING}`)).filters.status).toBe('refund_pending');
    expect((await props(admin, `/admin/dashboard?${PENDING}`)).filters.status).toBe('refund_pending');
    const others = await test.as(OTHER_SALES);
    expect((await others.get(`/api/sales-manager/dashboard?${PENDING}`)).body.data.allCustomers).toEqual([]);
    const combined = `${PENDING}&tokenType=gold&search=${whole.paymentId}`;
    expect(ids((await admin.get(`/api/payments/admin/all?${combined}`)).body.data.payments)).toEqual([whole.paymentId]);
    expect((await admin.get(`/api/payments/admin/all?${PENDING}&tokenType=silver`)).body.data.payments).toEqual([]);
    expect((await admin.get(`/api/payments/admin/all?${PENDING}&sort=amount`)).status).toBe(422);
    const rows = await exported(PENDING);
    expect(new Set(rows.map((row) => row['Payment ID']))).toEqual(new Set(wanted));
    expect(rows).toHaveLength(2);
  });

  it('stands in the details of admins and in the history of sellers: gross, refunded, on its way, net', async () => {
    expect((await details(part.paymentId)).amounts).toMatchObject({
      amount: 51_000,
      refunded: 0,
      pending: 1_000.5,
      net: 51_000,
    });
    const { body } = await seller.get(`/api/payments/token/${number}/payment-history`);
    expect(body.data.summary).toMatchObject({ grossAmount: 51_000, refundedAmount: 0, pendingRefundAmount: 51_000, totalSpent: 51_000 }); // prettier-ignore
    expect(body.data.history[0]).toMatchObject({ pendingRefundAmount: 51_000, tokenVoid: false });
    expect((await seller.get(`/api/payments/${whole.paymentId}/desk`)).body.data.pendingRefundAmount).toBe(51_000);
  });

  it('is what the customer’s pages speak of, in both languages, and not the next steps of a sale', async () => {
    expect(await public_(whole.paymentId)).toMatchObject({ pendingRefundAmount: 51_000, tokenVoid: false });
    const paths = [`/payment/${whole.paymentId}`, `/payment/success?payment=${whole.paymentId}`, `/thank-you?payment=${whole.paymentId}`]; // prettier-ignore
    for (const path of paths) {
      const { text } = await test.client().get(path);
      const english = wordsOf(text);
      expect([path, english]).toEqual([path, expect.stringContaining('Your refund is on its way')]);
      expect(english).toContain('₹51,000 is being given back to the account you paid from.');
      expect(english).toContain('Your token stays valid until the bank has confirmed the refund.');
      expect(english).not.toContain('Our sales team contacts you about the next steps');
      expect(english).not.toContain('Payment Successful!');
    }
    const hindi = await page(`/payment/${whole.paymentId}`, 'hi');
    expect(hindi).toContain('आपका रिफ़ंड प्रक्रिया में है');
    expect(hindi).not.toContain('आगे की जानकारी के लिए हमारी सेल्स टीम');
    const english = await page(`/payment/${part.paymentId}`);
    expect(english).toContain('The rest of your payment and your token stay as they are.');
    expect(await page(`/payment/${whole.paymentId}/receipt`)).toContain('Refund on its way ₹51,000');
  });

  it('is what the verification page speaks of, when it is opened again', async () => {
    const english = await verification(0);
    expect(english).toContain('Your refund is on its way');
    expect(english).toContain('₹51,000 is being given back to the account you paid from.');
    for (const sale of ['Payment Successful!', VERIFIED, 'Our sales team contacts you'])
      expect(english).not.toContain(sale);
    expect(await verification(0, 'hi')).toContain('आपका रिफ़ंड प्रक्रिया में है');
    expect(await verification(1)).toContain('The rest of your payment and your token stay as they are.');
    // The bank did confirm the payment, and programs go by that.
    expect(await verified(returns[0])).toMatchObject({
      success: true,
      data: { state: 'completed', refund: 'pending' },
    });
  });

  it('speaks of an upgrade’s refund on its page too', async () => {
    const gold = await sellAndPay(test, seller);
    const upgrade = await createUpgrade(seller, gold.paymentId);
    await payAt(test, upgrade);
    expect((await refund(seller, upgrade, 49_000)).status).toBe(200);
    const english = await page(`/upgrade/${upgrade}`);
    expect(english).toContain('Your refund is on its way');
    expect(english).toContain('Refund on its way : ₹49,000');
    expect(english).not.toContain('Our sales team contacts you about the next steps');
    const other = await refundOf(upgrade);
    await test.bank.control({ op: 'settle-refunds', refundRef: other.ourReference });
    test.clock.advance(20 * 60_000);
    await test.poll();
    [seller, admin] = [await test.as(SALES), await test.as(ADMIN)];
    const over = await page(`/upgrade/${upgrade}`);
    expect(over).toMatch(/PL-\d{6} Void: no longer valid/);
    const { body } = await seller.get(`/api/payments/token/${(await rowOf(seller, gold.paymentId)).tokenNumber}/upgrade-history`); // prettier-ignore
    expect(body.data.upgradeHistory[0]).toMatchObject({ fromTokenVoid: false, toTokenVoid: true });
    expect((await details(gold.paymentId)).upgrades[0].tokenVoid).toBe(true);
  });

  it('is named by the same two references for staff, customer, mails and export', async () => {
    const { bankReference, ourReference } = await refundOf(whole.paymentId);
    expect(ourReference).toMatch(/^RF[1-9A-Z]{18}$/);
    expect(bankReference).not.toBe(ourReference);
    expect(bankReference).toBeTruthy();
    const both = { bankReference, ourReference };
    expect((await details(whole.paymentId)).refunds[0]).toMatchObject(both);
    expect((await public_(whole.paymentId)).refunds[0]).toMatchObject(both);
    const tracking = await page(`/payment/${whole.paymentId}`);
    expect(tracking).toContain(`Bank reference ${bankReference}`);
    expect(tracking).toContain(`Our reference ${ourReference}`);
    expect(await page(`/payment/${whole.paymentId}`, 'hi')).toContain(`हमारा रेफ़रेंस ${ourReference}`);
    const receipt = await fetch(`${test.url}/payment/${whole.paymentId}/receipt.pdf`);
    expect(pdfText(Buffer.from(await receipt.arrayBuffer()))).toContain(ourReference);
    const [row] = await exported(`search=${whole.paymentId}`);
    expect([row?.['Refund: bank reference'], row?.['Refund: our reference']]).toEqual([bankReference, ourReference]);
    const mails = (await test
      .get(DataSource)
      .query("SELECT data FROM mail_outbox WHERE dedupe_key LIKE 'refund-accepted:%'")) as { data: string }[];
    expect(mails.map(({ data }) => JSON.parse(data) as object)).toContainEqual(expect.objectContaining(both));
  });

  it('money that was taken twice: the token is said to stay valid until its own payment is refunded', async () => {
    const { paymentId, chargeId } = await sellAndPayTwice(test, seller);
    const shown = async () => {
      const paths = [`/payment/${paymentId}`, `/payment/${paymentId}/receipt`, `/payment/success?payment=${paymentId}`, `/thank-you?payment=${paymentId}`]; // prettier-ignore
      const pages = paths.flatMap((path) => [page(path), page(path, 'hi')]);
      const papers = ['en', 'hi'].map(async (language) => {
        const paper = await fetch(`${test.url}/payment/${paymentId}/receipt.pdf?lang=${language}`);
        return pdfText(Buffer.from(await paper.arrayBuffer())).replaceAll(/\s+/g, ' ');
      });
      return Promise.all([...pages, ...papers]);
    };
    const stays = /stays valid|मान्य रहता है/;
    expect((await refund(seller, paymentId, 51_000, { duplicateChargeId: chargeId })).status).toBe(200);
    await settleRefunds();
    const before = await shown();
    for (const text of before.slice(0, -1)) expect(text).toMatch(stays);
    expect((await refund(seller, paymentId, 51_000)).status).toBe(200);
    await settleRefunds();
    const after = await shown();
    expect(after[0]).toContain('This is money that was taken twice.');
    expect(after[1]).toContain('दो बार कट गई थी');
    expect(after.at(-2)).toContain('This is money that was taken twice.');
    for (const text of after) expect(text).not.toMatch(stays);
  });

  it('once the bank has given all of it back, the token number is void wherever it appears', async () => {
    await settleRefunds();
    expect(await rowOf(seller, whole.paymentId)).toMatchObject({
      status: 'refunded',
      tokenNumber: number,
      tokenVoid: true,
      pendingRefundAmount: 0,
    });
    expect(await adminRow(whole.paymentId)).toMatchObject({ tokenNumber: number, tokenVoid: true });
    expect((await details(whole.paymentId)).payment).toMatchObject({ tokenNumber: number, tokenVoid: true });
    const { body } = await seller.get(`/api/payments/token/${number}/payment-history`);
    expect(body.data.history[0]).toMatchObject({ tokenNumber: number, tokenVoid: true });
    expect(body.data.summary).toMatchObject({ grossAmount: 51_000, refundedAmount: 51_000, pendingRefundAmount: 0, totalSpent: 0 }); // prettier-ignore
    expect((await seller.get(`/api/payments/${whole.paymentId}/desk`)).body.data.tokenVoid).toBe(true);
    expect(await public_(whole.paymentId)).toMatchObject({ tokenVoid: true, pendingRefundAmount: 0 });
    const marked = `${number} Void: no longer valid`;
    for (const path of ['', '/receipt']) expect(await page(`/payment/${whole.paymentId}${path}`)).toContain(marked);
    for (const path of ['/payment/success', '/thank-you'])
      expect(wordsOf((await test.client().get(`${path}?payment=${whole.paymentId}`)).text)).toContain(marked);
    expect(await page(`/payment/${whole.paymentId}`, 'hi')).toContain(`${number} अमान्य`);
    const english = await verification(0);
    expect(english).toContain(marked);
    expect(english).not.toContain(VERIFIED);
    expect(await verification(0, 'hi')).toContain(`${number} अमान्य`);
    expect(await verified(returns[0])).toMatchObject({ success: true, data: { refund: 'refunded' } });
    // Part of the money is back, as on the page after a payment: that stands as it was made.
    expect(await verification(1)).toContain(VERIFIED);
    expect(await verified(returns[1])).toMatchObject({ success: true, data: { refund: null } });
    const receipt = await fetch(`${test.url}/payment/${whole.paymentId}/receipt.pdf`);
    const paper = pdfText(Buffer.from(await receipt.arrayBuffer())).replaceAll(/\s+/g, ' ');
    expect(paper).toContain(`${number} Void: no longer valid`);
    const [row] = await exported(`search=${whole.paymentId}`);
    expect(row).toMatchObject({
      'Token state': 'void',
      'Refund on its way (INR)': '0.00',
      'Refunded (INR)': '51000.00',
    });
    // A part of the money is back: the token stands.
    const [other] = await exported(`search=${part.paymentId}`);
    expect(other).toMatchObject({ 'Token state': 'valid', 'Refunded (INR)': '1000.50' });
    expect(await rowOf(seller, part.paymentId)).toMatchObject({ tokenVoid: false, refundedAmount: 1_000.5 });
    expect((await admin.get(`/api/payments/admin/all?${PENDING}`)).body.data.payments).toEqual([]);
  });

  it('of a duplicate charge is none of the payment’s', async () => {
    const twice = await sellAndPayTwice(test, seller);
    expect((await refund(seller, twice.paymentId, 51_000, { duplicateChargeId: twice.chargeId })).status).toBe(200);
    expect(await rowOf(seller, twice.paymentId)).toMatchObject({ pendingRefundAmount: 0, denials: { refund: null } });
    expect((await details(twice.paymentId)).refunds[0]).toMatchObject({ ofDuplicateCharge: true });
    expect((await admin.get(`/api/payments/admin/all?${PENDING}`)).body.data.payments).toEqual([]);
    expect(await page(`/payment/${twice.paymentId}`)).not.toContain('Your refund is on its way');
  });

  it('a refund that the bank refuses leaves nothing on its way', async () => {
    const sold = await sellAndPay(test, seller, 'silver');
    expect((await refund(seller, sold.paymentId, 100)).status).toBe(200);
    expect((await rowOf(seller, sold.paymentId)).pendingRefundAmount).toBe(100);
    await settleRefunds('REJ');
    expect(await rowOf(seller, sold.paymentId)).toMatchObject({ pendingRefundAmount: 0, denials: { refund: null } });
    expect(await page(`/payment/${sold.paymentId}`)).not.toContain('Your refund is on its way');
  });
});

describe('the telephone number and the PAN of a customer', () => {
  let test: TestApp;
  let seller: Client;
  let admin: Client;
  let sold: Link;

  beforeAll(async () => {
    test = await TestApp.start();
    [seller, admin] = [await test.as(SALES), await test.as(ADMIN)];
    sold = await createLink(seller, 'gold', { panCard: 'QZWXK4731J' });
    const fields = await test.bank.press((await test.client().post(`/api/payments/${sold.paymentId}/initiate`)).body.data.paymentUrl, 'pay-nb'); // prettier-ignore
    await test.client().postForm('/payment/verify', fields!);
    await test.settle();
    await test.poll();
  });
  afterAll(() => test.close());

  it('the number is told in full to staff who may see the customer, and to nobody else', async () => {
    const row = await rowOf(seller, sold.paymentId);
    expect(row.customerPhone).toBe(PHONE);
    const all = (await admin.get(`/api/payments/admin/all?search=${sold.paymentId}`)).body.data.payments[0];
    expect(all.customer.address.phone).toBe(PHONE);
    const { transactions } = (await seller.get('/api/payments/transactions/all')).body.data;
    expect(transactions[0].customer.phone).toBe(PHONE);
    const history = (await seller.get(`/api/payments/token/${row.tokenNumber}/payment-history`)).body.data;
    expect(history.customer.phone).toBe(PHONE);
    const other = await test.as(OTHER_SALES);
    const seen = (await other.get(`/api/sales-manager/dashboard?search=9876543210`)).text;
    expect(seen).not.toContain('9876543210');
    expect((await other.get(`/api/payments/token/${row.tokenNumber}/payment-history`)).status).toBe(404);
    const { body, text } = await test.client().get(`/api/payments/${sold.paymentId}`);
    expect([body.data.customer.phone, text.includes('9876543210')]).toEqual([MASKED, false]);
    for (const path of ['', '/receipt']) {
      const { text: html } = await test.client().get(`/payment/${sold.paymentId}${path}`);
      expect(html).not.toContain('9876543210');
    }
  });

  it('of the PAN staff see the end, with a payment’s details', async () => {
    const { tokenNumber } = await rowOf(seller, sold.paymentId);
    const shown = '••••••731J';
    expect((await admin.get(`/api/payments/admin/${sold.paymentId}/details`)).body.data.customer.pan).toBe(shown);
    expect((await seller.get(`/api/payments/${sold.paymentId}/desk`)).body.data.pan).toBe(shown);
    expect((await seller.get(`/api/payments/token/${tokenNumber}/payment-history`)).body.data.customer.pan).toBe(shown);
    // Sealed with a key that is not there any more: told as unknown, and everything else is shown.
    await test.get(DataSource).query("UPDATE payments SET pan_ciphertext = 'v1.AAAA' WHERE public_id = ?", [sold.paymentId]); // prettier-ignore
    expect((await seller.get(`/api/payments/${sold.paymentId}/desk`)).body.data).toMatchObject({
      pan: null,
      phone: PHONE,
    });
  });
});
