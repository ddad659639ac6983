import type { Page } from 'playwright-core';
import { addDays, istDayOf } from '../../../src/domain/calendar/ist-day.js';
import { catalogueBody } from '../../support/catalogue.js';
import { TERMS_TEXTS } from '../../support/terms.js';
import { createButton } from '../../browser/desk-steps.js';
import { fillTerms } from '../../browser/launch-steps.js';
import { ADMIN, heading, refusal, sees } from '../../browser/steps.js';
import type { Cast } from '../cast.js';
import { LONG, somebody } from '../people.js';
import type { Room, Scene } from '../scene.js';

const PROJECTS_API = '/api/admin/projects';
const LOTUS = 'lotus-heights';
const PATH = `/admin/projects/${LOTUS}`;
const CATALOGUE = `/admin/catalogue?project=${LOTUS}`;
const LONG_PROJECT = 'Lotus Heights, second phase, towers C to F, with the row houses beside the lake';

/** What is sold, where and under which terms; and what sellers see of it. */
export const PROJECTS: Room = {
  name: 'projects',
  title: 'Projects and events',
  hasDark: true,
  prepare: twoProjects,
  scenes: [...projectScenes(), ...catalogueScenes(), ...sellerScenes()],
};

/** A second project with all that it can have. Priya sells in one of its events, Rahul in three. */
async function twoProjects(cast: Cast): Promise<void> {
  const admin = await cast.program(ADMIN);
  const send = async (method: 'POST' | 'PUT', path: string, body: Record<string, unknown>) => {
    const { status, text } = await admin.call(method, path, { body });
    if (status >= 400) throw new Error(`${path} answered ${status}: ${text}`);
  };
  const database = await cast.product.dataSource();
  const idOf = async ({ email }: { email: string }) =>
    String((await database.query('SELECT id FROM users WHERE email_key = ?', [email]))[0].id);
  const today = istDayOf(new Date());
  const [priya, rahul] = [await idOf(cast.priya), await idOf(cast.rahul)];
  await send('POST', PROJECTS_API, { code: LOTUS, name: 'Lotus Heights' });
  await send('PUT', `${PROJECTS_API}/${LOTUS}`, { reraNumber: 'P52100054321', state: 'selling' });
  await send('POST', PROJECTS_API, { code: 'lotus-two', name: LONG_PROJECT });
  const event = (name: string, place: string, firstDay: string, lastDay: string, sellers: string[]) =>
    send('POST', `${PROJECTS_API}/${LOTUS}/events`, { name, place, firstDay, lastDay, sellers });
  await event('Launch weekend', 'Nashik', today, addDays(today, 1), [priya, rahul]);
  await event('Site office', 'Igatpuri', '', '', [rahul]);
  await event(`Second launch of ${LONG_PROJECT}`, 'Pune', addDays(today, 7), addDays(today, 8), [rahul]);
  await event('Preview for partners', 'Mumbai', addDays(today, -8), addDays(today, -7), []);
  const names = {
    gold: { name: 'Lotus Gold', price: '75000', prefix: 'LG' },
    silver: { name: 'Lotus Silver', price: '500', prefix: 'LS' },
    platinum: { name: 'Lotus Platinum', price: '150000', prefix: 'LP', description: 'First choice of a flat' },
  };
  const catalogue = (effectiveFrom: string, changes: object) =>
    send('POST', `${PROJECTS_API}/${LOTUS}/catalogue`, { ...catalogueBody({ ...names, effectiveFrom, ...changes }) });
  await catalogue(today, { silverToGold: 'difference' });
  await catalogue(addDays(today, 30), { gold: { ...names.gold, price: '80000' }, silverToPlatinum: '149000' });
  const terms = (bodyEn: string) =>
    send('POST', `${PROJECTS_API}/${LOTUS}/terms`, { ...TERMS_TEXTS, bodyEn, effectiveFrom: today });
  await terms(TERMS_TEXTS.bodyEn);
  await terms(TERMS_TEXTS.bodyEn.replace('It is refundable.', 'It is refundable for 30 days.'));
  await limit(cast, 'gold', 40);
  await cast.link('gold', { amount: 75_000 });
}

async function limit(cast: Cast, tokenType: string, units: number | ''): Promise<void> {
  const admin = await cast.program(ADMIN);
  await admin.call('PUT', `${PROJECTS_API}/${LOTUS}/quotas`, { body: { tokenType, limit: String(units) } });
}

