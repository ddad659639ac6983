import type { Page } from 'playwright-core';
import { SERVER_MESSAGES } from '../../../src/contracts/messages-server.js';
import { OFFICE_MESSAGES } from '../../../src/contracts/messages-office.js';
import { heading, refusal, sees, signIn } from '../../browser/steps.js';
import { codeAt, wrongCode } from '../../support/accounts.js';
import { Client } from '../../support/client.js';
import type { Cast, Person } from '../cast.js';
import { comeToWork, invite } from '../newcomer.js';
import { LONG, somebody } from '../people.js';
import type { Room, Scene } from '../scene.js';
import { listScenes } from './lists.js';

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Coming in, the own account, and the accounts of others. */
export const ACCOUNTS: Room = {
  name: 'accounts',
  title: 'Signing in and accounts',
  hasDark: true,
  scenes: [...loginScenes(), ...passwordScenes(), ...accountScenes(), ...staffScenes()],
};

function loginScenes(): Scene[] {
  const screen = 'Login';
  const answered = (state: string, status: number, words: string | RegExp): Scene => ({
    screen,
    state,
    open: async (cast) => {
      const page = await cast.visit('/', { allow: [new RegExp(`status of ${status}`), /answered 500/] });
      await page.route('**/login', (route) =>
        route.request().method() === 'POST' ? route.fulfill({ status, body: '' }) : route.fallback(),
      );
      await signIn(page);
      await sees(page, words);
      return page;
    },
  });
  return [
    { screen, state: 'empty', main: true, open: (cast) => cast.visit('/') },
    {
      screen,
      state: 'a wrong password',
      open: async (cast) => {
        const page = await cast.visit('/');
        await signIn(page, { email: 'priya@tokendesk.test', password: 'not the password' });
        await sees(page, SERVER_MESSAGES.login.invalid);
        return page;
      },
    },
    {
      screen,
      state: 'being sent',
      open: async (cast) => {
        const page = await cast.visit('/');
        await page.route('**/login', () => undefined);
        await signIn(page);
        await button(page, 'Please wait...').waitFor();
        return page;
      },
    },
    answered('the server fails', 500, /went wrong|could not|error/i),
    {
      screen,
      state: 'the help is open',
      open: async (cast) => {
        const page = await cast.visit('/');
        await button(page, 'Need help?').click();
        await page.getByRole('dialog').getByText('Common Issues').waitFor();
        return page;
      },
    },
    {
      screen: 'The second step',
      state: 'a code is asked for',
      open: async (cast) => (await atCode(cast)).page,
    },
    {
      screen: 'The second step',
      state: 'a wrong code',
      open: async (cast) => {
        const { page, secret } = await atCode(cast);
        await field(page, 'Code').fill(wrongCode(secret, new Date()));
        await button(page, 'Continue').click();
        await sees(page, OFFICE_MESSAGES.account.codeInvalid);
        return page;
      },
    },
  ];
}

/** Somebody with a second factor, at the second step of signing in. */
async function atCode(cast: Cast): Promise<{ page: Page; secret: string }> {
  const { who, secret } = await withFactor(cast);
  const page = await cast.visit('/', { allow: [/status of 422/] });
  await signIn(page, who);
  await page.waitForURL('/login/code');
  await heading(page, 'Enter your code');
  return { page, secret };
}

async function withFactor(cast: Cast): Promise<{ who: Person; secret: string }> {
  const who = await comeToWork(cast, 'Farah Sheikh');
  const client = await new Client(cast.product.url).signIn(who.email, who.password);
  const { body } = await client.post('/api/account/totp/start');
  const { secret } = body.data as { secret: string };
  const { status, text } = await client.post('/api/account/totp/confirm', { code: codeAt(secret, new Date()) });
  if (status !== 200) throw new Error(`the second factor did not go on: ${status} ${text}`);
  return { who, secret };
}

