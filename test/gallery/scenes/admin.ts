import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { MESSAGES } from '../../../src/contracts/messages.js';
import { OFFICE_MESSAGES } from '../../../src/contracts/messages-office.js';
import { istDayOf } from '../../../src/domain/calendar/ist-day.js';
import { heading, refusal, sees } from '../../browser/steps.js';
import { fillPayments } from '../../support/many-payments.js';
import { eventually } from '../../support/product-process.js';
import type { Cast } from '../cast.js';
import { LONG, somebody, UNBROKEN } from '../people.js';
import type { Room, Scene } from '../scene.js';
import { listScenes } from './lists.js';

const FAILING = [/status of 500/, /answered 500/];

/** The admins' side: all payments, figures, the bank's settlements, reviews, the log. */
export const ADMINS: Room = {
  name: 'admins',
  title: 'Admins',
  hasDark: true,
  prepare: async (cast) => {
    const database = await cast.product.dataSource();
    await fillPayments(database, { payments: 400, sellers: 4 });
    // Out of the way of the numbers that are issued from here on.
    await database.query(
      "UPDATE payments SET token_number = substr(token_number, 1, 3) || '9' || substr(token_number, 5)",
    );
    for (const person of [LONG, UNBROKEN]) await cast.paid('platinum', { customerData: person });
  },
  scenes: [
    ...paymentScenes(),
    ...detailScenes(),
    ...analysisScenes(),
    ...reviewScenes(),
    ...auditScenes(),
    ...bookScenes(),
  ],
};

function paymentScenes(): Scene[] {
  const screen = 'Admin Dashboard';
  const open = (cast: Cast, path: string, more = {}) => cast.admin(path, more);
  return [
    { screen, state: 'full', main: true, open: (cast) => cast.admin('/admin/dashboard') },
    {
      screen,
      state: 'every filter in use',
      open: (cast) =>
        cast.admin(
          '/admin/dashboard?tokenType=platinum&status=completed&search=a&startDate=2020-01-01&endDate=2030-01-01&needsReview=true',
        ),
    },
    {
      screen,
      state: 'very long names',
      open: async (cast) => {
        const page = await cast.admin('/admin/dashboard?tokenType=platinum&status=completed');
        await sees(page, LONG.name);
        return page;
      },
    },
    ...listScenes({ screen, path: '/admin/dashboard', open }),
    {
      screen,
      state: 'days that contradict each other',
      open: async (cast) => {
        const page = await cast.admin('/admin/dashboard?startDate=2026-05-02');
        await page.getByLabel('To', { exact: true }).fill('2026-05-01');
        await sees(page, MESSAGES.admin.datesReversed);
        return page;
      },
    },
    {
      screen,
      state: 'the export failed',
      open: async (cast) => {
        const page = await cast.admin('/admin/dashboard', { allow: FAILING });
        await page.route('**/admin/export?*', (route) => route.fulfill({ status: 500, body: '' }));
        await page.getByRole('link', { name: 'Export XLSX' }).click();
        await sees(page, MESSAGES.admin.exportFailed);
        return page;
      },
    },
    {
      screen,
      state: 'the refund switch could not be saved',
      open: async (cast) => {
        const page = await cast.admin('/admin/dashboard', { allow: FAILING });
        await page.route('**/togglePermission/*', (route) => route.fulfill({ status: 500, body: '' }));
        await page.getByRole('switch', { name: /^Refund/ }).click();
        await sees(page, MESSAGES.permission.failed);
        return page;
      },
    },
    {
      screen,
      state: 'the menu is open on a phone',
      open: async (cast) => {
        const page = await cast.admin('/admin/dashboard', { viewport: { width: 360, height: 740 } });
        await page.getByRole('button', { name: 'Open menu' }).click();
        await page.getByRole('dialog').waitFor();
        return page;
      },
    },
  ];
}

