import { setTimeout as pause } from 'node:timers/promises';
import { secureHashV1 } from '../../src/domain/bank-hash/secure-hash.js';
import { Client, type Reply } from '../support/client.js';
import { linkBody } from '../support/sales.js';
import { ADMIN, SALES } from '../support/test-app.js';
import type { ClusterSite } from './site.js';

const SELLERS = 4;
/** A caller that hears nothing for so long goes on with the other instance. */
const PATIENCE_MS = 30_000;
const GIVE_UP_MS = 90_000;
const MAX_PAUSE_MS = 1000;

/** A write that the product has acknowledged, by what has to be found of it. */
type Acknowledged =
  | { kind: 'created'; paymentId: string }
  | { kind: 'completed'; paymentId: string }
  | { kind: 'return'; eventId: string }
  | { kind: 'advice'; invoiceNo: string }
  | { kind: 'refund'; paymentId: string; refundId: string };

/** Customers and sellers who go on whatever happens, by both instances in turn, and note what was acknowledged. */
export class Trade {
  readonly acknowledged: (Acknowledged & { at: number })[] = [];
  /** Of writes: 503 with Retry-After. */
  refused = 0;
  /** Connections that broke or were refused. */
  unanswered = 0;
  /** Everything that must not happen. */
  readonly wrong: string[] = [];
  private isOpen = true;
  private isResting = false;
  private busy = 0;
  private turn = 0;
  private orders = 0;
  private readonly clients: Client[];
  private work: Promise<unknown> = Promise.resolve();

  constructor(private readonly site: ClusterSite) {
    this.clients = site.urls.map((url) => new Client(url));
  }

  async open(): Promise<void> {
    const admin = await new Client(this.site.urls[0]!).signIn(ADMIN.email, ADMIN.password);
    const { body } = await admin.get('/api/auth/getPermissionStatus');
    if (!body.isEnabled) await admin.call('PUT', `/api/auth/togglePermission/${body._id}`);
    const { token } = await new Client(this.site.urls[0]!).signIn(SALES.email, SALES.password);
    for (const client of this.clients) client.token = token;
    this.work = Promise.all(Array.from({ length: SELLERS }, () => this.sellOn()));
  }

  async close(): Promise<void> {
    this.isOpen = false;
    await this.work;
  }

  /** Whoever sells ends the sale that is under way. */
  async whileResting(work: () => Promise<void>): Promise<void> {
    this.isResting = true;
    try {
      while (this.busy > 0) await pause(20);
      await work();
    } finally {
      this.isResting = false;
    }
  }

  /** Milliseconds of the longest time without an acknowledged write between two moments. */
  longestGap(from: number, to: number): number {
    const times = this.acknowledged.map(({ at }) => at).filter((at) => at >= from && at <= to);
    let longest = 0;
    let last = from;
    for (const at of [...times, to]) {
      longest = Math.max(longest, at - last);
      last = at;
    }
    return longest;
  }

  countBetween(from: number, to: number): number {
    return this.acknowledged.filter(({ at }) => at >= from && at <= to).length;
  }

  private async sellOn(): Promise<void> {
    for (; this.isOpen; await pause(20)) {
      if (this.isResting) continue;
      this.busy += 1;
      try {
        await this.sell();
      } catch (error) {
        this.wrong.push(String(error));
      } finally {
        this.busy -= 1;
      }
    }
  }

  private async sell(): Promise<void> {
    const number = (this.orders += 1);
    const from = addressOf(number);
    const key = { 'idempotency-key': `cluster-${number}` };
    const body = linkBody('silver');
    const made = await this.write('create', (client) => client.post('/api/payments/create-link', body, key), 201);
    const { paymentId, invoiceNo } = made.body.data as { paymentId: string; invoiceNo: string };
    this.note({ kind: 'created', paymentId });
    const sent = await this.write(
      'initiate',
      (client) => client.post(`/api/payments/${paymentId}/initiate`, {}, from),
      200,
    );
    const fields = await this.site.bank.press(
      sent.body.data.paymentUrl as string,
      number % 3 ? 'pay-nb' : 'pay-close-tab',
    );
    if (fields) await this.comeBack(paymentId, fields, from);
    else await this.advise(invoiceNo);
    if (number % 4 === 0) await this.refund(number, paymentId);
  }

