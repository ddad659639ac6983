import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { MESSAGES } from '../../src/contracts/messages.js';
import { SERVER_MESSAGES } from '../../src/contracts/messages-server.js';
import { CUSTOMER_MESSAGES } from '../../src/contracts/messages-customers.js';
import { PaymentGateway } from '../../src/modules/gateway/index.js';
import { endOfIstDay, istDueDate } from '../../src/domain/payment/link-expiry.js';
import type { Client, Reply } from '../support/client.js';
import { HOUR, MINUTE } from '../support/fake-clock.js';
import { expectBooksAgree, expectInvariants } from '../support/invariants.js';
import { advanceToIst, atDesk, auditOf, cancelLink, correctContact, query, rowOf } from '../support/links.js';
import { refund, sellAndPay, switchRefunds } from '../support/refunds.js';
import { countRows, decide, oneReview, reviewsOf } from '../support/reviews.js';
import { comeBack, createLink, linkBody, pressPay, statusOf, verify } from '../support/sales.js';
import { ADMIN, OTHER_SALES, SALES, TestApp } from '../support/test-app.js';
import { createUpgrade, payAt, payOn, upgradeTokens } from '../support/upgrades.js';

const UNKNOWN = '00000000000000000000000000';
const RIGHT = { name: 'Ravi Kumar', email: 'ravi.kumar@example.com' };

