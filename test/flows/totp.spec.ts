import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { SERVER_MESSAGES } from '../../src/contracts/messages-server.js';
import { OFFICE_MESSAGES } from '../../src/contracts/messages-office.js';
import {
  apiLogin,
  atLogin,
  audited,
  codeAt,
  pageIn,
  staffId,
  submit,
  switchOn,
  wrongCode,
} from '../support/accounts.js';
import type { Client } from '../support/client.js';
import { MINUTE, SECOND } from '../support/fake-clock.js';
import { MailCatcher, textPartOf } from '../support/mail-catcher.js';
import { refund, refundsAtBank, sellAndPay, switchRefunds } from '../support/refunds.js';
import { ADMIN, OTHER_SALES, SALES, TestApp } from '../support/test-app.js';

const STEP = 30 * SECOND;

describe('the second factor', () => {
  const catcher = new MailCatcher();
  let test: TestApp;
  let secret: string;
  let recoveryCodes: string[];

  beforeAll(async () => {
    await catcher.open();
    test = await TestApp.start({ env: { SMTP_URL: catcher.url } });
    // No step of a code and no delay of a second ends by itself.
    test.clock.stop();
    const client = await test.as(SALES);
    ({ secret, recoveryCodes } = await switchOn(test, client));
  });
  // A code of the step before must not stand in the way, nor the delay after somebody else's wrong ones.
  beforeEach(() => test.clock.advance(16 * MINUTE));
  afterAll(async () => {
    await test.close();
    await catcher.close();
  });

  const code = (offset = 0) => codeAt(secret, test.clock.now(), offset);
  const signIn = (typed?: string) =>
    apiLogin(test.client(), { ...SALES, ...(typed === undefined ? {} : { code: typed }) });
  const signedIn = async (): Promise<Client> => {
    test.clock.advance(STEP);
    const client = test.client();
    const { body } = await apiLogin(client, { ...SALES, code: code() });
    client.cookies.clear();
    client.token = body.data.token as string;
    return client;
  };

  it('is asked for by the API after the password, and tells nothing before it', async () => {
    const asked = await signIn();
    expect(asked).toMatchObject({
      status: 401,
      body: { success: false, error: 'TOTP_REQUIRED', message: OFFICE_MESSAGES.account.codeRequired },
    });
    expect(asked.headers.getSetCookie()).toEqual([]);
    const wrong = await signIn(wrongCode(secret, test.clock.now()));
    expect(wrong).toMatchObject({ status: 401, body: { error: 'TOTP_INVALID' } });
    const stranger = await apiLogin(test.client(), { ...SALES, password: 'not the password', code: code() });
    expect(stranger.body).toEqual({
      success: false,
      message: SERVER_MESSAGES.login.invalid,
      error: 'INVALID_CREDENTIALS',
    });
    expect((await signIn(code())).body).toMatchObject({ success: true, data: { user: { email: SALES.email } } });
    expect((await apiLogin(test.client(), { ...OTHER_SALES, code: '123456' })).status).toBe(200);
  });

  it('takes a code once, of this step and of one to either side', async () => {
    expect((await signIn(code(-2))).status).toBe(401);
    expect((await signIn(code(2))).status).toBe(401);
    expect((await signIn(code(-1))).status).toBe(200);
    const now = code();
    const both = await Promise.all([signIn(now), signIn(now)]);
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 401]);
    expect((await signIn(now)).body).toMatchObject({ error: 'TOTP_INVALID' });
    // Of an earlier step than one that was taken, though its time is not over.
    expect((await signIn(code(-1))).status).toBe(401);
    test.clock.advance(MINUTE);
    expect((await signIn(` ${code(1).slice(0, 3)} ${code(1).slice(3)} `)).status).toBe(200);
  });

  it('takes a recovery code once, also when it is shown twice at the same moment', async () => {
    const [first = '', second = ''] = recoveryCodes;
    const both = await Promise.all([signIn(first), signIn(first)]);
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 401]);
    expect((await signIn(second.toUpperCase().replace('-', ' '))).status).toBe(200);
    expect(await audited(test, 'auth.recovery-code-used')).toHaveLength(2);
    await test.settle();
    expect(catcher.about('One of your recovery codes has been used.')).toHaveLength(2);
  });

  it('keeps neither seed nor recovery code readable, in the database or a page', async () => {
    const rows = await test.get(DataSource).query('SELECT totp_secret FROM users');
    const codes = await test.get(DataSource).query('SELECT code_hash FROM recovery_codes');
    const client = await signedIn();
    const page = await client.get('/account');
    const mails = catcher.mails.map(({ raw }) => textPartOf(raw));
    const all = JSON.stringify([rows, codes, page.text, mails]);
    expect(all).not.toContain(secret);
    for (const each of recoveryCodes) {
      expect(all).not.toContain(each);
      expect(all).not.toContain(each.replace('-', ''));
    }
    expect((codes as { code_hash: string }[])[0]?.code_hash).toMatch(/^\$argon2id\$/);
  });

  it('slows guessing down, and a right password in between wipes nothing out', async () => {
    const statuses: number[] = [];
    for (let guess = 0; guess < 6; guess += 1) {
      await signIn();
      statuses.push((await signIn(wrongCode(secret, test.clock.now()))).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await signIn(code())).body).toMatchObject({ error: 'LOGIN_THROTTLED' });
  });

  it('slows guessing down for who is signed in as well, and the password alone wipes nothing out', async () => {
    const client = await signedIn();
    const stepUp = (body: object) => client.post('/api/auth/step-up', body);
    const statuses: number[] = [];
    for (let guess = 0; guess < 6; guess += 1) {
      if (guess < 5) expect((await stepUp({ password: SALES.password })).status).toBe(200);
      statuses.push((await stepUp({ code: wrongCode(secret, test.clock.now()) })).status);
    }
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
    test.clock.advance(MINUTE);
    expect((await stepUp({ code: code() })).status).toBe(200);
    // A right code wipes them out.
    expect((await stepUp({ code: wrongCode(secret, test.clock.now()) })).status).toBe(422);
    expect((await stepUp({ password: SALES.password })).status).toBe(200);
  });

  describe('in the browser', () => {
    it('is a step of its own: no session before the code is right', async () => {
      const browser = await atLogin(test, '/login?next=/transactions');
      const first = await submit(browser, '/login', { ...SALES, next: '/transactions' });
      expect([first.status, first.headers.get('location')]).toEqual([303, '/login/code']);
      expect([...browser.cookies.keys()].sort()).toEqual(['XSRF-TOKEN', 'td_sign_in']);
      expect(first.headers.getSetCookie().find((line) => line.startsWith('td_sign_in'))).toMatch(
        /Max-Age=300; .*HttpOnly; SameSite=Lax/,
      );
      expect((await browser.get('/api/auth/me')).status).toBe(401);
      expect(pageIn(await browser.get('/login/code')).component).toBe('Auth/Code');
      const wrong = await submit(browser, '/login/code', { code: wrongCode(secret, test.clock.now()) });
      expect(wrong.headers.get('location')).toBe('/login/code');
      expect(pageIn(await browser.get('/login/code')).props.errors).toEqual({
        form: OFFICE_MESSAGES.account.codeInvalid,
      });
      test.clock.advance(STEP);
      const done = await submit(browser, '/login/code', { code: code() });
      expect(done.headers.get('location')).toBe('/transactions');
      expect((await browser.get('/api/auth/me')).body).toMatchObject({ data: { email: SALES.email } });
      expect(browser.cookies.has('td_sign_in')).toBe(false);
    });

    it('ends after five codes, and after five minutes', async () => {
      const begin = async () => {
        const browser = await atLogin(test);
        await submit(browser, '/login', SALES);
        return browser;
      };
      const late = await begin();
      test.clock.advance(5 * MINUTE + SECOND);
      const expired = await submit(late, '/login/code', { code: code() });
      expect(expired.headers.get('location')).toBe('/login');
      expect(pageIn(await late.get('/login')).props.errors).toEqual({ form: OFFICE_MESSAGES.account.codeExpired });
      expect((await late.get('/login/code')).headers.get('location')).toBe('/login');

      // Wipes out the wrong codes so far, so that the fifth is not held back.
      await signedIn();
      const guesser = await begin();
      for (let guess = 0; guess < 5; guess += 1) {
        await submit(guesser, '/login/code', { code: wrongCode(secret, test.clock.now()) });
        test.clock.advance(2 * SECOND);
      }
      test.clock.advance(STEP);
      await submit(guesser, '/login/code', { code: code() });
      expect((await guesser.get('/api/auth/me')).status).toBe(401);
    });

    it('needs the token of the form, and a cookie that is ours', async () => {
      const browser = await atLogin(test);
      await submit(browser, '/login', SALES);
      const bare = await browser.call('POST', '/login/code', {
        body: { code: code() },
        headers: { 'x-xsrf-token': '' },
      });
      expect(bare.status).toBe(403);
      browser.cookies.set('td_sign_in', 'v1.c29tZXRoaW5nIGVsc2UgYWx0b2dldGhlcg');
      const forged = await submit(browser, '/login/code', { code: code() });
      expect(forged.headers.get('location')).toBe('/login');
    });
  });

  describe('step-up', () => {
    it('asks again before a refund and the refund switch, and the same request then goes through once', async () => {
      await switchRefunds(test, true);
      const seller = await signedIn();
      const { paymentId } = await sellAndPay(test, seller);
      test.clock.advance(5 * MINUTE + SECOND);
      const key = 'one-refund-0001';
      const asked = await refund(seller, paymentId, 100, {}, key);
      expect(asked).toMatchObject({ status: 403, body: { success: false, error: 'STEP_UP_REQUIRED' } });
      expect(await refundsAtBank(test, paymentId)).toHaveLength(0);
      for (const body of [{ code: wrongCode(secret, test.clock.now()) }, { password: 'not the password' }])
        expect((await seller.post('/api/auth/step-up', body)).status).toBe(422);
      expect((await seller.post('/api/auth/step-up', {})).status).toBe(400);
      expect((await refund(seller, paymentId, 100, {}, key)).status).toBe(403);
      expect((await seller.post('/api/auth/step-up', { code: code() })).status).toBe(200);
      const done = await refund(seller, paymentId, 100, {}, key);
      expect(done.body).toMatchObject({ success: true });
      expect((await refund(seller, paymentId, 100, {}, key)).body).toEqual(done.body);
      expect(await refundsAtBank(test, paymentId)).toHaveLength(1);
      test.clock.advance(6 * MINUTE);
      expect((await seller.post('/api/auth/step-up', { password: SALES.password })).status).toBe(200);
      expect((await refund(seller, paymentId, 50)).body).toMatchObject({ success: true });
    });

    it('asks again before a decision of the review queue, which may give money back as well', async () => {
      const admin = await test.as(ADMIN);
      const own = await switchOn(test, admin);
      const decide = () =>
        admin.post('/api/admin/reviews/zzzz/decide', { decision: 'dismiss', note: 'Looked at it with the bank' });
      expect((await decide()).status).toBe(404);
      test.clock.advance(5 * MINUTE + SECOND);
      expect((await decide()).body).toMatchObject({ error: 'STEP_UP_REQUIRED' });
      expect((await admin.post('/api/auth/step-up', { password: ADMIN.password })).status).toBe(200);
      expect((await decide()).status).toBe(404);
      // The password, which is enough for that, must not be enough to be rid of the code.
      const rid = await admin.post(`/api/admin/staff/${await staffId(test, ADMIN.email)}/reset-second-factor`);
      expect([rid.status, rid.body.error]).toEqual([409, 'OWN_SECOND_FACTOR']);
      const off = { password: ADMIN.password, code: own.recoveryCodes[0] };
      expect((await admin.post('/api/account/totp/off', off)).status).toBe(200);
    });

    it('does not ask people without a second factor', async () => {
      const admin = await test.as(ADMIN);
      test.clock.advance(20 * MINUTE);
      const { body } = await admin.get('/api/auth/getPermissionStatus');
      expect((await admin.call('PUT', `/api/auth/togglePermission/${body._id}`)).status).toBe(200);
      // But nobody puts a telephone in place of theirs on a screen that was left alone.
      expect((await admin.post('/api/account/totp/start')).body).toMatchObject({ error: 'STEP_UP_REQUIRED' });
    });
  });

  it('is switched off with password and code; an admin takes it away from who lost both', async () => {
    const client = await signedIn();
    test.clock.advance(STEP);
    const off = (body: object) => client.post('/api/account/totp/off', body);
    expect((await off({ password: 'not the password', code: code() })).body).toMatchObject({ error: 'PASSWORD_WRONG' });
    expect((await off({ password: SALES.password, code: wrongCode(secret, test.clock.now()) })).body).toMatchObject({
      error: 'CODE_WRONG',
    });
    expect((await off({ password: SALES.password, code: code() })).status).toBe(200);
    expect((await signIn()).status).toBe(200);
    expect((await off({ password: SALES.password, code: code() })).body).toMatchObject({ error: 'TOTP_IS_OFF' });

    await switchOn(test, client);
    const admin = await test.as(ADMIN);
    const path = `/api/admin/staff/${await staffId(test, SALES.email)}/reset-second-factor`;
    expect((await admin.post(path)).body).toMatchObject({ data: { secondFactor: false } });
    expect((await admin.post(path)).body).toMatchObject({ error: 'TOTP_IS_OFF' });
    expect((await client.get('/api/auth/me')).status).toBe(401);
    expect((await signIn()).status).toBe(200);
  });

  it('new recovery codes make the old ones worthless; a second seed cannot slip in', async () => {
    const client = await test.as(OTHER_SALES);
    const own = await switchOn(test, client);
    const { body } = await client.post('/api/account/totp/recovery-codes');
    const fresh = body.data.recoveryCodes as string[];
    const login = (typed = '') => apiLogin(test.client(), { ...OTHER_SALES, code: typed });
    expect((await login(own.recoveryCodes[0])).status).toBe(401);
    expect((await login(fresh[0])).status).toBe(200);
    expect((await client.post('/api/account/totp/start')).body).toMatchObject({ error: 'TOTP_IS_ON' });
    expect((await client.post('/api/account/totp/confirm', { code: '000000' })).status).toBe(409);
  });

  it('an admin may require it of admins, who then can do nothing before they have it', async () => {
    const admin = await test.as(ADMIN);
    const rule = (required: boolean) =>
      admin.call('PUT', '/api/admin/staff/second-factor-rule', { body: { required } });
    expect((await rule(true)).body).toMatchObject({ success: true, data: { required: true } });
    const [audit] = await audited(test, 'permission.toggled').then((rows) => rows.slice(-1));
    expect(audit).toMatchObject({ subject_id: 'admin_totp', from_value: 'off', to_value: 'on' });
    for (const path of ['/api/payments/admin/all', '/api/admin/staff', '/api/sales-manager/dashboard'])
      expect(await admin.get(path)).toMatchObject({ status: 403, body: { error: 'TOTP_SETUP_REQUIRED' } });
    expect((await rule(false)).status).toBe(403);

    const browser = await atLogin(test);
    expect((await submit(browser, '/login', ADMIN)).headers.get('location')).toBe('/admin/dashboard');
    for (const path of ['/admin/dashboard', '/dashboard', '/admin/staff'])
      expect((await browser.get(path)).headers.get('location')).toBe('/account');
    expect(pageIn(await browser.get('/account')).props).toMatchObject({ setupRequired: true });
    const seed = await switchOn(test, browser);
    expect((await browser.get('/admin/dashboard')).status).toBe(200);
    test.clock.advance(STEP);
    const offBody = { password: ADMIN.password, code: codeAt(seed.secret, test.clock.now()) };
    expect((await browser.post('/api/account/totp/off', offBody)).body).toMatchObject({ error: 'TOTP_NEEDED' });
    // Sales managers are not concerned.
    expect((await (await test.as(SALES)).get('/api/sales-manager/dashboard')).status).toBe(200);
  });

  it('until then what is an admin’s alone in production is not there: test pages and the description of the API', async () => {
    // Production makes no demo staff: they are there from earlier.
    const before = await TestApp.start();
    await before.stop();
    const { bank, databaseUrl: url } = before;
    const production = await TestApp.start({ bank, database: { url }, adjust: { production: true } });
    try {
      const admin = await production.as(ADMIN);
      const answers = async () => [
        (await admin.get('/test-payment')).status,
        (await admin.get('/gateway-test')).status,
        (await admin.get('/components')).status,
        (await admin.post('/api/payments/test-link', {})).status,
        (await admin.post('/api/payments/test-icici-hash', { amount: '1.00' })).status,
        (await admin.get('/api/docs')).status,
      ];
      expect(await answers()).toEqual([200, 200, 200, 201, 200, 200]);
      await admin.call('PUT', '/api/admin/staff/second-factor-rule', { body: { required: true } });
      const invoices = (await bank.list()).invoices.length;
      expect(await answers()).toEqual([404, 404, 404, 404, 404, 404]);
      expect((await bank.list()).invoices).toHaveLength(invoices);
      expect((await admin.get('/api/payments/debug/all-payments')).body.error).toBe('TOTP_SETUP_REQUIRED');
      await switchOn(production, admin);
      expect(await answers()).toEqual([200, 200, 200, 201, 200, 200]);
    } finally {
      await production.close();
      await before.close();
    }
  });
});
