import { describe, expect, it } from '@jest/globals';
import { SERVER_MESSAGES } from '../../src/contracts/messages-server.js';
import { inspect } from '../support/browser.js';
import { stage } from './stage.js';
import { ADMIN, SALES, heading, isLive, refusal, says, sees, signIn, soon } from './steps.js';

describe('coming in and going out', () => {
  const on = stage();

  it('the login button waits for both fields; a wrong password is told in one sentence', async () => {
    const { page } = await on.browser.visitor();
    await page.goto('/');
    const button = page.getByRole('button', { name: 'Login', exact: true });
    await soon(async () => expect(await button.isDisabled()).toBe(true));
    await page.getByLabel('Email').fill(SALES.email);
    await soon(async () => expect(await button.isDisabled()).toBe(true));
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await soon(async () => expect(await button.isEnabled()).toBe(true));
    await button.click();
    await sees(page, SERVER_MESSAGES.login.invalid);
    await inspect(page, 'login-refused');
    // The address holds nothing of it, and the second try works at once.
    expect(new URL(page.url()).search).toBe('');
    await page.getByLabel('Password', { exact: true }).fill(SALES.password);
    await page.keyboard.press('Enter');
    await page.waitForURL('/dashboard');
  });

  it('the help opens as a dialog, closes by key and by button, and gives the focus back', async () => {
    const { page } = await on.browser.visitor();
    await page.goto('/');
    const opener = page.getByRole('button', { name: 'Need help?' });
    const dialog = page.getByRole('dialog');
    const ways = [() => page.keyboard.press('Escape'), () => dialog.getByText('Close', { exact: true }).click()];
    for (const close of ways) {
      await opener.click();
      await dialog.getByText('Common Issues').waitFor();
      for (const issue of ['Forgot password', 'Account access issues', 'Email not working']) {
        await dialog.getByText(issue, { exact: true }).waitFor();
      }
      await inspect(page, 'login-help');
      await close();
      await dialog.waitFor({ state: 'hidden' });
      await soon(async () => expect(await page.locator(':focus').innerText()).toBe('Need help?'));
    }
  });

  it('a page asked for without a session is returned to after the login', async () => {
    const { page } = await on.browser.visitor();
    await page.goto('/dashboard?search=asha');
    expect(new URL(page.url()).pathname).toBe('/');
    await signIn(page);
    await page.waitForURL('/dashboard?search=asha');
    await sees(page, 'Asha Rao');
    await soon(async () => expect(await page.getByText('Meera Nair').count()).toBe(0));
    // Signed in, there is no login page.
    await page.goto('/');
    await page.waitForURL('/dashboard');
  });

  it('a sales manager is led back from the admin pages, with the reason', async () => {
    const { page } = await on.visitorAs(SALES, '/dashboard');
    for (const path of ['/admin/dashboard', '/admin/transactions']) {
      await page.goto(path);
      await page.waitForURL('/dashboard');
      await says(page, SERVER_MESSAGES.auth.adminOnly);
    }
    await soon(async () => expect(await page.getByRole('link', { name: 'Admin Dashboard' }).count()).toBe(0));
  });

  it('an admin lands on the admin dashboard, whichever door was used', async () => {
    for (const path of ['/', '/login', '/admin/dashboard']) {
      const { page } = await on.browser.visitor();
      await page.goto(path);
      await signIn(page, ADMIN);
      await page.waitForURL('/admin/dashboard');
      await heading(page, 'Admin Dashboard');
    }
  });

  it('after the logout, Back shows nothing private', async () => {
    const { page, context } = await on.browser.visitor();
    await page.goto('/');
    await signIn(page);
    await sees(page, 'Asha Rao');
    await page.getByRole('link', { name: 'Transactions' }).click();
    await heading(page, 'Transaction History');
    await sees(page, 'Asha Rao');
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL(/\/$/);
    await page.getByLabel('Email').waitFor();
    for (let steps = 0; steps < 2; steps += 1) {
      await page.goBack();
      await page.getByLabel('Email').waitFor();
      expect(await page.content()).not.toContain('Asha Rao');
    }
    // The mark of a known device is no session, and outlives it.
    const kept = (await context.cookies()).filter(({ httpOnly }) => httpOnly).map(({ name }) => name);
    expect(kept).toEqual(['td_device']);
    // Nothing of the session, and nothing of a customer, is left in the browser's stores.
    const stored = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])');
    expect(stored).not.toMatch(/asha|priya|token"|eyJ[\w-]+\.eyJ/i);
  });

  it('a session that ended by itself leaves nothing to go back to, and nothing for the next person', async () => {
    const { page, context } = (await on.browser.visitor()).allow(refusal(409, '/admin/staff'));
    await page.goto('/');
    await signIn(page, ADMIN);
    await heading(page, 'Admin Dashboard');
    await page.getByRole('link', { name: 'Audit' }).click();
    await heading(page, /^Audit/);
    // As after 30 idle minutes.
    await context.clearCookies({ name: 'td_session' });
    await page.getByRole('link', { name: 'Staff' }).click();
    await page.waitForURL(/next=/);
    await page.getByLabel('Email').waitFor();
    await isLive(page);
    await signIn(page, SALES);
    await page.waitForURL('/dashboard');
    await sees(page, 'Asha Rao');
    for (let steps = 0; steps < 4; steps += 1) {
      await page.goBack();
      // The login page, and then the seller's own list: the server is asked again.
      await sees(page, /Asha Rao|Need help\?/);
      expect(await page.locator('body').innerText()).not.toMatch(/Admin Dashboard|Audit/);
    }
  });
});
