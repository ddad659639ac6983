import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { PaymentsRepository } from '../../src/modules/payments/payments.repository.js';
import { PaymentTransitions } from '../../src/modules/payments/transitions/payment-transitions.service.js';
import type { Client } from '../support/client.js';
import { HOUR, MINUTE } from '../support/fake-clock.js';
import { expectInvariants } from '../support/invariants.js';
import { comeBack, createLink, type Link, pressPay, statusOf, verify } from '../support/sales.js';
import { SALES, TestApp } from '../support/test-app.js';

const LINK_LIFE = 72 * HOUR;

/** What was read a moment ago is not true any more: whoever acts on it finds out, and changes nothing. */
describe('a link that changes while somebody acts on it', () => {
  let test: TestApp;
  let seller: Client;
  let customer: Client;

  beforeAll(async () => {
    test = await TestApp.start();
    customer = test.client();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await test.settle();
    await expectInvariants(test);
  });
  afterAll(() => test.close());

  const idOf = async ({ paymentId }: Link): Promise<number> => {
    const [row] = await test.get(DataSource).query('SELECT id FROM payments WHERE public_id = ?', [paymentId]);
    return Number(row.id);
  };
  const endAt = (id: number) =>
    test
      .get(DataSource)
      .query('SELECT status, expires_at FROM payments WHERE id = ?', [id])
      .then((rows: unknown[]) => JSON.stringify(rows));

  it('paid at the moment when it is renewed, it stays paid, and no new invoice is made', async () => {
    seller = await test.as(SALES);
    const link = await createLink(seller, 'silver');
    const id = await idOf(link);
    const fields = await test.bank.press(await pressPay(customer, link.paymentId), 'pay-nb');
    test.clock.advance(LINK_LIFE + MINUTE);
    const payments = test.get(PaymentsRepository);
    const seenBefore = await payments.findById(id);
    expect(seenBefore?.status).toBe('initiated');
    await verify(customer, await comeBack(customer, fields));
    expect(await statusOf(customer, link.paymentId)).toBe('completed');
    const before = await endAt(id);
    seller = await test.as(SALES);
    const original = payments.findById.bind(payments);
    let stale = true;
    jest.spyOn(payments, 'findById').mockImplementation((wanted) => {
      if (!stale || wanted !== id) return original(wanted);
      stale = false;
      return Promise.resolve(seenBefore);
    });
    const answer = await seller.post(`/api/payments/${link.paymentId}/reissue-link`);
    expect([answer.status, answer.body.error]).toEqual([409, 'ALREADY_PAID']);
    jest.restoreAllMocks();
    expect(await endAt(id)).toBe(before);
    expect(await statusOf(customer, link.paymentId)).toBe('completed');
    const attempts = await test.get(DataSource).query('SELECT status FROM payment_attempts WHERE payment_id = ?', [id]);
    expect(attempts).toEqual([{ status: 'captured' }]);
  });

  it('renewed after the job has found it run out, it is not ended', async () => {
    seller = await test.as(SALES);
    const link = await createLink(seller, 'silver');
    const id = await idOf(link);
    const transitions = test.get(PaymentTransitions);
    expect(await transitions.expireLink(id, 'poll')).toBe(false);
    test.clock.advance(LINK_LIFE + MINUTE);
    // The bank has a page of it: it is asked first.
    expect(await transitions.expireLink(id, 'poll')).toBe(false);
    await test
      .get(DataSource)
      .query("UPDATE payment_attempts SET status = 'abandoned', open_payment_id = NULL WHERE payment_id = ?", [id]);
    await test
      .get(DataSource)
      .query('UPDATE payments SET expires_at = ? WHERE id = ?', [
        new Date(test.clock.now().getTime() + HOUR).toISOString().replace('T', ' ').replace('Z', ''),
        id,
      ]);
    expect(await transitions.expireLink(id, 'poll')).toBe(false);
    expect(await statusOf(customer, link.paymentId)).toBe('pending');
    test.clock.advance(HOUR + MINUTE);
    expect(await transitions.expireLink(id, 'poll')).toBe(true);
    expect(await statusOf(customer, link.paymentId)).toBe('cancelled');
  });
});
