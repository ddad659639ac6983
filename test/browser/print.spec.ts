import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { addDays, istDayOf } from '../../src/domain/calendar/ist-day.js';
import { eventually } from '../support/product-process.js';
import { screenshot } from '../support/browser.js';
import { seller, sidewaysPixels } from './desk-steps.js';
import { stage } from './stage.js';
import { ADMIN, sees, soon } from './steps.js';

/** Of a finger or a keyboard, and the ways to other pages: nothing that paper can use. */
const FOR_SCREENS =
  'button, [role="button"], [role="switch"], [role="menu"], [role="dialog"], input, select, textarea, nav, aside, form';
const VISIBLE = `[...document.querySelectorAll(${JSON.stringify(FOR_SCREENS)})]
  .filter((each) => each.checkVisibility() && each.getBoundingClientRect().width > 1)
  .map((each) => each.outerHTML.slice(0, 120))`;
/** CSS pixels between the margins: A4, and a till's roll of 80 mm. */
const A4 = 688;
const ROLL = 272;
/** Millimetres. */
const A4_SHEET = [210, 297];
const POINTS_A_MM = 72 / 25.4;
/** `--td-text` of the light scheme. */
const LIGHT_INK = 'rgb(22, 27, 38)';
const LARGE_SUMS = `for (const walker = document.createTreeWalker(document.querySelector('table'), NodeFilter.SHOW_TEXT); walker.nextNode();)
  if (walker.currentNode.data.startsWith('₹')) walker.currentNode.data = '₹10,63,01,233.45'`;
/** Cells that reach beyond what is shown of their table. */
const CUT_OFF = `[...document.querySelectorAll('table :is(th, td)')]
  .filter((cell) => cell.getBoundingClientRect().right > cell.closest('section, main').getBoundingClientRect().right + 1)
  .map((cell) => cell.textContent)`;
const LONG = {
  name: 'Venkatanarasimharajuvaripeta Subrahmanyeswara Ramachandrasekharan Iyer',
  email: 'venkatanarasimharajuvaripeta.ramachandrasekharan@sales.thiruvananthapuram.example',
};