function projectScenes(): Scene[] {
  const screen = 'Project';
  const project = async (cast: Cast, path = PATH, allow: RegExp[] = []) => {
    const page = await cast.admin(path, { allow });
    await heading(page, 'Limits');
    await page.getByLabel('Platinum tokens at most').waitFor();
    return page;
  };
  const scene = (state: string, then: (page: Page) => Promise<unknown>, allow: RegExp[] = []): Scene => ({
    screen,
    state,
    open: async (cast) => {
      const page = await project(cast, PATH, allow);
      await then(page);
      return page;
    },
  });
  return [
    {
      screen: 'Projects',
      state: 'three, one with a very long name',
      main: true,
      open: async (cast) => {
        const page = await cast.admin('/admin/projects');
        await sees(page, LONG_PROJECT);
        return page;
      },
    },
    {
      screen: 'Projects',
      state: 'a new one, with a mistake',
      open: async (cast) => {
        const page = await cast.admin('/admin/projects', { allow: [refusal(422, PROJECTS_API)] });
        await page.getByRole('button', { name: 'New project' }).click();
        await page.getByLabel('Name of the project').fill('Green Meadows');
        await page.getByLabel('Short name').fill('Green Meadows');
        await page.getByRole('button', { name: 'Make the project' }).click();
        await sees(page, 'Enter 2 to 20 small letters, digits and hyphens');
        return page;
      },
    },
    { screen, state: 'the first one, as installed', open: (cast) => project(cast, '/admin/project') },
    { screen, state: 'with terms, limits and events', main: true, open: (cast) => project(cast) },
    scene('an event is changed', async (page) => {
      await page.getByRole('button', { name: 'Change Launch weekend' }).click();
      await page.getByLabel('Name of the event').waitFor();
    }),
    scene(
      'a limit that is no number',
      async (page) => {
        await page.getByLabel('Gold tokens at most').fill('many');
        await page.getByRole('button', { name: 'Set the limit of gold' }).click();
        await sees(page, /^Enter a whole number/);
      },
      [refusal(422, `${PROJECTS_API}/${LOTUS}/quotas`)],
    ),
    scene('a version of the terms is compared', async (page) => {
      await page.getByText('Version 2', { exact: true }).click();
      await page.getByRole('button', { name: 'Compare with version 1' }).click();
      await sees(page, '+ - It is refundable for 30 days.');
    }),
    scene('new terms are written', fillTerms),
    scene('new terms, as customers will read them', async (page) => {
      await fillTerms(page);
      await page.getByRole('button', { name: 'Preview', exact: true }).click();
      await heading(page, 'What a token is');
    }),
  ];
}

function catalogueScenes(): Scene[] {
  const screen = 'Catalogue';
  const write = async (cast: Cast) => {
    const page = await cast.admin(CATALOGUE);
    await page.getByRole('button', { name: 'New version' }).click();
    await page.getByLabel('Gold: price (₹)').fill('85000');
    await page.getByLabel('Silver to platinum', { exact: true }).selectOption('difference');
    return page;
  };
  return [
    {
      screen,
      state: 'of the first project, as installed',
      open: async (cast) => {
        const page = await cast.admin('/admin/catalogue');
        await sees(page, 'Version 1');
        return page;
      },
    },
    {
      screen,
      state: 'with a version in force and a planned one',
      main: true,
      open: async (cast) => {
        const page = await cast.admin(CATALOGUE);
        await page.getByText('Version 2', { exact: true }).click();
        return page;
      },
    },
    {
      screen,
      state: 'of a project without a version of its own',
      open: (cast) => cast.admin('/admin/catalogue?project=lotus-two'),
    },
    { screen, state: 'a new version is written', open: write },
    {
      screen,
      state: 'what a new version changes',
      open: async (cast) => {
        const page = await write(cast);
        await page.getByRole('button', { name: 'Show what changes' }).click();
        await sees(page, /^Lotus Gold: price:/);
        return page;
      },
    },
  ];
}

function sellerScenes(): Scene[] {
  const question = { name: 'In which event are you selling?' };
  const form = async (cast: Cast, allow: RegExp[] = []) => {
    const page = await cast.seller('/customer-form', { allow });
    await createButton(page).waitFor();
    return page;
  };
  return [
    {
      screen: 'Events of a seller',
      state: 'one has to be chosen',
      main: true,
      open: async (cast) => {
        const page = await cast.as(cast.rahul, '/dashboard');
        await page
          .getByRole('dialog', question)
          .getByRole('button', { name: /Launch weekend/ })
          .waitFor();
        return page;
      },
    },
    {
      screen: 'Events of a seller',
      state: 'none is chosen yet, the menu is open on a phone',
      open: async (cast) => {
        const page = await cast.as(cast.rahul, '/dashboard', { viewport: { width: 360, height: 740 } });
        const dialog = page.getByRole('dialog', question);
        await dialog.getByRole('button', { name: /Launch weekend/ }).waitFor();
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'hidden' });
        await page.getByRole('button', { name: 'Open menu' }).click();
        await page.getByRole('button', { name: /Choose your event/ }).waitFor();
        return page;
      },
    },
    {
      screen: 'Add New Customer',
      state: 'in an event, with limits',
      main: true,
      open: async (cast) => {
        await limit(cast, 'platinum', 12);
        const page = await form(cast);
        await sees(page, /^12 left$/);
        return page;
      },
    },
    {
      screen: 'Add New Customer',
      state: 'none is left',
      open: async (cast) => {
        await limit(cast, 'platinum', 0);
        const page = await form(cast, [refusal(409, '/api/payments/create-link')]);
        await sees(page, /^None left$/);
        await page.getByRole('radio', { name: /^Lotus Platinum/ }).check();
        await page.getByLabel('Customer name').fill(LONG.name);
        await page.getByLabel('Customer email').fill(somebody().email);
        await createButton(page).click();
        await sees(page, /No platinum token is left/);
        return page;
      },
    },
    {
      screen: 'Sale',
      state: 'in an event',
      open: async (cast) => {
        await limit(cast, 'platinum', '');
        const page = await cast.seller(`/sales/${(await cast.link('platinum', { amount: 150_000 })).paymentId}`);
        await sees(page, 'Lotus Heights, Launch weekend');
        return page;
      },
    },
  ];
}
