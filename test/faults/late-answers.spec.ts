import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import type { PaymentAttemptEntity } from '../../src/database/entities/payment-attempt.entity.js';
import { SERVER_MESSAGES } from '../../src/contracts/messages-server.js';
import { PaymentGateway } from '../../src/modules/gateway/index.js';
import { AttemptOpener } from '../../src/modules/payments/checkout/attempt-opener.service.js';
import { InitiateService } from '../../src/modules/payments/checkout/initiate.service.js';
import { AttemptsRepository } from '../../src/modules/payments/attempts.repository.js';
import { StatusResultHandler } from '../../src/modules/payments/status-checks/status-result-handler.js';
import { PaymentTransitions } from '../../src/modules/payments/transitions/payment-transitions.service.js';
import { PaymentsRepository } from '../../src/modules/payments/payments.repository.js';
import { ReissueService } from '../../src/modules/payments/links/reissue.service.js';
import { StatusChecker } from '../../src/modules/payments/status-checks/status-checker.service.js';
import type { Client } from '../support/client.js';
import { DAY, HOUR, MINUTE } from '../support/fake-clock.js';
import { expectInvariants } from '../support/invariants.js';
import { correctContact } from '../support/links.js';
import { reviewsOf } from '../support/reviews.js';
import { createLink, type Link, pressPay, statusOf } from '../support/sales.js';
import { SALES, TestApp } from '../support/test-app.js';

const LINK_LIFE = 72 * HOUR;

