import { describe, expect, it } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { addDays, istDayOf } from '../../src/domain/calendar/ist-day.js';
import type { EventData } from '../../src/contracts/events.js';
import { MESSAGES } from '../../src/contracts/messages.js';
import type { ProjectData } from '../../src/contracts/projects.js';
import { expectAccessible, inspect, screenshot } from '../support/browser.js';
import { createButton, fillCustomer, LAPTOP, PHONE, seller, somebody } from './desk-steps.js';
import { stage } from './stage.js';
import { ADMIN, failVisit, heading, isLive, refusal, says, sees, soon } from './steps.js';

const QUESTION = { name: 'In which event are you selling?' };

describe('projects and events in the browser', () => {
  // Projects are never deleted.
  const on = stage({ isOwn: true });

  /** For the same sellers, in the default project. */
  const anotherEvent = async () => {
    const admin = await on.program(ADMIN);
    const events = (await admin.get('/api/admin/projects/green-meadows/events')).body.data as EventData[];
    const sellers = events[0]?.sellers.map(({ id }) => id);
    const today = istDayOf(new Date());
    const body = { name: 'River day', place: 'Pune', firstDay: today, lastDay: addDays(today, 1), sellers };
    expect((await admin.post('/api/admin/projects/default/events', body)).status).toBe(201);
  };
  const place = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
  /** On a phone the menu is a drawer. */
  const openMenu = async (page: Page, isPhone: boolean) => {
    if (isPhone) await page.getByRole('button', { name: 'Open menu' }).click();
  };

  it('an admin makes a project and an event, and assigns the seller', async () => {
    const allow = [refusal(422, '/api/admin/projects'), /ERR_FAILED/];
    const page = await on.admin('/admin/project', { allow });
    await heading(page, 'Events');
    await sees(page, 'every seller who is assigned to none');
    await page.getByRole('link', { name: 'All projects' }).click();
    await heading(page, 'Projects');
    await page.getByRole('button', { name: 'New project' }).click();
    await page.getByLabel('Name of the project').fill('Green Meadows');
    await page.getByLabel('Short name').fill('Green Meadows');
    await page.getByRole('button', { name: 'Make the project' }).click();
    await sees(page, 'Enter 2 to 20 small letters, digits and hyphens');
    await screenshot(page, 'project-new');
    await page.getByLabel('Short name').fill('green-meadows');
    await page.getByRole('button', { name: 'Make the project' }).click();
    await heading(page, 'Green Meadows');
    await page.getByLabel('State').selectOption('selling');
    await page.getByRole('button', { name: 'Save the project' }).click();
    await says(page, 'The project has been changed.');
    await page.getByRole('button', { name: 'New event' }).click();
    await page.getByLabel('Name of the event').fill('Launch weekend');
    await page.getByLabel('Place').fill('Nashik');
    await page.getByLabel('Opening hours').fill('10:00 to 19:00');
    for (const name of [/^Priya/, /^Rahul/]) await page.getByLabel(name).check();
    await screenshot(page, 'event-form');
    await expectAccessible(page);
    const loseAnswer = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route('**/api/admin/projects/*/events', loseAnswer, { times: 1 });
    await page.getByRole('button', { name: 'Make the event' }).click();
    await sees(page, MESSAGES.general.unreachable);
    await page.getByRole('button', { name: 'Make the event' }).click();
    await says(page, 'The event has been made.');
    const { data: made } = (await (await on.program(ADMIN)).get('/api/admin/projects/green-meadows/events')).body;
    expect(made).toHaveLength(1);
    await sees(page, /Nashik · no days set · 10:00 to 19:00 · Priya/);
    await anotherEvent();
    await screenshot(page, 'project-events');
    await page.goto('/admin/projects');
    await heading(page, 'Projects');
    await expectAccessible(page);
    await screenshot(page, 'projects');
  });

  it('an admin changes one field: what another has changed since the page was loaded stays', async () => {
    const page = await on.admin('/admin/projects/green-meadows');
    await heading(page, 'Green Meadows');
    await page.getByRole('button', { name: 'Change Launch weekend' }).click();
    const other = await on.program(ADMIN);
    const settings = '/api/admin/projects/green-meadows';
    const [before] = (await other.get(`${settings}/events`)).body.data as EventData[];
    const path = `/api/admin/events/${before?.id}`;
    const put = async (to: string, body: object) => expect((await other.call('PUT', to, { body })).status).toBe(200);
    await put(settings, { state: 'closed', supportPhone: '020 5550 0199' });
    await put(path, { hours: '9:00 to 18:00', sellers: before?.sellers.slice(0, 1).map(({ id }) => id) });

    await page.getByLabel('Place').fill('Igatpuri');
    await page.getByRole('button', { name: 'Save the event' }).click();
    await says(page, 'The event has been changed.');
    await page.getByLabel('RERA number').fill('P52100012345');
    await page.getByRole('button', { name: 'Save the project' }).click();
    await says(page, 'The project has been changed.');
    await soon(async () => expect(await page.getByLabel('State').inputValue()).toBe('closed'));

    const [after] = (await other.get(`${settings}/events`)).body.data as EventData[];
    expect([after?.place, after?.hours, after?.sellers.length]).toEqual(['Igatpuri', '9:00 to 18:00', 1]);
    const projects = (await other.get('/api/admin/projects')).body.data as ProjectData[];
    expect(projects.find(({ code }) => code === 'green-meadows')).toMatchObject({
      state: 'closed',
      supportPhone: '020 5550 0199',
      reraNumber: 'P52100012345',
    });
    await put(settings, { state: 'selling' });
    await put(path, { sellers: before?.sellers.map(({ id }) => id) });
  });

  it('an admin ticks a seller: whom another has assigned or taken out meanwhile stays so', async () => {
    const database = await on.product.dataSource();
    await database.query(
      `INSERT INTO users (name, email, email_key, role, password_hash, password_changed_at, created_at, updated_at)
       SELECT 'Meera Nair', ?, ?, role, password_hash, password_changed_at, created_at, updated_at FROM users WHERE email_key = ?`,
      ['meera@tokendesk.test', 'meera@tokendesk.test', on.priya.email],
    );
    const other = await on.program(ADMIN);
    const events = '/api/admin/projects/green-meadows/events';
    const [before] = (await other.get(events)).body.data as EventData[];
    const sellers = before?.sellers.map(({ id }) => id) ?? [];
    const [priya, rahul] = sellers;
    const put = async (ids: (string | undefined)[]) =>
      expect((await other.call('PUT', `/api/admin/events/${before?.id}`, { body: { sellers: ids } })).status).toBe(200);
    const names = async () =>
      ((await other.get(events)).body.data as EventData[])[0]?.sellers.map(({ name }) => name.split(' ')[0]);
    await put([priya]);
    const page = await on.admin('/admin/projects/green-meadows');
    const tick = async (isTicked: boolean) => {
      await page.getByLabel(/^Meera/).setChecked(isTicked);
      await page.getByRole('button', { name: 'Save the event' }).click();
      await says(page, 'The event has been changed.');
    };
    await page.getByRole('button', { name: 'Change Launch weekend' }).click();
    await put([priya, rahul]);
    await tick(true);
    expect(await names()).toEqual(['Meera', 'Priya', 'Rahul']);

    await page.reload();
    await isLive(page);
    await page.getByRole('button', { name: 'Change Launch weekend' }).click();
    await other.call('PUT', `/api/admin/events/${before?.id}`, { body: { removeSellers: [priya] } });
    await tick(false);
    expect(await names()).toEqual(['Rahul']);
    await put(sellers);
  });

  it.each([
    ['a phone', PHONE],
    ['a laptop', LAPTOP],
  ])('on %s a seller chooses on the first page, sells there, and changes with the form kept', async (_, options) => {
    const isPhone = options === PHONE;
    // The choice is the session's: each has one of their own.
    const visitor = await seller(on, '/customer-form', options, isPhone ? on.priya : on.rahul);
    visitor.allow(refusal(409, '/api/payments/create-link'));
    const { page } = visitor;
    const dialog = page.getByRole('dialog', QUESTION);
    await dialog.waitFor();
    await screenshot(page, `event-choice-${isPhone ? 'phone' : 'laptop'}`);
    await expectAccessible(page);

    // Put aside: the sale is refused, and the form keeps what was typed.
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    const person = somebody();
    await fillCustomer(page, person);
    await createButton(page).click();
    await sees(page, 'Choose the event you are selling in first.');
    expect(await page.getByLabel('Customer name').inputValue()).toBe(person.name);
    await openMenu(page, isPhone);
    await place(page, /Choose your event/).click();
    await dialog.getByRole('button', { name: /Launch weekend/ }).click();
    await says(page, 'You are selling in Launch weekend.');
    await sees(page, 'Sold in Launch weekend');
    await dialog.waitFor({ state: 'hidden' });
    expect(await page.getByLabel('Customer name').inputValue()).toBe(person.name);

    await openMenu(page, isPhone);
    await screenshot(page, `event-menu-${isPhone ? 'phone' : 'laptop'}`);
    await place(page, /^Launch weekend.*Change$/).click();
    await dialog.getByRole('button', { name: /River day/ }).click();
    await sees(page, 'Sold in River day');
    await dialog.waitFor({ state: 'hidden' });
    await createButton(page).click();
    await page.waitForURL(/\/sales\//);
    await sees(page, 'default, River day');
    await screenshot(page, `event-sale-${isPhone ? 'phone' : 'laptop'}`);
  });

  describe('a seller whose page cannot be loaded for the event that was chosen', () => {
    const UNSHOWN = 'The page could not be loaded for this event.';
    const isVisit = ({ pathname }: URL) => pathname === '/customer-form';
    /** At the filled form, in Launch weekend, with the dialog open. */
    const aboutToChange = async () => {
      const visitor = await seller(on, '/customer-form', LAPTOP);
      visitor.allow(refusal(503, '/customer-form'), /answered 503/, refusal(409, '/customer-form'), /ERR_FAILED/);
      const { page } = visitor;
      const dialog = page.getByRole('dialog', QUESTION);
      await place(page, /Change$/).click();
      await dialog.getByRole('button', { name: /Launch weekend/ }).click();
      await sees(page, 'Sold in Launch weekend');
      await dialog.waitFor({ state: 'hidden' });
      const person = somebody();
      await fillCustomer(page, person);
      await place(page, /^Launch weekend.*Change$/).click();
      return { page, dialog, person, choose: () => dialog.getByRole('button', { name: /River day/ }).click() };
    };

    it.each<[string, (route: Route) => Promise<void>]>([
      ['no answer', (route) => route.abort()],
      ['an error', failVisit],
    ])('%s: is told, and sells there', async (_, fail) => {
      const { page, dialog, person, choose } = await aboutToChange();
      await page.route(isVisit, fail);
      await choose();
      await says(page, 'You are selling in River day.');
      await sees(page, UNSHOWN);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      await sees(page, 'Sold in River day');
      expect(await page.getByLabel('Customer name').inputValue()).toBe(person.name);
      await createButton(page).click();
      await page.waitForURL(/\/sales\//);
      await sees(page, 'default, River day');
    });

    it('tries again from the dialog', async () => {
      const { page, dialog, choose } = await aboutToChange();
      await page.route(isVisit, (route) => route.abort(), { times: 1 });
      await choose();
      await sees(page, UNSHOWN);
      await inspect(page, 'event-unshown');
      await dialog.getByRole('button', { name: 'Retry' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await sees(page, 'Sold in River day');
    });

    it('another version of the product: the page is loaded anew, with what was typed', async () => {
      const { page, dialog, person, choose } = await aboutToChange();
      const headers = { 'X-Inertia-Location': '/customer-form', 'X-Inertia-Version': 'next' };
      await page.route(isVisit, (route) => route.fulfill({ status: 409, headers }), { times: 1 });
      const loaded = page.waitForEvent('load');
      await choose();
      await loaded;
      await sees(page, 'Sold in River day');
      expect(await dialog.count()).toBe(0);
      expect(await page.getByLabel('Customer name').inputValue()).toBe(person.name);
    });
  });
});
