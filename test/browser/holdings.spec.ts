import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { EventData } from '../../src/contracts/events.js';
import type { OpenLinksData } from '../../src/contracts/links.js';
import type { ProjectSettings } from '../../src/contracts/projects.js';
import { istDayOf } from '../../src/domain/calendar/ist-day.js';
import { expectAccessible, screenshot } from '../support/browser.js';
import { catalogueBody } from '../support/catalogue.js';
import type { Client } from '../support/client.js';
import { png } from '../support/pictures.js';
import { eventually } from '../support/product-process.js';
import { createLink } from '../support/sales.js';
import { createButton, fillCustomer, somebody } from './desk-steps.js';
import { stage } from './stage.js';
import { ADMIN, heading, refusal, says, sees, soon } from './steps.js';
import { installed, keptSales, strip } from './waiting-steps.js';

const MEERA = { name: 'Meera Nair', email: 'meera@example.com', phone: '9812345678' };

async function pictures(page: Page, name: string): Promise<void> {
  await screenshot(page, name);
  await page.emulateMedia({ colorScheme: 'dark' });
  await screenshot(page, `${name}-dark`);
  await page.emulateMedia({ colorScheme: 'light' });
}

describe('several projects on the pages of staff and customers', () => {
  // Projects are never deleted.
  const on = stage({ isOwn: true });
  let admin: Client;
  let launch: string;
  /** Of the same customer, in the default project. */
  let gold: string;

  beforeAll(async () => {
    admin = await on.program(ADMIN);
    gold = (await createLink(admin, 'gold', { customerData: MEERA })).paymentId;
    const project = { code: 'meridian', name: 'Meridian Heights', state: 'selling' };
    expect((await admin.post('/api/admin/projects', project)).status).toBe(201);
    const { body } = await admin.post('/api/admin/projects/meridian/events', { name: 'Launch' });
    launch = body.data.id as string;
  });

  it('the page of a sale shows what else the customer holds, and leads there', async () => {
    const { paymentId } = await createLink(admin, 'silver', { customerData: MEERA, eventId: launch });
    const page = await on.admin(`/sales/${paymentId}`);
    await heading(page, 'Also holds');
    await sees(page, 'default, Default event');
    await pictures(page, 'sale-also-holds');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Gold link' }).click();
    await page.waitForURL(`/sales/${gold}`);
    await sees(page, 'Meridian Heights, Launch');
  });

  it('a refund on its way shows there too', async () => {
    const customerData = { ...MEERA, name: 'Lalit Rao', email: 'lalit.rao@example.com', phone: '9811122233' };
    const held = (await createLink(admin, 'gold', { customerData })).paymentId;
    await on.settle(held);
    await on.refundsOn();
    await admin.post(`/api/sales-manager/payments/${held}/refund`, { refundAmount: 51_000 });
    const { paymentId } = await createLink(admin, 'silver', { customerData, eventId: launch });
    const page = await on.admin(`/sales/${paymentId}`);
    await heading(page, 'Also holds');
    await sees(page, 'Refund ₹51,000 with the bank');
    await pictures(page, 'sale-also-holds-refund');
    await expectAccessible(page);
  });

  it('the form says what is held in another project, and asks for no reason', async () => {
    const page = await on.admin('/customer-form');
    await fillCustomer(page, MEERA);
    await page.getByRole('radio', { name: /^Silver/ }).check();
    await sees(page, 'Has an open silver link in Meridian Heights');
    expect(await page.getByText(/second (link|unit)/).count()).toBe(0);
    await pictures(page, 'form-held-elsewhere');
    await expectAccessible(page);
  });

  it('names three holdings in other projects, and counts the rest', async () => {
    const who = { name: 'Asha Rao', email: 'asha@example.com', phone: '9812345679' };
    for (const tier of ['gold', 'platinum', 'gold', 'platinum', 'gold'] as const)
      await createLink(admin, tier, { customerData: who, eventId: launch });
    const page = await on.admin('/customer-form');
    await fillCustomer(page, who);
    await page.getByRole('radio', { name: /^Silver/ }).check();
    await sees(page, 'And 2 more in other projects.');
    expect(await page.getByRole('link', { name: /^Has an open .* in Meridian Heights$/ }).count()).toBe(3);
    await pictures(page, 'form-held-elsewhere-many');
    await expectAccessible(page);
  });

  it('an admin gives a project its logo, and its customers see it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'logos-'));
    const file = (name: string, content: Buffer | string) => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    };
    const page = await on.admin('/admin/projects/meridian', {
      allow: [refusal(422, '/api/admin/projects/meridian/logo')],
    });
    await heading(page, 'Logo');
    await page.getByLabel('Choose a picture').setInputFiles(file('page.png', '<!doctype html><script>1</script>'));
    await sees(page, 'Choose a PNG or JPEG file in RGB or grey');
    await pictures(page, 'project-logo-refused');
    await page.getByLabel('Choose a picture').setInputFiles(file('logo.png', png({ width: 300, height: 90 })));
    await says(page, 'The logo has been changed.');
    const shown = page.getByRole('img', { name: 'Logo of the project' });
    await soon(async () =>
      expect(await shown.evaluate((image: { naturalWidth: number }) => image.naturalWidth)).toBe(300),
    );
    await pictures(page, 'project-logo');
    await expectAccessible(page);

    const { paymentId } = await createLink(admin, 'silver', { eventId: launch });
    const { page: customers } = await on.browser.visitor();
    await customers.goto(`/payment/${paymentId}`);
    const logo = customers.locator('.pub-logo');
    await soon(async () =>
      expect(await logo.evaluate((image: { naturalWidth?: number }) => image.naturalWidth)).toBe(300),
    );
    await pictures(customers, 'pay-project-logo');

    await page.getByRole('button', { name: 'Remove the logo' }).click();
    await says(page, 'The logo has been removed');
    await shown.waitFor({ state: 'detached' });
  });

  it('Cancel in the form of new terms asks before it drops what was typed', async () => {
    const page = await on.admin('/admin/projects/meridian');
    await page.getByRole('button', { name: 'New terms' }).click();
    await heading(page, 'New version');
    const cancel = page.getByRole('button', { name: 'Cancel' });
    await cancel.click();
    await page.getByRole('heading', { name: 'New version' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'New terms' }).click();
    await page.getByLabel('Summary in English').fill('A token is refundable.');
    await cancel.click();
    const dialog = page.getByRole('dialog', { name: 'Drop the new version?' });
    await dialog.waitFor();
    await screenshot(page, 'terms-drop');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Keep writing' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await page.getByLabel('Summary in English').inputValue()).toBe('A token is refundable.');
    await cancel.click();
    await dialog.getByRole('button', { name: 'Drop it' }).click();
    await page.getByRole('heading', { name: 'New version' }).waitFor({ state: 'detached' });
  });

  it('the form without a network sells what the seller’s project sells, in its event', async () => {
    const silver = { prefix: 'MH', price: '300', name: 'Villa plot' };
    const catalogue = catalogueBody({
      effectiveFrom: istDayOf(new Date()),
      gold: { prefix: 'MG' },
      silver,
      platinum: { prefix: 'MP' },
    });
    expect((await admin.post('/api/admin/projects/meridian/catalogue', catalogue)).status).toBe(200);
    const { sellers } = (await admin.call('PUT', '/api/admin/projects/meridian', { body: {} })).body
      .data as ProjectSettings;
    const priya = sellers.find(({ email }) => email === on.priya.email)?.id;
    expect((await admin.call('PUT', `/api/admin/events/${launch}`, { body: { sellers: [priya] } })).status).toBe(200);
    const { page, context } = await installed(on);
    await sees(page, 'Sold in Launch');
    await context.setOffline(true);
    await page.goto('/customer-form');
    await sees(page, 'You are offline.');
    await sees(page, 'Villa plot');
    await sees(page, 'Sold in Launch');
    const person = somebody();
    await fillCustomer(page, person);
    await page.getByRole('radio', { name: /^Villa plot/ }).check();
    await createButton(page).click();
    await strip(page).getByText(person.name).waitFor();
    expect(JSON.parse(await keptSales(page))).toMatchObject([{ request: { amount: 300, eventId: launch } }]);
    await context.setOffline(false);
    await eventually('the sale has its link', async () => (await page.getByText(/Show QR|Next customer/).count()) > 0);
  });

  it('the form without a network sells nothing in an event that was left since', async () => {
    const { page, context } = await installed(on);
    await sees(page, 'Sold in Launch');
    const { sellers } = (await admin.call('PUT', `/api/admin/events/${launch}`, { body: {} })).body.data as EventData;
    const event = { name: 'River day', sellers: sellers.map(({ id }) => id) };
    expect((await admin.post('/api/admin/projects/default/events', event)).status).toBe(201);
    await page.goto('/dashboard');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /River day/ })
      .click();
    await says(page, 'You are selling in River day.');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });

    await context.setOffline(true);
    await page.goto('/customer-form');
    await sees(page, 'You are offline.');
    await page.getByRole('radio', { name: /^Gold/ }).waitFor();
    expect(await page.getByText('Villa plot').count()).toBe(0);
    const person = somebody();
    await fillCustomer(page, person);
    await createButton(page).click();
    await strip(page).getByText(person.name).waitFor();
    expect(await keptSales(page)).not.toContain('eventId');
    await context.setOffline(false);
    await eventually('the sale has its link', async () => (await page.getByText(/Show QR|Next customer/).count()) > 0);
    // Of the project that the admin sells in, which is the default one.
    const { body } = await admin.get(`/api/payments/open-links?tokenType=gold&email=${person.email}`);
    expect((body.data as OpenLinksData).openLinks).toHaveLength(1);
  });
});