  private async comeBack(paymentId: string, fields: URLSearchParams, from: Record<string, string>): Promise<void> {
    const back = await this.write(
      'return',
      (client) => client.call('POST', '/payment/verify', { form: fields, headers: from }),
      303,
    );
    const eventId = (back.headers.get('location') ?? '').slice('/payment/verify?event='.length);
    this.note({ kind: 'return', eventId });
    const seen = await this.write(
      'verify',
      (client) => client.post('/api/payments/verify-callback', { eventId }, from),
      200,
      // The bank has not answered in time; the poll job goes on asking.
      202,
    );
    if (seen.body.data.state === 'completed') this.note({ kind: 'completed', paymentId });
  }

  private async advise(invoiceNo: string): Promise<void> {
    const fields = { invoiceNo, merchantId: 'T_SANDBOX1', paymentID: `P-${invoiceNo}`, responseCode: 'R1000' };
    const secureHash = secureHashV1(fields, 'sandbox-key-1');
    await this.write('advice', (client) => client.postForm('/api/gateway/callback', { ...fields, secureHash }), 200);
    this.note({ kind: 'advice', invoiceNo });
  }

  /** Whatever was not completed yet is refused by the rules. */
  private async refund(number: number, paymentId: string): Promise<void> {
    const order = { refundAmount: 100, refundReason: 'Changed their mind' };
    const key = { 'idempotency-key': `cluster-refund-${number}` };
    const path = `/api/sales-manager/payments/${paymentId}/refund`;
    const answer = await this.write('refund', (client) => client.post(path, order, key), 200, 202, 409, 422);
    if (answer.status < 300) this.note({ kind: 'refund', paymentId, refundId: answer.body.data.refundId as string });
  }

  /** Repeats the same request, as a caller does who was told to come again. */
  private async write(what: string, send: (client: Client) => Promise<Reply>, ...expected: number[]): Promise<Reply> {
    let last = 'no answer';
    for (const started = Date.now(); Date.now() - started < GIVE_UP_MS;) {
      const client = this.clients[(this.turn += 1) % this.clients.length]!;
      const answer = await inTime(send(client));
      const isRunning = answer?.status === 409 && answer.body?.error === 'IDEMPOTENCY_RUNNING';
      if (answer && !isRunning && expected.includes(answer.status)) return answer;
      last = answer ? `${answer.status} ${answer.text.slice(0, 300)}` : 'no answer';
      if (!answer) this.unanswered += 1;
      else if (answer.status === 503 && answer.headers.get('retry-after')) this.refused += 1;
      else if (!isRunning && answer.status !== 429)
        throw new Error(`${what}: ${answer.status} ${answer.text.slice(0, 300)}`);
      const asked = Number(answer?.headers.get('retry-after') ?? 0) * 1000;
      await pause(Math.min(Math.max(asked, 100), MAX_PAUSE_MS));
    }
    throw new Error(`${what}: given up after ${GIVE_UP_MS} ms: ${last}`);
  }

  private note(what: Acknowledged): void {
    this.acknowledged.push({ ...what, at: performance.now() });
  }

  /** Acknowledged writes that the database does not have. */
  async lost(): Promise<string[]> {
    const { dataSource } = this.site;
    // The trade goes on: what is acknowledged after the database was read cannot be in what was read.
    const acknowledged = [...this.acknowledged];
    const all = async (sql: string) =>
      new Set(((await dataSource.query(sql)) as { id: string }[]).map(({ id }) => String(id)));
    const [created, paid, events, advised, refunds] = [
      await all('SELECT public_id AS id FROM payments'),
      await all('SELECT public_id AS id FROM payments WHERE paid_at IS NOT NULL'),
      await all('SELECT public_id AS id FROM gateway_notices'),
      await all(
        `SELECT a.invoice_no AS id FROM gateway_notices n JOIN payment_attempts a ON a.id = n.attempt_id WHERE n.channel = 'advice'`,
      ),
      await all('SELECT public_id AS id FROM refunds'),
    ];
    const isThere = (one: Acknowledged): boolean => {
      switch (one.kind) {
        case 'created':
          return created.has(one.paymentId);
        case 'completed':
          return paid.has(one.paymentId);
        case 'return':
          return events.has(one.eventId);
        case 'advice':
          return advised.has(one.invoiceNo);
        case 'refund':
          return refunds.has(one.refundId);
      }
    };
    return acknowledged.filter((one) => !isThere(one)).map((one) => JSON.stringify(one));
  }
}

/** @returns null without an answer */
async function inTime(answer: Promise<Reply>): Promise<Reply | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), PATIENCE_MS);
  });
  try {
    return await Promise.race([answer.catch(() => null), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Customers are limited by address. */
function addressOf(number: number): Record<string, string> {
  return { 'x-forwarded-for': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}` };
}