function detailScenes(): Scene[] {
  const screen = 'Sale, as an admin sees it';
  const scene = (
    state: string,
    before: (page: Page) => Promise<unknown>,
    words: string | RegExp,
    main = false,
  ): Scene => ({
    screen,
    state,
    main,
    open: async (cast) => {
      const { paymentId } = await cast.paid('gold', { customerData: { ...LONG, email: somebody().email } });
      await cast.refund(paymentId, 1500.5);
      const page = await cast.admin(`/sales/${paymentId}`, { before, allow: FAILING });
      await page.getByText(words).first().waitFor({ state: 'attached' });
      return page;
    },
  });
  return [
    scene('of a paid token', async () => undefined, 'Payment link created', true),
    scene('loading', (page) => page.route('**/details', () => undefined), /./),
    scene(
      'could not be loaded',
      (page) => page.route('**/details', (route) => route.fulfill({ status: 500, body: '' })),
      MESSAGES.sale.historyFailed,
    ),
    {
      screen,
      state: "with the bank's exchanges opened",
      open: async (cast) => {
        const { paymentId } = await cast.paid();
        const page = await cast.admin(`/sales/${paymentId}`);
        await page.getByText(/^Exchanges with the bank/).click();
        await page.getByText('Technical details').first().click();
        return page;
      },
    },
  ];
}

function analysisScenes(): Scene[] {
  const screen = 'Transaction Analysis';
  const chart = (page: Page) => page.locator('.highcharts-root').first().waitFor();
  return [
    {
      screen,
      state: 'of one day',
      main: true,
      open: async (cast) => {
        const page = await cast.admin('/admin/transactions?startDate=2026-01-01&endDate=2026-01-01', {
          reducedMotion: 'reduce',
        });
        await chart(page);
        return page;
      },
    },
    {
      screen,
      state: 'of a day without sales',
      open: async (cast) => {
        const page = await cast.admin('/admin/transactions?startDate=2025-01-01&endDate=2025-01-01', {
          reducedMotion: 'reduce',
        });
        await sees(page, 'Total Revenue');
        return page;
      },
    },
    ...(['loading', 'could not be loaded'] as const).map((state): Scene => ({
      screen,
      state,
      open: async (cast) => {
        const page = await cast.admin('/admin/transactions', { allow: FAILING, reducedMotion: 'reduce' });
        await chart(page);
        await page.route(/\/admin\/transactions\?/, (route) =>
          state === 'loading' ? undefined : route.fulfill({ status: 500, body: '' }),
        );
        await page.getByRole('button', { name: '7 days' }).click();
        if (state === 'loading') await pause(400);
        else await page.getByRole('button', { name: 'Retry' }).waitFor();
        return page;
      },
    })),
  ];
}