describe('what arrives when everything has changed already', () => {
  let test: TestApp;
  let seller: Client;
  let customer: Client;
  let payments: PaymentsRepository;
  let attempts: AttemptsRepository;

  beforeAll(async () => {
    test = await TestApp.start();
    customer = test.client();
    payments = test.get(PaymentsRepository);
    attempts = test.get(AttemptsRepository);
  });
  // A clock that has been moved on has ended earlier sessions.
  beforeEach(async () => {
    seller = await test.staff(SALES);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await test.bank.clearFaults();
    await test.settle();
    await expectInvariants(test);
  });
  afterAll(() => test.close());

  const query = (sql: string, parameters: unknown[]) => test.get(DataSource).query(sql, parameters);
  const paymentOf = ({ paymentId }: Link) => payments.getByPublicId(paymentId);
  const openOf = async (link: Link): Promise<PaymentAttemptEntity> => {
    const attempt = await attempts.findOpen((await paymentOf(link)).id);
    if (!attempt) throw new Error('no open attempt');
    return attempt;
  };
  const statesOf = async (link: Link) =>
    (
      (await query('SELECT status FROM payment_attempts WHERE payment_id = ? ORDER BY number', [
        (await paymentOf(link)).id,
      ])) as { status: string }[]
    ).map(({ status }) => status);
  const reissue = async ({ paymentId }: Link) => {
    test.clock.advance(LINK_LIFE + MINUTE);
    seller = await test.staff(SALES);
    expect((await seller.post(`/api/payments/${paymentId}/reissue-link`)).status).toBe(200);
  };
  /** The next read of this row finds it as it was before; those after it see what is there. */
  const readStale = <T extends { id: number }>(repository: { findById(id: number): Promise<T | null> }, old: T) => {
    const original = repository.findById.bind(repository);
    let isStale = true;
    jest.spyOn(repository, 'findById').mockImplementation((id) => {
      if (!isStale || id !== old.id) return original(id);
      isStale = false;
      return Promise.resolve(old);
    });
  };
  const checkNow = async ({ paymentId }: Link) => {
    test.clock.advance(5000);
    await seller.post(`/api/payments/check-status/${paymentId}`);
  };

  it('an end that was seen before the money came takes no capture away', async () => {
    const link = await createLink(seller, 'silver');
    const page = await pressPay(customer, link.paymentId);
    const payment = await paymentOf(link);
    const attempt = await openOf(link);
    await test.bank.press(page, 'pay-close-tab');
    await checkNow(link);
    expect(await statesOf(link)).toEqual(['captured']);
    readStale(payments, Object.assign(payment, { status: 'cancelled' as const }));
    readStale(attempts, attempt);
    await test.get(PaymentTransitions).apply(payment.id, attempt.id, { kind: 'expired' }, 'poll');
    expect(await statesOf(link)).toEqual(['captured']);
  });

  it('an invoice that the bank did not know a moment ago keeps the page that has come meanwhile', async () => {
    const link = await createLink(seller, 'silver');
    const attempt = Object.assign(await openOf(link), { status: 'unknown' as const });
    readStale(attempts, attempt);
    const asked = { attempt, answer: { kind: 'not-found' as const, code: 'P0039' }, askedAt: test.clock.now() };
    await test.get(StatusResultHandler).apply(asked, 'poll');
    expect(await statesOf(link)).toEqual(['open']);
    expect(await pressPay(customer, link.paymentId)).toContain(test.bank.url);
  });

  it.each([
    ['decline', 'failed'],
    ['cancel', 'cancelled'],
  ])('paid on the invoice before, %s on the one after: both have ended, and nobody has to look', async (press, end) => {
    const link = await createLink(seller, 'silver');
    const first = await pressPay(customer, link.paymentId);
    await reissue(link);
    const second = await pressPay(customer, link.paymentId);
    expect(second).not.toBe(first);
    await test.bank.press(first, 'pay-close-tab');
    test.clock.advance(HOUR);
    await test.poll();
    expect(await statusOf(customer, link.paymentId)).toBe('completed');
    await test.bank.press(second, press);
    test.clock.advance(HOUR);
    await test.poll();
    expect(await statesOf(link)).toEqual(['captured', end]);
    for (let day = 0; day < 12; day += 1) {
      test.clock.advance(DAY);
      await test.poll();
    }
    expect(await reviewsOf(test, link.paymentId)).toEqual([]);
  });

  it('paid on the invoice before, the one after is left: it ends with its link', async () => {
    const link = await createLink(seller, 'silver');
    const first = await pressPay(customer, link.paymentId);
    await reissue(link);
    await test.bank.press(first, 'pay-close-tab');
    test.clock.advance(HOUR);
    await test.poll();
    expect(await statusOf(customer, link.paymentId)).toBe('completed');
    test.clock.advance(LINK_LIFE);
    await test.poll();
    expect(await statesOf(link)).toEqual(['captured', 'abandoned']);
  });

  it('paid on the invoice before, nobody is sent to the bank with the one after', async () => {
    const link = await createLink(seller, 'silver');
    const first = await pressPay(customer, link.paymentId);
    await reissue(link);
    await test.bank.press(first, 'pay-close-tab');
    const { status, body } = await customer.post(`/api/payments/${link.paymentId}/initiate`);
    expect([status, body.error]).toEqual([409, 'ALREADY_PAID']);
    expect(await statusOf(customer, link.paymentId)).toBe('completed');
  });

  it.each(['decline', 'cancel'])(
    'paid on the page of the bank after a first try there (%s): nobody is sent to pay again',
    async (first) => {
      const link = await createLink(seller, 'silver');
      const page = await pressPay(customer, link.paymentId);
      await test.bank.press(page, first);
      await checkNow(link);
      expect(['failed', 'cancelled']).toContain(await statusOf(customer, link.paymentId));
      await test.bank.press(page, 'pay-close-tab');
      test.clock.advance(MINUTE);
      const { status, body } = await customer.post(`/api/payments/${link.paymentId}/initiate`);
      expect([status, body.error]).toEqual([409, 'ALREADY_PAID']);
      expect(await statesOf(link)).toEqual(['captured']);
    },
  );

  it('paid on an invoice before the last one: nobody is sent to pay again', async () => {
    const link = await createLink(seller, 'silver');
    const page = await pressPay(customer, link.paymentId);
    await reissue(link);
    await pressPay(customer, link.paymentId);
    await test.bank.press(page, 'pay-close-tab');
    test.clock.advance(MINUTE);
    const { status, body } = await customer.post(`/api/payments/${link.paymentId}/initiate`);
    expect([status, body.error]).toEqual([409, 'ALREADY_PAID']);
    expect(await statesOf(link)).toEqual(['captured', 'open']);
  });

  it('paid on an invoice before the last one: staff who check the payment learn it', async () => {
    const link = await createLink(seller, 'silver');
    const page = await pressPay(customer, link.paymentId);
    await reissue(link);
    await pressPay(customer, link.paymentId);
    await test.bank.press(page, 'pay-close-tab');
    await checkNow(link);
    expect(await statusOf(customer, link.paymentId)).toBe('completed');
    expect(await statesOf(link)).toEqual(['captured', 'open']);
  });

  it('money on the page of a declined link is found before its contact is corrected', async () => {
    const link = await createLink(seller, 'silver');
    const page = await pressPay(customer, link.paymentId);
    await test.bank.press(page, 'decline');
    await checkNow(link);
    await test.bank.press(page, 'pay-close-tab');
    test.clock.advance(5000);
    const { status } = await correctContact(seller, link.paymentId, { name: 'Asha Rao', email: 'asha.r@example.com' });
    expect(status).toBe(409);
    expect(await statusOf(customer, link.paymentId)).toBe('completed');
  });

  describe('the page of a link that was declined, and replaced for a wrong contact, stayed open', () => {
    const declinedAndReplaced = async () => {
      const link = await createLink(seller, 'silver');
      const page = await pressPay(customer, link.paymentId);
      await test.bank.press(page, 'decline');
      await checkNow(link);
      return { link, page, inPlace: await replaced(link.paymentId, 'Asha Rao') };
    };
    const replaced = async (paymentId: string, name: string) => {
      const { status, body } = await correctContact(seller, paymentId, { name, email: 'asha.r@example.com' });
      expect(status).toBe(201);
      return body.data.paymentId as string;
    };
    const sentIn = async (paymentId: string) =>
      Number(
        (
          (await query(
            'SELECT COUNT(*) AS n FROM payment_attempts a JOIN payments p ON p.id = a.payment_id WHERE p.public_id = ? AND a.sent_at IS NOT NULL',
            [paymentId],
          )) as { n: number }[]
        )[0]?.n,
      );

    it.each([1, 2])(
      'paid there: Pay on the link in its place, %s further on, finds it, and nobody pays twice',
      async (steps) => {
        const { link, page, inPlace } = await declinedAndReplaced();
        const last = steps === 1 ? inPlace : await replaced(inPlace, 'Asha R Rao');
        await test.bank.press(page, 'pay-close-tab');
        test.clock.advance(5000);
        for (let press = 0; press < 2; press += 1) {
          const pay = await customer.post(`/api/payments/${last}/initiate`);
          expect([pay.status, pay.body.error]).toEqual([409, 'ALREADY_PAID']);
        }
        expect(await statusOf(customer, link.paymentId)).toBe('completed');
        expect(await sentIn(last)).toBe(0);
        test.clock.advance(HOUR);
        await test.poll();
        expect(await statusOf(customer, last)).toBe('cancelled');
      },
    );

    it('nothing was paid there: one question more, and the customer is sent on', async () => {
      const { link, inPlace } = await declinedAndReplaced();
      test.clock.advance(5000);
      const asked = async () =>
        Number(
          ((await query("SELECT COUNT(*) AS n FROM gateway_calls WHERE kind = 'status'", [])) as { n: number }[])[0]?.n,
        );
      const before = await asked();
      expect(await pressPay(customer, inPlace)).toContain(test.bank.url);
      expect(await asked()).toBe(before + 1);
      expect(await statusOf(customer, link.paymentId)).toBe('cancelled');
    });

    it('paid there: found before the contact of the link in its place is corrected', async () => {
      const { link, page, inPlace } = await declinedAndReplaced();
      await test.bank.press(page, 'pay-close-tab');
      test.clock.advance(5000);
      const again = await correctContact(seller, inPlace, { name: 'Asha R Rao', email: 'asha.r@example.com' });
      expect([again.status, again.body.message]).toEqual([409, SERVER_MESSAGES.link.salePaid]);
      expect(await statusOf(customer, link.paymentId)).toBe('completed');
    });
  });

  it('money for a link that was replaced for a wrong contact ends the link in its place: one sale is paid once', async () => {
    const link = await createLink(seller, 'silver');
    const page = await pressPay(customer, link.paymentId);
    await test.bank.fault('status', 'lag-not-found', { times: 0, invoiceNo: (await openOf(link)).invoiceNo });
    await test.bank.press(page, 'pay-close-tab');
    test.clock.advance(LINK_LIFE + HOUR);
    await test.poll();
    expect(await statusOf(customer, link.paymentId)).toBe('cancelled');
    seller = await test.staff(SALES);
    let last = link.paymentId;
    for (const name of ['Asha Rao', 'Asha R Rao']) {
      const { status, body } = await correctContact(seller, last, { name, email: 'asha.rao@example.com' });
      expect(status).toBe(201);
      last = body.data.paymentId;
    }
    await test.bank.clearFaults();
    test.clock.advance(DAY);
    await test.poll();
    expect(await statusOf(customer, link.paymentId)).toBe('completed');
    const pay = await customer.post(`/api/payments/${last}/initiate`);
    expect([pay.status, pay.body.error]).toEqual([409, 'ALREADY_PAID']);
    test.clock.advance(HOUR);
    await test.poll();
    expect(await statusOf(customer, last)).toBe('cancelled');
  });

  it('a payment that was completed since it was read gets no other invoice', async () => {
    const link = await createLink(seller, 'silver');
    const page = await pressPay(customer, link.paymentId);
    const old = await paymentOf(link);
    await test.bank.press(page, 'pay-close-tab');
    await checkNow(link);
    expect(await statesOf(link)).toEqual(['captured']);
    jest.spyOn(payments, 'getByPublicId').mockResolvedValueOnce(old);
    const consent = { version: null, language: null, spoken: 'en' } as const;
    await expect(test.get(InitiateService).initiate(link.paymentId, consent)).rejects.toMatchObject({
      code: 'ALREADY_PAID',
    });
    expect(await statesOf(link)).toEqual(['captured']);
  });

  it('an invoice that was replaced while it was asked for again holds nobody up', async () => {
    await test.bank.fault('create', 'http-500');
    const link = await createLink(seller, 'silver');
    const payment = await paymentOf(link);
    const seen = await openOf(link);
    expect(seen.status).toBe('unknown');
    await attempts.update(seen, { status: 'abandoned', openPaymentId: null, closedAt: test.clock.now() });
    const asked = jest.spyOn(test.get(PaymentGateway), 'createInvoice');
    const opened = await test.get(AttemptOpener).askAgain(payment, seen, 'customer');
    expect(asked).not.toHaveBeenCalled();
    expect(opened).toMatchObject({ attempt: { status: 'abandoned' }, answer: null });
    expect(await attempts.findById(seen.id)).toMatchObject({ leaseOwner: null, leaseUntil: null });
  });

  it('an invoice that was replaced while the bank was making it is free at once', async () => {
    await test.bank.fault('create', 'http-500');
    const link = await createLink(seller, 'silver');
    const seen = await openOf(link);
    const gateway = test.get(PaymentGateway);
    const create = gateway.createInvoice.bind(gateway);
    jest.spyOn(gateway, 'createInvoice').mockImplementationOnce(async (order) => {
      const answer = await create(order);
      await attempts.update(seen, { status: 'abandoned', openPaymentId: null, closedAt: test.clock.now() });
      return answer;
    });
    await test.get(AttemptOpener).askAgain(await paymentOf(link), seen, 'customer');
    expect(await attempts.findById(seen.id)).toMatchObject({ status: 'abandoned', leaseOwner: null, leaseUntil: null });
  });

  it('a link renewed while it was still pending leaves its row in the audit log, once', async () => {
    const link = await createLink(seller, 'silver');
    test.clock.advance(LINK_LIFE + MINUTE);
    await test.get(ReissueService).reissue(await paymentOf(link), undefined, () => Promise.resolve());
    const sql = 'SELECT action FROM audit_log WHERE subject_id = ? ORDER BY id';
    expect(await query(sql, [link.paymentId])).toEqual([
      { action: 'payment.created' },
      { action: 'payment.link_renewed' },
    ]);
  });

  it.each([
    ['decline', 'declined'],
    [null, 'not-found'],
  ])(
    'heard before the payment, told after it (%s, %s): whoever holds the attempt by now has asked anew',
    async (press, kind) => {
      const link = await createLink(seller, 'silver');
      const page = await pressPay(customer, link.paymentId);
      if (press !== null) await test.bank.press(page, press);
      const checker = test.get(StatusChecker);
      const held = await attempts.lease((await openOf(link)).id, checker.leaseMs);
      if (!held) throw new Error('somebody else holds the attempt');
      const asked = await checker.ask(held, 'schedule');
      expect(asked.answer.kind).toBe(kind);
      await test.bank.press(page, 'pay-close-tab');
      // This process stands still until its lease has passed to another, which completes the payment.
      test.clock.advance(HOUR);
      await test.poll();
      expect(await statesOf(link)).toEqual(['captured']);
      await checker.finish(asked, 'poll');
      expect(await statusOf(customer, link.paymentId)).toBe('completed');
      expect(await reviewsOf(test, link.paymentId)).toEqual([]);
    },
  );

  it('an attempt that another instance has taken over is neither checked nor failed here', async () => {
    const link = await createLink(seller, 'silver');
    await pressPay(customer, link.paymentId);
    test.clock.advance(HOUR);
    jest.spyOn(test.get(StatusChecker), 'isStillHeld').mockResolvedValue(false);
    expect(await test.poll()).toMatchObject({ checked: 0, failed: 0 });
  });
});