describe('on paper', () => {
  // The page of a day names every seller.
  const on = stage({ isOwn: true });
  const customerData = { ...LONG, phone: '9876543210' };
  let paid: string;

  beforeAll(async () => {
    ({ paymentId: paid } = await on.paid('platinum', { customerData }));
  });

  /** Nothing but what the page says, inside of the paper. */
  async function isForPaper(page: Page, name: string, widths: number[]): Promise<void> {
    await page.emulateMedia({ media: 'print' });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 1000 });
      await soon(async () => expect([name, width, await page.evaluate(VISIBLE)]).toEqual([name, width, []]));
      await soon(async () => expect([name, width, await sidewaysPixels(page)]).toEqual([name, width, 0]));
    }
    await page.setViewportSize({ width: A4, height: 1000 });
    await screenshot(page, `print-${name}`);
  }

  /** @returns width and height of each sheet, in whole millimetres */
  async function sheetsOf(page: Page): Promise<number[][]> {
    const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true, format: 'A4' })).toString('latin1');
    return [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) => [
      Math.round(Number(width) / POINTS_A_MM),
      Math.round(Number(height) / POINTS_A_MM),
    ]);
  }

  it('the slip: one sheet of A4, or a roll', async () => {
    const other = { ...customerData, email: `slip.${LONG.email}`, phone: '9876543211' };
    const { paymentId } = await on.link('platinum', { customerData: other });
    const { page } = await seller(on, `/payments/${paymentId}/slip`);
    await page.getByRole('img', { name: /^QR code/ }).waitFor();
    await isForPaper(page, 'slip', [A4, ROLL]);
    expect(await sheetsOf(page)).toEqual([A4_SHEET]);
  });

  it.each(['en-IN', 'hi-IN'])('the receipt: one sheet of A4, or a roll (%s)', async (locale) => {
    const { page } = await on.browser.visitor({ locale });
    await page.goto(`/payment/${paid}/receipt`);
    await sees(page, LONG.name.split(' ')[0] ?? '');
    await isForPaper(page, `receipt-${locale}`, [A4, ROLL]);
    expect(await sheetsOf(page)).toEqual([A4_SHEET]);
  });

  it('the payment page: facts without the button', async () => {
    const { page } = await on.browser.visitor();
    await page.goto(`/payment/${paid}`);
    await sees(page, /^PL-\d{6}$/);
    await isForPaper(page, 'payment', [A4, ROLL]);
  });

  it('a closed day: one sheet of A4, with lines to sign on', async () => {
    const yesterday = addDays(istDayOf(new Date()), -1);
    const page = await on.admin(`/admin/day-close?day=${yesterday}`);
    await page.getByRole('button', { name: 'Close the day' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close the day' }).click();
    await sees(page, /Unchanged since closing/);
    await isForPaper(page, 'day-close', [A4, ROLL]);
    await sees(page, 'Closed by');
    expect(await sheetsOf(page)).toEqual([A4_SHEET]);
  });

  it('a day of one project says so, also once it is closed', async () => {
    const yesterday = addDays(istDayOf(new Date()), -1);
    const day = addDays(yesterday, -1);
    const admin = await on.program(ADMIN);
    await admin.post('/api/admin/projects', { code: 'meadows', name: 'Green Meadows', state: 'selling' });
    await admin.post('/api/admin/projects/meadows/events', { name: 'Launch weekend' });
    const database = await on.product.dataSource();
    await database.query('UPDATE payments SET paid_at = ? WHERE public_id = ?', [`${day} 06:00:00.000`, paid]);
    const narrowed = `/admin/day-close?day=${day}&project=2`;
    const page = await on.admin(narrowed);
    await isForPaper(page, 'day-close-project', [A4, ROLL]);
    await sees(page, 'Only Green Meadows. A closing is of all projects and events: net ₹1,00,000.');
    await sees(page, 'Of what is shown here, no link was made, paid or refunded on this day.');
    expect((await admin.post('/api/day-close', { day })).status).toBe(200);
    await page.reload();
    await isForPaper(page, 'day-close-project-closed', [A4, ROLL]);
    await sees(page, 'Only Green Meadows. The closing is of all projects and events: net ₹1,00,000.');
    await sees(page, /^The stored figures of all projects and events are exactly those that were closed/);
    await sees(page, /every figure of what is shown here is the same/);
    expect(await sheetsOf(page)).toEqual([A4_SHEET]);
    const whole = await on.admin(narrowed.replace('&project=2', ''));
    await sees(whole, /Unchanged since closing: counted again now, every figure is the same/);
    expect(await whole.getByText(/^Only |of what is shown here/).count()).toBe(0);
  });

  it('a day with sums of crores: no column is cut off', async () => {
    const page = await on.admin(`/admin/day-close?day=${istDayOf(new Date())}`);
    await sees(page, /Provisional/);
    await page.evaluate(LARGE_SUMS);
    await isForPaper(page, 'day-close-crores', [A4, ROLL]);
    await page.setViewportSize({ width: A4, height: 1000 });
    expect(await page.evaluate(CUT_OFF)).toEqual([]);
  });

  it('is printed dark on white where the screen is dark', async () => {
    const page = await on.admin(`/admin/day-close?day=${istDayOf(new Date())}`, { colorScheme: 'dark' });
    await sees(page, /Provisional/);
    const ink = () => page.evaluate("getComputedStyle(document.querySelector('h1')).color");
    const dark = await ink();
    await page.emulateMedia({ media: 'print' });
    await eventually('the light colours', async () => (await ink()) === LIGHT_INK);
    await page.emulateMedia({ media: 'screen' });
    await eventually('the dark colours again', async () => (await ink()) === dark);
    expect(dark).not.toBe(LIGHT_INK);
  });

  it('a day with its table', async () => {
    const page = await on.admin(`/admin/day-close?day=${istDayOf(new Date())}`);
    await sees(page, /Provisional/);
    await isForPaper(page, 'day-close-today', [A4, ROLL]);
    expect(await sheetsOf(page)).toEqual([A4_SHEET]);
  });
});
