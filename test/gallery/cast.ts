import { hash } from '@node-rs/argon2';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { PublicStatus } from '../../src/contracts/payments.js';
import type { Language } from '../../src/contracts/words/languages.js';
import { ADMIN, isLive, SALES } from '../browser/steps.js';
import { type Credentials, TestBrowser, type Visitor } from '../support/browser.js';
import { Client } from '../support/client.js';
import { eventually } from '../support/product-process.js';
import { Product } from '../support/product.js';
import { comeBack, createLink, type Link, pressPay, type Tier, verify } from '../support/sales.js';

export const OTHER_SELLER = { email: 'rahul@tokendesk.test', password: 'sales-demo-2026' };
const HIDDEN_FIELD = /<input type="hidden" name="([^"]*)" value="([^"]*)"/g;
const ADD_ADMIN = `INSERT INTO users (name, email, email_key, role, password_hash, password_changed_at, created_at, updated_at)
  VALUES ('Anita Desai', ?, ?, 'admin', ?, ?, ?, ?)`;
/** The same name and password under another address. */
const ADD_COLLEAGUE = `INSERT INTO users (name, email, email_key, role, password_hash, password_changed_at, created_at, updated_at)
  SELECT name, ?, ?, role, password_hash, password_changed_at, created_at, updated_at FROM users WHERE email_key = ?`;
const LONG_AGO = '2026-01-01 00:00:00.000';
/** What the bank leaves pending it decides after that time of its clock: longer than any test takes until it wants to see that. */
const UNDECIDED_MS = 120_000;

let crews = 0;

export type Person = Credentials;
export type PaidLink = SharedLink & { tokenNumber: string };
export type SharedLink = Link & { path: string };

export interface Entrance extends BrowserContextOptions {
  /** What the browser may complain of, because the scene provokes it. */
  allow?: RegExp[];
  /** Before the page is asked for. */
  before?: (page: Page) => Promise<unknown>;
}

export interface CastOptions {
  /** The product is this file's alone: for what counts or changes what belongs to everybody. */
  isOwn?: boolean;
  /** Nothing in it but its first admin, as on the day of its installation. */
  isNew?: boolean;
  /** Of a product of its own, asked for when it is about to start. */
  settings?: () => Promise<Record<string, string>>;
}

/**
 * A product with its bank, everybody who uses it, and what they do to bring a state about. The product is the worker's, where Priya and
 * Rahul are new sellers without customers, or one of its own with the demo's people and customers.
 */
export class Cast {
  product!: Product;
  browser!: TestBrowser;
  priya: Person = SALES;
  rahul: Person = OTHER_SELLER;
  private readonly clients = new Map<string, Promise<Client>>();
  private readonly isOwn: boolean;

  constructor(private readonly options: CastOptions = {}) {
    this.isOwn = Boolean(options.isOwn || options.isNew || options.settings);
  }

  async open(): Promise<void> {
    this.product = this.isOwn ? await this.ownProduct() : await Product.shared();
    await this.product.bank({ op: 'configure', pendingResolveMs: UNDECIDED_MS });
    this.browser = await TestBrowser.launch(this.product.url);
    if (this.isOwn) return;
    crews += 1;
    this.priya = await this.newcomer(SALES);
    this.rahul = await this.newcomer(OTHER_SELLER);
    await this.refundsAre(false);
  }

  async close(): Promise<void> {
    await this.browser?.close();
    if (this.isOwn) await this.product?.stop();
    else this.product?.expectRunning();
  }

  /** @throws when a browser complained of something that its scene did not allow */
  async clear(): Promise<void> {
    await this.product?.bank({ op: 'clear-faults' });
    await this.browser?.closeVisitors();
  }

  /** A page of somebody who is not signed in. */
  async visit(path: string, { allow = [], before, ...options }: Entrance = {}): Promise<Page> {
    const visitor = await this.browser.visitor({ viewport: { width: 1440, height: 900 }, ...options });
    visitor.allow(...allow);
    await before?.(visitor.page);
    await visitor.page.goto(path);
    await visitor.page.locator('h1:visible, h2:visible').first().waitFor();
    return visitor.page;
  }

  customer(language: Language, path: string, more: Entrance = {}): Promise<Page> {
    return this.visit(path, { locale: `${language}-IN`, ...more });
  }

  /** A page of staff, who signed in once before. */
  async as(who: Person, path: string, { allow = [], before, ...options }: Entrance = {}): Promise<Page> {
    const { page } = await this.visitorAs(who, path, { allow, before, ...options });
    await page.locator('h1:visible, h2:visible').first().waitFor();
    await isLive(page);
    return page;
  }

  /** The same with their browser, which has asked for the page; nothing on it is waited for. */
  async visitorAs(who: Person, path: string, { allow = [], before, ...options }: Entrance = {}): Promise<Visitor> {
    const visitor = await this.browser.visitorAs(who, { viewport: { width: 1440, height: 900 }, ...options });
    visitor.allow(...allow);
    await before?.(visitor.page);
    await visitor.page.goto(path);
    return visitor;
  }

  seller(path: string, more: Entrance = {}): Promise<Page> {
    return this.as(this.priya, path, more);
  }

  admin(path: string, more: Entrance = {}): Promise<Page> {
    return this.as(ADMIN, path, more);
  }

  program(who: Person = this.priya): Promise<Client> {
    let client = this.clients.get(who.email);
    client ??= new Client(this.product.url).signIn(who.email, who.password);
    this.clients.set(who.email, client);
    return client;
  }

  async link(tier: Tier = 'gold', more: Record<string, unknown> = {}, who = this.priya): Promise<SharedLink> {
    const link = await createLink(await this.program(who), tier, more);
    return { ...link, path: `/payment/${link.paymentId}` };
  }

  /** The customer presses pay and a button at the bank. @returns the stored return, which nobody has verified yet */
  async returned(paymentId: string, outcome: string): Promise<string> {
    const customer = new Client(this.product.url);
    const page = await pressPay(customer, paymentId);
    const response = await fetch(`${page}/outcome`, { method: 'POST', body: new URLSearchParams({ outcome }) });
    const fields = new URLSearchParams();
    for (const [, name = '', value = ''] of (await response.text()).matchAll(HIDDEN_FIELD))
      fields.append(name, value.replaceAll('&amp;', '&'));
    return comeBack(customer, fields);
  }

  /** The same, and the product has looked what came of it. */
  async settle(paymentId: string, outcome = 'pay-upi'): Promise<string> {
    const event = await this.returned(paymentId, outcome);
    await this.verify(event);
    return event;
  }

  /** Tells the product of a return, as the page does that the customer comes back to. */
  async verify(event: string): Promise<void> {
    await verify(new Client(this.product.url), event);
  }

  async paid(tier: Tier = 'gold', more: Record<string, unknown> = {}): Promise<PaidLink> {
    const link = await this.link(tier, more);
    await this.settle(link.paymentId);
    const { tokenNumber } = await this.statusOf(link.paymentId);
    if (!/^[A-Z]{2}-\d{6}$/.test(tokenNumber)) throw new Error(`${link.paymentId} has no token number: ${tokenNumber}`);
    return { ...link, tokenNumber };
  }

  async statusOf(paymentId: string): Promise<PublicStatus> {
    const { body } = await new Client(this.product.url).get(`/api/payments/${paymentId}/status`);
    return body.data as PublicStatus;
  }

  async becomes(paymentId: string, status: string): Promise<void> {
    await eventually(`${paymentId} is ${status}`, async () => (await this.statusOf(paymentId)).status === status);
  }

  /** The bank decides for a payment that it has left pending, and the product has seen it; then its clock is right again. */
  async bankDecides(paymentId: string): Promise<void> {
    await this.product.bank({ op: 'advance-clock', ms: UNDECIDED_MS });
    await this.becomes(paymentId, 'completed');
    await this.product.bank({ op: 'advance-clock', ms: -UNDECIDED_MS });
  }

  /** Its time is over, and the job that ends links has seen it. */
  async expire(paymentId: string): Promise<void> {
    const database = await this.product.dataSource();
    await database.query('UPDATE payments SET expires_at = ? WHERE public_id = ?', [LONG_AGO, paymentId]);
    await this.checkNow(paymentId);
    await this.becomes(paymentId, 'cancelled');
  }

  /** The job that asks the bank takes its turn with this payment at once, as if its pause were over. */
  async checkNow(paymentId: string): Promise<void> {
    const database = await this.product.dataSource();
    await database.query(
      'UPDATE payment_attempts SET next_check_at = ? WHERE payment_id = (SELECT id FROM payments WHERE public_id = ?)',
      [LONG_AGO, paymentId],
    );
  }

  /** The same for its refunds. */
  async checkRefundNow(paymentId: string): Promise<void> {
    const database = await this.product.dataSource();
    await database.query(
      `UPDATE refunds SET next_check_at = ? WHERE next_check_at IS NOT NULL
        AND payment_id = (SELECT id FROM payments WHERE public_id = ?)`,
      [LONG_AGO, paymentId],
    );
  }

  refundsOn(): Promise<void> {
    return this.refundsAre(true);
  }

  private async refundsAre(isOn: boolean): Promise<void> {
    const admin = await this.program(ADMIN);
    const { body } = await admin.get('/api/auth/getPermissionStatus');
    if (body.isEnabled !== isOn) await admin.call('PUT', `/api/auth/togglePermission/${body._id}`);
  }

  /** Rupees. */
  async refund(paymentId: string, refundAmount: number): Promise<void> {
    await this.refundsOn();
    const order = { refundAmount, refundReason: 'Agreed with the customer' };
    const answer = await (await this.program(ADMIN)).post(`/api/sales-manager/payments/${paymentId}/refund`, order);
    if (answer.status !== 200) throw new Error(`refund answered ${answer.status}: ${answer.text}`);
  }

  private async ownProduct(): Promise<Product> {
    const { isNew, settings } = this.options;
    const product = await Product.start({ ...(isNew && { DEMO_SEED: 'false' }), ...(await settings?.()) });
    if (isNew) {
      const { email, password } = ADMIN;
      const database = await product.dataSource();
      const times = Array.from({ length: 3 }, () => LONG_AGO);
      await database.query(ADD_ADMIN, [email, email, await hash(password), ...times]);
    }
    return product;
  }

  /** Nobody's colleague until now. */
  /** An account of this file's own with the same role and password. */
  async newcomer({ email, password }: Person): Promise<Person> {
    const own = email.replace('@', `.${crews}@`);
    await (await this.product.dataSource()).query(ADD_COLLEAGUE, [own, own, email]);
    return { email: own, password };
  }
}
