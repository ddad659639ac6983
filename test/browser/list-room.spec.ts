import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { istDayOf } from '../../src/domain/calendar/ist-day.js';
import { catalogueBody, tierBody } from '../support/catalogue.js';
import { createLink } from '../support/sales.js';
import { stage } from './stage.js';
import { ADMIN, sees, soon } from './steps.js';

const NAME = 'Venkatanarasimharajuvaripeta Subrahmanyeswara Iyer';
const ROW_HOUSE = 'Row house beside the lake, with a garden';
const SUM = 4_500_000.5;
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const TABLET = { viewport: { width: 768, height: 1024 }, hasTouch: true };
const LAPTOP = { viewport: { width: 1440, height: 900 } };

async function box(locator: Locator) {
  const found = await locator.boundingBox();
  if (!found) throw new Error('nothing is drawn');
  return { left: found.x, right: found.x + found.width, top: found.y, bottom: found.y + found.height };
}

/** A list with names of tiers, long names and large sums. */
describe('the room of a list', () => {
  const on = stage({ isOwn: true });
  const rowOf = (page: Page) => page.getByRole('row').filter({ hasText: NAME });

  beforeAll(async () => {
    const admin = await on.program(ADMIN);
    const more = [tierBody('row-house', 'gold', String(SUM), 'RH', { name: ROW_HOUSE })];
    const version = catalogueBody({ effectiveFrom: istDayOf(new Date()), more });
    expect((await admin.post('/api/admin/projects/default/catalogue', version)).status).toBe(200);
    const customerData = { name: NAME, email: 'venkat@example.com', phone: '9812345678' };
    const link = await createLink(await on.program(), 'gold', { tierCode: 'row-house', amount: SUM, customerData });
    await on.settle(link.paymentId);
    await on.refund(link.paymentId, 1500.5);
  });

  it.each(['/admin/dashboard', '/dashboard'])('on a tablet %s holds every column', async (path) => {
    const page = await (path === '/dashboard' ? on.seller(path, TABLET) : on.admin(path, TABLET));
    const row = rowOf(page);
    await row.waitFor();
    await soon(async () => {
      const phone = await box(row.getByRole('link', { name: /^Call / }));
      const medal = await box(row.getByText(ROW_HOUSE));
      const more = await box(row.getByRole('button', { name: /^More/ }));
      const panel = await box(page.getByRole('table'));
      expect(phone.right).toBeLessThanOrEqual(medal.left);
      expect(more.right).toBeLessThanOrEqual(768);
      expect(panel.right).toBeLessThanOrEqual(768);
    });
  });

  it('on a laptop the words of a refund end before the day', async () => {
    const page = await on.seller('/dashboard', LAPTOP);
    const row = rowOf(page);
    await sees(page, /^Refund ₹1,500.50 with the bank since/);
    await soon(async () => {
      const pill = await box(row.getByText(/^Refund ₹1,500.50 with the bank since/).last());
      const day = await box(row.locator('time').last());
      expect(pill.right).toBeLessThan(day.left);
    });
  });

  it("on a laptop the admin's list keeps number, medal and state apart", async () => {
    const page = await on.admin('/admin/dashboard', LAPTOP);
    const row = rowOf(page);
    await row.waitFor();
    await soon(async () => {
      const phone = await box(row.getByRole('link', { name: /^Call / }));
      const medal = await box(row.locator('svg').first());
      const pill = await box(row.getByText(/^Refund ₹1,500.50 with the bank since/).last());
      const seller = await box(row.getByText('Priya Sharma', { exact: true }));
      expect(phone.right).toBeLessThanOrEqual(medal.left);
      expect(pill.right).toBeLessThan(seller.left);
    });
  });

  it('on a phone the tabs of the transactions end within their panel', async () => {
    const page = await on.seller('/transactions', PHONE);
    const panel = page.getByRole('region', { name: 'Transactions' });
    await soon(async () => {
      const tab = await box(panel.getByRole('button', { name: 'Refunds on their way' }));
      expect(tab.right).toBeLessThan((await box(panel)).right);
    });
  });

  it('on a tablet the counters of the dashboard stand in one line', async () => {
    const page = await on.seller('/dashboard', TABLET);
    const counters = page.getByText(/^(?:Gold|Platinum|Silver) Tokens Generated$/);
    await soon(async () => {
      expect(await counters.count()).toBe(3);
      const [first, second, last] = await Promise.all(
        [0, 1, 2].map((at) => box(counters.nth(at).locator('xpath=../..'))),
      );
      expect([second?.top, last?.top]).toEqual([first?.top, first?.top]);
      expect(last?.right).toBeLessThanOrEqual(768);
    });
  });

  it.each([
    ['a seller', 1024],
    ['a seller', 1280],
    ['a seller', 1440],
    ['an admin', 1280],
    ['an admin', 1440],
  ])('on the dashboard of %s at %d px Add New stands beside the title', async (who, width) => {
    const laptop = { viewport: { width, height: 800 } };
    const page = await (who === 'an admin' ? on.admin('/dashboard', laptop) : on.seller('/dashboard', laptop));
    await soon(async () => {
      const title = await box(page.getByRole('heading', { level: 1 }));
      const action = await box(page.getByRole('link', { name: 'Add New' }).first());
      expect(action.top).toBeLessThan(title.bottom);
      expect(action.left).toBeGreaterThan(title.right);
    });
  });

  it.each([
    '/dashboard',
    '/transactions',
    '/customer-form',
    '/account',
    '/admin/dashboard',
    '/admin/transactions',
    '/admin/reconciliation',
    '/admin/day-close',
    '/admin/audit',
    '/admin/review',
    '/admin/staff',
    '/admin/project',
    '/admin/catalogue',
    '/admin/projects',
  ])('%s is read without moving sideways at 320 px, which is 1280 px at 400 %%', async (path) => {
    const narrow = { ...PHONE, viewport: { width: 320, height: 640 } };
    const page = await (path.startsWith('/admin') ? on.admin(path, narrow) : on.seller(path, narrow));
    await soon(async () => expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320));
  });

  it('on a phone the medal stands below the sum', async () => {
    const page = await on.seller('/dashboard', PHONE);
    const row = rowOf(page);
    await row.waitFor();
    await soon(async () => {
      const sum = await box(row.getByText('₹45,00,000.50', { exact: true }));
      const tag = await box(row.getByText(ROW_HOUSE));
      const medal = await box(row.locator('svg').first());
      expect(medal.top).toBeGreaterThanOrEqual(sum.bottom - 1);
      expect(tag.top).toBeGreaterThanOrEqual(sum.bottom);
    });
  });
});
