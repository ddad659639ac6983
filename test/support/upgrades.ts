import { DataSource } from 'typeorm';
import type { Client, Reply } from './client.js';
import { comeBack, pressPay, verify } from './sales.js';
import type { TestApp } from './test-app.js';

export const GOLD_TO_PLATINUM = { upgradeType: 'gold_to_platinum' };

export function askUpgrade(client: Client, paymentId: string, key?: string): Promise<Reply> {
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
  return client.post(`/api/payments/${paymentId}/create-upgrade-link`, GOLD_TO_PLATINUM, headers);
}

/** @returns the id of the upgrade's own payment */
export async function createUpgrade(client: Client, paymentId: string): Promise<string> {
  const { status, body, text } = await askUpgrade(client, paymentId);
  if (status !== 201) throw new Error(`create-upgrade-link answered ${status}: ${text}`);
  return body.data.upgradePaymentId as string;
}

export function reset(client: Client, paymentId: string): Promise<Reply> {
  return client.post(`/api/payments/${paymentId}/reset-failed-upgrades`);
}

export async function upgradeTokens(client: Client, paymentId: string) {
  const { status, body, text } = await client.get(`/api/payments/${paymentId}/upgrade-tokens`);
  if (status !== 200) throw new Error(`upgrade-tokens answered ${status}: ${text}`);
  // oxlint-disable-next-line typescript/no-explicit-any -- judged by the tests
  return body.data as { availableUpgrades: any[]; allUpgradeTokens: any[] };
}

/** From the pay button to the verified return. @returns the bank's page, which can be used again, and the verification */
export async function payAt(test: TestApp, paymentId: string, outcome = 'pay-nb') {
  const customer = test.client();
  const page = await pressPay(customer, paymentId);
  return { page, reply: await payOn(test, page, outcome) };
}

/** A press on a page of the bank that the customer still has open. */
export async function payOn(test: TestApp, page: string, outcome = 'pay-nb'): Promise<Reply> {
  const customer = test.client();
  const event = await comeBack(customer, await test.bank.press(page, outcome));
  await test.settle();
  return verify(customer, event);
}

/** The register's word on the token that a payment was given. */
export async function tokenOf(test: TestApp, paymentId: string) {
  const [row] = (await test
    .get(DataSource)
    .query(
      'SELECT t.token_number AS number, t.status AS status FROM tokens t JOIN payments p ON p.id = t.payment_id WHERE p.public_id = ?',
      [paymentId],
    )) as { number: string; status: string }[];
  return row ?? null;
}

export async function reviewOf(test: TestApp, paymentId: string): Promise<string | null> {
  const [row] = (await test
    .get(DataSource)
    .query('SELECT review_reason AS reason FROM payments WHERE public_id = ?', [paymentId])) as {
    reason: string | null;
  }[];
  return row?.reason ?? null;
}
