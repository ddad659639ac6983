// A customer: opens the link, pays at the bank, comes back or does not, and waits for the receipt.
import { setTimeout as pause } from 'node:timers/promises';

const FORM = 'application/x-www-form-urlencoded';
const LOOKS = 10;
/** From the code on the desk's screen to the page on the telephone. */
const SCAN_MS = 500;
/** Of the page that waits for the bank's word (`retrySeconds`). */
const CONFIRM_AGAIN_MS = 3_000;
const CONFIRM_LIMIT_MS = 60_000;
const LOST_AFTER_MS = 30;
/** Customers at the bank are as quick or as slow as this by the mean. */
const SPREAD = 0.3;

export class Customer {
  /** @param bank, pool the servers; `note(what, ms)` takes what was timed */
  constructor({ pool, bank, note, random, sale }) {
    Object.assign(this, { pool, bank, note, random, sale });
    // Limits are counted by address: each customer has one.
    const { n } = sale;
    this.from = { 'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` };
  }

  /**
   * @param bankMs mean time at the bank
   * @returns `{ capturedAt, receiptAt }` in milliseconds since 1970; each null if it did not come to that
   */
  async buy({ paymentId, invoiceNo }, { bankMs, looks = LOOKS, scanMs = SCAN_MS }) {
    const { fate } = this.sale;
    await pause(scanMs);
    await this.#open(paymentId);
    await this.#press(paymentId);
    await this.#payAtBank(paymentId, bankMs * (1 - SPREAD + 2 * SPREAD * this.random()), looks);
    const outcome = fate === 'declined' ? 'declined' : 'paid';
    const isGone = fate === 'silent' || fate === 'advice-only';
    const wish = { invoiceNo, outcome, advise: fate !== 'silent', loseStatus: fate === 'lost-status' };
    const { text } = await this.bank.insist('POST', '/decide', { body: JSON.stringify(wish) });
    const { at, form } = JSON.parse(text);
    const capturedAt = outcome === 'paid' ? at : null;
    if (isGone) return { capturedAt, receiptAt: null };
    const state = await this.#comeBack(form);
    if (state !== (capturedAt === null ? 'failed' : 'completed')) throw new Error(`payment ${paymentId} is ${state} after ${outcome}`);
    if (capturedAt === null) return { capturedAt, receiptAt: null };
    const receipt = await this.pool.insist('GET', `/payment/${paymentId}/receipt`, { headers: this.#page() });
    if (!/RC-\d/.test(receipt.text)) throw new Error(`no receipt on the page of ${paymentId}`);
    return { capturedAt, receiptAt: Date.now() };
  }

  #page() {
    return { ...this.from, accept: 'text/html' };
  }

  #json() {
    return { ...this.from, accept: 'application/json', 'content-type': 'application/json' };
  }

  async #open(paymentId) {
    const asked = performance.now();
    await this.pool.insist('GET', `/payment/${paymentId}`, { headers: this.#page() });
    this.note('page', performance.now() - asked);
    const body = JSON.stringify({ path: '/payment/:id' });
    await this.pool.ask('POST', '/api/analytics/page-view', { headers: this.#json(), body }).catch(() => null);
  }

  async #press(paymentId) {
    const asked = performance.now();
    const headers = { ...this.#json(), 'idempotency-key': `press-${paymentId}` };
    const answer = await this.pool.insist('POST', `/api/payments/${paymentId}/initiate`, { headers, again: [409, 429, 503] });
    this.note('initiate', performance.now() - asked);
    if (!JSON.parse(answer.text).data.paymentUrl) throw new Error(`no page of the bank for ${paymentId}`);
  }

  /** The payment's page stays open beside the bank's, and looks by itself. */
  async #payAtBank(paymentId, ms, looks) {
    const until = performance.now() + ms;
    for (let look = 1; look <= looks; look += 1) {
      await pause(Math.max(0, until - ms + (ms * look) / (looks + 1) - performance.now()));
      const asked = performance.now();
      const answer = await this.pool.ask('GET', `/api/payments/${paymentId}/status`, { headers: this.#json() }).catch(() => null);
      if (answer?.status === 200) this.note('look', performance.now() - asked);
      else this.note('look-failed');
    }
    await pause(Math.max(0, until - performance.now()));
  }

  /** The bank's form, then the page that asks until the outcome is known. @returns the state in the end */
  async #comeBack(form) {
    const request = { headers: { ...this.#page(), 'content-type': FORM }, body: form };
    if (this.sale.fate === 'lost-return') await this.pool.lose('POST', '/payment/verify', { ...request, afterMs: LOST_AFTER_MS });
    const back = await this.pool.insist('POST', '/payment/verify', { ...request, expected: [303] });
    const location = /\r\nlocation: *(\S+)/i.exec(back.head)[1];
    await this.pool.insist('GET', location, { headers: this.#page() });
    const body = JSON.stringify({ eventId: new URL(location, this.pool.url).searchParams.get('event') });
    const expected = [200, 202, 400];
    for (const started = performance.now(); performance.now() - started < CONFIRM_LIMIT_MS; await pause(CONFIRM_AGAIN_MS)) {
      const answer = await this.pool.insist('POST', '/api/payments/verify-callback', { headers: this.#json(), body, expected });
      const { state } = JSON.parse(answer.text).data ?? {};
      if (state !== 'confirming') return state ?? answer.text.slice(0, 100);
    }
    return 'confirming';
  }
}
