import { describe, expect, it } from '@jest/globals';
import { stage } from './stage.js';
import { heading, newLink, SALES, sees, signIn } from './steps.js';

/** The interval in which the bank is not asked again about a payment, and what the walk waits between two calls. */
const INTERVAL_MS = 10_000;

describe('the dashboard of a seller with more payments than a page', () => {
  // Only what the page asks for is asked.
  const on = stage(async () => ({ POLL_INTERVAL_SECONDS: '0' }));

  it('checks all open payments of its filter, goes on after a reload, and shows the last page for one past the end', async () => {
    for (let made = 0; made < 22; made += 1) await newLink(on.product, 'silver');
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));

    const { page } = await on.browser.visitor();
    await page.goto('/');
    await signIn(page, SALES);
    await page.waitForURL(/dashboard$/);
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
    await start.click();
    await sees(page, /^Checked \d+ of 2\d$/);
    await page.getByRole('button', { name: 'Stop checking' }).click();
    await start.click();
    await sees(page, /^Checked \d+ of 2\d$/);
    await page.reload();
    await sees(page, /^Checked \d+ of 2\d$/);
    await sees(page, /^2\d payments checked: none completed yet\.$/, 30_000);
    await start.waitFor();
  });
});
