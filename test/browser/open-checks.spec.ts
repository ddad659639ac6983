import { describe, expect, it } from '@jest/globals';
import { eventually } from '../support/product-process.js';
import { stage } from './stage.js';
import { heading, sees, stopClock } from './steps.js';

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
    expect(await page.getByRole('row').count()).toBeGreaterThan(1);

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
});
