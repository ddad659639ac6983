import { DataSource } from 'typeorm';
import type { Client, Reply } from './client.js';
import { comeBack, createLink, type Link, pressPay, type Tier, verify } from './sales.js';
import { sellAndPay } from './refunds.js';
import { ADMIN, type TestApp } from './test-app.js';

export const NOTE = 'Looked at it with the bank on the phone';

/** Open and waiting ones of a payment, as the admin sees them. */
export async function reviewsOf(test: TestApp, paymentId: string, state: 'open' | 'decided' = 'open') {
  const admin = await test.staff(ADMIN);
  const { body } = await admin.get(`/api/admin/reviews?state=${state}`);
  // oxlint-disable-next-line typescript/no-explicit-any -- judged by the tests
  return (body.data.reviews as any[]).filter((row) => row.paymentId === paymentId);
}

export async function oneReview(test: TestApp, paymentId: string) {
  const found = await reviewsOf(test, paymentId);
  if (found.length !== 1) throw new Error(`${found.length} open reviews of ${paymentId}`);
  return found[0];
}

export function decide(client: Client, reviewId: string, decision: string, more: object = {}): Promise<Reply> {
  return client.post(`/api/admin/reviews/${reviewId}/decide`, { decision, note: NOTE, ...more });
}

export async function countRows(test: TestApp, sql: string, parameters: unknown[] = []): Promise<number> {
  const [row] = (await test.get(DataSource).query(sql, parameters)) as { n: number | string }[];
  return Number(row?.n);
}

/** The bank answers STATUS with the fault as long as it stands. */
export async function sellWithFault(test: TestApp, seller: Client, kind: string, tier: Tier = 'silver'): Promise<Link> {
  const customer = test.client();
  const link = await createLink(seller, tier);
  const fields = await test.bank.press(await pressPay(customer, link.paymentId), 'pay-nb');
  await test.bank.fault('status', kind, { times: 0 });
  await verify(customer, await comeBack(customer, fields));
  await test.settle();
  return link;
}

export async function sellAndReverse(test: TestApp, seller: Client, tier: Tier = 'silver'): Promise<Link> {
  const link = await sellAndPay(test, seller, tier);
  await reverse(test, link);
  return link;
}

export async function reverse(test: TestApp, { invoiceNo }: Pick<Link, 'invoiceNo'>): Promise<void> {
  test.clock.advance(5000);
  await test.bank.control({ op: 'reverse', invoiceNo });
  await test.bank.control({ op: 'configure', adviceUrl: `${test.url}/api/gateway/callback` });
  await test.bank.advise(invoiceNo);
  await test.settle();
  await test.poll();
  await test.bank.control({ op: 'configure', adviceUrl: null });
}
