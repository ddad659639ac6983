import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { MESSAGES } from '../../src/contracts/messages.js';
import { DAY_MESSAGES } from '../../src/contracts/messages-days.js';
import { dayPresets } from '../../src/domain/calendar/day-ranges.js';
import { addDays, istDayOf } from '../../src/domain/calendar/ist-day.js';
import { istDayText, istMonth } from '../../src/domain/calendar/ist-parts.js';
import { istWeekday } from '../../src/domain/calendar/ist-time.js';
import { expectAccessible, inspect } from '../support/browser.js';
import { eventually } from '../support/product-process.js';
import { stage } from './stage.js';
import { ADMIN, heading, soon } from './steps.js';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

describe('days', () => {
  const on = stage({ isOwn: true });
  const open = async (path: string, options: object = {}): Promise<Page> =>
    (await on.visitorAs(ADMIN, path, options)).page;
  const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
  const calendar = (page: Page) => page.getByRole('dialog', { name: /^Choose a day/ });
  const focused = (page: Page) => page.evaluate('document.activeElement.getAttribute("aria-label")') as Promise<string>;

  it('are typed as people write them; what is no day is said to be none, and is not lost', async () => {
    const page = await open('/admin/audit');
    await heading(page, 'Audit Log');
    const from = field(page, 'From (IST)');
    for (const typed of ['22 Nov 2025', '22/11/2025', '22-11-25', '2025-11-22', '22 november 2025']) {
      await from.fill(typed);
      await from.blur();
      await soon(async () => expect(await from.inputValue()).toBe('22 Nov 2025'));
    }
    await field(page, 'To (IST)').fill('31/2/2026');
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await page.getByText(DAY_MESSAGES.unreadable).waitFor();
    await soon(async () => expect(await field(page, 'To (IST)').inputValue()).toBe('31/2/2026'));
    await soon(async () => expect(await field(page, 'To (IST)').getAttribute('aria-invalid')).toBe('true'));
    expect(new URL(page.url()).search).toBe('');
    await inspect(page, 'days-unreadable');
    await field(page, 'To (IST)').fill('1 Nov 25');
    await page.keyboard.press('Enter');
    await page.getByText(MESSAGES.admin.datesReversed).waitFor();
    expect(new URL(page.url()).search).toBe('');
    await field(page, 'To (IST)').fill('today');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.search === `?from=2025-11-22&to=${istDayOf(new Date())}`);
  });

  it('are chosen in a calendar by the keyboard alone, which gives the focus back', async () => {
    const page = await open('/admin/dashboard?startDate=2026-03-31');
    const from = field(page, 'From');
    await page.getByRole('button', { name: 'Calendar: From, 31 Mar 2026' }).waitFor();
    await from.focus();
    await page.keyboard.press('Alt+ArrowDown');
    await calendar(page).waitFor();
    await soon(async () => expect(await focused(page)).toBe(istWeekday('2026-03-31')));
    await expectAccessible(page);
    const steps: [string, string][] = [
      ['PageUp', '2026-02-28'],
      ['ArrowRight', '2026-03-01'],
      ['ArrowUp', '2026-02-22'],
      ['Home', '2026-02-16'],
      ['End', '2026-02-22'],
      ['Shift+PageDown', '2027-02-22'],
      ['Shift+PageUp', '2026-02-22'],
      ['ArrowDown', '2026-03-01'],
      ['ArrowLeft', '2026-02-28'],
    ];
    for (const [key, day] of steps) {
      await page.keyboard.press(key);
      await soon(async () => expect([key, await focused(page)]).toEqual([key, istWeekday(day)]));
      await soon(async () => expect(await calendar(page).getByRole('heading').textContent()).toBe(istMonth(day)));
    }
    await inspect(page, 'calendar');
    await page.keyboard.press('Enter');
    await page.waitForURL(/startDate=2026-02-28/);
    await eventually('the focus is back', () => from.evaluate((each) => each === each.ownerDocument.activeElement));
    await soon(async () => expect(await from.inputValue()).toBe('28 Feb 2026'));
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Escape');
    await calendar(page).waitFor({ state: 'hidden' });
    await soon(async () => expect(await from.inputValue()).toBe('28 Feb 2026'));
  });

  it('the usual ranges are in the calendar of either end', async () => {
    const page = await open('/admin/dashboard');
    await page.getByRole('button', { name: 'Calendar: To' }).click();
    await calendar(page).getByRole('button', { name: 'Last month' }).click();
    const { days } = dayPresets(istDayOf(new Date())).find(({ label }) => label === 'Last month')!;
    await page.waitForURL((url) => url.search === `?startDate=${days.startDate}&endDate=${days.endDate}`);
    await soon(async () => expect(await field(page, 'From').inputValue()).toBe(istDayText(days.startDate)));
    await soon(async () => expect(await field(page, 'To').inputValue()).toBe(istDayText(days.endDate)));
  });

  it('a day that has not come is not offered where it cannot be asked for', async () => {
    const page = await open('/admin/day-close');
    const tomorrow = addDays(istDayOf(new Date()), 1);
    await field(page, 'Day').fill(istDayText(tomorrow));
    await field(page, 'Day').blur();
    await page.getByText(DAY_MESSAGES.tooLate(istDayText(istDayOf(new Date())))).waitFor();
    await page.getByRole('button', { name: /^Calendar: Day/ }).click();
    await calendar(page).waitFor();
    for (const [key, times] of [['ArrowRight', 3]] as const)
      for (let count = 0; count < times; count += 1) await page.keyboard.press(key);
    await soon(async () => expect(await focused(page)).toBe(istWeekday(istDayOf(new Date()))));
    await calendar(page).getByRole('button', { name: 'Yesterday' }).click();
    await page.waitForURL(new RegExp(`day=${addDays(istDayOf(new Date()), -1)}`));
  });

  it('Escape closes the calendar, not the dialog that holds its field', async () => {
    const page = await open('/admin/reconciliation');
    await page.getByRole('button', { name: 'Bank holidays' }).click();
    const holder = page.getByRole('dialog', { name: 'Bank holidays' });
    await holder.getByRole('button', { name: 'Calendar: Day' }).click();
    await calendar(page).waitFor();
    await inspect(page, 'calendar-in-dialog');
    await page.keyboard.press('Escape');
    await calendar(page).waitFor({ state: 'hidden' });
    await soon(async () => expect(await holder.isVisible()).toBe(true));
  });

  it.each([
    ['/admin/project', 'New terms', 'First day (India)', 'Make the version'],
    ['/admin/project', 'New event', 'Last day (India)', 'Make the event'],
    ['/admin/catalogue', 'New version', 'First day (India)', 'Show what changes'],
    ['/admin/catalogue', 'New version', 'Silver: last day of sale', 'Show what changes'],
  ])('%s, %s: nothing is sent with another day than the one that was typed', async (path, opener, name, send) => {
    const page = await open(path);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET' && request.url().includes('/api/admin/')) sent.push(request.url());
    });
    await page.getByRole('button', { name: opener }).click();
    const day = field(page, name);
    await day.fill('31/2/2027');
    await page.getByRole('button', { name: send }).click();
    await page.getByText(DAY_MESSAGES.unreadable).waitFor();
    await day.and(page.locator(':focus')).waitFor();
    expect(sent).toEqual([]);
  });

  it('on a phone: it fits, and every target is as large as a finger', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await open('/admin/transactions', { ...PHONE, colorScheme });
      await page.getByRole('button', { name: 'Calendar: From' }).tap();
      await calendar(page).waitFor();
      await inspect(page, `calendar-phone-${colorScheme}`);
      for (const box of await Promise.all(
        (await calendar(page).getByRole('button').all()).map((each) => each.boundingBox()),
      )) {
        expect(Math.min(box!.width, box!.height)).toBeGreaterThanOrEqual(44);
        expect(box!.x + box!.width).toBeLessThanOrEqual(360);
      }
      await calendar(page).getByRole('button', { name: 'This month' }).tap();
      await page.waitForURL(/startDate=/);
    }
  });
});
