import { describe, expect, it } from '@jest/globals';
import { MESSAGES } from '../../src/contracts/messages.js';
import { eventually } from '../support/product-process.js';
import { stage } from './stage.js';
import { heading, sees, signIn, soon, stopClock } from './steps.js';

/** Longer than the walk waits between two calls. */
const STEP_MS = 2_500;

describe('the dashboard of a seller with more payments than a page', () => {
  // Only what the page asks for is asked.
  const on = stage({ settings: async () => ({ POLL_INTERVAL_SECONDS: '0' }) });

  it('checks all open payments of its filter, goes on after a reload, and shows the last page for one past the end', async () => {
    for (let made = 0; made < 22; made += 1) await on.link('silver');
    const { page } = await on.browser.visitorAs(on.priya);
    await page.clock.install();
    await page.goto('/dashboard?page=900');
    await heading(page, 'Recent Customers');
    const last = await page
      .getByRole('button', { name: 'Page', exact: false })
      .filter({ hasText: /^\d+$/ })
      .last()
      .textContent();
    await page.waitForURL(new RegExp(`\\?page=${last}$`));
    await soon(async () => expect(await page.getByRole('row').count()).toBeGreaterThan(1));

    const start = page.getByRole('button', { name: 'Check Status', exact: true });
    // So that it cannot come to its end meanwhile.
    await stopClock(page);
    await start.click();
    await sees(page, /^Checked \d+ of 2\d$/);
    await page.getByRole('button', { name: 'Stop checking' }).click();
    await start.click();
    await sees(page, /^Checked \d+ of 2\d$/);
    await page.reload();
    await sees(page, /^Checked \d+ of 2\d$/);
    const done = page.getByText(/^2\d payments checked: none completed yet\.$/).first();
    await eventually('all are checked', async () => {
      if (await done.isVisible()) return true;
      await page.clock.fastForward(STEP_MS);
      return false;
    });
    await start.waitFor();
  });

  it('asks about those of the tab alone', async () => {
    const { page } = await on.visitorAs(on.priya, '/dashboard?search=nobody-else');
    await heading(page, 'Recent Customers');
    const tab = page.getByRole('group', { name: 'Show' }).getByRole('button', { name: 'Refunds on their way' });
    await tab.click();
    await page.waitForURL(/status=refund_pending/);
    // The address is a moment ahead of the page.
    await tab.and(page.locator('[aria-pressed="true"]')).waitFor();
    const asked = page.waitForRequest(/\/check-open\?/);
    await page.getByRole('button', { name: 'Check Status', exact: true }).click();
    const { searchParams } = new URL((await asked).url());
    expect([searchParams.get('search'), searchParams.get('status')]).toEqual(['nobody-else', 'refund_pending']);
    await sees(page, MESSAGES.status.noneOpen);
  });

  it('whoever signs in next in the same tab does not go on with the run of somebody else', async () => {
    for (let made = 0; made < 12; made += 1) await on.link('silver');
    const { page } = await on.browser.visitorAs(on.priya);
    await page.clock.install();
    await page.goto('/dashboard?search=Customer');
    await heading(page, 'Recent Customers');
    await stopClock(page);
    await page.getByRole('button', { name: 'Check Status', exact: true }).click();
    await sees(page, /^Checked \d+ of \d+$/);
    // The session has ended by itself.
    await page.context().clearCookies();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/check-open')) asked.push(request.url());
    });
    await page.goto('/login');
    await page.clock.resume();
    await signIn(page, on.rahul);
    await heading(page, 'Recent Customers');
    await page.getByRole('button', { name: 'Check Status', exact: true }).waitFor();
    expect(asked).toEqual([]);
  });
});
