import { describe, expect, it } from '@jest/globals';
import { MESSAGES } from '../../src/contracts/messages.js';
import { OFFICE_MESSAGES } from '../../src/contracts/messages-office.js';
import { inspect } from '../support/browser.js';
import { eventually } from '../support/product-process.js';
import { stage } from './stage.js';
import { ADMIN, heading, refusal, says, sees, soon } from './steps.js';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
/** Of 25 entries of the audit log. */
const MORE_THAN_ONE_PAGE = 30;
const NOTE = 'The bank confirmed it on the phone';

describe('what admins answer for', () => {
  const on = stage({ isOwn: true });

  /** Paid, and reported with another amount: a person has to look. */
  const mismatch = async () => {
    const link = await on.link('silver');
    // Before the customer pays: the product may ask the bank at any moment after.
    await on.product.bank({ op: 'fault', on: 'status', kind: 'different-amount', times: 0 });
    await on.settle(link.paymentId, 'pay-nb');
    return link;
  };

  const reversed = async () => {
    const { invoiceNo } = await on.paid('silver');
    await on.product.bank({ op: 'reverse', invoiceNo });
  };

  it('review queue: the menu counts, the evidence stands there, a decision needs a note and names amount and person', async () => {
    await reversed();
    const page = await on.admin('/admin/review');
    await heading(page, 'Review Queue');
    await eventually('the reversal is in the queue', async () => {
      await page.reload();
      return (await page.getByRole('article').count()) > 0;
    });
    const menu = page.getByRole('link', { name: /Review Queue/ }).first();
    await menu.getByText(/^\d+ open$/).waitFor();
    const card = page.getByRole('article').first();
    await card.getByText('The bank said').waitFor();
    await card
      .getByText(/attempt/)
      .first()
      .click();
    await card.getByText('Bank transaction').first().waitFor();
    await inspect(page, 'review');
    await card.getByRole('button', { name: 'Confirm the reversal' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm the reversal' });
    const send = dialog.getByRole('button', { name: /Confirm the reversal: ₹100, Customer \d+/ });
    await send.click();
    await dialog.getByText(OFFICE_MESSAGES.review.noteShort).waitFor();
    await inspect(page, 'review-decision');
    await dialog.getByLabel('Note').fill(NOTE);
    await send.click();
    await says(page, OFFICE_MESSAGES.review.stored);
    await dialog.waitFor({ state: 'hidden' });
    await sees(page, 'Nothing to decide');
    await page.getByLabel('State').selectOption('decided');
    await sees(page, NOTE);
    await sees(page, 'Ended: the bank took the money back');
    await inspect(page, 'review-ended');
  });

  it('review queue: on a phone, and another admin was faster', async () => {
    await mismatch();
    const page = await on.admin('/admin/review', { ...PHONE, allow: [refusal(409, '/api/admin/reviews')] });
    const card = page.getByRole('article').first();
    await card.waitFor();
    await inspect(page, 'review-phone');
    await card.getByRole('button', { name: 'Refunded at the bank' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel("Bank's reference").fill('NEFT 1');
    await dialog.getByLabel('Note').fill(NOTE);
    await dialog.getByRole('button', { name: /^Refunded at the bank:/ }).click();
    await dialog.getByText(OFFICE_MESSAGES.review.referenceNeeded).waitFor();
    await dialog.getByLabel("Bank's reference").fill('NEFT1');
    const other = await on.program(ADMIN);
    const { body } = await other.get('/api/admin/reviews?reason=amount_mismatch');
    const decided = { decision: 'ask_again', note: 'Asked by somebody else' };
    await other.post(`/api/admin/reviews/${body.data.reviews[0].reviewId}/decide`, decided);
    await dialog.getByRole('button', { name: /^Refunded at the bank:/ }).click();
    await dialog.getByText(/has decided this already/).waitFor();
    await inspect(page, 'review-late');
  });

  it('the seller sees that it is under review, and that it ended', async () => {
    const link = await mismatch();
    const page = await on.seller(`/dashboard?search=${link.paymentId}`);
    await sees(page, 'Needs review');
    const other = await on.program(ADMIN);
    const { body } = await other.get('/api/admin/reviews?reason=amount_mismatch&sort=oldest');
    const review = body.data.reviews.find(({ paymentId }: { paymentId: string }) => paymentId === link.paymentId);
    const answer = await other.post(`/api/admin/reviews/${review.reviewId}/decide`, {
      decision: 'refunded_at_bank',
      note: NOTE,
      bankReference: 'NEFT2',
      confirmedAmount: review.amount,
    });
    expect(answer.status).toBe(200);
    await page.reload();
    await sees(page, 'Review ended: refunded at the bank');
    await inspect(page, 'seller-review-ended');
  });

  it('audit log: filters in the address, the chain checked, pages and the export', async () => {
    const page = await on.admin('/admin/audit');
    await heading(page, 'Audit Log');
    await sees(page, /Sealed up to #/);
    await inspect(page, 'audit');
    await page.getByRole('button', { name: 'Verify now' }).click();
    await says(page, 'The chain is whole.');
    await sees(page, /Last check .*: whole\./);
    await page.getByLabel('What', { exact: true }).selectOption('auth.login');
    await page.getByLabel('Who', { exact: true }).selectOption('staff');
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await page.waitForURL(/\/admin\/audit\?actor=staff&action=auth\.login/);
    const table = page.getByRole('table');
    await table
      .getByText(/^\S.* signed in$/)
      .first()
      .waitFor();
    await soon(async () => expect(await table.getByText(/made a payment link/).count()).toBe(0));
    // Ids and what is stored stand behind a click.
    await soon(async () => expect(await table.getByText('auth.login').first().isVisible()).toBe(false));
    await table.getByText('Details').first().click();
    await table.getByText('auth.login').first().waitFor();
    await inspect(page, 'audit-details');
    const href = await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href');
    expect(href).toBe('/api/admin/audit/export?actor=staff&action=auth.login');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^audit-log-\d{4}-\d{2}-\d{2}\.csv$/);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.waitForURL(/\/admin\/audit$/);
    await page.getByLabel('Payment id or staff email').fill('nothing like it');
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await sees(page, 'The filters cannot be read');
    await inspect(page, 'audit-wrong');
  });

  it('audit log: on a phone', async () => {
    for (let more = 0; more < MORE_THAN_ONE_PAGE; more += 1) await on.link('silver');
    const page = await on.admin('/admin/audit', { ...PHONE, allow: [/ERR_FAILED/] });
    await sees(page, /Sealed up to #/);
    await inspect(page, 'audit-phone');
    // The answer to the filters never comes; who turns the page meanwhile asks for them again.
    await page.route(/\?action=/, (route) => route.abort(), { times: 1 });
    await page.getByLabel('What', { exact: true }).selectOption('payment.created');
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await sees(page, MESSAGES.general.unreachable);
    await page.getByRole('button', { name: 'Older' }).click();
    await page.waitForURL(/\?action=payment.created&before=\d+$/);
    await page.getByRole('button', { name: 'Newer' }).click();
    await page.waitForURL(/\?action=payment.created&after=\d+$/);
    await page.getByRole('table').waitFor();
  });

  it('nobody but an admin comes in', async () => {
    const page = await on.seller('/dashboard');
    await soon(async () => expect(await page.getByRole('link', { name: /Audit Log|Review Queue/ }).count()).toBe(0));
    for (const path of ['/admin/audit', '/admin/review']) {
      await page.goto(path);
      expect(new URL(page.url()).pathname).not.toBe(path);
    }
  });
});
