import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { TestBrowser, type Visitor } from '../support/browser.js';
import { TestApp } from '../support/test-app.js';
import type { Link } from '../support/sales.js';
import { MESSAGES } from '../../src/contracts/messages.js';
import { BANK_WORDS, hostileScene, MAILBOX, NAMES, PAYLOADS, type Scene, WORDS } from './hostile.js';
import { ADMIN, SALES, says } from './steps.js';

/** All text of the document, wherever it stands, but that of scripts and styles. */
const TEXT = `(() => {
  const copy = document.documentElement.cloneNode(true);
  copy.querySelectorAll('script, style').forEach((each) => each.remove());
  return [copy.textContent, ...[...document.querySelectorAll('input, textarea')].map((each) => each.value)].join('\\n');
})()`;
const PROPS = `document.querySelector('script[data-page="app"]')?.textContent ?? ''`;
/** The page has done what it does by itself after it was loaded. */
const SETTLED = `new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve)))`;
/** Elements that only a payload can have made. */
const MADE_BY_TEXT =
  'img[src="x"], [onerror], [onload], [onclick], [onmouseover], [autofocus][onfocus], base, a[href^="javascript:" i], app-x';
/** Pages of staff that the server renders; what is not among these is drawn by the browser in any case. */
const SELLER_LIST = '/dashboard?limit=100';
const ADMIN_LIST = '/admin/dashboard?limit=100';
const BROWSER_DRAWN = [
  '/transactions?limit=100', '/customer-form', '/account', '/test-payment', '/gateway-test', '/components',
  '/admin/transactions', '/admin/review', '/admin/review?state=decided', '/admin/audit', '/admin/staff',
  '/admin/reconciliation', '/admin/day-close', '/api/docs',
]; // prettier-ignore
const OPEN_PAGES = [
  '/', '/login/code', '/account/forgot', '/account/forgot?sent', '/account/invitation?token=x', '/account/reset',
  '/payment/verify', '/payment/success', '/payment/cancel', '/thank-you', '/payment/nothing', '/payment/nothing/receipt',
  '/upgrade/nothing', '/nope',
]; // prettier-ignore
/** The same pages under other addresses, and such as the browser draws. */
const MORE_OPEN_PAGES = [
  '/login', '/payment/a/b/c', '/customer-payment/x/y', '/upgrade/a/b', '/thank-you/x', '/test-payment', '/test-payment/return',
  '/gateway-test', '/api/docs', '/payment/%00', '/%zz',
]; // prettier-ignore
/** Entries of a row's menu that lead elsewhere, or act at once. */
const WITHOUT_DIALOG = ['Show QR', 'Receipt', 'Check status', 'Copy link', 'Open the customer’s page'];
const SEARCHED = PAYLOADS.slice(0, 8);
const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const STAFF_STATES = ({ open, paid, failed, older }: Scene) =>
  [open, paid, failed, older].flatMap(({ paymentId }) => [`/sales/${paymentId}`, `/payments/${paymentId}/slip`]);
const ENDINGS = ({ paymentId }: Link) => [
  `/payment/${paymentId}/receipt`, `/payment/success?payment=${paymentId}`,
  `/payment/cancel?payment=${paymentId}`, `/thank-you?payment=${paymentId}`,
]; // prettier-ignore
const linksOf = ({ open, paid, refunded, failed, cancelled, older }: Scene) => [
  open,
  paid,
  refunded,
  failed,
  cancelled,
  older,
];
const CUSTOMER_STATES = (scene: Scene) => [
  ...linksOf(scene).map(({ paymentId }) => `/payment/${paymentId}`),
  ...[scene.paid, scene.failed].flatMap(ENDINGS),
  `/upgrade/${scene.upgrade}`, `/payment/verify?event=${scene.returnEvent}`, `/payment/verify?event=${scene.failedEvent}`,
]; // prettier-ignore

