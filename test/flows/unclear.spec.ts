import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Client } from '../support/client.js';
import { MINUTE } from '../support/fake-clock.js';
import { expectInvariants } from '../support/invariants.js';
import { comeBack, createLink, pressPay, verify } from '../support/sales.js';
import { SALES, TestApp } from '../support/test-app.js';

const PAY_AGAIN = 'I was not charged, pay again';

/** What a customer is told who paid, or thinks so, while the bank has not said the last word; and when it said no. */
describe('after the press on pay', () => {
  let test: TestApp;
  let seller: Client;
  let customer: Client;

  beforeAll(async () => {
    test = await TestApp.start();
    customer = test.client();
  });
  beforeEach(async () => {
    seller = await test.staff(SALES);
  });
  afterEach(async () => {
    await test.bank.clearFaults();
    await expectInvariants(test);
  });
  afterAll(() => test.close());

  const shown = async (paymentId: string) => (await customer.get(`/api/payments/${paymentId}`)).body.data;
  const page = async (paymentId: string) => (await customer.get(`/payment/${paymentId}`)).text;

  it('nothing is unclear before it', async () => {
    const { paymentId } = await createLink(seller);
    expect(await shown(paymentId)).toMatchObject({ unclear: null, payAgainHeld: false, failure: null, refunds: [] });
    expect(await page(paymentId)).not.toContain(PAY_AGAIN);
  });

  it('at the bank: known since when, asked when, and paying again is a second step for 15 minutes', async () => {
    const { paymentId } = await createLink(seller);
    await pressPay(customer, paymentId);
    const before = await shown(paymentId);
    const since = before.unclear.since as string;
    expect(test.clock.now().getTime() - Date.parse(since)).toBeLessThan(10_000);
    expect(before.unclear).toMatchObject({ lastAskedAt: null, lastAnswer: null });
    expect(Date.parse(before.unclear.nextCheckAt)).toBeGreaterThan(Date.parse(since));
    expect(before.payAgainHeld).toBe(true);
    const text = await page(paymentId);
    expect(text).toContain('The bank has not given a final answer yet.');
    expect(text).toContain(PAY_AGAIN);
    expect(text).toContain(`action="/payment/${paymentId}/initiate"`);
    test.clock.advance(MINUTE);
    await test.poll();
    const asked = await shown(paymentId);
    expect(asked.unclear.since).toBe(since);
    expect(Date.parse(asked.unclear.lastAskedAt) - Date.parse(since)).toBeGreaterThanOrEqual(MINUTE);
    expect(asked.unclear.lastAnswer).toBe('There is no payment under this reference yet.');
    expect((await customer.get(`/api/payments/${paymentId}/status`)).body.data.unclear).toEqual(asked.unclear);
    test.clock.advance(14 * MINUTE);
    expect(await shown(paymentId)).toMatchObject({ payAgainHeld: false, unclear: { since } });
    expect(await page(paymentId)).not.toContain(PAY_AGAIN);
    // The rules of paying have not changed: pressed again, it is held again.
    await pressPay(customer, paymentId);
    const again = await shown(paymentId);
    expect(again).toMatchObject({ payAgainHeld: true, unclear: { lastAskedAt: null } });
    expect(Date.parse(again.unclear.since) - Date.parse(since)).toBeGreaterThanOrEqual(15 * MINUTE);
  });

  it('pending at the bank: the verification says what is known, and the end of it clears everything', async () => {
    const { paymentId } = await createLink(seller, 'silver');
    const fields = await test.bank.press(await pressPay(customer, paymentId), 'pending-success');
    const event = await comeBack(customer, fields);
    const { status, body } = await verify(customer, event);
    expect([status, body.data.state]).toEqual([202, 'confirming']);
    expect(body.data.unclear).toMatchObject({ lastAnswer: 'The payment is still under way.' });
    const { text } = await customer.get(`/payment/verify?event=${event}`);
    expect(text).toContain('The payment is still under way.');
    expect(text).toContain(paymentId);
    await test.bank.control({ op: 'advance-clock', ms: 20_000 });
    test.clock.advance(MINUTE);
    await test.poll();
    await test.settle();
    expect(await shown(paymentId)).toMatchObject({ status: 'completed', unclear: null, payAgainHeld: false });
  });

  it('the bank cannot be reached: said so in our words', async () => {
    const { paymentId } = await createLink(seller);
    await pressPay(customer, paymentId);
    await test.bank.fault('status', 'http-500', { times: 0 });
    test.clock.advance(MINUTE);
    await test.poll();
    expect((await shown(paymentId)).unclear.lastAnswer).toBe('The bank could not be reached. We try again.');
  });

  it.each([
    ['decline', 'failed', 'Your bank declined the payment', 'Transaction rejected'],
    ['cancel', 'cancelled', 'You cancelled the payment', 'cancelled by user'],
  ])(
    '%s: why, and what now, on every page; the words of the bank follow in small print',
    async (press, status, title, theirs) => {
      const { paymentId } = await createLink(seller);
      const event = await comeBack(customer, await test.bank.press(await pressPay(customer, paymentId), press));
      const { body, text: answer } = await verify(customer, event);
      expect(body.message).toBe(`Payment failed: ${title}`);
      expect(body.data.failure.title).toBe(title);
      const payment = await shown(paymentId);
      expect(payment).toMatchObject({ status, unclear: null, payAgainHeld: false, failure: { title } });
      const texts = [answer, JSON.stringify(payment), await page(paymentId)];
      texts.push((await customer.get(`/payment/verify?event=${event}`)).text);
      for (const text of texts) expect(text.indexOf(theirs)).toBeGreaterThan(text.indexOf(title));
      for (const html of texts.slice(2)) {
        const [, said] = /<p class="[^"]*pub-small pub-said[^"]*"[^>]*>(.*?)<\/p>/.exec(html) ?? [];
        expect(said?.replaceAll(/<[^>]*>/g, '')).toMatch(new RegExp(`^The bank said: .*${theirs}`));
      }
      const hindi = await test.client().get(`/payment/${paymentId}`, { headers: { 'Accept-Language': 'hi' } });
      expect(hindi.text.replaceAll(/<[^>]*>/g, '')).toMatch(new RegExp(`बैंक ने कहा: .*${theirs}`));
      // The next try starts afresh.
      await pressPay(customer, paymentId);
      expect((await shown(paymentId)).failure).toBeNull();
    },
  );

  describe('what the bank said about a failure', () => {
    /** The bank refuses, with this code and text. */
    const failWith = async (words: { code?: string; text: string }) => {
      const { paymentId, invoiceNo } = await createLink(seller);
      const fields = await test.bank.press(await pressPay(customer, paymentId), 'decline');
      test.bank.reword(invoiceNo, words);
      const event = await comeBack(customer, fields);
      const { body } = await verify(customer, event);
      const pages = [await page(paymentId), (await customer.get(`/payment/verify?event=${event}`)).text];
      return { failure: (await shown(paymentId)).failure, message: body.message as string, pages, paymentId };
    };

    it('is text and nothing else on every page, whatever the bank sends', async () => {
      const hostile = `<img src=x onerror=alert(1)>\u202e</script><script>alert(2)</script>\u0007\r\n"'onload=x ${'y'.repeat(300)}`;
      const { failure, pages } = await failWith({ code: 'X99', text: hostile });
      expect([...failure.bankText]).toHaveLength(120);
      expect(failure.bankText).toMatch(/^<img src=x onerror=alert\(1\)> <\/script><script>alert\(2\)<\/script> .*…$/);
      for (const html of pages) {
        expect(html).toContain('The bank said: ');
        expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
        expect(html).not.toMatch(/<img src=x|<script>alert|\u202e|\u0007|y{200}/);
      }
    });

    it.each([
      ['an empty text', ''],
      ['nothing but signs that nobody sees', ' \u200b\u202e '],
    ])('%s stands as an unknown error', async (_what, text) => {
      const { failure, message, pages, paymentId } = await failWith({ code: 'X99', text });
      expect([failure.kind, failure.title, failure.bankText]).toEqual(['unexplained', 'Unknown error', null]);
      expect(message).toBe('Payment failed: Unknown error');
      for (const html of pages) expect(html).toContain('Unknown error');
      expect(pages[0]).not.toContain('The bank said');
      const hindi = await test.client().get(`/payment/${paymentId}`, { headers: { 'Accept-Language': 'hi' } });
      expect(hindi.text).toContain('अज्ञात त्रुटि');
    });

    it('a reason that we have no words for is quoted', async () => {
      const { failure, message } = await failWith({ code: 'X99', text: 'Beneficiary mandate lapsed' });
      expect(failure).toMatchObject({ kind: 'unknown', bankText: 'Beneficiary mandate lapsed' });
      expect(message).toBe('Payment failed: The bank did not accept this payment');
    });
  });

  it('a link that ran out is no failure of the bank', async () => {
    const { paymentId } = await createLink(seller);
    test.clock.advance(80 * 60 * MINUTE);
    await test.poll();
    await test.settle();
    expect(await shown(paymentId)).toMatchObject({ status: 'cancelled', statusReason: 'link_expired', failure: null });
  });
});
