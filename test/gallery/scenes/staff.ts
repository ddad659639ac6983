import type { Page } from 'playwright-core';
import { MESSAGES } from '../../../src/contracts/messages.js';
import { WAITING_MESSAGES } from '../../../src/contracts/messages-waiting.js';
import { SERVER_MESSAGES } from '../../../src/contracts/messages-server.js';
import { createButton, fillCustomer } from '../../browser/desk-steps.js';
import { heading, refusal, sees } from '../../browser/steps.js';
import { comeToWork } from '../newcomer.js';
import type { Cast } from '../cast.js';
import { LONG, somebody, UNBROKEN } from '../people.js';
import type { Room, Scene } from '../scene.js';
import { deskScenes } from './desk.js';
import { listScenes, OFFLINE } from './lists.js';

/** The sellers' side. */
export const STAFF: Room = {
  name: 'staff',
  title: 'Sellers',
  hasDark: true,
  prepare: everyState,
  scenes: [
    ...dashboardScenes(),
    ...transactionScenes(),
    ...formScenes(),
    ...deskScenes(),
    {
      screen: 'No permission',
      state: "an admin's page",
      open: async (cast) => {
        const page = await cast.seller('/admin/dashboard');
        await sees(page, SERVER_MESSAGES.auth.adminOnly);
        return page;
      },
    },
    {
      screen: 'No permission',
      state: "another seller's link",
      open: async (cast) => {
        const path = `/sales/${(await cast.link()).paymentId}`;
        const page = await cast.as(cast.rahul, path, { allow: [refusal(404, path)] });
        await heading(page, 'Page not found');
        return page;
      },
    },
    {
      screen: 'Session ended',
      state: 'back at the login page',
      open: async (cast) => {
        const page = await cast.seller('/dashboard?search=Kavya', {
          allow: [refusal(401, '/api/'), /\/api\/events/, /ERR_FAILED/],
          // A list that renews itself would notice first, and lead to the login page without a word.
          before: (before) => before.route('**/api/events', (route) => route.abort()),
        });
        await page
          .getByRole('button', { name: /^More: / })
          .first()
          .click();
        await page.context().clearCookies();
        await page.getByRole('menuitem', { name: 'Payment history' }).click();
        await sees(page, MESSAGES.auth.expired);
        await page.waitForURL(/\/\?next=/);
        return page;
      },
    },
  ],
};

/** A row of each kind: the first page of the list then shows them. */
async function everyState(cast: Cast): Promise<void> {
  const of = (person: { name: string; email: string; phone: string }) => ({ customerData: person });
  await cast.settle((await cast.link('gold', of(somebody('Vikram Iyer')))).paymentId, 'decline');
  const { paymentId } = await cast.paid('gold', of(somebody('Meera Krishnan')));
  await cast.refund(paymentId, 1500.5);
  await cast.settle((await cast.link('platinum', of(UNBROKEN))).paymentId, 'pending-success');
  await cast.link('platinum', of(LONG));
  await cast.paid('gold', of(somebody('Kavya Reddy')));
}

function dashboardScenes(): Scene[] {
  const screen = 'Dashboard';
  const open = (cast: Cast, path: string, more = {}) => cast.seller(path, more);
  return [
    {
      screen,
      state: 'full, with very long names',
      main: true,
      open: async (cast) => {
        const page = await cast.seller('/dashboard');
        await sees(page, LONG.name);
        return page;
      },
    },
    {
      screen,
      state: 'one row',
      open: async (cast) => {
        const page = await cast.seller(`/dashboard?search=${encodeURIComponent(LONG.email)}`);
        await sees(page, '1 in all');
        return page;
      },
    },
    {
      screen,
      state: 'empty, on the first day',
      main: true,
      open: async (cast) => {
        const page = await cast.as(await comeToWork(cast, 'Nila Roy'), '/dashboard');
        await heading(page, 'Dashboard');
        return page;
      },
    },
    ...listScenes({ screen, path: '/dashboard', open }),
    {
      screen,
      state: 'the menu of a row is open',
      open: async (cast) => {
        const page = await cast.seller('/dashboard?search=Kavya');
        await page.getByRole('button', { name: 'More: Kavya Reddy' }).click();
        await page.getByRole('menu').waitFor();
        return page;
      },
    },
    {
      screen,
      state: 'the keyboard sheet is open',
      open: async (cast) => {
        const page = await cast.seller('/dashboard');
        await page.keyboard.press('?');
        await page.getByRole('dialog').waitFor();
        return page;
      },
    },
    {
      screen,
      state: "an admin's own payments",
      open: (cast) => cast.admin('/dashboard'),
    },
  ];
}

function transactionScenes(): Scene[] {
  const screen = 'Transactions';
  const open = (cast: Cast, path: string, more = {}) => cast.seller(path, more);
  return [
    { screen, state: 'full, with very long names', main: true, open: (cast) => cast.seller('/transactions') },
    {
      screen,
      state: 'empty, on the first day',
      open: async (cast) => cast.as(await comeToWork(cast, 'Nila Bose'), '/transactions'),
    },
    ...listScenes({ screen, path: '/transactions', open }),
  ];
}

function formScenes(): Scene[] {
  const screen = 'Add New Customer';
  const scene = (state: string, then: (page: Page, cast: Cast) => Promise<unknown>, allow: RegExp[] = []): Scene => ({
    screen,
    state,
    main: state === 'empty',
    open: async (cast) => {
      const page = await cast.seller('/customer-form', { allow });
      await createButton(page).waitFor();
      await then(page, cast);
      return page;
    },
  });
  return [
    scene('empty', async () => undefined),
    scene('filled in, with a very long name', (page) => fillCustomer(page, LONG_NEW)),
    scene('with mistakes', async (page) => {
      await page.getByLabel('Customer name').fill('A');
      await page.getByLabel('Customer email').fill('not an address');
      await page.getByLabel(/^Mobile number/).fill('123');
      await createButton(page).click();
      await sees(page, MESSAGES.form.email);
    }),
    scene('through a broker', async (page) => {
      await page.getByRole('radio', { name: /Channel/i }).check({ force: true });
      await page.getByLabel(/^Broker name/).waitFor();
    }),
    scene('the person has an open link', async (page, cast) => {
      const person = somebody('Asha Menon');
      await cast.link('gold', { customerData: person });
      await fillCustomer(page, person);
      await sees(page, /already has an open gold link/);
      await createButton(page).click();
      await sees(page, MESSAGES.form.required('Reason'));
    }),
    scene('being sent', async (page) => {
      await page.route('**/create-link', () => undefined);
      await fillCustomer(page, somebody());
      await createButton(page).click();
      await page.locator('button[data-loading]').waitFor();
    }),
    scene(
      'the server fails',
      async (page) => {
        await page.route('**/create-link', (route) => route.fulfill({ status: 500, body: '' }));
        await fillCustomer(page, somebody());
        await createButton(page).click();
        await sees(page, WAITING_MESSAGES.unanswered);
      },
      [/status of 500/, /answered 500/],
    ),
    scene(
      'offline',
      async (page) => {
        await fillCustomer(page, somebody());
        await page.context().setOffline(true);
        await sees(page, MESSAGES.connection.offline);
        await createButton(page).click();
        await sees(page, WAITING_MESSAGES.waiting);
      },
      OFFLINE,
    ),
  ];
}

const LONG_NEW = { ...LONG, email: `new.${LONG.email}`, phone: '9876500099' };