describe('care for links', () => {
  let test: TestApp;
  let seller: Client;
  let customer: Client;
  let people = 0;

  beforeAll(async () => {
    test = await TestApp.start();
    customer = test.client();
    await switchRefunds(test, true);
    // Far from midnight, whenever the test runs.
    advanceToIst(test, 10);
  });
  // A clock that has been moved on has ended earlier sessions.
  beforeEach(async () => {
    seller = await test.staff(SALES);
  });
  afterEach(async () => {
    await test.bank.clearFaults();
    await expectInvariants(test);
  });
  afterAll(async () => {
    await expectBooksAgree(test);
    await test.close();
  });

  const person = () => {
    people += 1;
    return { customerData: { name: `Buyer ${people}`, email: `buyer${people}@example.com` } };
  };
  const link = (more: object = {}) => createLink(seller, 'silver', { ...person(), ...more });
  const declined = async () => {
    const made = await link();
    const page = await pressPay(customer, made.paymentId);
    await verify(customer, await comeBack(customer, await test.bank.press(page, 'decline')));
    return { ...made, page };
  };
  const dueAtBank = async (invoiceNo: string) => {
    const { invoices } = await test.bank.list();
    return invoices.find((invoice: { invoiceNo: string }) => invoice.invoiceNo === invoiceNo);
  };

  describe('how long a link lives', () => {
    it.each([
      ['4h', 4],
      ['24h', 24],
      ['72h', 72],
      ['7d', 168],
    ])('%s', async (expiry, hours) => {
      const { data } = await link({ expiry });
      const left = Date.parse(data.paymentLinkExpiresAt) - test.clock.now().getTime();
      expect(Math.abs(left - hours * HOUR)).toBeLessThan(MINUTE);
      expect(data.dueDate).toBe(istDueDate(new Date(data.paymentLinkExpiresAt)));
    });

    it('today: to the end of the Indian day, and the bank is told the same day', async () => {
      const { data, invoiceNo } = await link({ expiry: 'today' });
      expect(data.paymentLinkExpiresAt).toBe(endOfIstDay(test.clock.now()).toISOString());
      expect(data.paymentLinkExpiresAt).toMatch(/T18:29:59\.999Z$/);
      expect(data.dueDate).toBe(istDueDate(test.clock.now()));
      expect((await dueAtBank(invoiceNo)).dueAt).toBe(endOfIstDay(test.clock.now()).getTime());
    });

    it('not said: the usual time; nonsense is refused', async () => {
      const { data } = await link();
      expect(Date.parse(data.paymentLinkExpiresAt) - test.clock.now().getTime()).toBeGreaterThan(71 * HOUR);
      for (const expiry of ['1h', 4, null, ['4h'], '']) {
        const { status } = await seller.post('/api/payments/create-link', { ...linkBody('silver'), expiry });
        expect(expiry === null ? [201] : [400, 422]).toContain(status);
      }
    });

    it('reissued for the chosen time, or with an empty body for the usual one', async () => {
      const made = await declined();
      const path = `/api/payments/${made.paymentId}/reissue-link`;
      const today = await seller.post(path, { expiry: 'today' });
      expect(today.body.data.paymentLinkExpiresAt).toBe(endOfIstDay(test.clock.now()).toISOString());
      test.clock.advance(20 * HOUR);
      seller = await test.staff(SALES);
      const usual = await seller.call('POST', path);
      expect(usual.status).toBe(200);
      expect(Date.parse(usual.body.data.paymentLinkExpiresAt) - test.clock.now().getTime()).toBeGreaterThan(71 * HOUR);
      expect((await seller.post(path, { until: 'tomorrow' })).status).toBe(400);
    });

    describe.each(['P0039', 'P0030'])('the bank says %s of whom nobody has paid', (code) => {
      beforeAll(() => test.bank.control({ op: 'configure', unpaidInvoiceCode: code }));
      afterAll(() => test.bank.control({ op: 'configure', unpaidInvoiceCode: 'P0039' }));
      const passes = async () => {
        test.clock.advance(73 * HOUR);
        await test.poll();
        await test.settle();
        seller = await test.staff(SALES);
      };
      const reasonOf = async (paymentId: string) =>
        (await customer.get(`/api/payments/${paymentId}`)).body.data.statusReason as string;

      it('after a last question a link that nobody opened ends', async () => {
        const { paymentId } = await link();
        test.clock.advance(HOUR);
        await test.poll();
        expect(await statusOf(customer, paymentId)).toBe('pending');
        await passes();
        expect([await statusOf(customer, paymentId), await reasonOf(paymentId)]).toEqual(['cancelled', 'link_expired']);
        test.clock.advance(8 * 24 * HOUR);
        await test.poll();
        expect(await reviewsOf(test, paymentId)).toEqual([]);
      });

      it('one whose customer went to the bank ends too, and money that comes in the week after is found', async () => {
        const { paymentId } = await link();
        const page = await pressPay(customer, paymentId);
        await passes();
        expect([await statusOf(customer, paymentId), await reasonOf(paymentId)]).toEqual(['cancelled', 'link_expired']);
        await test.bank.press(page, 'pay-close-tab');
        test.clock.advance(24 * HOUR);
        await test.poll();
        expect(await statusOf(customer, paymentId)).toBe('completed');
      });

      it('an upgrade that nobody opened frees its token: it can be upgraded anew, or refunded', async () => {
        const gold = await sellAndPay(test, seller);
        const first = await createUpgrade(seller, gold.paymentId);
        await passes();
        expect(await statusOf(customer, first)).toBe('cancelled');
        await createUpgrade(seller, gold.paymentId);
        await passes();
        expect((await refund(seller, gold.paymentId, 51_000)).status).toBe(200);
      });
    });

    it('the bank says REQ and P0039 of whom nobody has paid: it ends, without a review, and late money is found', async () => {
      const { paymentId, invoiceNo } = await link();
      const page = await pressPay(customer, paymentId);
      await test.bank.fault('status', 'req', { times: 0, invoiceNo, code: 'P0039' });
      test.clock.advance(73 * HOUR);
      await test.poll();
      const { body } = await customer.get(`/api/payments/${paymentId}`);
      expect(body.data).toMatchObject({ status: 'cancelled', statusReason: 'link_expired' });
      for (let day = 0; day < 4; day += 1) {
        test.clock.advance(24 * HOUR);
        await test.poll();
      }
      expect(await reviewsOf(test, paymentId)).toEqual([]);
      await test.bank.clearFaults();
      await test.bank.press(page, 'pay-close-tab');
      test.clock.advance(24 * HOUR);
      await test.poll();
      expect(await statusOf(customer, paymentId)).toBe('completed');
      seller = await test.staff(SALES);
    });

    it('the bank says so of our number, and keeps the money under one of its own: it is paid', async () => {
      await test.bank.control({ op: 'configure', ownMerchantTxnNo: true });
      const { paymentId, invoiceNo } = await link();
      await test.bank.control({ op: 'configure', ownMerchantTxnNo: false });
      await test.bank.fault('status', 'req', { times: 0, invoiceNo, code: 'P0039' });
      await payOn(test, await pressPay(customer, paymentId));
      expect(await statusOf(customer, paymentId)).toBe('completed');
      await test.bank.clearFaults();
    });

    it('today is over in a few minutes: a field error, and nothing is made', async () => {
      advanceToIst(test, 23, 31);
      seller = await test.staff(SALES);
      const [before] = await query<{ n: number }>(test, 'SELECT COUNT(*) AS n FROM payments');
      const { status, body } = await seller.post('/api/payments/create-link', {
        ...linkBody('silver'),
        expiry: 'today',
      });
      expect(status).toBe(422);
      expect(body).toMatchObject({ error: 'FIELD_ERRORS', details: { expiry: SERVER_MESSAGES.link.todayTooShort } });
      expect(await query(test, 'SELECT COUNT(*) AS n FROM payments')).toEqual([before]);
      advanceToIst(test, 10);
    });
  });

  describe('rows', () => {
    it('tell whether the link was opened, can be cancelled and was mailed', async () => {
      const { paymentId } = await link();
      const fresh = {
        openedAt: null,
        linkMails: { sentCount: 0, lastSentAt: null },
        canCancelLink: true,
        canPay: true,
      };
      expect(await rowOf(seller, paymentId)).toMatchObject({ ...fresh, upgradeState: null });
      await customer.get(`/payment/${paymentId}`);
      expect((await rowOf(seller, paymentId)).openedAt).toMatch(/Z$/);
      await pressPay(customer, paymentId);
      expect((await rowOf(seller, paymentId)).canCancelLink).toBe(true);
      const { body } = await (await test.as(ADMIN)).get(`/api/payments/admin/all?search=${paymentId}`);
      expect(body.data.payments[0]).toMatchObject({
        isPaymentLinkExpired: false,
        paymentType: 'initial',
        nextCheckAt: expect.stringMatching(/Z$/),
        openedAt: expect.stringMatching(/Z$/),
        upgradeState: null,
        canPay: true,
      });
    });

    it('call a link opened by the customer alone, not by the preview of a messenger, HEAD or staff', async () => {
      const { paymentId } = await link();
      const openedAt = async () => (await rowOf(seller, paymentId)).openedAt;
      const path = `/payment/${paymentId}`;
      const preview = await customer.get(path, { headers: { 'user-agent': 'WhatsApp/2.23' } });
      expect([preview.status, preview.text.includes(paymentId)]).toEqual([200, true]);
      expect(await openedAt()).toBeNull();
      expect((await customer.call('HEAD', path)).status).toBe(200);
      expect(await openedAt()).toBeNull();
      expect((await seller.get(path)).status).toBe(200);
      expect(await openedAt()).toBeNull();
      await customer.get(path);
      expect(await openedAt()).toMatch(/Z$/);
    });

    it('tell how far the upgrade of a gold token is', async () => {
      const { paymentId } = await sellAndPay(test, seller);
      const state = async () => (await rowOf(seller, paymentId)).upgradeState;
      expect(await state()).toBe('available');
      const upgradeId = await createUpgrade(seller, paymentId);
      expect(await state()).toBe('pending');
      expect((await rowOf(seller, upgradeId)).upgradeState).toBeNull();
      await payAt(test, upgradeId);
      expect(await state()).toBe('completed');
      const { body } = await (await test.as(ADMIN)).get(`/api/payments/admin/all?search=${paymentId}`);
      expect(body.data.payments[0].upgradeState).toBe('completed');
    });

    it('expires=today: what can still be paid today, and nothing else', async () => {
      const today = await link({ expiry: 'today' });
      const gone = await link({ expiry: 'today' });
      await cancelLink(seller, gone.paymentId);
      await link({ expiry: '24h' });
      const { body } = await seller.get('/api/sales-manager/dashboard?expires=today&limit=100');
      const ids = (body.data.allCustomers as { paymentId: string }[]).map((row) => row.paymentId);
      expect(ids).toContain(today.paymentId);
      expect(ids).not.toContain(gone.paymentId);
      const end = endOfIstDay(test.clock.now()).toISOString();
      for (const row of body.data.allCustomers) expect(row.paymentLinkExpiresAt <= end).toBe(true);
      const desk = await atDesk(test, SALES);
      const page = await desk.get('/dashboard?expires=today', { headers: { 'x-inertia': 'true' } });
      const shown = page.status === 200 ? page : await desk.get('/dashboard?expires=today');
      expect(shown.text).toMatch(/"expires":"today"/);
    });
  });

  describe('cancelling', () => {
    it('ends the link: the page says so, nobody pays, reason and actor are in the audit log', async () => {
      const { paymentId } = await link();
      const { status, body } = await cancelLink(seller, paymentId, { reason: 'Bought at another desk' });
      expect(status).toBe(200);
      expect(body).toMatchObject({ success: true, data: { paymentId, status: 'cancelled' } });
      const { body: seen } = await customer.get(`/api/payments/${paymentId}`);
      expect(seen.data).toMatchObject({ statusReason: 'cancelled_by_staff', canPay: false, inProgress: false });
      expect((await customer.get(`/payment/${paymentId}`)).text).toContain(CUSTOMER_MESSAGES.payment.withdrawn);
      const pay = await customer.post(`/api/payments/${paymentId}/initiate`);
      expect([pay.status, pay.body.error]).toEqual([409, 'LINK_WITHDRAWN']);
      const [{ actor } = { actor: null }] = (await auditOf(test, paymentId)).filter(
        ({ action }) => action === 'payment.cancelled',
      );
      expect(actor).not.toBeNull();
      expect((await auditOf(test, paymentId)).at(-1)?.reason).toBe('cancelled_by_staff');
      const [event] = await query<{ detail: string }>(
        test,
        "SELECT e.detail FROM payment_events e JOIN payments p ON p.id = e.payment_id WHERE p.public_id = ? AND e.type = 'status.cancelled'",
        [paymentId],
      );
      expect(JSON.parse(event?.detail ?? '{}')).toMatchObject({ note: 'Bought at another desk' });
      expect((await cancelLink(seller, paymentId)).body.error).toBe('LINK_ALREADY_CANCELLED');
      expect(await rowOf(seller, paymentId)).toMatchObject({ canPay: false, canCancelLink: false });
    });

    it('a check by staff finds money that was taken on an earlier page of the bank', async () => {
      const { paymentId, page } = await declined();
      await pressPay(customer, paymentId);
      await test.bank.press(page, 'pay-no-advice');
      test.clock.advance(3000);
      const { body } = await seller.post(`/api/payments/check-status/${paymentId}`);
      expect([body.data.status, body.message]).toEqual(['completed', MESSAGES.status.completed]);
      test.clock.advance(3000);
      const again = await seller.post(`/api/payments/check-status/${paymentId}`);
      expect(again.body.message).toBe(MESSAGES.status.completed);
    });

    it.each([
      ['pressed Pay again since', true],
      ['did not press Pay again', false],
    ])('money on an earlier page of the bank, whose customer %s, is found before the link ends', async (_, isAgain) => {
      const { paymentId, page } = await declined();
      if (isAgain) await pressPay(customer, paymentId);
      await test.bank.press(page, 'pay-no-advice');
      test.clock.advance(3000);
      const { status, body } = await cancelLink(seller, paymentId);
      expect([status, body.error]).toEqual([409, 'ALREADY_PAID']);
      expect(await statusOf(customer, paymentId)).toBe('completed');
    });

    it('a cancelled link can be reissued and paid', async () => {
      const { paymentId } = await link();
      await cancelLink(seller, paymentId);
      expect((await seller.post(`/api/payments/${paymentId}/reissue-link`)).status).toBe(200);
      expect((await rowOf(seller, paymentId)).canCancelLink).toBe(true);
      const { reply } = await payAt(test, paymentId);
      expect(reply.body.data.state).toBe('completed');
    });

    it('reissued under one key it is renewed once, and answers the same; another body is refused', async () => {
      const { paymentId } = await link();
      await cancelLink(seller, paymentId);
      const reissue = (body: object, key = `renew-${paymentId}`) =>
        seller.post(`/api/payments/${paymentId}/reissue-link`, body, { 'idempotency-key': key });
      const first = await reissue({});
      const again = await reissue({});
      expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
      expect((await reissue({ expiry: '4h' })).body.error).toBe('IDEMPOTENCY_MISMATCH');
      expect((await reissue({}, 'another')).body.error).toBe('LINK_STILL_LIVE');
      const attempts = await query(
        test,
        'SELECT a.id FROM payment_attempts a JOIN payments p ON p.id = a.payment_id WHERE p.public_id = ?',
        [paymentId],
      );
      expect(attempts).toHaveLength(2);
    });

    it('reissued under one key while the bank makes no page: the same answer', async () => {
      const { paymentId } = await link();
      await cancelLink(seller, paymentId);
      await test.bank.fault('create', 'http-500');
      const reissue = () =>
        seller.post(`/api/payments/${paymentId}/reissue-link`, {}, { 'idempotency-key': `lost-${paymentId}` });
      const first = await reissue();
      expect([first.status, first.body.data.hasRedirectionURL]).toEqual([200, false]);
      expect((await reissue()).body).toEqual(first.body);
    });

    it.each(['decline', 'cancel'])('after "%s" at the bank; money that still comes counts, late', async (outcome) => {
      const { paymentId } = await link();
      const page = await pressPay(customer, paymentId);
      await verify(customer, await comeBack(customer, await test.bank.press(page, outcome)));
      expect((await cancelLink(seller, paymentId)).status).toBe(200);
      expect((await customer.get(`/api/payments/${paymentId}`)).body.data.statusReason).toBe('cancelled_by_staff');
      await payOn(test, page);
      expect(await statusOf(customer, paymentId)).toBe('completed');
      const [row] = await query<{ late: number }>(test, 'SELECT late FROM payments WHERE public_id = ?', [paymentId]);
      expect(Number(row?.late)).toBe(1);
    });

    it('not once paid, not once over', async () => {
      const atBank = await link();
      await payOn(test, await pressPay(customer, atBank.paymentId));
      const paid = await cancelLink(seller, atBank.paymentId);
      expect([paid.status, paid.body.error]).toEqual([409, 'ALREADY_PAID']);
      const over = await link({ expiry: '4h' });
      test.clock.advance(5 * HOUR);
      seller = await test.staff(SALES);
      const late = await cancelLink(seller, over.paymentId);
      expect([late.status, late.body.error]).toEqual([409, 'LINK_EXPIRED']);
      advanceToIst(test, 10);
    });

    it('opened at the bank and left: the bank, asked now, says REQ and P0039; it ends', async () => {
      const { paymentId, invoiceNo } = await link();
      await pressPay(customer, paymentId);
      await test.bank.fault('status', 'req', { times: 0, invoiceNo, code: 'P0039' });
      const { status, body } = await cancelLink(seller, paymentId, { reason: 'Went home' });
      await test.bank.clearFaults();
      expect([status, body.data?.status]).toEqual([200, 'cancelled']);
    });

    it.each(['P0039', 'P0030'])('opened at the bank and left: the bank, asked now, says %s; it ends', async (code) => {
      const { paymentId } = await link();
      const page = await pressPay(customer, paymentId);
      expect((await rowOf(seller, paymentId)).canCancelLink).toBe(true);
      const asked = () => query<{ n: number }>(test, "SELECT COUNT(*) AS n FROM gateway_calls WHERE kind = 'status'");
      const [before] = await asked();
      await test.bank.control({ op: 'configure', unpaidInvoiceCode: code });
      const { status, body } = await cancelLink(seller, paymentId, { reason: 'Went home' });
      await test.bank.control({ op: 'configure', unpaidInvoiceCode: 'P0039' });
      expect([status, body.data?.status]).toEqual([200, 'cancelled']);
      const [after] = await asked();
      expect(Number(after?.n) - Number(before?.n)).toBe(1);
      expect((await customer.post(`/api/payments/${paymentId}/initiate`)).body.error).toBe('LINK_WITHDRAWN');
      // Whoever still has the bank's page can pay there: late money is not lost.
      test.clock.advance(3000);
      await payOn(test, page);
      expect(await statusOf(customer, paymentId)).toBe('completed');
    });

    it.each([
      ['req', {}, SERVER_MESSAGES.link.underWayAtBank],
      ['err', {}, SERVER_MESSAGES.link.bankNotClear],
      ['unknown-word', {}, SERVER_MESSAGES.link.bankNotClear],
      ['http-500', {}, SERVER_MESSAGES.link.bankNotClear],
      ['reset-before', {}, SERVER_MESSAGES.link.bankNotClear],
      ['wrong-hash', {}, SERVER_MESSAGES.link.bankNotClear],
      ['wrong-merchant', {}, SERVER_MESSAGES.link.bankNotClear],
    ])('left at the bank, whose answer is "%s": not cancelled, and said why', async (kind, more, words) => {
      const { paymentId } = await link();
      const page = await pressPay(customer, paymentId);
      if (kind !== 'http-500' && kind !== 'reset-before') await test.bank.press(page, 'pay-close-tab');
      await test.bank.fault('status', kind, { times: 0, ...more });
      const { status, body } = await cancelLink(seller, paymentId);
      await test.bank.clearFaults();
      expect([status, body.error, body.message]).toEqual([409, 'LINK_AT_BANK', words]);
      expect(await statusOf(customer, paymentId)).toBe('initiated');
      // What it left open is followed to its end.
      test.clock.advance(3000);
      await seller.post(`/api/payments/check-status/${paymentId}`);
    });

    it('left at the bank with the money taken: completed, and not cancelled', async () => {
      const { paymentId } = await link();
      await test.bank.press(await pressPay(customer, paymentId), 'pay-close-tab');
      const { status, body } = await cancelLink(seller, paymentId);
      expect([status, body.error]).toEqual([409, 'ALREADY_PAID']);
      expect(await statusOf(customer, paymentId)).toBe('completed');
    });

    it('an upgrade left at the bank: it ends, a new one can be made, or the gold payment refunded', async () => {
      const gold = await sellAndPay(test, seller);
      const first = await createUpgrade(seller, gold.paymentId);
      await pressPay(customer, first);
      expect((await refund(seller, gold.paymentId, 51000)).body.error).toBe('UPGRADE_OPEN');
      expect((await cancelLink(seller, first)).status).toBe(200);
      const second = await createUpgrade(seller, gold.paymentId);
      await pressPay(customer, second);
      expect((await cancelLink(await test.as(ADMIN), second)).status).toBe(200);
      expect((await refund(seller, gold.paymentId, 51000)).status).toBe(200);
    });

    it('pressed together with pay: to the bank, or withdrawn; never both', async () => {
      const results = new Set<string>();
      // How much later than the press the link is cancelled: one after the other, and the moments around.
      for (const lag of [-Infinity, -30, -20, -15, -10, -5, 0, 0, 5, 10, 15, 20, Infinity]) {
        const { paymentId } = await link();
        const press = () => customer.post(`/api/payments/${paymentId}/initiate`);
        const withdraw = () => cancelLink(seller, paymentId);
        let [pay, cancel]: Reply[] = [];
        if (lag === Infinity) [pay, cancel] = [await press(), await withdraw()];
        else if (lag === -Infinity) [cancel, pay] = [await withdraw(), await press()];
        else
          [pay, cancel] = await Promise.all([
            pause(Math.max(0, -lag)).then(press),
            pause(Math.max(0, lag)).then(withdraw),
          ]);
        const status = await statusOf(customer, paymentId);
        const outcome =
          [pay, cancel].map((reply) => `${reply?.status} ${reply?.body.error ?? ''} | `).join('') + status;
        // To the bank first: it is asked, and the link ends all the same.
        expect([
          '200  | 409 LINK_AT_BANK | initiated',
          '200  | 200  | cancelled',
          '409 LINK_WITHDRAWN | 200  | cancelled',
        ]).toContain(outcome);
        results.add(outcome);
        await expectInvariants(test);
      }
      expect(results.size).toBeGreaterThanOrEqual(2);
    });

    it('while the bank is making the page: the press is told that the link was withdrawn', async () => {
      await test.bank.fault('create', 'http-500');
      const { paymentId } = await link();
      const gateway = test.get(PaymentGateway);
      const create = gateway.createInvoice.bind(gateway);
      const cancelled: number[] = [];
      jest.spyOn(gateway, 'createInvoice').mockImplementationOnce(async (order) => {
        cancelled.push((await cancelLink(seller, paymentId)).status);
        return create(order);
      });
      const pay = await customer.post(`/api/payments/${paymentId}/initiate`);
      expect(cancelled).toEqual([200]);
      expect([pay.status, pay.body.error]).toEqual([409, 'LINK_WITHDRAWN']);
    });

    it('a waiting upgrade: its row closes with it, and the gold payment can be refunded', async () => {
      const gold = await sellAndPay(test, seller);
      const upgradeId = await createUpgrade(seller, gold.paymentId);
      expect((await refund(seller, gold.paymentId, 51000)).status).toBe(409);
      expect((await cancelLink(seller, upgradeId)).status).toBe(200);
      const { allUpgradeTokens } = await upgradeTokens(seller, gold.paymentId);
      expect(allUpgradeTokens[0]).toMatchObject({
        upgradeStatus: 'failed',
        upgradeNotes: SERVER_MESSAGES.upgrade.notes.withdrawn,
      });
      expect((await customer.post(`/api/payments/${upgradeId}/initiate`)).body.error).toBe('LINK_WITHDRAWN');
      expect((await refund(seller, gold.paymentId, 51000)).status).toBe(200);
    });
  });

  describe('correcting the contact', () => {
    it('a new link for the right person, the old one ended, and nothing told across', async () => {
      const more = { referenceType: 'channelPartner', brokerName: 'Skyline', panCard: 'ABCDE1234F', expiry: '24h' };
      const old = await link(more);
      const { status, body } = await correctContact(seller, old.paymentId, { ...RIGHT, phone: '9812345670' });
      expect(status).toBe(201);
      expect(body.data).toMatchObject({
        replacedPaymentId: old.paymentId,
        amount: old.amount,
        tokenType: 'silver',
        addlParam2: 'channelPartner',
        paymentLinkExpiresAt: old.data.paymentLinkExpiresAt,
        customer: { name: 'Ravi Kumar', email: 'ravi.kumar@example.com', phone: '+919812345670' },
        hasRedirectionURL: true,
        openLinks: [],
      });
      const page = await customer.get(`/payment/${old.paymentId}`);
      expect(page.text).toContain(CUSTOMER_MESSAGES.payment.replaced);
      expect(page.text).not.toContain(body.data.paymentId);
      const open = await customer.get(`/api/payments/${old.paymentId}`);
      expect(open.body.data.statusReason).toBe('contact_corrected');
      expect(open.text).not.toContain(body.data.paymentId);
      expect((await customer.post(`/api/payments/${old.paymentId}/initiate`)).body.error).toBe('LINK_REPLACED');
      expect((await seller.post(`/api/payments/${old.paymentId}/reissue-link`)).body.error).toBe('LINK_REPLACED');
      expect((await cancelLink(seller, old.paymentId)).body.error).toBe('LINK_REPLACED');
      expect((await correctContact(seller, old.paymentId, RIGHT)).body.error).toBe('LINK_REPLACED');
      const [row] = await query(
        test,
        `SELECT o.public_id AS old, n.broker_name AS broker, n.pan_ciphertext IS NOT NULL AS pan
           FROM payments n JOIN payments o ON o.id = n.replaces_id WHERE n.public_id = ?`,
        [body.data.paymentId],
      );
      expect(row).toEqual({ old: old.paymentId, broker: 'Skyline', pan: 1 });
      const { reply } = await payAt(test, body.data.paymentId);
      expect(reply.body.data.state).toBe('completed');
    });

    it('asked twice under one key, and from two desks at once: one new link', async () => {
      const old = await link();
      const first = await correctContact(seller, old.paymentId, RIGHT, 'correct-1');
      const again = await correctContact(seller, old.paymentId, RIGHT, 'correct-1');
      expect([again.status, again.body]).toEqual([201, first.body]);
      expect((await correctContact(seller, old.paymentId, { ...RIGHT, name: 'X Y' }, 'correct-1')).status).toBe(422);
      const other = await link();
      const many = await Promise.all([1, 2, 3, 4].map(() => correctContact(seller, other.paymentId, RIGHT)));
      expect(many.map(({ status }) => String(status)).sort()).toEqual(['201', '409', '409', '409']);
    });

    it('together with pay: to the bank, or replaced; never both', async () => {
      for (const [round, lag] of [200, 30, 20, 10, 5, 0].entries()) {
        const { paymentId } = await link();
        const [pay, correct] = await Promise.all([
          pause(lag).then(() => customer.post(`/api/payments/${paymentId}/initiate`)),
          correctContact(seller, paymentId, { ...RIGHT, email: `race${round}@example.com` }),
        ]);
        const outcome = `${pay.status} ${pay.body.error ?? ''} | ${correct.status} ${correct.body.error ?? ''}`;
        expect(['200  | 409 LINK_AT_BANK', '409 LINK_REPLACED | 201 ']).toContain(outcome);
      }
    });

    it('nearly over: the new link has the usual time; the number can be kept or taken out', async () => {
      const old = await createLink(seller, 'silver', {
        customerData: { name: 'Kept Number', email: 'kept@example.com', phone: '9811111111' },
        expiry: '4h',
      });
      test.clock.advance(HOUR);
      seller = await test.staff(SALES);
      const kept = await correctContact(seller, old.paymentId, { name: 'Kept Number', email: 'kept2@example.com' });
      expect(kept.body.data.customer.phone).toBe('+919811111111');
      const left = Date.parse(kept.body.data.paymentLinkExpiresAt) - test.clock.now().getTime();
      expect(left).toBeGreaterThan(71 * HOUR);
      const same = { name: 'Kept Number', email: 'kept2@example.com', phone: '' };
      const out = await correctContact(seller, kept.body.data.paymentId, same);
      expect(out.body.data.customer.phone).toBeNull();
      const unchanged = await correctContact(seller, out.body.data.paymentId, same);
      expect([unchanged.status, unchanged.body.error]).toEqual([409, 'CONTACT_UNCHANGED']);
      expect(await statusOf(customer, out.body.data.paymentId)).toBe('pending');
    });

    it('another spelling of the same name: the new link shows it, and so do the other sales to that customer', async () => {
      const customerData = { name: "meera  d'souza", email: 'meera.dsouza@example.com', phone: '9811111112' };
      const paid = (await createLink(seller, 'gold', { customerData })).paymentId;
      await payAt(test, paid);
      const old = await createLink(seller, 'silver', { customerData });
      const contact = { name: "Meera D'Souza", email: customerData.email };
      const { status, body } = await correctContact(seller, old.paymentId, contact);
      const named = { ...contact, phone: '+919811111112' };
      expect([status, body.message, body.data.customer]).toEqual([
        201,
        MESSAGES.link.corrected("Meera D'Souza"),
        named,
      ]);
      for (const id of [body.data.paymentId, paid])
        expect((await rowOf(seller, id)).customerName).toBe("Meera D'Souza");
      const again = await correctContact(seller, body.data.paymentId, contact);
      expect([again.status, again.body.error]).toEqual([409, 'CONTACT_UNCHANGED']);
    });

    it.each([
      { who: 'a new customer gets that of the link', known: null, sent: undefined, phone: '+919822222220' },
      { who: 'another who is known keeps the own one', known: '9822222221', sent: undefined, phone: '+919822222221' },
      { who: 'another without one stays without', known: '', sent: undefined, phone: null },
      { who: 'a given one replaces that of another', known: '9822222222', sent: '9822222223', phone: '+919822222223' },
      { who: 'an empty one takes that of another out', known: '9822222224', sent: '', phone: null },
    ])('which number the customer of the new link has: $who', async ({ known, sent, phone }) => {
      const { customerData } = person();
      const others =
        known === null
          ? []
          : [(await createLink(seller, 'gold', { customerData: { ...customerData, phone: known } })).paymentId];
      const wrong = { ...person().customerData, phone: '9822222220' };
      const { paymentId } = await createLink(seller, 'silver', { customerData: wrong });
      const kept = await createLink(seller, 'silver', { customerData: wrong });
      const { status, body } = await correctContact(seller, paymentId, { ...customerData, phone: sent });
      expect([status, body.data.customer]).toEqual([201, { ...customerData, phone }]);
      // The double-sell guard asks about the number that the customer has.
      expect(body.data.openLinks.length > 0).toBe(phone === '+919822222220');
      for (const id of [body.data.paymentId, ...others])
        expect((await seller.get(`/api/payments/${id}/desk`)).body.data.phone).toBe(phone);
      expect((await seller.get(`/api/payments/${kept.paymentId}/desk`)).body.data.phone).toBe('+919822222220');
    });

    it('not for an upgrade, not at the bank, not once paid; bad contacts are field errors', async () => {
      const gold = await sellAndPay(test, seller);
      const upgradeId = await createUpgrade(seller, gold.paymentId);
      const codes = [
        await correctContact(seller, upgradeId, RIGHT),
        await correctContact(seller, gold.paymentId, RIGHT),
      ];
      expect(codes.map(({ status, body }) => `${status} ${body.error}`)).toEqual([
        '409 UPGRADE_CONTACT_FIXED',
        '409 ALREADY_PAID',
      ]);
      const atBank = await link();
      await pressPay(customer, atBank.paymentId);
      expect((await correctContact(seller, atBank.paymentId, RIGHT)).body.error).toBe('LINK_AT_BANK');
      const live = await link();
      const bad = await correctContact(seller, live.paymentId, { name: 'R', email: 'ravi', phone: '12' });
      expect(bad.status).toBe(422);
      expect(Object.keys(bad.body.details).sort()).toEqual(['email', 'name', 'phone']);
      expect((await correctContact(seller, live.paymentId, { ...RIGHT, amount: 1 })).status).toBe(400);
      expect(await statusOf(customer, live.paymentId)).toBe('pending');
    });

    it('the bank is down: the new link exists, staff are warned', async () => {
      const old = await link();
      await test.bank.fault('create', 'http-500', { times: 1 });
      const { status, body } = await correctContact(seller, old.paymentId, RIGHT);
      expect([status, body.message]).toEqual([201, SERVER_MESSAGES.link.bankUnavailable]);
      await pressPay(customer, body.data.paymentId);
    });
  });

  describe('a link that was replaced, and the one in its place, both paid', () => {
    const bothAtBank = async () => {
      const old = await declined();
      const { body } = await correctContact(seller, old.paymentId, person().customerData);
      const inPlace = { paymentId: body.data.paymentId as string };
      return [old, { ...inPlace, page: await pressPay(customer, inPlace.paymentId) }] as const;
    };
    const tokenOf = async (paymentId: string) => (await rowOf(seller, paymentId)).tokenNumber as string;

    it.each(['the replaced one first', 'the one in its place first'])(
      '%s: one review, for the later',
      async (order) => {
        const links = await bothAtBank();
        const [first, later] = order === 'the replaced one first' ? links : [links[1], links[0]];
        await payOn(test, first.page);
        expect(await reviewsOf(test, first.paymentId)).toEqual([]);
        await payOn(test, later.page);
        expect([await statusOf(customer, first.paymentId), await statusOf(customer, later.paymentId)]).toEqual([
          'completed',
          'completed',
        ]);
        const review = await oneReview(test, later.paymentId);
        expect(review).toMatchObject({ reason: 'both_links_paid', amount: 100, paymentStatus: 'completed' });
        expect(review.said).toContainEqual({ label: 'Token of the other link', value: await tokenOf(first.paymentId) });
        expect(review.choices.map(({ decision }: { decision: string }) => decision)).toEqual(['dismiss']);
        const told =
          "SELECT COUNT(*) AS n FROM mail_outbox WHERE dedupe_key LIKE CONCAT('review:', ?, ':both_links_paid:%')";
        expect(await countRows(test, told, [later.paymentId])).toBe(1);
        expect(await reviewsOf(test, first.paymentId)).toEqual([]);
        const admin = await test.staff(ADMIN);
        expect((await decide(admin, review.reviewId, 'dismiss')).status).toBe(200);
        test.clock.advance(HOUR);
        await test.poll();
        expect(await reviewsOf(test, later.paymentId)).toEqual([]);
      },
    );

    it('money on the replaced one ends the one in its place', async () => {
      const [replaced, inPlace] = await bothAtBank();
      await payOn(test, replaced.page);
      const again = await customer.post(`/api/payments/${inPlace.paymentId}/initiate`);
      expect([again.status, again.body.error]).toEqual([409, 'ALREADY_PAID']);
    });

    describe('money on the replaced one, which ended the one in its place', () => {
      const LINK_LIFE = 72 * HOUR;
      const later = async (ms: number) => {
        test.clock.advance(ms);
        await test.poll();
        await test.settle();
        seller = await test.staff(SALES);
      };
      const reissue = (paymentId: string) => seller.post(`/api/payments/${paymentId}/reissue-link`);
      const replace = async (paymentId: string) => {
        const { status, body } = await correctContact(seller, paymentId, person().customerData);
        expect(status).toBe(201);
        return body.data.paymentId as string;
      };
      const expectPaid = async (paymentId: string) => {
        const refused = [await reissue(paymentId), await correctContact(seller, paymentId, person().customerData)];
        const { salePaid } = SERVER_MESSAGES.link;
        for (const { status, body } of refused)
          expect([status, body.error, body.message]).toEqual([409, 'ALREADY_PAID', salePaid]);
        expect((await rowOf(seller, paymentId)).denials).toMatchObject({ reissue: salePaid, correctContact: salePaid });
      };

      it.each([1, 2])(
        'it is neither renewed nor replaced, %s further on, until all of it is given back',
        async (steps) => {
          const old = await declined();
          let last = await replace(old.paymentId);
          if (steps === 2) last = await replace(last);
          expect((await rowOf(seller, last)).denials).toMatchObject({ correctContact: null });
          await payOn(test, old.page);
          await expectPaid(last);
          await later(HOUR);
          expect(await statusOf(customer, last)).toBe('cancelled');
          await expectPaid(last);
          const giveBack = async (rupees: number) => {
            expect((await refund(seller, old.paymentId, rupees)).status).toBe(200);
            await test.bank.control({ op: 'settle-refunds', result: 'SUC' });
            await later(20 * MINUTE);
          };
          await giveBack(40);
          await expectPaid(last);
          await giveBack(60);
          expect(await statusOf(customer, old.paymentId)).toBe('refunded');
          expect((await rowOf(seller, last)).denials).toMatchObject({ reissue: null, correctContact: null });
          expect((await reissue(last)).status).toBe(200);
        },
      );

      it.each(['renewed', 'replaced'])('at the moment in which it is %s: paid once', async (deed) => {
        for (const lag of [0, 0, 20, 60]) {
          const old = await declined();
          const inPlace = await replace(old.paymentId);
          await later(LINK_LIFE + HOUR);
          expect(await statusOf(customer, inPlace)).toBe('cancelled');
          const [done] = await Promise.all([
            pause(lag).then(() =>
              deed === 'renewed' ? reissue(inPlace) : correctContact(seller, inPlace, person().customerData),
            ),
            payOn(test, old.page),
          ]);
          expect(await statusOf(customer, old.paymentId)).toBe('completed');
          expect([200, 201, 409]).toContain(done.status);
          const last = (done.body.data?.paymentId as string | undefined) ?? inPlace;
          const pay = await customer.post(`/api/payments/${last}/initiate`);
          expect([pay.status, pay.body.error]).toEqual([409, 'ALREADY_PAID']);
        }
      });
    });

    it.each([0, 1])('ends by itself once one of them is given back: %s', async (at) => {
      const links = await bothAtBank();
      for (const { page } of links) await payOn(test, page);
      const paymentId = links[1].paymentId;
      const giveBack = async (rupees: number) => {
        expect((await refund(seller, links[at]!.paymentId, rupees)).status).toBe(200);
        await test.bank.control({ op: 'settle-refunds', result: 'SUC' });
        test.clock.advance(20 * MINUTE);
        await test.poll();
      };
      await giveBack(40);
      await oneReview(test, paymentId);
      await giveBack(60);
      expect(await statusOf(customer, links[at]!.paymentId)).toBe('refunded');
      expect(await reviewsOf(test, paymentId)).toEqual([]);
      expect(await reviewsOf(test, paymentId, 'decided')).toMatchObject([{ decided: { by: null } }]);
    });

    it('at the same moment: one review', async () => {
      for (let round = 0; round < 4; round += 1) {
        const links = await bothAtBank();
        await Promise.all(links.map(({ page }) => payOn(test, page)));
        const reviews = await Promise.all(links.map(({ paymentId }) => reviewsOf(test, paymentId)));
        expect(reviews.flat()).toMatchObject([{ reason: 'both_links_paid' }]);
      }
    });
  });

  it("another seller's link is as unknown as none; admins may; anonymous and forged requests may not", async () => {
    const { paymentId } = await link();
    const rahul = await test.as(OTHER_SALES);
    for (const act of [cancelLink, (client: Client, id: string) => correctContact(client, id, RIGHT)]) {
      const [foreign, unknown] = [await act(rahul, paymentId), await act(rahul, UNKNOWN)];
      expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
      expect((await act(customer, paymentId)).status).toBe(401);
      const desk = await atDesk(test, SALES);
      desk.cookies.delete('XSRF-TOKEN');
      expect((await act(desk, paymentId)).status).toBe(403);
    }
    const admin = await test.staff(ADMIN);
    const { body } = await correctContact(admin, paymentId, { ...RIGHT, email: 'by-admin@example.com' });
    expect((await rowOf(seller, body.data.paymentId)).salesManagerEmail).toBe(SALES.email);
    expect((await cancelLink(admin, body.data.paymentId, { reason: 'x'.repeat(201) })).status).toBe(422);
    expect((await cancelLink(admin, body.data.paymentId)).status).toBe(200);
  });
});
