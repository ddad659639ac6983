// A desk: a seller with a dashboard that follows live events, who makes a link and shows its code.
import { get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { signIn } from '../support/product.mjs';

/** What changes together is read together, as the page does (`useLiveList`). */
const SETTLE_MS = 300;
const LISTED = 'allCustomers,tokenCounts,pagination';
const PRICES = { gold: 51_000, silver: 100, platinum: 100_000 };
/** The answer to a create is lost after so long. */
const LOST_AFTER_MS = 60;

export class Desk {
  /** Sale on the screen. */
  #shown = null;
  #timer;
  #isReading = false;
  #isDue = false;
  #request;

  /** @param hear called with each live event, and the moment it came at (milliseconds since 1970) */
  constructor({ pool, headers, hear, note }) {
    this.pool = pool;
    this.headers = headers;
    this.hear = hear;
    this.note = note;
    const xsrf = /XSRF-TOKEN=([^;]*)/.exec(headers.cookie)[1];
    this.post = { cookie: headers.cookie, 'x-xsrf-token': decodeURIComponent(xsrf), 'content-type': 'application/json', accept: 'application/json' };
    this.json = { cookie: headers.cookie, accept: 'application/json' };
  }

  static async open({ product, pool, email, hear, note }) {
    const desk = new Desk({ pool, headers: await signIn(product, email), hear, note });
    await desk.#listen();
    return desk;
  }

  close() {
    clearTimeout(this.#timer);
    this.#request?.destroy();
  }

  /**
   * From the press of the button to the code on the screen.
   * @returns `{ paymentId, invoiceNo }`
   */
  async sell({ email, name, phone, tier, key, isLost }) {
    const body = JSON.stringify({
      amount: PRICES[tier],
      currency: 'INR',
      customerData: { name, email, phone },
      tokenType: tier,
      referenceType: 'direct',
    });
    const request = { headers: { ...this.post, 'idempotency-key': key }, body };
    const path = '/api/payments/create-link';
    if (isLost) await this.pool.lose('POST', path, { ...request, afterMs: LOST_AFTER_MS });
    // 409: the lost one is still at work.
    const made = await this.pool.insist('POST', path, { ...request, expected: [201], again: [409, 429, 503] });
    const { paymentId, invoiceNo } = JSON.parse(made.text).data;
    this.#shown = paymentId;
    const page = await this.pool.insist('GET', `/sales/${paymentId}`, { headers: this.headers });
    const { desk } = JSON.parse(page.text).props;
    if (desk.paymentId !== paymentId || !desk.canPay) throw new Error(`desk of ${paymentId} has no code to show`);
    return { paymentId, invoiceNo };
  }

  async #listen() {
    const { hostname, port } = new URL(this.pool.url);
    const options = { hostname, port, path: '/api/events', headers: { ...this.json, accept: 'text/event-stream' }, agent: false };
    await new Promise((resolve, reject) => {
      this.#request = get(options, (response) => {
        if (response.statusCode !== 200) return reject(new Error(`a stream was answered with ${response.statusCode}`));
        let rest = '';
        response.setEncoding('utf8').on('data', (text) => {
          const parts = (rest + text).split('\n\n');
          rest = parts.pop();
          for (const part of parts) this.#take(part);
        });
        response.on('end', () => this.note('stream-ended'));
        resolve();
      }).on('error', (error) => {
        if (error.code === 'ECONNRESET') this.note('stream-ended');
        else reject(new Error('a stream broke', { cause: error }));
      });
    });
  }

  #take(message) {
    const data = /^data: (.*)$/m.exec(message)?.[1];
    if (!data || !/^event: payment$/m.test(message)) return;
    const payment = JSON.parse(data);
    this.hear(payment, Date.now());
    if (payment.paymentId === this.#shown) void this.#quietly('desk', `/api/payments/${payment.paymentId}/desk`, this.json);
    this.#plan();
  }

  #plan() {
    this.#isDue = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#read(), SETTLE_MS);
  }

  async #read() {
    if (this.#isReading) return;
    this.#isDue = false;
    this.#isReading = true;
    const partial = { 'x-inertia-partial-component': 'Dashboard/Index', 'x-inertia-partial-data': LISTED };
    await this.#quietly('dashboard', '/dashboard', { ...this.headers, ...partial });
    this.#isReading = false;
    if (this.#isDue) this.#plan();
  }

  /** What nobody pressed a button for: told, and not tried again. */
  async #quietly(what, path, headers) {
    const asked = performance.now();
    const answer = await this.pool.ask('GET', path, { headers }).catch(() => null);
    if (answer?.status === 200) this.note(what, performance.now() - asked);
    else this.note(`${what}-failed`);
  }
}

/** An admin who asks for the analysis again and again, and once for everything as a file. */
export class Office {
  constructor({ pool, headers, note }) {
    Object.assign(this, { pool, headers, note });
  }

  async analyse(untilMs, everyMs) {
    while (performance.now() < untilMs) {
      const asked = performance.now();
      await this.pool.insist('GET', '/admin/transactions', { headers: this.headers });
      this.note('analysis', performance.now() - asked);
      await pause(everyMs);
    }
  }

  async export() {
    const asked = performance.now();
    const headers = { cookie: this.headers.cookie };
    const answer = await fetch(`${this.pool.url}/api/payments/admin/export`, { headers });
    let bytes = 0;
    for await (const chunk of answer.body) bytes += chunk.length;
    if (answer.status !== 200) throw new Error(`the export was answered with ${answer.status}`);
    this.note('export', performance.now() - asked);
    return bytes;
  }
}
