import { DataSource } from 'typeorm';
import { toRupees } from '../../src/domain/money/money.js';
import { SMALLEST_REFUND } from '../../src/domain/refund/refund-amount.js';
import { GatewaySettings } from '../../src/modules/gateway/index.js';
import type { Client, Reply } from './client.js';
import { freePort } from './free-port.mjs';
import { comeBack, createLink, type Link, pressPay, type Tier, verify } from './sales.js';
import { ADMIN, type TestApp } from './test-app.js';

/** Whole rupees: the least that the rules let anybody refund of a payment, where the amount does not matter. */
export const ANY_AMOUNT = Math.ceil(toRupees(SMALLEST_REFUND));

/** A token that is sold and paid for. */
export async function sellAndPay(test: TestApp, seller: Client, tier: Tier = 'gold'): Promise<Link> {
  const link = await createLink(seller, tier);
  await payAsCustomer(test, link.paymentId);
  return link;
}

/** @returns the id of the stored return, which the verification page names */
export async function payAsCustomer(test: TestApp, paymentId: string): Promise<string> {
  const customer = test.client();
  const fields = await test.bank.press(await pressPay(customer, paymentId), 'pay-nb');
  const eventId = await comeBack(customer, fields);
  const { body } = await verify(customer, eventId);
  if (body.data?.state !== 'completed') throw new Error(`the payment did not complete: ${JSON.stringify(body)}`);
  return eventId;
}

/** Paid twice on one invoice. @returns the link and the id of the duplicate charge */
export async function sellAndPayTwice(test: TestApp, seller: Client, tier: Tier = 'gold') {
  const customer = test.client();
  const link = await createLink(seller, tier);
  const page = await pressPay(customer, link.paymentId);
  for (let time = 0; time < 2; time += 1) {
    await verify(customer, await comeBack(customer, await test.bank.press(page, 'pay-nb')));
    await test.settle();
    test.clock.advance(5000);
  }
  const { body } = await seller.get(`/api/payments/${link.paymentId}/refunds`);
  return { ...link, chargeId: body.data.duplicateCharges[0]?.id as string };
}

export function refund(
  client: Client,
  paymentId: string,
  amount: unknown,
  more: object = {},
  key?: string,
): Promise<Reply> {
  const body = { refundAmount: amount, refundReason: 'Changed their mind', ...more };
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
  return client.post(`/api/sales-manager/payments/${paymentId}/refund`, body, headers);
}

export async function switchRefunds(test: TestApp, on: boolean): Promise<void> {
  const admin = await test.staff(ADMIN);
  const { body } = await admin.get('/api/auth/getPermissionStatus');
  if (body.isEnabled !== on) await admin.call('PUT', `/api/auth/togglePermission/${body._id}`);
}

/** While the bank takes no connection at all: nothing leaves. */
export async function outOfReach<T>(test: TestApp, work: () => Promise<T>): Promise<T> {
  const settings = test.get(GatewaySettings);
  const { baseUrl } = settings;
  Object.assign(settings, { baseUrl: `http://127.0.0.1:${await freePort()}/pg` });
  return work().finally(() => Object.assign(settings, { baseUrl }));
}

/** The state of one refund, as staff see it. */
export async function refundRow(client: Client, paymentId: string, refundId: string) {
  const { body } = await client.get(`/api/payments/${paymentId}/refunds`);
  // oxlint-disable-next-line typescript/no-explicit-any -- judged by the tests
  return (body.data.refunds as any[]).find((row) => row.refundId === refundId);
}

/** What the bank holds for one of our refunds, by its reference. */
export async function refundsAtBank(test: TestApp, paymentId: string) {
  const rows = (await test
    .get(DataSource)
    .query(
      'SELECT r.bank_reference AS reference FROM refunds r JOIN payments p ON p.id = r.payment_id WHERE p.public_id = ?',
      [paymentId],
    )) as { reference: string }[];
  const ours = new Set(rows.map(({ reference }) => reference));
  const { refunds } = (await test.bank.list()) as {
    refunds: { refundRef: string; amountPaise: number; status: string; txnId: string }[];
  };
  return refunds.filter(({ refundRef }) => ours.has(refundRef));
}