describe.each([
  ['drawn on the server', true],
  ['drawn by the browser', false],
])('every page, %s', (_name, ssr) => {
  let test: TestApp;
  let browser: TestBrowser;
  let scene: Scene;

  beforeAll(async () => {
    test = await TestApp.start({ inertia: ssr ? {} : { ssr: { enabled: false } } });
    browser = await TestBrowser.launch(`http://localhost:${test.settings.port}`);
    scene = await hostileScene(test);
  }, 120_000);
  const popups: string[] = [];
  afterEach(async () => {
    await browser.closeVisitors();
    expect(popups.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await test?.close();
  });

  /** Somebody in whose window nothing may pop up; refusals of pages that are asked for in vain are no complaint. */
  async function visitor(who?: typeof ADMIN): Promise<Visitor> {
    const person = who ? await browser.visitorAs(who) : await browser.visitor();
    person.allow(/^console error: Failed to load resource: .* status of 4\d\d /);
    person.context.on('dialog', (dialog) => {
      popups.push(dialog.message());
      void dialog.dismiss();
    });
    return person;
  }

  async function visit(page: Page, path: string): Promise<string> {
    await page.goto(path);
    await page.locator('h1:visible, h2:visible').first().waitFor({ timeout: 15_000 }).catch((error: unknown) => {
      throw new Error(`${path} shows nothing: ${String(error)}`);
    });
    await page.evaluate(SETTLED);
    expect([path, await page.locator(MADE_BY_TEXT).count()]).toEqual([path, 0]);
    return (await page.evaluate(TEXT)) as string;
  } // prettier-ignore

  it('of visitors and customers keeps the policy', async () => {
    const { page } = await visitor();
    for (const path of [...OPEN_PAGES, ...CUSTOMER_STATES(scene)]) await visit(page, path);
    if (!ssr) return;
    for (const path of [...MORE_OPEN_PAGES, ...linksOf(scene).flatMap(ENDINGS)]) await visit(page, path);
  }, 180_000);

  it('of a seller keeps the policy', async () => {
    const { page } = await visitor(SALES);
    for (const path of [SELLER_LIST, '/nope']) await visit(page, path);
    if (!ssr) return;
    for (const path of ['/transactions?limit=100', ...STAFF_STATES(scene)]) await visit(page, path);
  }, 180_000);

  it('of an admin keeps the policy', async () => {
    const { page } = await visitor(ADMIN);
    for (const path of [SELLER_LIST, ADMIN_LIST]) await visit(page, path);
    if (!ssr) return;
    for (const path of BROWSER_DRAWN) await visit(page, path);
  }, 180_000);

  it('lists show every text as it was written, and hold it unchanged', async () => {
    const { page } = await visitor(ADMIN);
    const admin = await visit(page, ADMIN_LIST);
    const props = JSON.parse((await page.evaluate(PROPS)) as string) as unknown;
    for (const text of PAYLOADS) {
      expect(admin).toContain(text);
      expect(JSON.stringify(props)).toContain(JSON.stringify(text));
    }
  });

  it('what was searched for stands there letter by letter', async () => {
    const { page } = await visitor(ADMIN);
    for (const text of SEARCHED)
      expect(await visit(page, `/admin/dashboard?search=${encodeURIComponent(text)}`)).toContain(text);
  });

  // What follows is drawn by the browser in any case.
  if (!ssr) return;

  it('dialogs, menus and toasts of a row keep its texts as texts', async () => {
    const { page, context } = await visitor(SALES);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await visit(page, SELLER_LIST);
    const opened = new Set<string>();
    for (const name of [NAMES.open, NAMES.paid, NAMES.refunded, NAMES.failed]) {
      const more = page.getByRole('button', { name: `More: ${name}`, exact: true }).first();
      await more.click();
      // Its entries are loaded when it is opened for the first time.
      await page.getByRole('menuitem').first().waitFor();
      // An entry that the server would refuse says why, and opens nothing.
      const offered = page.getByRole('menuitem', { disabled: false });
      const labels = (await offered.allInnerTexts()).filter((label) => !WITHOUT_DIALOG.includes(label));
      await page.locator('[role="menu"]:focus-within').waitFor();
      await page.keyboard.press('Escape');
      for (const label of labels) {
        await page.getByRole('menuitem').first().waitFor({ state: 'hidden' });
        await more.click();
        await page.getByRole('menuitem', { name: label, exact: true }).click();
        const dialog = page.getByRole('dialog').filter({ visible: true });
        await dialog.waitFor();
        await page.evaluate(SETTLED);
        expect([label, await page.locator(MADE_BY_TEXT).count()]).toEqual([label, 0]);
        opened.add(label.replace(/^Refund ₹.*/, 'Refund'));
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'hidden' });
      }
    }
    expect(opened.size).toBeGreaterThan(5);
    await page.getByRole('button', { name: `More: ${NAMES.paid}`, exact: true }).first().click();
    await page.getByRole('menuitem', { name: 'Copy link', exact: true }).click();
    await says(page, MESSAGES.link.copied(NAMES.paid));
  }, 120_000); // prettier-ignore

  it('what the bank, staff and the address said stands there letter by letter', async () => {
    const { page } = (await visitor(ADMIN)).allow(/does not conform to the required format, "yyyy-MM-dd"/);
    for (const [name, words] of [[NAMES.failed, BANK_WORDS.text], [NAMES.refunded, WORDS.refund]] as const) {
      await visit(page, ADMIN_LIST);
      await page.getByRole('link', { name: new RegExp(`^${escaped(name)} `) }).first().click();
      await page.getByText(/^Attempts at the bank/).waitFor();
      await page.evaluate(`document.querySelectorAll('details').forEach((each) => { each.open = true; })`);
      expect(await page.evaluate(TEXT)).toContain(words);
      expect(await page.locator(MADE_BY_TEXT).count()).toBe(0);
    }
    expect(await visit(page, '/admin/review?state=decided')).toContain(WORDS.note);
    const staff = await visit(page, '/admin/staff');
    for (const text of [WORDS.staff, MAILBOX]) expect(staff).toContain(text);
    for (const text of SEARCHED) {
      const query = encodeURIComponent(text);
      await visit(page, `/admin/audit?text=${query}&actor=${query}&from=${query}&day=${query}`);
    }
  }, 120_000); // prettier-ignore
});
