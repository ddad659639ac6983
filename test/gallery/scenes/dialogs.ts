import type { Locator, Page } from 'playwright-core';
import { MESSAGES } from '../../../src/contracts/messages.js';
import { SERVER_MESSAGES } from '../../../src/contracts/messages-server.js';
import { createUpgrade } from '../../support/upgrades.js';
import { sees } from '../../browser/steps.js';
import type { Cast } from '../cast.js';
import { LONG, somebody } from '../people.js';
import type { Room, Scene } from '../scene.js';

const FAILING = [/status of 500/, /answered 500/];

/** What opens over a list, from the menu of a row. */
export const DIALOGS: Room = {
  name: 'dialogs',
  title: 'Dialogs of a row',
  hasDark: true,
  scenes: [...historyScenes(), ...refundScenes(), ...upgradeScenes(), ...linkScenes()],
};

/** Who the row is about. */
interface Row {
  name: string;
  search: string;
}

async function sold(cast: Cast, person = somebody()): Promise<Row & { paymentId: string; invoiceNo: string }> {
  const { paymentId, invoiceNo, tokenNumber } = await cast.paid('gold', { customerData: person });
  return { name: person.name, search: tokenNumber, paymentId, invoiceNo };
}

/** Opens a dialog from the row's menu. */
async function choose(page: Page, { name }: Row, item: string | RegExp): Promise<Locator> {
  await page
    .getByRole('button', { name: `More: ${name}`, exact: true })
    .first()
    .click();
  await page.getByRole('menuitem', { name: item }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  return dialog;
}

const list = (cast: Cast, { search }: Row, allow: RegExp[] = []) =>
  cast.seller(`/dashboard?search=${encodeURIComponent(search)}`, { allow });

function historyScenes(): Scene[] {
  const screen = 'Payment history';
  const open = async (cast: Cast, row: Row, answer?: (page: Page) => Promise<unknown>, allow: RegExp[] = []) => {
    const page = await list(cast, row, allow);
    await answer?.(page);
    return { page, dialog: await choose(page, row, 'Payment history') };
  };
  return [
    {
      screen,
      state: 'of one payment',
      main: true,
      open: async (cast) => {
        const { page, dialog } = await open(cast, await sold(cast));
        await dialog.getByText('Total Spent').waitFor();
        return page;
      },
    },
    {
      screen,
      state: 'of an upgraded token, with a very long name',
      open: async (cast) => {
        const row = await sold(cast, { ...LONG, email: `history.${LONG.email}` });
        await cast.settle(await createUpgrade(await cast.program(), row.paymentId));
        const { page, dialog } = await open(cast, row);
        await dialog.getByText(SERVER_MESSAGES.history.upgradeDone('Gold', 'Platinum')).waitFor();
        return page;
      },
    },
    {
      screen,
      state: 'loading',
      open: async (cast) => {
        const hang = (page: Page) => page.route('**/payment-history', () => undefined);
        return (await open(cast, await sold(cast), hang)).page;
      },
    },
    {
      screen,
      state: 'could not be loaded',
      open: async (cast) => {
        const fail = (page: Page) =>
          page.route('**/payment-history', (route) => route.fulfill({ status: 500, body: '' }));
        const { page, dialog } = await open(cast, await sold(cast), fail, FAILING);
        await dialog.getByText(MESSAGES.history.failed).waitFor();
        return page;
      },
    },
  ];
}

function refundScenes(): Scene[] {
  const screen = 'Process Refund';
  type Then = (dialog: Locator, page: Page, cast: Cast) => Promise<unknown>;
  const send = (dialog: Locator) => dialog.getByRole('button', { name: /^Process Refund/ }).click();
  const fill = async (dialog: Locator) => {
    await dialog.getByLabel('Refund Amount').fill('1000.50');
    await dialog.getByLabel('Refund Reason').fill('Booked twice\nby mistake');
  };
  const scene = (
    state: string,
    then: Then,
    more: { make?: typeof sold; allow?: RegExp[]; main?: boolean } = {},
  ): Scene => ({
    screen,
    state,
    main: more.main,
    open: async (cast) => {
      await cast.refundsOn();
      const row = await (more.make ?? sold)(cast);
      const page = await list(cast, row, more.allow);
      const dialog = await choose(page, row, /^Refund /);
      await dialog.getByLabel('Refund Reason').waitFor();
      await then(dialog, page, cast);
      return page;
    },
  });
  return [
    scene('just opened', async () => undefined),
    scene('filled in', fill, { main: true }),
    scene('with mistakes', async (dialog) => {
      await dialog.getByLabel('Refund Amount').fill('51000.01');
      await send(dialog);
      await dialog.getByText(MESSAGES.refund.atMost('₹51,000')).waitFor();
    }),
    scene('being sent', async (dialog, page) => {
      await page.route('**/refund', () => undefined);
      await fill(dialog);
      await send(dialog);
      await dialog.locator('button[data-loading]').waitFor();
    }),
    scene(
      'refused by the bank',
      async (dialog, _page, cast) => {
        await cast.product.bank({
          op: 'fault',
          on: 'refund',
          kind: 'code',
          code: 'P1006',
          text: 'Not allowed',
          times: 1,
        });
        await fill(dialog);
        await send(dialog);
        await dialog.getByText(/^Nothing was refunded/).waitFor();
      },
      { allow: [/\/refund\b/] },
    ),
    scene(
      'the answer was lost',
      async (dialog, page) => {
        await page.route('**/refund', (route) => route.abort(), { times: 1 });
        await fill(dialog);
        await send(dialog);
        await dialog.getByText(/^It is not known whether/).waitFor();
      },
      { allow: [/\/refund\b/] },
    ),
    scene('with earlier refunds and a very long name', (dialog) => dialog.getByText('Earlier refunds').waitFor(), {
      make: async (cast) => {
        const row = await sold(cast, { ...LONG, email: `refund.${LONG.email}` });
        await cast.refund(row.paymentId, 1000);
        await cast.refund(row.paymentId, 2500.5);
        return row;
      },
    }),
    {
      screen,
      state: 'the list could not be loaded',
      open: async (cast) => {
        await cast.refundsOn();
        const row = await sold(cast);
        const page = await list(cast, row, FAILING);
        await page.route('**/refunds', (route) => route.fulfill({ status: 500, body: '' }));
        const dialog = await choose(page, row, /^Refund /);
        await dialog.getByText(MESSAGES.refund.loadFailed).waitFor();
        return page;
      },
    },
  ];
}

function upgradeScenes(): Scene[] {
  const screen = 'Upgrade to Platinum';
  const scene = (
    state: string,
    before: (cast: Cast, row: Row & { paymentId: string }) => Promise<unknown>,
    words: string | RegExp,
  ): Scene => ({
    screen,
    state,
    open: async (cast) => {
      const row = await sold(cast);
      await before(cast, row);
      const page = await list(cast, row);
      const dialog = await choose(page, row, 'Upgrade to Platinum');
      await dialog.getByText(words).first().waitFor();
      return page;
    },
  });
  const upgrade = async (cast: Cast, { paymentId }: { paymentId: string }) =>
    createUpgrade(await cast.program(), paymentId);
  return [
    scene('to be confirmed', async () => undefined, /₹49,000/),
    scene('waiting for its payment', upgrade, 'An upgrade is waiting'),
    scene(
      'the last one failed',
      async (cast, row) => cast.settle(await upgrade(cast, row), 'decline'),
      'The last upgrade failed',
    ),
    {
      screen,
      state: 'the link is made',
      main: true,
      open: async (cast) => {
        const row = await sold(cast);
        const page = await list(cast, row);
        const dialog = await choose(page, row, 'Upgrade to Platinum');
        await dialog.getByRole('button', { name: /^Create upgrade link/ }).click();
        await dialog.getByText('Upgrade link ready').waitFor();
        return page;
      },
    },
  ];
}

function linkScenes(): Scene[] {
  type Then = (dialog: Locator, page: Page) => Promise<unknown>;
  const scene = (
    screen: string,
    state: string,
    item: string,
    then: Then,
    person?: { name: string; email: string; phone: string },
    outcome?: string,
  ): Scene => ({
    screen,
    state,
    open: async (cast) => {
      const customer = person ?? somebody('Vani Bhat');
      const link = await cast.link('gold', { customerData: customer });
      if (outcome) await cast.settle(link.paymentId, outcome);
      const row = { name: customer.name, search: customer.email };
      const page = await list(cast, row, [/status of 4\d\d/, /status of 500/, /answered 500/]);
      await then(await choose(page, row, item), page);
      return page;
    },
  });
  const long = (start: string) => ({ ...LONG, email: `${start}.${LONG.email}`, phone: somebody().phone });
  return [
    scene('Share the link', 'ready', 'Share…', (dialog) => dialog.getByRole('link', { name: /WhatsApp/ }).waitFor()),
    scene(
      'Share the link',
      'a very long name',
      'Share…',
      (dialog) => dialog.getByRole('link', { name: /WhatsApp/ }).waitFor(),
      long('share'),
    ),
    scene('Cancel link', 'to be confirmed', 'Cancel link', (dialog) =>
      dialog.getByLabel('Reason (optional)').waitFor(),
    ),
    scene(
      'Cancel link',
      'a very long name',
      'Cancel link',
      (dialog) => dialog.getByLabel('Reason (optional)').waitFor(),
      long('cancel'),
    ),
    scene('Cancel link', 'the server fails', 'Cancel link', async (dialog, page) => {
      await page.route('**/cancel-link', (route) => route.fulfill({ status: 500, body: '' }));
      await dialog.getByRole('button', { name: /^Cancel link: / }).click();
      await sees(page, MESSAGES.linkCare.cancelFailed);
    }),
    scene('Correct contact details', 'opened', 'Correct contact details', (dialog) =>
      dialog.getByLabel('Customer name').waitFor(),
    ),
    scene('Correct contact details', 'with mistakes', 'Correct contact details', async (dialog) => {
      await dialog.getByLabel('Customer email').fill('not an address');
      await dialog.getByRole('button', { name: 'Make the new link' }).click();
      await dialog.getByText(MESSAGES.form.email).waitFor();
    }),
    scene(
      'Reissue link',
      'after a refusal',
      'Reissue link',
      (dialog) => dialog.getByRole('radio', { name: '7 days' }).waitFor({ state: 'attached' }),
      undefined,
      'decline',
    ),
  ];
}
