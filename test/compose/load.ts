import { setTimeout as pause } from 'node:timers/promises';
import { Client, type Reply } from '../support/client.js';
import { linkBody } from '../support/sales.js';
import { SALES } from '../support/test-app.js';

const SELLERS = 3;
/** Of one address the product takes 120 presses on pay a minute. */
const PAUSE_BETWEEN_SALES_MS = 1_500;
/** Nothing is sent on a connection that the proxy may be about to close: what is judged is the proxy and the instances. */
const OWN_CONNECTION = { connection: 'close' };

/** Sellers who make links and look at their list, and one customer after the other who pays; nobody tries anything again. */
export class Load {
  readonly failures: string[] = [];
  /** Links that the product has acknowledged, and those that were paid. */
  readonly created: string[] = [];
  readonly paid: string[] = [];
  answers = 0;
  private isRunning = true;
  private work: Promise<unknown> = Promise.resolve();
  private readonly seller: Client;
  private readonly customer: Client;

  constructor(
    private readonly url: string,
    private readonly atBank: (page: string) => Promise<URLSearchParams>,
  ) {
    this.seller = new Client(url);
    this.customer = new Client(url);
  }

  async start(): Promise<this> {
    await this.seller.signIn(SALES.email, SALES.password);
    const sellers = Array.from({ length: SELLERS }, () => this.repeat(() => this.sell()));
    this.work = Promise.all([...sellers, this.repeat(() => this.buy(), PAUSE_BETWEEN_SALES_MS)]);
    return this;
  }

  async stop(): Promise<void> {
    this.isRunning = false;
    await this.work;
  }

  private async repeat(what: () => Promise<void>, pauseMs = 20): Promise<void> {
    for (; this.isRunning; await pause(pauseMs))
      try {
        await what();
      } catch (error) {
        this.failures.push(`${new Date().toISOString()} ${(error as Error).stack}`);
      }
  }

  private async sell(): Promise<void> {
    const paymentId = await this.create();
    await this.send('GET', '/api/sales-manager/dashboard', 200, this.seller);
    await this.send('GET', `/payment/${paymentId}`, 200);
  }

  private async buy(): Promise<void> {
    const paymentId = await this.create();
    const { body } = await this.send('POST', `/api/payments/${paymentId}/initiate`, 200, this.customer, { body: {} });
    const form = await this.atBank(body.data.paymentUrl as string);
    const back = await this.send('POST', '/payment/verify', 303, this.customer, { form });
    const eventId = (back.headers.get('location') ?? '').slice('/payment/verify?event='.length);
    const seen = await this.send('POST', '/api/payments/verify-callback', 200, this.customer, { body: { eventId } });
    if (seen.body.data.state === 'completed') this.paid.push(paymentId);
  }

  private async create(): Promise<string> {
    const { body } = await this.send('POST', '/api/payments/create-link', 201, this.seller, {
      body: linkBody('silver'),
    });
    const paymentId = body.data.paymentId as string;
    this.created.push(paymentId);
    return paymentId;
  }

  private async send(
    method: string,
    path: string,
    expected: number,
    client: Client = this.customer,
    content: { body?: unknown; form?: URLSearchParams } = {},
  ): Promise<Reply> {
    const answer = await client.call(method, path, { ...content, headers: OWN_CONNECTION });
    if (answer.status !== expected) throw new Error(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 200)}`);
    this.answers += 1;
    return answer;
  }
}
