import { readFile } from 'node:fs/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { MESSAGES } from '../../src/contracts/messages.js';
import { ROUTES } from '../../src/contracts/routes.js';
import { expectAccessible } from '../support/browser.js';
import { MailCatcher, textPartOf } from '../support/mail-catcher.js';
import { eventually } from '../support/product-process.js';
import { createUpgrade } from '../support/upgrades.js';
import {
  fitsEveryWidth,
  linkOf,
  moreWays,
  PHONE,
  sell,
  seller,
  showsCodeOf,
  sidewaysPixels,
  somebody,
} from './desk-steps.js';
import { stage } from './stage.js';
import { heading, refusal, says, sees, soon } from './steps.js';

const PNG_HEAD = '89504e470d0a1a0a';
/** Letters for one link in an hour. */
const LETTERS = 3;

describe('sharing a link', () => {
  const catcher = new MailCatcher();
  const on = stage({ settings: async () => ({ SMTP_URL: (await catcher.open()).url }) });
  afterAll(() => catcher.close());

  it('copied, by WhatsApp with everything said, as a file', async () => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    const { page } = await seller(on, '/customer-form', { ...PHONE, permissions });
    const person = somebody('Asha Menon');
    const link = await sell(page, person);
    await moreWays(page);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await says(page, MESSAGES.link.copied(person.name));
    await soon(async () => expect(await page.evaluate('navigator.clipboard.readText()')).toBe(link));

    const address = new URL(
      (await page.getByRole('link', { name: 'WhatsApp', exact: true }).getAttribute('href')) ?? '',
    );
    expect(`${address.origin}${address.pathname}`).toBe(`https://wa.me/91${person.phone}`);
    const text = address.searchParams.get('text') ?? '';
    for (const part of ['Asha', 'gold', '₹51,000', 'until', link]) expect(text).toContain(part);

    const png = await saved(page, page.getByRole('button', { name: 'QR as PNG' }));
    expect(png.name).toBe('payment-link-asha-gold.png');
    expect(png.content.subarray(0, 8).toString('hex')).toBe(PNG_HEAD);
    expect(png.content.length).toBeGreaterThan(1000);
    const svg = await saved(page, page.getByRole('button', { name: 'QR as SVG' }));
    expect(svg.name).toBe('payment-link-asha-gold.svg');
    const drawn = await page
      .getByRole('img', { name: /^QR code/ })
      .locator('path')
      .getAttribute('d');
    expect(svg.content.toString('utf8')).toContain(`d="${drawn}"`);
    await fitsEveryWidth(page, 'share');
  });

  it('without a number WhatsApp asks for the contact itself', async () => {
    const { page } = await seller(on, '/customer-form');
    await sell(page, { ...somebody(), phone: undefined });
    const href = await page.getByRole('link', { name: /^WhatsApp/ }).getAttribute('href');
    expect(href).toMatch(/^https:\/\/wa\.me\/\?text=/);
  });

  it('the sheet of the device gets the same words', async () => {
    const { page, context } = await seller(on, '/dashboard', PHONE);
    await context.addInitScript(`navigator.share = async (data) => { globalThis.shared = data; }`);
    await page.goto('/customer-form');
    const link = await sell(page, somebody());
    await moreWays(page);
    await page.getByRole('button', { name: 'Share…' }).click();
    await eventually('the sheet was opened', async () => {
      const shared = (await page.evaluate('globalThis.shared?.text ?? ""')) as string;
      return shared.includes(link) && shared.includes('₹51,000');
    });
  });

  it('by email: to the recorded address, counted, and held back in the end', async () => {
    const visitor = await seller(on, '/customer-form', PHONE);
    visitor.allow(refusal(429, '/send-payment-email'));
    const { page } = visitor;
    const person = somebody('Asha Menon');
    const link = await sell(page, person);
    await moreWays(page);
    await sees(page, `By email to ${person.email}`);
    await page.getByLabel('Message (optional)').fill('See you on Sunday at the site.');
    await page.getByRole('button', { name: 'Send email' }).click();
    await says(page, MESSAGES.link.mailed(person.email));
    await sees(page, /^Sent 1×, last /);
    await eventually('the letter has come', () => catcher.mails.some(({ to }) => to.includes(person.email)));
    const [letter] = catcher.mails.filter(({ to }) => to.includes(person.email));
    expect(letter && textPartOf(letter.raw)).toContain(link);
    expect(letter && textPartOf(letter.raw)).toContain('See you on Sunday at the site.');
    for (let sent = 1; sent < LETTERS; sent += 1) {
      await page.getByRole('button', { name: 'Send email' }).click();
      await sees(page, new RegExp(`^Sent ${sent + 1}×, last `));
    }
    await page.getByRole('button', { name: 'Send email' }).click();
    await sees(page, MESSAGES.link.mailFailed);
    await sees(page, /again in \d+ (?:seconds|minutes)\./);
    await fitsEveryWidth(page, 'share-mail');
    await page.goto('/dashboard');
    await sees(page, /^Not opened · sent/);
    await sees(page, new RegExp(`· sent ${LETTERS}×$`));
  });

  it('a letter whose answer was lost is an error that says so, and is not sent twice', async () => {
    const visitor = await seller(on, '/customer-form');
    visitor.allow(/send-payment-email/);
    const { page } = visitor;
    const person = somebody();
    await sell(page, person);
    // No answer at all, and the page of a proxy in its place.
    for (const title of [MESSAGES.link.mailError, MESSAGES.link.mailFailed]) {
      await page.route(
        '**/send-payment-email',
        async (route) => {
          await route.fetch();
          await (title === MESSAGES.link.mailError ? route.abort() : route.fulfill({ status: 502, body: 'gateway' }));
        },
        { times: 1 },
      );
      await page.getByRole('button', { name: 'Send email' }).click();
      const fault = page.getByRole('alert').filter({ hasText: title });
      await fault.getByText(MESSAGES.link.mailUnanswered, { exact: false }).waitFor();
      expect(await fault.innerText()).not.toContain('Nothing was sent');
    }
    await page.getByRole('button', { name: 'Send email' }).click();
    await sees(page, /^Sent 1×, last /);
    await eventually('the letter has come', () => catcher.mails.some(({ to }) => to.includes(person.email)));
    expect(catcher.mails.filter(({ to }) => to.includes(person.email))).toHaveLength(1);
  });

  it("from a row's menu, and back to the row", async () => {
    const { page } = await seller(on, '/customer-form', PHONE);
    const person = somebody('Vani Bhat');
    await sell(page, person);
    await moreWays(page);
    await page.goto(`/dashboard?search=${person.email}`);
    await sees(page, /^Not opened · /);
    await page.getByRole('button', { name: `More: ${person.name}`, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Share…' }).click();
    const dialog = page.getByRole('dialog', { name: `Share the link of ${person.name}` });
    const href = await dialog.getByRole('link', { name: 'WhatsApp' }).getAttribute('href');
    expect(href).toContain(`https://wa.me/91${person.phone}`);
    await fitsEveryWidth(page, 'share-dialog');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: `More: ${person.name}`, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Show QR' }).click();
    await page.waitForURL(/\/sales\//);
    expect(await showsCodeOf(page, linkOf(page))).toBe(true);
  });

  it('the slip alone is printed, and says all that is needed', async () => {
    const { page, context } = await seller(on, '/customer-form');
    const person = somebody('Asha Menon');
    const link = await sell(page, person);
    const opening = context.waitForEvent('page');
    await page.getByRole('link', { name: 'Printable slip' }).click();
    const slip = await opening;
    await slip.getByRole('heading', { name: 'Gold token' }).waitFor();
    await expectAccessible(slip);
    expect(await showsCodeOf(slip, link)).toBe(true);
    const slipText = await slip.getByRole('main').innerText();
    for (const part of [person.name, '₹51,000', 'Fifty-one thousand rupees', 'Can be paid until', link, 'Questions?'])
      expect(slipText).toContain(part);
    await slip.emulateMedia({ media: 'print' });
    for (const width of [302, 559, 794]) {
      await slip.setViewportSize({ width, height: 1000 });
      await soon(async () => expect(await slip.getByRole('button', { name: 'Print' }).isVisible()).toBe(false));
      await soon(async () =>
        expect(await slip.evaluate('document.body.innerText')).toBe(await slip.getByRole('main').innerText()),
      );
      expect(await sidewaysPixels(slip)).toBe(0);
    }
  });

  it('an upgrade is offered as one: in what is sent, on the screen for the customer, on the slip', async () => {
    const { paymentId } = await on.paid('gold');
    const upgradeId = await createUpgrade(await on.program(), paymentId);
    const { page } = await seller(on, ROUTES.sale(upgradeId));
    const href = await page.getByRole('link', { name: /^WhatsApp/ }).getAttribute('href');
    expect(new URL(href ?? '').searchParams.get('text')).toContain(
      'your payment link for the upgrade to platinum: ₹49,000.',
    );
    const code = page.getByRole('img', { name: /^QR code .*: Upgrade to Platinum, ₹49,000$/ });
    await code.waitFor();
    await page.getByRole('button', { name: 'Show to the customer' }).click();
    const screen = page.getByRole('dialog', { name: 'Scan to pay' });
    await screen.getByText(/^Upgrade to Platinum · /).waitFor();
    await page.keyboard.press('Escape');
    await screen.waitFor({ state: 'detached' });
    await page.goto(ROUTES.slip(upgradeId));
    await heading(page, 'Upgrade to Platinum');
    await sees(page, '₹49,000');
  });

  async function saved(page: Page, button: Locator): Promise<{ name: string; content: Buffer }> {
    const downloading = page.waitForEvent('download');
    await button.click();
    const download = await downloading;
    return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
  }
});
