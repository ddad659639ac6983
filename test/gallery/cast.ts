import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../../src/database/data-source.js';
import type { Language } from '../../src/contracts/words/languages.js';
import { ADMIN, SALES, signIn } from '../browser/steps.js';
import { TestBrowser } from '../support/browser.js';
import { Client } from '../support/client.js';
import { tokendesk } from '../support/command-line.js';
import { eventually } from '../support/product-process.js';
import { Product } from '../support/product.js';
import { comeBack, createLink, type Link, pressPay, type Tier, verify } from '../support/sales.js';

export const OTHER_SELLER = { email: 'rahul@tokendesk.test', password: 'sales-demo-2026' };
const HIDDEN_FIELD = /<input type="hidden" name="([^"]*)" value="([^"]*)"/g;
export type Person = typeof SALES;

interface Entrance extends BrowserContextOptions {
  /** What the browser may complain of, because the scene provokes it. */
  allow?: RegExp[];
  /** Before the page is asked for. */
  before?: (page: Page) => Promise<unknown>;
}

/** A product with its bank, everybody who uses it, and what they do to bring a state about. */
export class Cast {
  private readonly cookies = new Map<string, BrowserContextOptions['storageState']>();
  private readonly clients = new Map<string, Promise<Client>>();

  private constructor(
    private readonly folder: string,
    readonly product: Product,
    readonly browser: TestBrowser,
    readonly dataSource: DataSource,
  ) {}

  /** @param isNew nothing in it but its first admin, as on the day of its installation */
  static async start({ isNew = false } = {}): Promise<Cast> {
    const folder = mkdtempSync(join(tmpdir(), 'tokendesk-gallery-'));
    const url = `sqlite:${join(folder, 'gallery.sqlite')}`;
    const env = { DATABASE_URL: url, DATA_DIR: folder, DEMO_SEED: String(!isNew) };
    if (isNew) await seedAdmin(env, folder);
    const product = await Product.start(env);
    const dataSource = await createDataSource({ url, poolSize: 1, sqliteDriver: 'libsql' }).initialize();
    return new Cast(folder, product, await TestBrowser.launch(product.url), dataSource);
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.dataSource.destroy();
    await this.product.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** @throws when a browser complained of something that its scene did not allow */
  async clear(): Promise<void> {
    await this.product.bank({ op: 'clear-faults' });
    await this.browser.closeVisitors();
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
  async as(who: Person, path: string, more: Entrance = {}): Promise<Page> {
    let storageState = this.cookies.get(who.email);
    if (!storageState) {
      const page = await this.visit('/');
      await signIn(page, who);
      await page.waitForURL(/dashboard$/);
      storageState = await page.context().storageState();
      this.cookies.set(who.email, storageState);
    }
    return this.visit(path, { storageState, ...more });
  }

  seller(path: string, more: Entrance = {}): Promise<Page> {
    return this.as(SALES, path, more);
  }

  admin(path: string, more: Entrance = {}): Promise<Page> {
    return this.as(ADMIN, path, more);
  }

  program(who: Person = SALES): Promise<Client> {
    let client = this.clients.get(who.email);
    client ??= new Client(this.product.url).signIn(who.email, who.password);
    this.clients.set(who.email, client);
    return client;
  }

  async link(tier: Tier = 'gold', more: Record<string, unknown> = {}, who: Person = SALES): Promise<Link> {
    return createLink(await this.program(who), tier, more);
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

  async paid(tier: Tier = 'gold', more: Record<string, unknown> = {}): Promise<Link & { tokenNumber: string }> {
    const link = await this.link(tier, more);
    await this.settle(link.paymentId);
    return { ...link, tokenNumber: await this.tokenOf(link.paymentId) };
  }

  async statusOf(paymentId: string): Promise<string> {
    const { body } = await new Client(this.product.url).get(`/api/payments/${paymentId}/status`);
    return body.data.status as string;
  }

  async becomes(paymentId: string, status: string): Promise<void> {
    await eventually(`${paymentId} is ${status}`, async () => (await this.statusOf(paymentId)) === status);
  }

  /** Its time is over, and the job that ends links has seen it. */
  async expire(paymentId: string): Promise<void> {
    const past = '2026-01-01 00:00:00.000';
    await this.dataSource.query('UPDATE payments SET expires_at = ? WHERE public_id = ?', [past, paymentId]);
    await this.dataSource.query(
      'UPDATE payment_attempts SET next_check_at = ? WHERE payment_id = (SELECT id FROM payments WHERE public_id = ?)',
      [past, paymentId],
    );
    await this.becomes(paymentId, 'cancelled');
  }

  async refundsOn(): Promise<void> {
    const admin = await this.program(ADMIN);
    const { body } = await admin.get('/api/auth/getPermissionStatus');
    if (!body.isEnabled) await admin.call('PUT', `/api/auth/togglePermission/${body._id}`);
  }

  /** Rupees. */
  async refund(paymentId: string, refundAmount: number): Promise<void> {
    await this.refundsOn();
    const order = { refundAmount, refundReason: 'Agreed with the customer' };
    const answer = await (await this.program(ADMIN)).post(`/api/sales-manager/payments/${paymentId}/refund`, order);
    if (answer.status !== 200) throw new Error(`refund answered ${answer.status}: ${answer.text}`);
  }

  private async tokenOf(paymentId: string): Promise<string> {
    const [row] = (await this.dataSource.query('SELECT token_number FROM payments WHERE public_id = ?', [
      paymentId,
    ])) as { token_number: string | null }[];
    if (!row?.token_number) throw new Error(`${paymentId} has no token number`);
    return row.token_number;
  }
}

async function seedAdmin(env: Record<string, string>, folder: string): Promise<void> {
  const seed = ['admin', 'seed', '--email', ADMIN.email, '--name', 'Anita Desai', '--password-stdin'];
  for (const command of [['db', 'migrate'], seed]) {
    const { code, stderr } = await tokendesk(command, env, folder, ADMIN.password);
    if (code !== 0) throw new Error(`tokendesk ${command.join(' ')} ended with ${code}: ${stderr}`);
  }
}
