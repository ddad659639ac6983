import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { addDays, istDayOf } from '../../src/domain/calendar/ist-day.js';
import { OFFICE_MESSAGES } from '../../src/contracts/messages-office.js';
import { expectAccessible, inspect } from '../support/browser.js';
import { eventually } from '../support/product-process.js';
import { stage } from './stage.js';
import { ADMIN, heading, refusal, sees, soon } from './steps.js';

const SIZES = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
];

/** The browser's own button of a file field looks as the button beside it does. */
async function expectLikeButtons(page: Page): Promise<void> {
  const look = (selector: string, part = '') =>
    page.evaluate(
      `(({ backgroundColor, color, borderColor, borderRadius, height }) =>
         ({ backgroundColor, color, borderColor, borderRadius, height }))(
         getComputedStyle(document.querySelector(${JSON.stringify(selector)}), ${JSON.stringify(part)}))`,
    );
  expect(await look('input[type=file]', '::file-selector-button')).toEqual(await look('form button[type=submit]'));
}

describe('the pages about money, for admins', () => {
  const on = stage({ isOwn: true });

  beforeAll(async () => {
    for (const tier of ['gold', 'silver', 'platinum'] as const) await on.paid(tier);
  });

  async function admin(path: string, options: object = {}): Promise<{ page: Page; allow: (pattern: RegExp) => void }> {
    const visitor = await on.visitorAs(ADMIN, path, options);
    return { page: visitor.page, allow: (pattern) => visitor.allow(pattern) };
  }

  it('analysis: the chart comes after the figures, and nowhere else', async () => {
    const { page } = await admin('/admin/dashboard');
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(request.url()));
    await heading(page, 'Admin Dashboard');
    expect(scripts.filter((url) => /charts-/.test(url))).toEqual([]);
    await page.getByRole('link', { name: 'Transaction Analysis' }).click();
    await heading(page, 'Transaction Analysis');
    await sees(page, 'Total Revenue');
    await page.locator('.highcharts-root').first().waitFor();
    expect(scripts.filter((url) => /charts-.*\.js/.test(url))).toHaveLength(1);
    await page.getByRole('button', { name: 'Today', exact: true }).click();
    await page.waitForURL(/startDate=\d{4}-\d{2}-\d{2}&endDate=/);
    await eventually('the preset is marked', () =>
      page.getByRole('button', { name: 'Today', exact: true, pressed: true }).isVisible(),
    );
    await inspect(page, 'analysis');
  });

  it('analysis fits each width, light and dark, still for those who want it', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await admin('/admin/transactions', { colorScheme, reducedMotion: 'reduce' });
      await page.locator('.highcharts-root').first().waitFor();
      for (const viewport of SIZES) {
        await page.setViewportSize(viewport);
        await eventually('it fits', () => fits(page));
        await inspect(page, `analysis-${colorScheme}-from-${viewport.width}`);
      }
    }
  });

  it('analysis: forty sellers and three months are as readable as one seller and a day, and on paper', async () => {
    const days = Array.from({ length: 92 }, (_, index) => addDays('2026-08-24', index));
    const managers = Array.from({ length: 40 }, (_, index) => ({
      id: String(index + 1),
      label: index === 3 ? 'Venkatanarasimharajuvaripeta Krishnamurthy Subramaniam' : `Seller ${index + 1}`,
      gross: 5_100_000 - index * 110_000,
      refunded: index * 1000,
      revenue: 5_100_000 - index * 111_000,
      transactions: 100 - index * 2,
    }));
    const many = {
      managers,
      salesManagerChartData: {
        labels: managers.map(({ label }) => label),
        revenueData: managers.map(({ revenue }) => revenue),
        countData: managers.map(({ transactions }) => transactions),
      },
      keyMetrics: { totalTransactions: 2440, totalRevenue: 117_420_000, averageTransactionValue: 48_123 },
      money: { gross: 118_200_000, refunded: 780_000, net: 117_420_000 },
      before: {
        startDate: '2026-05-24',
        endDate: '2026-08-23',
        totalTransactions: 2600,
        totalRevenue: 100_000_000,
        averageTransactionValue: 38_462,
      },
      trend: {
        unit: 'day',
        points: days.map((day, index) => ({
          day,
          revenue: 900_000 + (index % 7) * 150_000,
          transactions: 20 + (index % 5),
        })),
      },
      failures: [{ reason: 'The bank declined the payment', count: 12, codes: ['039', '0399'] }],
    };
    for (const [colorScheme, viewport] of [
      ['light', SIZES[1]!],
      ['dark', SIZES[0]!],
    ] as const) {
      const { page } = await admin('/admin/transactions', { colorScheme, viewport, reducedMotion: 'reduce' });
      await page.route(/\/admin\/transactions\?/, async (route) => {
        const response = await route.fetch();
        const body = (await response.json()) as { props: object };
        await route.fulfill({ response, json: { ...body, props: { ...body.props, ...many } } });
      });
      await page.getByRole('button', { name: 'Last 30 days' }).click();
      await sees(page, '+₹1,74,20,000 (+17 %)');
      await sees(page, '−160 (−6 %)');
      await sees(page, '₹11,82,00,000 paid, less ₹7,80,000 refunded');
      await sees(page, /declined$/);
      const bars = page.getByRole('group', { name: 'Chart by sales manager' });
      await bars.locator('.highcharts-root').waitFor();
      const [shown, whole] = (await bars.evaluate((each) => [each.clientHeight, each.scrollHeight])) as [
        number,
        number,
      ];
      expect(shown).toBeLessThanOrEqual(480);
      expect(whole).toBeGreaterThan(40 * 30);
      await eventually('it fits', () => fits(page));
      await inspect(page, `analysis-of-forty-${viewport.width}-${colorScheme}`);
      await page.emulateMedia({ media: 'print' });
      await eventually('the filters are not printed', async () => !(await page.getByLabel('Token type').isVisible()));
      expect(await bars.evaluate((each) => each.clientHeight)).toBeGreaterThan(40 * 30);
      await page.getByText(/^from \d/).waitFor();
    }
  });

  it('analysis: a failure says what it is, and Retry brings the figures back', async () => {
    const { page, allow } = await admin('/admin/transactions');
    allow(/status of 404|answered 404/);
    allow(refusal(404, '/admin/transactions'));
    let broken = true;
    await page.route(/\/admin\/transactions\?/, (route) =>
      broken
        ? route.fulfill({ status: 404, contentType: 'application/json', body: '{"success":false,"message":"x"}' })
        : route.continue(),
    );
    await page.getByRole('button', { name: 'Last 7 days' }).click();
    await sees(page, OFFICE_MESSAGES.analysis.notFound);
    await sees(page, 'Error:');
    await expectAccessible(page);
    broken = false;
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByText(OFFICE_MESSAGES.analysis.notFound).waitFor({ state: 'hidden' });
  });

  it('bank holidays are added and removed in a dialog', async () => {
    const { page } = await admin('/admin/reconciliation');
    await page.getByRole('button', { name: 'Bank holidays' }).click();
    const dialog = page.getByRole('dialog', { name: 'Bank holidays' });
    await dialog.getByText('No bank holidays are listed.').waitFor();
    await dialog.getByLabel('Day', { exact: true }).fill('26/1/27');
    await dialog.getByLabel('Name').fill('Republic Day');
    await dialog.getByRole('button', { name: 'Add holiday' }).click();
    await dialog.getByText('Tue 26 Jan 2027').waitFor();
    for (const viewport of SIZES) {
      await page.setViewportSize(viewport);
      await inspect(page, `bank-holidays-${viewport.width}`);
      await soon(async () => expect(await fits(page)).toBe(true));
    }
    await dialog.getByRole('button', { name: /^Remove Republic Day/ }).click();
    await dialog.getByText('No bank holidays are listed.').waitFor();
  });

  it('reconciliation: asks the bank, shows what fits and what does not, takes a file', async () => {
    await on.product.bank({ op: 'settle', date: istDayOf(new Date()) });
    await on.product.bank({ op: 'fault', on: 'settlement', kind: 'foreign-line' });
    const { page, allow } = await admin('/admin/reconciliation');
    await sees(page, /has not been reconciled yet/);
    await page.getByRole('button', { name: 'Ask the bank' }).click();
    await sees(page, 'Settled, unknown here');
    await sees(page, 'Matched');
    await inspect(page, 'reconciliation');
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.reload();
      await sees(page, 'Settled, unknown here');
      await expectLikeButtons(page);
      if (colorScheme === 'dark') await inspect(page, 'reconciliation-dark');
    }
    allow(refusal(422, '/api/settlements/file'));
    await page.getByLabel(/Or a report/).setInputFiles({
      name: 'report.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('settlementID,nothing\n'),
    });
    await page.getByRole('button', { name: 'Read the file' }).click();
    await sees(page, /line 1: missing columns/);
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await soon(async () => expect(await fits(page)).toBe(true));
  });

  it('day close: a day that is over is closed once, and stays as it was', async () => {
    const { page, allow } = await admin('/admin/day-close');
    allow(/ERR_FAILED/);
    const yesterday = addDays(istDayOf(new Date()), -1);
    await heading(page, 'Day close');
    await page.getByRole('button', { name: 'Close the day' }).click();
    await page.route('**/api/day-close', (route) => route.abort(), { times: 1 });
    await page.getByRole('dialog').getByRole('button', { name: 'Close the day' }).click();
    await sees(page, OFFICE_MESSAGES.dayClose.failed);
    // Another day is looked at: nobody has tried to close that one.
    await page.getByRole('button', { name: 'Day before' }).click();
    await page.waitForURL(new RegExp(`day=${addDays(yesterday, -1)}`));
    await soon(async () => expect(await page.getByText(OFFICE_MESSAGES.dayClose.failed).count()).toBe(0));
    await page.getByRole('button', { name: 'Day after' }).click();
    await page.waitForURL(new RegExp(`day=${yesterday}`));
    await page.getByRole('button', { name: 'Close the day' }).click();
    await heading(page, new RegExp(`^Close ${Number(yesterday.slice(-2))}\\s`));
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Close the day' }).click();
    await sees(page, /Unchanged since closing/);
    await inspect(page, 'day-close-closed');
    await page.getByRole('button', { name: 'Day after' }).click();
    await sees(page, /Provisional/);
    await inspect(page, 'day-close-today');
    await soon(async () => expect(await page.getByRole('button', { name: 'Close the day' }).count()).toBe(0));
    await page.emulateMedia({ media: 'print' });
    await eventually('the menu is not printed', async () => !(await page.getByRole('navigation').first().isVisible()));
  });

  it('they are not for sellers', async () => {
    for (const path of ['/admin/reconciliation', '/admin/day-close', '/admin/transactions']) {
      const page = await on.seller(path);
      await page.waitForURL('**/dashboard');
      await soon(async () => expect(await page.getByRole('link', { name: 'Day close' }).count()).toBe(0));
    }
  });

  const fits = async (page: Page) =>
    ((await page.evaluate('document.documentElement.scrollWidth - innerWidth')) as number) <= 0;
});
