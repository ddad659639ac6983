import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { MESSAGES } from '../../src/contracts/messages.js';
import { CUSTOMER_MESSAGES } from '../../src/contracts/messages-customers.js';
import { SERVER_MESSAGES } from '../../src/contracts/messages-server.js';
import { inspect } from '../support/browser.js';
import { stage } from './stage.js';
import { atBank, bankPay, heading, holdSuccessPage, payButton, says, sees, signIn, soon } from './steps.js';

const CUSTOMER = { name: 'Lakshmi Venkataraman', email: 'lakshmi.v@example.com', phone: '9876501234' };

describe('selling a gold token', () => {
  const on = stage();

  it('from the login to the token number on the dashboard, accessible all the way', async () => {
    const { page: staff } = await on.browser.visitor();
    await staff.goto('/');
    await heading(staff, 'TokenDesk');
    await inspect(staff, 'login');
    await signIn(staff, on.priya);
    await staff.waitForURL('/dashboard');
    await says(staff, SERVER_MESSAGES.login.success);
    await heading(staff, 'Dashboard');
    expect(await counted(staff, 'Gold Tokens Generated')).toBe('0');
    await inspect(staff, 'dashboard');

    const link = await createLink(staff);
    const customer = await on.browser.visitor();
    await payLink(customer.page, link);
    const tokenNumber = await receipt(customer.page);
    // The bank's post carried no session and started none.
    expect(await customer.context.cookies()).toEqual([]);

    await staff.getByRole('link', { name: 'Back' }).click();
    await staff.waitForURL('/dashboard');
    await staff.getByRole('searchbox', { name: 'Search customers' }).fill(tokenNumber);
    await staff.waitForURL(new RegExp(`search=${tokenNumber}`));
    await sees(staff, '1 in all');
    const rows = staff.getByRole('table', { name: 'Recent customers' }).getByRole('row');
    await soon(async () => expect(await rows.count()).toBe(2));
    const row = await rows.nth(1).innerText();
    for (const text of [CUSTOMER.name, CUSTOMER.email, tokenNumber, '₹51,000', 'Payment Completed']) {
      expect(row).toContain(text);
    }
    expect(await counted(staff, 'Gold Tokens Generated')).toBe('1');
    await inspect(staff, 'dashboard-paid');
  });

  async function createLink(staff: Page): Promise<string> {
    await staff.getByRole('link', { name: 'Add New' }).first().click();
    await staff.waitForURL('/customer-form');
    await heading(staff, 'Add New Customer');
    await inspect(staff, 'customer-form');
    await staff.getByRole('button', { name: /^Create .*link/ }).click();
    await sees(staff, MESSAGES.form.required('Customer name'));
    await sees(staff, MESSAGES.form.required('Token type'));
    await inspect(staff, 'customer-form-errors');
    await staff.getByRole('radio', { name: /^Gold/ }).check();
    await staff.getByLabel('Customer name').fill(CUSTOMER.name);
    await staff.getByLabel('Customer email').fill(CUSTOMER.email);
    await staff.getByLabel(/^Mobile number/).fill(CUSTOMER.phone);
    await staff.getByRole('radio', { name: 'Channel partner' }).check();
    await staff.getByLabel(/^Broker name/).fill('Skyline Realty');
    await inspect(staff, 'customer-form-filled');
    await staff.getByRole('button', { name: /^Create .*link/ }).click();
    await heading(staff, `Payment link ready for ${CUSTOMER.name}`);
    await says(staff, MESSAGES.link.created(CUSTOMER.name));
    await inspect(staff, 'link-created');
    const url = await staff.getByRole('link', { name: /\/payment\// }).getAttribute('href');
    expect(url).toMatch(new RegExp(`^${on.product.url}/payment/[A-Za-z0-9_-]{22,}$`));
    return url ?? '';
  }

  async function payLink(page: Page, link: string): Promise<void> {
    await page.goto(link);
    await heading(page, 'Gold token');
    const text = await page.getByRole('main').innerText();
    expect(text).toContain('₹51,000');
    expect(text).toContain('Payment Pending');
    expect(text).toContain('l•••@example.com');
    expect(text).toContain('+91 •••••• 1234');
    const html = await page.content();
    for (const secret of [CUSTOMER.email, CUSTOMER.phone, 'Venkataraman', 'Skyline', 'priya', 'Priya']) {
      expect(html).not.toContain(secret);
    }
    await inspect(page, 'payment-pending');
    await payButton(page).click();
    await atBank(page);
    await inspect(page, 'bank');
  }

  async function receipt(page: Page): Promise<string> {
    const leadOn = await holdSuccessPage(page);
    await bankPay(page).click();
    await page.waitForURL(/^http:\/\/localhost:\d+\/payment\/verify\?event=[A-Za-z0-9_-]+$/);
    await heading(page, CUSTOMER_MESSAGES.verify.success);
    await sees(page, /^GO-\d{6}$/);
    await soon(async () =>
      expect(await page.locator('[data-toasts]').innerText()).toContain(CUSTOMER_MESSAGES.verify.successToast),
    );
    await inspect(page, 'verify-success');
    leadOn();
    await page.waitForURL(/\/payment\/success\?payment=/);
    await heading(page, 'Payment Successful!');
    await inspect(page, 'payment-success');
    const number = await page.getByText(/^GO-\d{6}$/).innerText();
    await page.getByRole('link', { name: 'Open the payment page' }).click();
    await heading(page, 'Payment Completed');
    await soon(async () => expect(await payButton(page).count()).toBe(0));
    await sees(page, number);
    await inspect(page, 'payment-completed');
    return number;
  }

  /** The figure of a tile. */
  async function counted(page: Page, label: string): Promise<string> {
    const tile = page.getByText(label, { exact: true }).locator('xpath=ancestor::div[dd][1]');
    return tile.getByRole('definition').first().innerText();
  }
});
