import { beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { MESSAGES } from '../../src/contracts/messages.js';
import { addDays, istDayOf } from '../../src/domain/calendar/ist-day.js';
import { expectAccessible, inspect, screenshot } from '../support/browser.js';
import { createLink } from '../support/sales.js';
import { stage } from './stage.js';
import { ADMIN, heading, isLive, sees, soon } from './steps.js';

const WIDTHS: [string, BrowserContextOptions][] = [
  ['a phone', { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }],
  ['a tablet', { viewport: { width: 768, height: 1024 } }],
  ['a laptop', { viewport: { width: 1440, height: 900 } }],
];

/** The eight filters stand four to a line, and fill both. */
async function inTwoLines(page: Page): Promise<void> {
  const places = await Promise.all(
    ['Search payments', 'Status', 'Token type', 'Sales manager', 'Project', 'Event', 'From', 'To'].map(async (name) => {
      const box = await page.getByLabel(name, { exact: true }).first().boundingBox();
      return box && { line: Math.round(box.y + box.height / 2), end: Math.round(box.x + box.width) };
    }),
  );
  const lines = [...new Set(places.map((place) => place?.line))];
  expect(lines).toHaveLength(2);
  expect(places.map((place) => place?.line)).toEqual([...Array(4).fill(lines[0]), ...Array(4).fill(lines[1])]);
  expect(places.at(-1)?.end).toBe(places[3]?.end);
}

describe('filters by project and event in the browser', () => {
  // Projects are never deleted.
  const on = stage({ isOwn: true });
  const choice = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });
  const chip = (page: Page, name: string) => page.getByRole('button', { name: `Remove filter ${name}` });
  const isShown = (page: Page, part: string) => soon(async () => expect(new URL(page.url()).search).toContain(part));

  beforeAll(async () => {
    const page = await on.admin('/admin/dashboard');
    await sees(page, '5 in all');
    // An installation with one event has neither.
    for (const name of ['Project', 'Event']) expect(await choice(page, name).count()).toBe(0);
    const admin = await on.program(ADMIN);
    await admin.post('/api/admin/projects', { code: 'meadows', name: 'Green Meadows', state: 'selling' });
    const launch = await admin.post('/api/admin/projects/meadows/events', { name: 'Launch weekend' });
    await admin.post('/api/admin/projects/meadows/events', { name: 'River day' });
    // An admin sells where the link says.
    for (const tier of ['gold', 'silver'] as const) await createLink(admin, tier, { eventId: launch.body.data.id });
  });

  it.each(WIDTHS)(
    'on %s the list is narrowed down, kept in a view, and found again by going back',
    async (name, size) => {
      const page = await on.admin('/admin/dashboard', size);
      await sees(page, '7 in all');
      await choice(page, 'Project').selectOption({ label: 'Green Meadows' });
      await isShown(page, 'project=2');
      await sees(page, '2 in all');
      await chip(page, 'Green Meadows').waitFor();
      expect(await choice(page, 'Event').getByRole('option').allTextContents()).toEqual([
        'All events',
        'Launch weekend',
        'River day',
      ]);
      await choice(page, 'Event').selectOption({ label: 'Launch weekend' });
      await isShown(page, 'event=2');
      await chip(page, 'Launch weekend').waitFor();
      await expectAccessible(page);
      await screenshot(page, `projects-list-${name.slice(2)}`);
      if (name === 'a laptop') await inTwoLines(page);

      const view = `Launch on ${name}`;
      await page.getByRole('button', { name: 'Views…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(view);
      await dialog.getByRole('button', { name: /^Save/ }).click();
      await dialog.getByRole('button', { name: view, exact: true }).waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });

      // Another project has other events.
      await choice(page, 'Project').selectOption({ label: 'default' });
      await soon(async () => expect(new URL(page.url()).search).toBe('?project=1'));
      await sees(page, '5 in all');
      expect(await choice(page, 'Event').inputValue()).toBe('');
      await page.goBack();
      await isShown(page, 'event=2');
      await sees(page, '2 in all');
      await soon(async () => expect(await choice(page, 'Event').inputValue()).toBe('2'));
      await chip(page, 'Launch weekend').click();
      await soon(async () => expect(new URL(page.url()).search).toBe('?project=2'));
      await page.getByRole('button', { name: 'Clear all' }).click();
      await sees(page, '7 in all');
      await page.reload();
      await isLive(page);
      await choice(page, 'Saved view').selectOption({ label: view });
      await sees(page, '2 in all');
      await soon(async () => expect(new URL(page.url()).search).toBe('?project=2&event=2'));
    },
  );

  it('an unknown one is an empty list, and says so', async () => {
    const page = await on.admin('/admin/dashboard?project=99&event=98');
    await chip(page, 'an unknown project').waitFor();
    await chip(page, 'an unknown event').waitFor();
    await sees(page, 'No payments match');
    await soon(async () => expect(await choice(page, 'Project').inputValue()).toBe('99'));
    await page.getByRole('button', { name: 'Clear all' }).click();
    await sees(page, '7 in all');
  });

  it('a column tells project and event', async () => {
    const page = await on.admin('/admin/dashboard');
    await page.getByRole('button', { name: 'Columns…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Project / event').check();
    await dialog.getByRole('button', { name: 'Done' }).click();
    // With the seller it is one column: a line has no room for one more.
    await page.getByRole('columnheader', { name: 'Sales manager' }).waitFor();
    await page.getByTitle('Anita Desai, Green Meadows, Launch weekend').first().waitFor();
    await screenshot(page, 'projects-column');
    await page.getByRole('button', { name: 'Columns…' }).click();
    await dialog.getByLabel('Sales manager').uncheck();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('columnheader', { name: 'Project / event' }).waitFor();
    await page.getByTitle('Green Meadows, Launch weekend', { exact: true }).first().waitFor();
  });

  it.each([
    ['/admin/transactions', 'Transaction Analysis', 'analysis'],
    [`/admin/day-close?day=${istDayOf(new Date())}`, 'Day close', 'day'],
    ['/admin/reconciliation', 'Reconciliation', 'reconciliation'],
  ])('%s is of one project where one is chosen', async (path, title, name) => {
    const page = await on.admin(path);
    await heading(page, title);
    await choice(page, 'Project').selectOption({ label: 'Green Meadows' });
    await isShown(page, 'project=2');
    await choice(page, 'Event').selectOption({ label: 'River day' });
    await isShown(page, 'event=3');
    await expectAccessible(page);
    await page.goBack();
    await soon(async () => expect(await choice(page, 'Event').inputValue()).toBe(''));
    await soon(async () => expect(await choice(page, 'Project').inputValue()).toBe('2'));
    if (name === 'day') await sees(page, 'By project and event');
    await screenshot(page, `projects-${name}`);
  });

  it.each([
    ['/admin/day-close', 'Close the day'],
    ['/admin/reconciliation', 'Ask the bank'],
  ])('%s keeps a day and a project that have no answer yet, also once something was done', async (path, action) => {
    const shown = addDays(istDayOf(new Date()), -1);
    const { page } = await on.visitorAs(ADMIN, `${path}?day=${shown}`, { allow: [/ERR_FAILED/] });
    const query = () => Object.fromEntries(new URL(page.url()).searchParams);
    let isCut = true;
    await page.route(new RegExp(`${path}\\?`), (route) => (isCut ? route.abort() : route.continue()));
    await page.getByRole('button', { name: 'Day before' }).click();
    await sees(page, MESSAGES.general.unreachable);
    await choice(page, 'Project').selectOption({ label: 'Green Meadows' });
    await sees(page, MESSAGES.general.unreachable);
    isCut = false;
    await page.getByRole('button', { name: action }).click();
    if (path === '/admin/day-close') await page.getByRole('dialog').getByRole('button', { name: action }).click();
    await soon(async () => expect(query()).toEqual({ project: '2', day: addDays(shown, -1) }));
    await soon(async () => expect(await choice(page, 'Project').inputValue()).toBe('2'));
    expect(await page.getByText(MESSAGES.general.unreachable).count()).toBe(0);
  });

  it('the catalogue of a project bears its name', async () => {
    const page = await on.admin('/admin/catalogue?project=meadows');
    await heading(page, 'Catalogue of Green Meadows');
  });

  it('the audit log is of one project once it is applied', async () => {
    const page = await on.admin('/admin/audit');
    await choice(page, 'Project').selectOption({ label: 'Green Meadows' });
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await isShown(page, 'project=2');
    await sees(page, /made the project|Green Meadows/);
    await expectAccessible(page);
    await screenshot(page, 'projects-audit');
  });

  it('somebody who sold in several events chooses one of them', async () => {
    const page = await on.admin('/transactions');
    await choice(page, 'Event').selectOption({ label: 'Launch weekend' });
    await isShown(page, 'event=2');
    await sees(page, '2 in all');
    await screenshot(page, 'projects-transactions');
    const own = await on.seller('/dashboard');
    await heading(own, 'Dashboard');
    expect(await choice(own, 'Event').count()).toBe(0);
    // A filter that applies is shown, and can be taken away, whatever there is to choose from.
    const narrowed = await on.seller('/dashboard?event=2');
    const event = choice(narrowed, 'Event');
    expect(await event.locator('option:checked').textContent()).toBe('An unknown event');
    await event.selectOption({ label: 'All events' });
    await soon(async () => expect(await choice(narrowed, 'Event').count()).toBe(0));
    expect(new URL(narrowed.url()).search).toBe('');
  });

  it('the question before a day is closed tells the sum of all projects, whichever is looked at', async () => {
    const day = '2025-06-02';
    const inDefault = await on.paid('gold');
    const inMeadows = await createLink(await on.program(ADMIN), 'silver', { eventId: '2' });
    await on.settle(inMeadows.paymentId);
    const database = await on.product.dataSource();
    await database.query('UPDATE payments SET paid_at = ? WHERE public_id IN (?, ?)', [
      `${day} 06:00:00.000`,
      inDefault.paymentId,
      inMeadows.paymentId,
    ]);
    const page = await on.admin(`/admin/day-close?day=${day}`);
    const dialog = page.getByRole('dialog');
    const isAsked = async () => {
      await page.getByRole('button', { name: 'Close the day' }).click();
      await sees(page, 'The figures of all projects and events on that day (net ₹51,100) are stored');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'hidden' });
    };
    await isAsked();
    await choice(page, 'Project').selectOption({ label: 'Green Meadows' });
    await page.getByLabel('The day of Green Meadows').waitFor();
    await isAsked();
    await choice(page, 'Event').selectOption({ label: 'River day' });
    await sees(page, 'Nothing happened');
    await isAsked();
    await page.getByRole('button', { name: 'Close the day' }).click();
    await inspect(page, 'day-close-question');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    // Another day has another sum.
    await page.getByRole('button', { name: 'Day before' }).click();
    await page.waitForURL(/day=2025-06-01/);
    await page.getByRole('button', { name: 'Close the day' }).click();
    await sees(page, 'all projects and events on that day (net ₹0)');
  });
});
