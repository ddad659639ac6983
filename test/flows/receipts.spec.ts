import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { PaymentHooks } from '../../src/modules/payments/index.js';
import { ReceiptPdfRenderer } from '../../src/modules/receipts/receipt-pdf-renderer.js';
import { RateLimiter } from '../../src/runtime/rate-limits/rate-limiter.js';
import type { Client } from '../support/client.js';
import { HOUR, MINUTE } from '../support/fake-clock.js';
import { expectInvariants } from '../support/invariants.js';
import { MailAttachments } from '../../src/mail/index.js';
import { attachmentsOf, MailCatcher, textPartOf } from '../support/mail-catcher.js';
import { pdfText } from '../support/pdf-text.js';
import { payAsCustomer, refund, sellAndPay, sellAndPayTwice, switchRefunds } from '../support/refunds.js';
import { comeBack, createLink, pressPay, verify } from '../support/sales.js';
import { SALES, TestApp } from '../support/test-app.js';
import { createUpgrade } from '../support/upgrades.js';

const UNKNOWN = '0'.repeat(26);
const PERSON = { name: 'Zoë Ångström Rao', email: 'zoe.rao@example.com', phone: '9876543210' };

describe('receipts', () => {
  const catcher = new MailCatcher();
  let test: TestApp;
  let seller: Client;
  let visitor: Client;

  beforeAll(async () => {
    await catcher.open();
    test = await TestApp.start({
      printsReceipts: true,
      env: { SMTP_URL: catcher.url, MAIL_FROM: 'sales@example.com' },
    });
    visitor = test.client();
    await switchRefunds(test, true);
  });
  // A clock that has been moved on has ended earlier sessions.
  beforeEach(async () => {
    seller = await test.as(SALES);
    catcher.mails.length = 0;
  });
  afterEach(() => expectInvariants(test));
  afterAll(async () => {
    await test.close();
    await catcher.close();
  });

  const numbers = async () =>
    (await test.get(DataSource).query('SELECT receipt_number AS n FROM receipts ORDER BY sequence')).map(
      ({ n }: { n: string }) => n,
    ) as string[];
  const numberOf = async (paymentId: string) =>
    (await visitor.get(`/api/payments/${paymentId}`)).body.data.receiptNumber as string | null;
  const sold = async (customerData = PERSON) => {
    const { paymentId } = await createLink(seller, 'gold', { customerData });
    await payAsCustomer(test, paymentId);
    await test.settle();
    return paymentId;
  };
  const download = async (paymentId: string) => {
    const response = await fetch(`${test.url}/payment/${paymentId}/receipt.pdf`);
    return { response, pdf: Buffer.from(await response.arrayBuffer()) };
  };

  describe('their numbers', () => {
    it('are one gap-free series, however many payments are completed at once', async () => {
      const links = await Promise.all(
        Array.from({ length: 12 }, (_, at) => createLink(seller, (['gold', 'silver', 'platinum'] as const)[at % 3])),
      );
      const returns = await Promise.all(
        links.map(async ({ paymentId }) => test.bank.press(await pressPay(visitor, paymentId), 'pay-nb')),
      );
      await Promise.all(
        returns.flatMap((fields) => [
          comeBack(visitor, fields).then((event) => verify(visitor, event)),
          visitor.postForm('/api/gateway/callback', fields ?? {}),
        ]),
      );
      await test.settle();
      await test.poll();
      const issued = await Promise.all(links.map(({ paymentId }) => numberOf(paymentId)));
      const expected = Array.from({ length: 12 }, (_, at) => `RC-${String(at + 1).padStart(6, '0')}`);
      expect(new Set(issued)).toEqual(new Set(expected));
      expect(await numbers()).toEqual(expected);
    });

    it('are given back by a completion that is undone', async () => {
      const before = (await numbers()).length;
      let isFailing = true;
      test.get(PaymentHooks).register({
        afterTransition: async ({ to }) => {
          if (isFailing && to === 'completed') throw new Error('no room on the disk');
        },
      });
      const { paymentId } = await createLink(seller, 'silver');
      const fields = await test.bank.press(await pressPay(visitor, paymentId), 'pay-nb');
      const event = await comeBack(visitor, fields);
      await test.settle();
      expect(await numberOf(paymentId)).toBeNull();
      isFailing = false;
      test.clock.advance(MINUTE);
      await verify(visitor, event);
      expect(await numberOf(paymentId)).toBe(`RC-${String(before + 1).padStart(6, '0')}`);
    });

    it('are given to upgrades too', async () => {
      const { paymentId } = await sellAndPay(test, seller);
      const upgradeId = await createUpgrade(seller, paymentId);
      await payAsCustomer(test, upgradeId);
      const gold = await numberOf(paymentId);
      const upgrade = await numberOf(upgradeId);
      expect(upgrade).toMatch(/^RC-\d{6}$/);
      expect(upgrade).not.toBe(gold);
      const { text } = await visitor.get(`/payment/${upgradeId}/receipt`);
      expect(text).toContain('Token upgrade: Gold to Platinum');
      expect(text).toMatch(/PL-\d{6}/);
      expect(text).toMatch(/GO-\d{6}/);
      expect(text).toContain('Forty-nine thousand rupees');
    });
  });

  it('the page shows what was paid, and of the payer no more than the payment page', async () => {
    const paymentId = await sold();
    const number = await numberOf(paymentId);
    const { status, text, headers } = await visitor.get(`/payment/${paymentId}/receipt`);
    expect(status).toBe(200);
    for (const words of [
      number ?? '?',
      '₹51,000',
      'Fifty-one thousand rupees',
      'Net banking',
      'Zoë',
      'z•••@example.com',
    ]) {
      expect(text).toContain(words);
    }
    expect(text).toContain(`href="/payment/${paymentId}/receipt.pdf"`);
    expect(text).toContain(`action="/payment/${paymentId}/receipt/mail"`);
    expect(text).not.toMatch(/Ångström|zoe\.rao|9876543210|priya/i);
    expect(headers.getSetCookie()).toEqual([]);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect((await visitor.get(`/payment/${paymentId}`)).text).toContain(`href="/payment/${paymentId}/receipt"`);
    expect((await visitor.get(`/payment/success?payment=${paymentId}`)).text).toContain(
      `/payment/${paymentId}/receipt`,
    );
  });

  it('whoever holds the link reads the first name alone, on every page and in the API', async () => {
    const paymentId = await sold();
    for (const path of [
      `/payment/${paymentId}`,
      `/payment/success?payment=${paymentId}`,
      `/thank-you?payment=${paymentId}`,
      `/api/payments/${paymentId}`,
    ]) {
      const { status, text } = await visitor.get(path);
      expect([path, status, text.includes('Zoë')]).toEqual([path, 200, true]);
      expect(text).not.toMatch(/Ångström|zoe\.rao|9876543210|priya/i);
    }
  });

  it('the file carries number, amount and words, and nothing personal', async () => {
    const paymentId = await sold();
    const number = await numberOf(paymentId);
    const { response, pdf } = await download(paymentId);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="receipt-${number}.pdf"`);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('cache-control')).toContain('no-store');
    expect(pdf.length).toBeLessThan(60_000);
    const text = pdfText(pdf);
    expect(text).toContain(`Receipt ${number}`);
    expect(text).toContain('₹51,000');
    expect(text).toContain('Fifty-one thousand rupees');
    expect(text).toContain('z•••@example.com');
    expect(text).not.toMatch(/Ångström|zoe\.rao|Priya/);
  });

  it('in Hindi the file is Hindi, by the language of who asks for it', async () => {
    const paymentId = await sold();
    const response = await fetch(`${test.url}/payment/${paymentId}/receipt.pdf?lang=hi`);
    const pdf = Buffer.from(await response.arrayBuffer());
    expect(pdf.toString('latin1')).toContain('/Lang (hi-IN)');
    expect((await download(paymentId)).pdf.toString('latin1')).toContain('/Lang (en-IN)');
  });

  describe('the page behind the code on it', () => {
    const check = async (paymentId: string) => {
      const { status, text } = await visitor.get(`/receipt/${paymentId}`);
      return { status, text };
    };

    it('says that it is genuine and how the payment stands, and no more of the payer than the receipt', async () => {
      const paymentId = await sold();
      const number = await numberOf(paymentId);
      expect((await visitor.get(`/payment/${paymentId}/receipt`)).text).toContain(`href="/receipt/${paymentId}"`);
      const { status, text } = await check(paymentId);
      expect(status).toBe(200);
      for (const words of ['This receipt is genuine', 'Paid. The token is valid.', number ?? '?', '₹51,000', 'Zoë'])
        expect(text).toContain(words);
      expect(text).not.toMatch(/Ångström|zoe\.rao|9876543210|priya/i);
    });

    it('follows the payment: refunded in part, on its way, in full', async () => {
      const paymentId = await sold();
      await refund(seller, paymentId, 1000);
      await test.bank.control({ op: 'settle-refunds' });
      test.clock.advance(HOUR);
      await test.poll();
      await test.settle();
      expect((await check(paymentId)).text).toContain('refunded in part');
      seller = await test.as(SALES);
      await refund(seller, paymentId, 50_000);
      expect((await check(paymentId)).text).toContain('A refund of the whole amount is on its way.');
      await test.bank.control({ op: 'settle-refunds' });
      test.clock.advance(HOUR);
      await test.poll();
      await test.settle();
      expect((await check(paymentId)).text).toContain('Refunded in full. The token number is void.');
    });

    it('of an upgraded token names the number that replaced it', async () => {
      const { paymentId } = await sellAndPay(test, seller);
      const upgradeId = await createUpgrade(seller, paymentId);
      await payAsCustomer(test, upgradeId);
      const { body } = await visitor.get(`/api/payments/${upgradeId}`);
      const { text } = await check(paymentId);
      expect(text).toContain('The token was upgraded since');
      expect(text).toContain(body.data.tokenNumber);
      expect((await check(upgradeId)).text).toContain('Paid. The token is valid.');
    });

    it('and the payment’s link and receipt do so as well, and no longer ask to keep the old one', async () => {
      const { paymentId } = await sellAndPay(test, seller);
      const keep = 'Keep your token number';
      expect((await visitor.get(`/payment/${paymentId}`)).text).toContain(keep);
      expect((await visitor.get(`/api/payments/${paymentId}`)).body.data.replacedBy).toBeNull();
      const upgradeId = await createUpgrade(seller, paymentId);
      await payAsCustomer(test, upgradeId);
      const { tokenNumber, replacedBy } = (await visitor.get(`/api/payments/${upgradeId}`)).body.data;
      expect(replacedBy).toBeNull();
      expect((await visitor.get(`/api/payments/${paymentId}`)).body.data.replacedBy).toBe(tokenNumber);
      const said = `Upgraded: your number is now ${tokenNumber}`;
      const pages = ['', '/receipt'].map((path) => `/payment/${paymentId}${path}`);
      pages.push(`/payment/success?payment=${paymentId}`, `/thank-you?payment=${paymentId}`);
      for (const path of pages) {
        const { text } = await visitor.get(path);
        expect({ path, text }).toEqual({ path, text: expect.stringContaining(said) });
        for (const old of [keep, 'Save as image']) expect(text).not.toContain(old);
        const hindi = (await test.client().get(path, { headers: { 'Accept-Language': 'hi' } })).text;
        expect(hindi).toContain(`अब आपका नंबर ${tokenNumber} है`);
      }
      const paper = pdfText((await download(paymentId)).pdf).replaceAll(/\s+/g, ' ');
      expect(paper).toContain(said);
      const ofUpgrade = (await visitor.get(`/payment/${upgradeId}`)).text;
      expect(ofUpgrade).toContain(keep);
      expect(ofUpgrade).not.toContain('your number is now');
    });

    it('knows no receipt of what is not paid, or not ours', async () => {
      const { paymentId } = await createLink(seller);
      for (const id of [paymentId, UNKNOWN, 'nothing-here', '%3Cb%3E']) {
        const { status, text } = await check(id);
        expect([id, status]).toEqual([id, 404]);
        expect(text).toContain('We do not know this receipt');
        expect(text).not.toContain('genuine');
      }
    });
  });

  it('a refund shows on the receipt, which keeps its number', async () => {
    const paymentId = await sold();
    const number = await numberOf(paymentId);
    await refund(seller, paymentId, 1000.5);
    const asked = (await visitor.get(`/api/payments/${paymentId}`)).body.data.refunds;
    expect(asked).toMatchObject([{ amount: 1000.5, state: 'accepted', ofDuplicateCharge: false, completedAt: null }]);
    expect(asked[0].expected).toEqual({ from: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), to: expect.any(String) });
    await test.bank.control({ op: 'settle-refunds' });
    await refund(seller, paymentId, 49999.5);
    await test.bank.control({ op: 'settle-refunds' });
    test.clock.advance(HOUR);
    await test.poll();
    await test.settle();
    const { data } = (await visitor.get(`/api/payments/${paymentId}`)).body;
    expect(data).toMatchObject({ status: 'refunded', receiptNumber: number });
    expect(data.refunds.map(({ state }: { state: string }) => state)).toEqual(['completed', 'completed']);
    const { text } = await visitor.get(`/payment/${paymentId}/receipt`);
    expect(text).toContain(number);
    expect(text).toContain('₹1,000.50');
    expect(text).toContain('₹49,999.50');
    const paper = pdfText((await download(paymentId)).pdf);
    expect(paper).toContain('₹49,999.50');
    expect(paper).toContain(`Receipt ${number}`);
  });

  it('a refund that the bank refuses is told as such, and expected by nobody', async () => {
    const paymentId = await sold();
    await test.bank.fault('refund', 'code', { code: 'P1112', times: 1 });
    await refund(seller, paymentId, 100);
    await test.bank.clearFaults();
    const [row] = (await visitor.get(`/api/payments/${paymentId}`)).body.data.refunds;
    expect(row).toMatchObject({ state: 'not-accepted', stateLabel: 'Not accepted by the bank', expected: null });
    expect(JSON.stringify(row)).not.toContain('P1112');
  });

  it('before the payment there is none, and says so', async () => {
    const { paymentId } = await createLink(seller);
    const page = await visitor.get(`/payment/${paymentId}/receipt`);
    expect(page.status).toBe(404);
    expect(page.text).toContain('There is no receipt yet.');
    expect(page.text).toContain(`href="/payment/${paymentId}"`);
    expect((await download(paymentId)).response.status).toBe(404);
    const asked = await visitor.post(`/api/payments/${paymentId}/send-receipt`);
    expect([asked.status, asked.body.error]).toEqual([404, 'NO_RECEIPT_YET']);
    expect(catcher.mails).toEqual([]);
  });

  it.each([UNKNOWN, 'nothing-here', '%3Cb%3E'])('an unknown payment (%s) is unknown everywhere', async (id) => {
    expect((await visitor.get(`/payment/${id}/receipt`)).status).toBe(404);
    expect((await visitor.get(`/payment/${id}/receipt.pdf`)).status).toBe(404);
    expect((await visitor.postForm(`/payment/${id}/receipt/mail`, {})).status).toBe(404);
    const asked = await visitor.post(`/api/payments/${id}/send-receipt`);
    expect([asked.status, asked.body.error]).toEqual([404, 'PAYMENT_NOT_FOUND']);
  });

  describe('by mail', () => {
    it('comes with the mail about the payment, with the full name, to the recorded address', async () => {
      const paymentId = await sold();
      const number = await numberOf(paymentId);
      expect(catcher.mails.map(({ to }) => to)).toEqual([[PERSON.email]]);
      const [mail] = catcher.about(`Receipt number: ${number}`);
      expect(catcher.about(`${test.settings.appUrl}/payment/${paymentId}/receipt`)).toHaveLength(1);
      const [file] = attachmentsOf(mail?.raw ?? '');
      expect(file).toMatchObject({ filename: `receipt-${number}.pdf`, contentType: 'application/pdf' });
      const text = pdfText(file?.content ?? Buffer.alloc(0)).replaceAll(/\s+/g, ' ');
      expect(text).toContain(`${PERSON.name}, ${PERSON.email}`);
      expect(text).toMatch(/Bank reference \w{9,} /);
      expect(text).toContain('Sold by Priya Sharma');
      expect(text).toContain(`Receipt ${number}`);
    });

    it('of an upgraded token names the number that replaced it, also where the upgrade came before the mail left', async () => {
      const paymentId = await sold({ ...PERSON, email: 'upgraded@example.com' });
      const number = (await visitor.get(`/api/payments/${paymentId}`)).body.data.tokenNumber as string;
      const yours = async () => {
        await test.settle();
        return textPartOf(catcher.mails.at(-1)?.raw ?? '').match(/Your token number: (.*)\r?\n/)?.[1];
      };
      const askAgain = () => visitor.post(`/api/payments/${paymentId}/send-receipt`);
      await askAgain();
      expect(await yours()).toBe(number);
      const upgradeId = await createUpgrade(seller, paymentId);
      await payAsCustomer(test, upgradeId);
      const { tokenNumber } = (await visitor.get(`/api/payments/${upgradeId}`)).body.data;
      await test.settle();
      await askAgain();
      expect(await yours()).toBe(`${number} (Upgraded: your number is now ${tokenNumber}.)`);
      // One that was queued before the upgrade says so too.
      const read = await test.get(MailAttachments).read('receipt', { paymentId });
      expect(read?.facts).toEqual({ tokenVoid: false, replacedBy: tokenNumber });
    });

    it('a refund of what was paid twice names the number that replaced the token too', async () => {
      const { paymentId, chargeId } = await sellAndPayTwice(test, seller);
      const upgradeId = await createUpgrade(seller, paymentId);
      await payAsCustomer(test, upgradeId);
      const { tokenNumber } = (await visitor.get(`/api/payments/${upgradeId}`)).body.data;
      await test.settle();
      expect((await refund(seller, paymentId, 51000, { duplicateChargeId: chargeId })).status).toBe(200);
      await test.settle();
      const mail = textPartOf(catcher.mails.at(-1)?.raw ?? '');
      expect(mail).toContain('₹51,000');
      expect(mail).toMatch(/Your token number: GO-\d{6} \(Upgraded/);
      expect(mail).toContain(`your number is now ${tokenNumber}.)`);
    });

    it('comes in the language in which Pay was pressed, and the refund too', async () => {
      const { paymentId } = await createLink(seller, 'gold', { customerData: PERSON });
      const pressed = await visitor.post(`/api/payments/${paymentId}/initiate`, {}, { 'accept-language': 'hi-IN' });
      const fields = await test.bank.press(pressed.body.data.paymentUrl as string, 'pay-nb');
      await verify(visitor, await comeBack(visitor, fields));
      await test.settle();
      const [mail] = catcher.mails;
      expect(mail?.subject).toMatch(/^भुगतान मिल गया: गोल्ड टोकन GO-\d{6}$/);
      expect(textPartOf(mail?.raw ?? '')).toContain('प्रिय Zoë,');
      const [file] = attachmentsOf(mail?.raw ?? '');
      expect(file?.content.toString('latin1')).toContain('/Lang (hi-IN)');
      await refund(seller, paymentId, 100);
      await test.settle();
      expect(catcher.mails.at(-1)?.subject).toBe('आपका ₹100 का रिफ़ंड प्रक्रिया में है');
    });

    it('is sent again to nobody but the recorded address, three times an hour', async () => {
      const paymentId = await sold();
      const other = await sold({ ...PERSON, email: 'other@example.com' });
      catcher.mails.length = 0;
      const ask = (id = paymentId) => visitor.post(`/api/payments/${id}/send-receipt`);
      const named = await visitor.post(`/api/payments/${paymentId}/send-receipt`, { to: 'thief@example.com' });
      expect([named.status, named.body.details]).toEqual([400, { to: 'is not a known field' }]);
      const first = await ask();
      expect(first.status).toBe(200);
      expect(first.body).toMatchObject({
        data: { paymentId, to: 'z•••@example.com' },
        message: 'The receipt is on its way to z•••@example.com.',
      });
      expect(first.text).not.toContain('zoe.rao');
      expect((await ask()).status).toBe(200);
      expect((await ask()).status).toBe(200);
      const often = await ask();
      expect([often.status, often.body.error]).toEqual([429, 'THROTTLED']);
      expect(Number(often.headers.get('retry-after'))).toBeGreaterThan(60);
      expect((await ask(other)).status).toBe(200);
      await test.settle();
      expect(catcher.mails.map(({ to }) => to.join()).sort()).toEqual([
        'other@example.com',
        ...Array(3).fill(PERSON.email),
      ]);
      expect(catcher.mails.every(({ raw }) => attachmentsOf(raw).length === 1)).toBe(true);
      test.clock.advance(2 * HOUR);
      expect((await ask()).status).toBe(200);
    });

    it('works by the plain form, and says what became of it', async () => {
      const paymentId = await sold();
      const press = () => visitor.postForm(`/payment/${paymentId}/receipt/mail`, {});
      const sent = await press();
      expect([sent.status, sent.headers.get('location')]).toEqual([303, `/payment/${paymentId}/receipt?mail=sent`]);
      const { text } = await visitor.get(`/payment/${paymentId}/receipt?mail=sent`);
      expect(text).toContain('The receipt is on its way to z•••@example.com.');
      await press();
      await press();
      expect((await press()).headers.get('location')).toBe(`/payment/${paymentId}/receipt?mail=throttled`);
      const odd = await visitor.get(`/payment/${paymentId}/receipt?mail=%3Cscript%3Ex`);
      expect(odd.text).not.toContain('<script>x');
    });

    it('nobody who never asked is told that it was sent, however often others behind the same address have asked', async () => {
      const paymentId = await sold();
      const [answer, form] = await test.clock.hold(async () => {
        for (let time = 0; time < 300; time += 1)
          await test.get(RateLimiter).consume('receipt-mail:address:127.0.0.1', 300, MINUTE);
        return [
          await visitor.post(`/api/payments/${paymentId}/send-receipt`),
          await visitor.postForm(`/payment/${paymentId}/receipt/mail`, {}),
        ];
      });
      expect([answer.status, answer.body]).toEqual([
        429,
        { success: false, error: 'RECEIPTS_BUSY', message: expect.stringMatching(/ Please try again in a minute\.$/) },
      ]);
      expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(61);
      expect(form.headers.get('location')).toBe(`/payment/${paymentId}/receipt?mail=busy`);
      for (const [language, words] of [
        ['en', / Please try again in a minute\./],
        ['hi', /कृपया एक मिनट बाद फिर कोशिश करें।/],
      ] as const) {
        const { text } = await visitor.get(`/payment/${paymentId}/receipt?mail=busy`, {
          headers: { 'accept-language': language },
        });
        expect(text).toMatch(words);
      }
      test.clock.advance(2 * MINUTE);
      expect((await visitor.post(`/api/payments/${paymentId}/send-receipt`)).status).toBe(200);
    });

    it('from another site nothing is sent', async () => {
      const paymentId = await sold();
      const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
      expect((await visitor.post(`/api/payments/${paymentId}/send-receipt`, {}, headers)).status).toBe(403);
    });

    it('a document that cannot be made holds the mail back once; then it goes without', async () => {
      const print = jest.spyOn(test.get(ReceiptPdfRenderer), 'print').mockRejectedValue(new Error('no fonts'));
      const paymentId = await sold({ ...PERSON, email: 'plain@example.com' });
      expect(catcher.mails).toEqual([]);
      test.clock.advance(MINUTE);
      await test.poll();
      await test.settle();
      print.mockRestore();
      expect(catcher.mails.map(({ to }) => to)).toEqual([['plain@example.com']]);
      expect(catcher.about(`/payment/${paymentId}/receipt`)).toHaveLength(1);
      expect(attachmentsOf(catcher.mails[0]?.raw ?? '')).toEqual([]);
    });
  });

  it('files are limited by address', async () => {
    const paymentId = await sold();
    test.clock.advance(5 * MINUTE);
    const statuses: number[] = [];
    for (let time = 0; time < 61; time += 1) statuses.push((await download(paymentId)).response.status);
    expect(statuses.slice(0, 60)).toEqual(Array(60).fill(200));
    expect(statuses[60]).toBe(429);
  });
});