function passwordScenes(): Scene[] {
  const screen = 'Choose a password';
  const open = async (cast: Cast) => {
    const page = await cast.visit(await invite(cast, LONG.name, somebody().email));
    await heading(page, /^Welcome/);
    return page;
  };
  return [
    { screen: 'Forgot password', state: 'empty', open: (cast) => cast.visit('/account/forgot') },
    { screen: 'Forgot password', state: 'sent', open: (cast) => cast.visit('/account/forgot?sent') },
    { screen, state: 'invited, with a very long name', open },
    {
      screen,
      state: 'refused',
      open: async (cast) => {
        const page = await open(cast);
        await field(page, 'New password').fill('tokendesk-meera');
        await field(page, 'New password again').fill('tokendesk-meera');
        await button(page, 'Set password').click();
        await sees(page, /Do not build the password from/);
        return page;
      },
    },
    {
      screen,
      state: 'the link cannot be used',
      open: async (cast) => {
        const page = await cast.visit('/account/invitation?token=x', { allow: [/status of 4\d\d/] });
        await heading(page, OFFICE_MESSAGES.account.linkInvalid);
        return page;
      },
    },
  ];
}

function accountScenes(): Scene[] {
  const screen = 'Your account';
  const open = async (cast: Cast) =>
    cast.as(await comeToWork(cast, 'Lata Rao'), '/account', { allow: [/status of 422/] });
  const settingUp = async (cast: Cast) => {
    const page = await open(cast);
    await button(page, 'Set up').click();
    await page.getByAltText('QR code for your authenticator app').waitFor();
    return page;
  };
  return [
    { screen, state: 'without a second factor', main: true, open },
    { screen, state: 'the second factor is being set up', open: settingUp },
    {
      screen,
      state: 'the recovery codes',
      open: async (cast) => {
        const page = await settingUp(cast);
        const secret = (await page.getByRole('button', { name: /, copy key$/ }).innerText()).trim();
        await field(page, 'Code').fill(codeAt(secret, new Date()));
        await button(page, 'Switch on').click();
        await page.getByRole('list', { name: 'Recovery codes' }).waitFor();
        return page;
      },
    },
    {
      screen,
      state: 'a wrong current password',
      open: async (cast) => {
        const page = await open(cast);
        await field(page, 'Current password').fill('not the password');
        await field(page, 'New password').fill('seven pale umbrellas sing');
        await field(page, 'New password again').fill('seven pale umbrellas sing');
        await button(page, 'Change password').click();
        await sees(page, OFFICE_MESSAGES.account.passwordWrong);
        return page;
      },
    },
  ];
}

function staffScenes(): Scene[] {
  const screen = 'Staff';
  const open = (cast: Cast, path: string, more = {}) => cast.admin(path, more);
  const chosen = (state: string, item: string, words: string | RegExp): Scene => ({
    screen,
    state,
    open: async (cast) => {
      await cast.as(cast.rahul, '/dashboard');
      const page = await cast.admin('/admin/staff?search=rahul');
      await button(page, 'More: Rahul Verma').click();
      await page.getByRole('menuitem', { name: item, exact: true }).click();
      await page.getByRole('dialog').getByText(words).first().waitFor();
      return page;
    },
  });
  return [
    {
      screen,
      state: 'full, with a very long name',
      main: true,
      open: async (cast) => {
        await invite(cast, LONG.name, somebody().email);
        return cast.admin('/admin/staff');
      },
    },
    ...listScenes({ screen, path: '/admin/staff', open }).filter(({ state }) => state !== 'nothing matches'),
    {
      screen,
      state: 'somebody is invited, with a mistake',
      open: async (cast) => {
        const page = await cast.admin('/admin/staff', { allow: [refusal(409, '/api/admin/staff')] });
        await button(page, 'Invite staff').click();
        await field(page, 'Name').fill('Meera Nair');
        await field(page, 'Work email').fill('priya@tokendesk.test');
        await button(page, 'Send invitation').click();
        await sees(page, 'There is already an account with this email.');
        return page;
      },
    },
    {
      screen,
      state: 'the one-time link',
      open: async (cast) => {
        const page = await cast.admin('/admin/staff');
        await button(page, 'Invite staff').click();
        await field(page, 'Name').fill('Meera Nair');
        await field(page, 'Work email').fill(somebody().email);
        await button(page, 'Send invitation').click();
        await page.getByRole('dialog', { name: 'One-time link' }).waitFor();
        return page;
      },
    },
    {
      screen,
      state: 'the menu of a person is open',
      open: async (cast) => {
        const page = await cast.admin('/admin/staff?search=rahul');
        await button(page, 'More: Rahul Verma').click();
        await page.getByRole('menu').waitFor();
        return page;
      },
    },
    chosen('sessions of a person', 'Sessions', /./),
    chosen('somebody is to be disabled', 'Disable', /Rahul/),
  ];
}
