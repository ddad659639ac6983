import { describe, expect, it } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { CUSTOMER_MESSAGES } from '../../src/contracts/messages-customers.js';
import { istDayOf } from '../../src/domain/calendar/ist-day.js';
import { expectAccessible, screenshot } from '../support/browser.js';
import { TERMS_PATH, TERMS_TEXTS } from '../support/terms.js';
import { stage } from './stage.js';
import { ADMIN, atBank, goToBank, heading, payAtBank, payButton, refusal, says, sees, signIn, soon } from './steps.js';

const BOX = { name: 'I have read the terms and agree to them.' };
const REFUSED = CUSTOMER_MESSAGES.terms.required;

/** In pictures at each width, light and dark. */
async function pictures(page: Page, name: string): Promise<void> {
  await screenshot(page, name);
  await page.emulateMedia({ colorScheme: 'dark' });
  await screenshot(page, `${name}-dark`);
  await page.emulateMedia({ colorScheme: 'light' });
}

describe('terms in the browser', () => {
  // Terms hold for every link of a product and cannot be taken back.
  const on = stage({ isOwn: true });
  const makeVersion = async (bodyEn: string) => {
    const admin = await on.program(ADMIN);
    const body = { ...TERMS_TEXTS, bodyEn, effectiveFrom: istDayOf(new Date()) };
    expect((await admin.post(TERMS_PATH, body)).status).toBe(201);
  };

  describe('an admin', () => {
    it('writes the project and the first version, looks at it, and compares it with the next', async () => {
      const allow = [refusal(422, '/api/admin/projects/default'), refusal(422, TERMS_PATH)];
      const page = await on.admin('/admin/project', { allow });
      await heading(page, 'Project and terms');
      await sees(page, 'Customers pay without a tick box until a first version is in force.');
      await pictures(page, 'project-empty');
      await page.getByLabel('Name of the project').fill('Green Meadows');
      await page.getByLabel('RERA number').fill('P52100012345');
      await page.getByLabel('Page of the authority').fill('http://example.com');
      await page.getByRole('button', { name: 'Save the project' }).click();
      await sees(page, 'Enter an address that begins with https://');
      await page.getByLabel('Page of the authority').fill('https://maharera.maharashtra.gov.in/');
      await page.getByRole('button', { name: 'Save the project' }).click();
      await says(page, 'The project has been changed.');

      await page.getByRole('button', { name: 'New terms' }).click();
      await page.getByRole('button', { name: 'Make the version' }).click();
      await sees(page, 'Enter a text');
      await page.getByLabel('Summary in English').fill(TERMS_TEXTS.summaryEn);
      await page.getByLabel('Terms in English').fill(TERMS_TEXTS.bodyEn);
      await page.getByLabel('Summary in Hindi').fill(TERMS_TEXTS.summaryHi);
      await page.getByLabel('Terms in Hindi').fill(TERMS_TEXTS.bodyHi);
      await pictures(page, 'terms-form');
      await page.getByRole('button', { name: 'Preview' }).click();
      await heading(page, 'What this token is');
      await sees(page, '<b>Not bold</b>');
      await pictures(page, 'terms-preview');
      await page.getByRole('button', { name: 'Make the version' }).click();
      await says(page, 'Version 1 has been made');
      await makeVersion(TERMS_TEXTS.bodyEn.replace('It is refundable.', 'It is refundable for 30 days.'));
      await page.reload();
      await page.getByText('Version 2', { exact: true }).click();
      await page.getByRole('button', { name: 'Compare with version 1' }).click();
      await sees(page, '− - It is refundable.');
      await sees(page, '+ - It is refundable for 30 days.');
      await pictures(page, 'terms-compare');
      await expectAccessible(page);
    });
  });

  describe('a customer', () => {
    it('pays by the keyboard: is held at the box, reads the terms, agrees', async () => {
      const { path, paymentId } = await on.link('gold', {
        customerData: { name: 'Asha Rao', email: 'asha@example.com' },
      });
      const { page } = await on.browser.visitor({ viewport: { width: 360, height: 740 } });
      await page.goto(path);
      await sees(page, 'P52100012345');
      await pictures(page, 'pay-terms');
      await page.setViewportSize({ width: 360, height: 740 });
      await payButton(page).focus();
      await page.keyboard.press('Enter');
      await sees(page, REFUSED);
      const box = page.getByRole('checkbox', BOX);
      await soon(async () => expect(await box.evaluate((element) => element.matches(':focus'))).toBe(true));
      await soon(async () => expect(await box.getAttribute('aria-invalid')).toBe('true'));
      await pictures(page, 'pay-terms-error');
      await expectAccessible(page);
      await page.setViewportSize({ width: 360, height: 740 });
      await page.getByRole('link', { name: 'Read the full terms' }).click();
      await heading(page, 'Terms');
      await heading(page, 'What this token is');
      await pictures(page, 'terms-page');
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Back to the payment' }).click();
      await page.getByRole('checkbox', BOX).press('Space');
      await soon(async () => expect(await page.getByText(REFUSED).filter({ visible: true }).count()).toBe(0));
      await payAtBank(page);
      await page.waitForURL(/\/payment\/verify\?event=/);
      await on.becomes(paymentId, 'completed');
      await page.goto(`${path}/receipt`);
      await sees(page, 'Terms agreed to');
      await screenshot(page, 'receipt-terms');
      const staff = await on.admin(`/sales/${paymentId}`);
      await sees(staff, 'Agreed to the terms, version 2');
      await screenshot(staff, 'sale-terms');
    });

    it('whose page is older than the terms is shown the new ones', async () => {
      const { path } = await on.link('silver');
      const visitor = await on.browser.visitor({ viewport: { width: 360, height: 740 } });
      const { page } = visitor.allow(refusal(422, `/api${path.replace('/payment/', '/payments/')}/initiate`));
      await page.goto(path);
      await page.getByRole('checkbox', BOX).check();
      await makeVersion(`${TERMS_TEXTS.bodyEn}\n\nChanged while the page was open.`);
      await payButton(page).click();
      await sees(page, CUSTOMER_MESSAGES.terms.changed);
      await soon(async () => expect(await page.getByRole('checkbox', BOX).isChecked()).toBe(false));
      await screenshot(page, 'pay-terms-changed');
      await page.getByRole('checkbox', BOX).check();
      await goToBank(page);
    });

    it('whose answer was lost, and who then changes the language, agrees in that one and pays', async () => {
      const { path } = await on.link('silver');
      const visitor = await on.browser.visitor({ viewport: { width: 360, height: 740 } });
      const { page } = visitor.allow(/ERR_FAILED/);
      await page.goto(path);
      const answerLost = async (route: Route) => {
        await route.fetch();
        await route.abort();
      };
      await page.route('**/initiate', answerLost, { times: 1 });
      await page.getByRole('checkbox', BOX).check();
      await payButton(page).click();
      await page.getByRole('alert').getByText(/\S/).first().waitFor();
      await page.getByRole('link', { name: 'हिन्दी' }).click();
      await page.getByText('मेरा पैसा नहीं कटा, फिर से भुगतान करना है').click();
      await page.getByRole('checkbox').check();
      await page.getByRole('button', { name: /₹100/ }).click();
      await atBank(page);
    });

    it('without JavaScript is held at the box by the server, in Hindi too', async () => {
      const { path } = await on.link('silver');
      const visitor = await on.browser.visitor({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
      const { page } = visitor.allow(refusal(422, `${path}/initiate`));
      await page.goto(path);
      await payButton(page).click();
      // Above the button, which is in sight, and at the box.
      await soon(async () => expect(await page.getByText(REFUSED).count()).toBe(2));
      await screenshot(page, 'pay-terms-no-script');
      await page.getByRole('link', { name: 'हिन्दी' }).click();
      await heading(page, 'भुगतान करने से पहले');
      await sees(page, TERMS_TEXTS.summaryHi);
      await screenshot(page, 'pay-terms-hindi');
      await page.getByRole('checkbox').check();
      await page.getByRole('button', { name: /₹100/ }).click();
      await atBank(page);
    });
  });

  it('an admin whose session ends while the terms are written finds them again, whoever comes between', async () => {
    const visitor = await on.browser.visitor();
    visitor.allow(refusal(401, TERMS_PATH), refusal(409, '/admin'));
    const { page, context } = visitor;
    const open = async (who: typeof ADMIN) => {
      await page.goto('/login');
      await signIn(page, who);
      await heading(page, 'Admin Dashboard');
      await page.goto('/admin/project');
      await page.getByRole('button', { name: 'New terms' }).click();
    };
    const body = page.getByLabel('Terms in English');
    const back = page.getByText('What you typed before is back.');
    await open(ADMIN);
    const shown = await body.inputValue();
    await body.fill(`${shown}\n\nWritten for half an hour.`);
    await context.clearCookies();
    await page.getByRole('button', { name: 'Make the version' }).click();
    await page.waitForURL(/\/\?next=/);
    const second = await on.newcomer(ADMIN);
    await open(second);
    expect([await body.inputValue(), await back.count()]).toEqual([shown, 0]);
    await makeVersion(`${shown}\n\nA correction of another admin.`);
    await context.clearCookies();
    await open(ADMIN);
    await back.waitFor();
    await sees(page, /^Version \d+ was made while you wrote this one$/);
    await page.getByRole('button', { name: 'Keep what I wrote' }).click();
    expect(await body.inputValue()).toBe(`${shown}\n\nWritten for half an hour.`);
    await page.getByRole('button', { name: 'Make the version' }).click();
    await says(page, /^Version \d+ has been made$/);
    // Made, and dropped: nothing comes back.
    await page.getByRole('button', { name: 'New terms' }).click();
    await soon(async () => expect(await back.count()).toBe(0));
    await body.fill('Something else.');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Drop it' }).click();
    await page.getByRole('button', { name: 'New terms' }).click();
    expect([await body.inputValue(), await back.count()]).toEqual([`${shown}\n\nWritten for half an hour.`, 0]);
  });

  it('an admin whose page is older than another admin’s version sees both, and loses nothing', async () => {
    const page = await on.admin('/admin/project', { allow: [refusal(409, TERMS_PATH)] });
    await page.getByRole('button', { name: 'New terms' }).click();
    const body = page.getByLabel('Terms in English');
    const mine = `${await body.inputValue()}\n\nA paragraph of mine.`;
    await body.fill(mine);
    await makeVersion(`${TERMS_TEXTS.bodyEn}\n\nA correction of another admin.`);
    await page.getByRole('button', { name: 'Make the version' }).click();
    await sees(page, /^Version \d+ was made while you wrote this one$/);
    expect(await body.inputValue()).toBe(mine);
    await page
      .getByText(/^Version \d+$/)
      .first()
      .click();
    await sees(page, 'A correction of another admin.');
    await expectAccessible(page);
    await pictures(page, 'terms-overtaken');
    await body.fill(`${mine}\n\nA correction of another admin.`);
    await page.getByRole('button', { name: 'Keep what I wrote' }).click();
    await page.getByRole('button', { name: 'Make the version' }).click();
    await says(page, /^Version \d+ has been made$/);
  });
});
