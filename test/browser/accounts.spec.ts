import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { OFFICE_MESSAGES } from '../../src/contracts/messages-office.js';
import { codeAt, GOOD_PASSWORD, OTHER_PASSWORD, wrongCode } from '../support/accounts.js';
import { eventually } from '../support/product-process.js';
import { fitsEveryWidth } from './desk-steps.js';
import { stage } from './stage.js';
import { ADMIN, heading, refusal, says, sees, signIn, soon } from './steps.js';

/** For some fifty steps on a machine that is busy with other things. */
const LONG_WAY_MS = 180_000;

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

describe('accounts of staff', () => {
  const on = stage({ settings: async () => ({ LOG_LEVEL: 'info' }) });
  /** Everything that a log must not hold. */
  const secrets: string[] = [];

  const enter = async (page: Page, who = ADMIN) => {
    await page.goto('/login');
    await signIn(page, who);
  };
  /** As if the last six minutes had been spent on something else. */
  const letConfirmationsAge = async () => {
    const database = await on.product.dataSource();
    await database.query('UPDATE sessions SET verified_at = ?', ['2020-01-01 00:00:00.000']);
  };

  it('an admin invites, the person accepts and signs in; the link cannot be used again', async () => {
    const visitor = await on.visitorAs(ADMIN, '/admin/dashboard');
    const { page } = visitor.allow(refusal(409, '/api/admin/staff'));
    await page.getByRole('link', { name: 'Staff', exact: true }).click();
    await page.getByRole('heading', { name: 'Staff', exact: true }).waitFor();
    await sees(page, 'priya@tokendesk.test');
    await fitsEveryWidth(page, 'staff-list');
    await button(page, 'Invite staff').click();
    await field(page, 'Name').fill('Meera Nair');
    await field(page, 'Work email').fill('priya@tokendesk.test');
    await page.getByRole('dialog').waitFor();
    await button(page, 'Send invitation').click();
    await sees(page, 'There is already an account with this email.');
    await fitsEveryWidth(page, 'staff-invite');
    await field(page, 'Work email').fill('meera@tokendesk.test');
    await button(page, 'Send invitation').click();
    await page.getByRole('dialog', { name: 'One-time link' }).waitFor();
    await fitsEveryWidth(page, 'staff-link');
    const text = await page.getByRole('dialog').innerText();
    const link = /http:\S+\?token=[\w-]{43}/.exec(text)?.[0] ?? '';
    secrets.push(new URL(link).searchParams.get('token') ?? '');
    await button(page, 'Close').last().click();
    await sees(page, 'Invited');

    const guest = (await on.browser.visitor()).page;
    await guest.goto(link);
    await heading(guest, 'Welcome, Meera Nair');
    expect(guest.url()).toBe(`${on.product.url}/account/invitation`);
    await fitsEveryWidth(guest, 'account-invitation');
    await field(guest, 'New password').fill('tokendesk-meera');
    await field(guest, 'New password again').fill('tokendesk-meera');
    await button(guest, 'Set password').click();
    await sees(guest, /Do not build the password from the product name/);
    await fitsEveryWidth(guest, 'account-invitation-refused');
    await field(guest, 'New password').fill(GOOD_PASSWORD);
    await field(guest, 'New password again').fill(GOOD_PASSWORD);
    await button(guest, 'Set password').click();
    await guest.waitForURL('/login');
    await says(guest, OFFICE_MESSAGES.account.passwordSet);
    await signIn(guest, { email: 'meera@tokendesk.test', password: GOOD_PASSWORD });
    await guest.waitForURL('/dashboard');

    const late = (await on.browser.visitor()).allow(refusal(410, '/account/invitation')).page;
    await late.goto(link);
    await heading(late, OFFICE_MESSAGES.account.linkInvalid);
    await fitsEveryWidth(late, 'account-link-unusable');
  });

  it('with two invitations open in one browser, the form of the first sets no password of the other', async () => {
    const { page } = await on.visitorAs(ADMIN, '/admin/staff');
    const invited = async (name: string) => {
      await button(page, 'Invite staff').click();
      await field(page, 'Name').fill(name);
      await field(page, 'Work email').fill(`${name.slice(0, 4).toLowerCase()}@tokendesk.test`);
      await button(page, 'Send invitation').click();
      const dialog = page.getByRole('dialog', { name: 'One-time link' });
      await dialog.waitFor();
      const link = /http:\S+\?token=[\w-]{43}/.exec(await dialog.innerText())?.[0] ?? '';
      await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
      await dialog.waitFor({ state: 'detached' });
      return link;
    };
    const [ofAsha, ofRavi] = [await invited('Asha Pillai'), await invited('Ravi Menon')];
    const { page: first, context } = await on.browser.visitor();
    const choose = async (tab: Page, password: string) => {
      await field(tab, 'New password').fill(password);
      await field(tab, 'New password again').fill(password);
      await button(tab, 'Set password').click();
    };
    await first.goto(ofAsha);
    await heading(first, 'Welcome, Asha Pillai');
    const second = await context.newPage();
    await second.goto(ofRavi);
    await heading(second, 'Welcome, Ravi Menon');
    await choose(first, GOOD_PASSWORD);
    await sees(first, OFFICE_MESSAGES.account.otherLink);
    await fitsEveryWidth(first, 'account-other-link');
    expect(await field(first, 'New password').count()).toBe(0);
    await choose(second, OTHER_PASSWORD);
    await second.waitForURL('/login');
    await first.goto(ofAsha);
    await choose(first, GOOD_PASSWORD);
    await first.waitForURL('/login');
    await signIn(first, { email: 'asha@tokendesk.test', password: GOOD_PASSWORD });
    await first.waitForURL('/dashboard');
  });

  it('a forgotten password has one answer for every address', async () => {
    const { page } = await on.browser.visitor();
    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await heading(page, 'Forgot password');
    await fitsEveryWidth(page, 'account-forgot');
    await field(page, 'Email').fill('nobody@tokendesk.test');
    await button(page, 'Send the link').click();
    await sees(page, OFFICE_MESSAGES.account.forgotSent);
    await fitsEveryWidth(page, 'account-forgot-sent');
  });

  it('an admin ends the sessions of an account, disables it and enables it again', async () => {
    const rahul = (await on.browser.visitor()).page;
    await enter(rahul, on.rahul);
    await rahul.waitForURL('/dashboard');
    const visitor = await on.visitorAs(ADMIN, '/admin/staff?search=rahul');
    const { page } = visitor.allow(refusal(409, '/api/admin/staff/'));
    const choose = async (name: string) => {
      await button(page, 'More: Rahul Verma').click();
      await page.getByRole('menuitem', { name, exact: true }).click();
    };
    await choose('Sessions');
    await sees(page, /^Chrome on Linux$/);
    await fitsEveryWidth(page, 'staff-sessions');
    await button(page, 'End all').click();
    await sees(page, 'Nobody is signed in.');
    await page.keyboard.press('Escape');
    await choose('Disable');
    await fitsEveryWidth(page, 'staff-disable');
    await button(page, 'Disable').click();
    await sees(page, 'Disabled');
    await rahul.goto('/transactions');
    await rahul.getByLabel('Email').waitFor();
    visitor.allow(/status of 500/, /answered 500/);
    await page.route('**/enable', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
    await choose('Enable');
    await page.getByRole('alert').filter({ hasText: OFFICE_MESSAGES.staff.failed }).waitFor();
    await fitsEveryWidth(page, 'staff-enable-failed');
    await choose('Enable');
    await sees(page, 'Active');
    await page.getByRole('alert').filter({ hasText: OFFICE_MESSAGES.staff.failed }).waitFor({ state: 'detached' });
    // The last admin stays.
    await page.goto('/admin/staff?search=admin@');
    await button(page, 'More: Anita Desai').click();
    await page.getByRole('menuitem', { name: 'Make sales manager' }).click();
    await button(page, 'Make sales manager').click();
    await sees(page, OFFICE_MESSAGES.staff.lastAdmin);
  });

  it(
    'with a second factor, signing in and a refund ask for a code; a lost telephone has a way out',
    async () => {
      const seller = { email: 'priya@tokendesk.test', password: 'sales-demo-2026' };
      await on.paid();
      await on.refundsOn();

      const visitor = await on.browser.visitor();
      visitor.allow(refusal(422, '/api/'), refusal(403, '/api/'));
      const { page } = visitor;
      await enter(page, seller);
      await page.waitForURL('/dashboard');
      await page.getByRole('link', { name: /Priya Sharma/ }).click();
      await page.getByRole('heading', { name: 'Your account', exact: true }).waitFor();
      await fitsEveryWidth(page, 'account');
      await button(page, 'Set up').click();
      await page.getByAltText('QR code for your authenticator app').waitFor();
      const secret = (await page.getByRole('button', { name: /, copy key$/ }).innerText()).trim();
      expect(secret).toMatch(/^[A-Z2-7]{32}$/);
      await fitsEveryWidth(page, 'account-totp-setup');
      await field(page, 'Code').fill(wrongCode(secret, new Date()));
      await button(page, 'Switch on').click();
      await sees(page, OFFICE_MESSAGES.account.codeInvalid);
      const shownAt = Date.now();
      await field(page, 'Code').fill(codeAt(secret, new Date()));
      await button(page, 'Switch on').click();
      const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
      await codes.first().waitFor();
      await soon(async () => expect(await codes.count()).toBe(10));
      const recovery = await codes.allInnerTexts();
      secrets.push(secret, ...recovery);
      await fitsEveryWidth(page, 'account-recovery-codes');
      await button(page, 'I have kept them').click();
      await sees(page, /10 recovery codes are left/);
      await fitsEveryWidth(page, 'account-totp-on');

      await button(page, 'Logout').click();
      await page.waitForURL(/\/$/);
      await enter(page, seller);
      await page.waitForURL('/login/code');
      await heading(page, 'Enter your code');
      await fitsEveryWidth(page, 'login-code');
      // The code that switched it on is used up.
      const used = codeAt(secret, new Date(shownAt));
      await field(page, 'Code').fill(used);
      await button(page, 'Continue').click();
      await sees(page, OFFICE_MESSAGES.account.codeInvalid);
      await fitsEveryWidth(page, 'login-code-refused');
      // A code of the next step is taken, as from a telephone whose clock is a little ahead.
      await field(page, 'Code').fill(codeAt(secret, new Date(), 1));
      await button(page, 'Continue').click();
      await page.waitForURL('/dashboard');

      await letConfirmationsAge();
      await page.goto('/transactions');
      await button(page, /^More: /)
        .first()
        .click();
      await page.getByRole('menuitem', { name: /^Refund / }).click();
      await field(page, 'Refund Reason').fill('Changed their mind');
      await button(page, /^Process Refund/).click();
      await page.getByRole('dialog', { name: 'Confirm that it is you' }).waitFor();
      await fitsEveryWidth(page, 'step-up');
      await field(page, 'Code').fill(wrongCode(secret, new Date()));
      await button(page, 'Confirm').click();
      await sees(page, OFFICE_MESSAGES.account.codeInvalid);
      await field(page, 'Code').fill(recovery[0] ?? '');
      await button(page, 'Confirm').click();
      await says(page, /3-5 business days/);

      await page.goto('/account');
      await sees(page, /9 recovery codes are left/);
      await field(page, 'Current password').fill(seller.password);
      await field(page, 'New password').fill(OTHER_PASSWORD);
      await field(page, 'New password again').fill(OTHER_PASSWORD);
      await button(page, 'Change password').click();
      await says(page, OFFICE_MESSAGES.account.passwordChanged);
      await button(page, 'Switch off').click();
      await field(page, 'Password').fill(OTHER_PASSWORD);
      await field(page, 'Code').fill(recovery[1] ?? '');
      await button(page, 'Switch off').click();
      await sees(page, /^Off\. With it/);
      expect(Date.now() - shownAt).toBeLessThan(LONG_WAY_MS);
    },
    LONG_WAY_MS,
  );

  it('no log line holds a token, a seed, a recovery code or a password', async () => {
    await eventually('requests are logged', () => on.product.log.includes('"/account/invitation"'));
    const { log } = on.product;
    for (const secret of [...secrets, GOOD_PASSWORD, OTHER_PASSWORD]) expect(log).not.toContain(secret);
    expect(log).not.toMatch(/token=/);
    expect(secrets.length).toBeGreaterThan(10);
  });
});
