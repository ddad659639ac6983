import { DataSource } from 'typeorm';
import type { Client, Reply } from './client.js';
import { HOUR } from './fake-clock.js';
import type { TestApp } from './test-app.js';

const DAY = 24 * HOUR;
const IST = 5.5 * HOUR;

export function cancelLink(client: Client, paymentId: string, body: object = {}): Promise<Reply> {
  return client.post(`/api/payments/${paymentId}/cancel-link`, body);
}

export function correctContact(client: Client, paymentId: string, contact: object, key?: string): Promise<Reply> {
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
  return client.post(`/api/payments/${paymentId}/correct-contact`, contact, headers);
}

/** Signed in as a person at a desk: by cookie, with the XSRF token. */
export async function atDesk(test: TestApp, who: { email: string; password: string }): Promise<Client> {
  const client = test.client();
  const { status } = await client.post('/api/login', who);
  if (status !== 200) throw new Error(`sign-in answered ${status}`);
  return client;
}

/** The row of a payment in its seller's list. */
export async function rowOf(client: Client, paymentId: string) {
  const { body } = await client.get(`/api/sales-manager/dashboard?search=${paymentId}`);
  return body.data.allCustomers[0];
}

/** Moves the clock on to this time of the day in Asia/Kolkata. */
export function advanceToIst(test: TestApp, hours: number, minutes = 0): void {
  const now = test.clock.now().getTime();
  const ofDay = (now + IST) % DAY;
  const wanted = hours * HOUR + minutes * 60_000;
  test.clock.advance((wanted - ofDay + DAY) % DAY);
}

export async function query<T>(test: TestApp, sql: string, parameters: unknown[] = []): Promise<T[]> {
  return (await test.get(DataSource).query(sql, parameters)) as T[];
}

/** The reasons in the audit log of a payment, oldest first. */
export async function auditOf(test: TestApp, paymentId: string) {
  return query<{ action: string; reason: string | null; actor: number | null }>(
    test,
    'SELECT action, reason, actor_user_id AS actor FROM audit_log WHERE subject_id = ? ORDER BY id',
    [paymentId],
  );
}
