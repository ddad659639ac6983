import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { DataSource } from 'typeorm';
import type { Client, Reply } from './client.js';
import { expectInvariants } from './invariants.js';
import { switchRefunds } from './refunds.js';
import { comeBack, pressPay, verify } from './sales.js';
import { ADMIN, SALES, TestApp } from './test-app.js';

export const GOLD_TO_PLATINUM = { upgradeType: 'gold_to_platinum' };

export interface UpgradeStage {
  test: TestApp;
  seller: Client;
  admin: Client;
  customer: Client;
}

/**
 * One product for the whole file, with refunds switched on; the invariants are checked after each test.
 * @param set is given everybody before each test, staff signed in anew: a clock that was moved on has ended earlier sessions
 */
export function onUpgradeStage(set: (stage: UpgradeStage) => void): void {
  let test: TestApp;
  beforeAll(async () => {
    test = await TestApp.start();
    await switchRefunds(test, true);
  });
  beforeEach(async () => {
    set({ test, seller: await test.staff(SALES), admin: await test.staff(ADMIN), customer: test.client() });
  });
  afterEach(async () => {
    await test.bank.clearFaults();
    await expectInvariants(test);
  });
  afterAll(() => test.close());
}

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

/** An upgrade whose attempt has ended; the customer keeps the bank's page open. */
export async function endUpgrade(test: TestApp, upgradeId: string, outcome: 'decline' | 'cancel' = 'decline') {
  const { page } = await payAt(test, upgradeId, outcome);
  test.clock.advance(3000);
  return { upgradeId, page };
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