function reviewScenes(): Scene[] {
  const screen = 'Review Queue';
  const report = async (cast: Cast) => {
    const { paymentId } = await cast.link('silver', { customerData: { ...LONG, email: somebody().email } });
    // Before the customer pays: the product may ask the bank at any moment after.
    await cast.product.bank({ op: 'fault', on: 'status', kind: 'different-amount', times: 0 });
    await cast.settle(paymentId, 'pay-nb');
  };
  const open = async (cast: Cast) => {
    await report(cast);
    const page = await cast.admin('/admin/review');
    await eventually('the payment is in the queue', async () => {
      await heading(page, screen);
      if ((await page.getByRole('article').count()) > 0) return true;
      await page.reload();
      return false;
    });
    return page;
  };
  return [
    {
      screen,
      state: 'nothing to decide',
      open: async (cast) => {
        const page = await cast.admin('/admin/review?reason=reversal');
        await heading(page, 'Review Queue');
        return page;
      },
    },
    { screen, state: 'with a payment', main: true, open },
    {
      screen,
      state: 'the evidence is opened',
      open: async (cast) => {
        const page = await open(cast);
        const card = page.getByRole('article').first();
        await card
          .getByText(/attempt/)
          .first()
          .click();
        return page;
      },
    },
    {
      screen,
      state: 'a decision without a note',
      open: async (cast) => {
        const page = await open(cast);
        await page.getByRole('article').first().getByRole('button', { name: 'Refunded at the bank' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('button', { name: /^Refunded at the bank:/ }).click();
        await dialog.getByText(OFFICE_MESSAGES.review.noteShort).waitFor();
        return page;
      },
    },
    { screen, state: 'decided', open: (cast) => cast.admin('/admin/review?state=decided') },
  ];
}

function auditScenes(): Scene[] {
  const screen = 'Audit Log';
  return [
    {
      screen,
      state: 'full',
      main: true,
      open: async (cast) => {
        const page = await cast.admin('/admin/audit');
        await sees(page, /Sealed up to #|sealed/i);
        return page;
      },
    },
    {
      screen,
      state: 'the chain is checked',
      open: async (cast) => {
        const page = await cast.admin('/admin/audit');
        await page.getByRole('button', { name: 'Verify now' }).click();
        await sees(page, 'The chain is whole.');
        return page;
      },
    },
    {
      screen,
      state: 'no entries match',
      open: async (cast) => {
        const page = await cast.admin('/admin/audit?subject=nobody@example.com');
        await heading(page, 'Audit Log');
        return page;
      },
    },
    {
      screen,
      state: 'filters that cannot be read',
      open: async (cast) => {
        const page = await cast.admin('/admin/audit');
        await page.getByLabel('Payment id or staff email').fill('nothing like it');
        await page.getByRole('button', { name: 'Apply filters' }).click();
        await sees(page, 'The filters cannot be read');
        return page;
      },
    },
  ];
}

function bookScenes(): Scene[] {
  const reconciliation = 'Reconciliation';
  const close = 'Day close';
  return [
    { screen: reconciliation, state: 'nothing asked yet', open: (cast) => cast.admin('/admin/reconciliation') },
    {
      screen: reconciliation,
      state: 'with exceptions',
      main: true,
      open: async (cast) => {
        await cast.product.bank({ op: 'settle', date: istDayOf(new Date()) });
        await cast.product.bank({ op: 'fault', on: 'settlement', kind: 'foreign-line' });
        const page = await cast.admin('/admin/reconciliation');
        await page.getByRole('button', { name: 'Ask the bank' }).click();
        await sees(page, 'Settled, unknown here');
        return page;
      },
    },
    {
      screen: reconciliation,
      state: 'a file that cannot be read',
      open: async (cast) => {
        const page = await cast.admin('/admin/reconciliation', { allow: [refusal(422, '/api/settlements/file')] });
        const buffer = Buffer.from('settlementID,nothing\n');
        await page.getByLabel(/Or a report/).setInputFiles({ name: 'report.csv', mimeType: 'text/csv', buffer });
        await page.getByRole('button', { name: 'Read the file' }).click();
        await sees(page, /line 1: missing columns/);
        return page;
      },
    },
    {
      screen: close,
      state: 'a day that is over',
      open: async (cast) => {
        const page = await cast.admin('/admin/day-close?day=2026-01-02');
        await page.getByRole('button', { name: 'Close the day' }).waitFor();
        return page;
      },
    },
    {
      screen: close,
      state: 'today',
      paper: 'a4',
      open: (cast) => cast.admin(`/admin/day-close?day=${istDayOf(new Date())}`),
    },
    {
      screen: close,
      state: 'a day on which nothing happened',
      open: (cast) => cast.admin('/admin/day-close?day=2025-06-01'),
    },
    {
      screen: close,
      state: 'asked to close it',
      open: async (cast) => {
        const page = await cast.admin('/admin/day-close?day=2026-01-01');
        await page.getByRole('button', { name: 'Close the day' }).click();
        await page.getByRole('dialog').waitFor();
        return page;
      },
    },
    {
      screen: close,
      state: 'closed',
      main: true,
      paper: 'a4',
      open: async (cast) => {
        const page = await cast.admin('/admin/day-close?day=2026-01-01');
        await page.getByRole('button', { name: 'Close the day' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Close the day' }).click();
        await sees(page, /Unchanged since closing/);
        return page;
      },
    },
  ];
}
