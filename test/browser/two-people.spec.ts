import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { MESSAGES } from '../../src/contracts/messages.js';
import { SERVER_MESSAGES } from '../../src/contracts/messages-server.js';
import { stage } from './stage.js';
import { heading, LIVE, sees, signIn } from './steps.js';

describe('two people on one device', () => {
  const on = stage();

  it('a list that finds its session ended leaves nothing of its person to the next one', async () => {
    const link = await on.link('silver');
    const page = await on.seller('/admin/dashboard', { allow: [/status of 409/, /\/api\/events/] });
    const toast = page.getByText(SERVER_MESSAGES.auth.adminOnly);
    await toast.waitFor();
    await sees(page, LIVE);
    await markDocument(page);
    const session = (await page.context().cookies()).find(({ name }) => name === 'td_session')!;
    await page.context().addCookies([{ ...session, value: 'ended' }]);
    await on.settle(link.paymentId);
    await page.getByLabel('Password', { exact: true }).waitFor();
    expect([await toast.count(), await isMarked(page), new URL(page.url()).search]).toEqual([
      0,
      false,
      '?next=%2Fdashboard',
    ]);
    await sees(page, MESSAGES.auth.expired);
    await signIn(page, on.rahul);
    await heading(page, 'Recent Customers');
    expect(await toast.count()).toBe(0);
  });
});

/** A mark that goes with the document. */
async function markDocument(page: Page): Promise<void> {
  await page.evaluate('window.isMarked = true');
}

async function isMarked(page: Page): Promise<boolean> {
  return (await page.evaluate('window.isMarked === true')) as boolean;
}
