import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { OFFICE_MESSAGES } from '../../src/contracts/messages-office.js';
import { StaffService } from '../../src/modules/auth/index.js';
import { atLogin, audited, choosePassword, GOOD_PASSWORD, pageIn, staffId, submit } from '../support/accounts.js';
import type { Client } from '../support/client.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';

const SECOND_ADMIN = { email: 'vikram@tokendesk.test', password: GOOD_PASSWORD };

describe('the staff list', () => {
  let test: TestApp;
  let admin: Client;

  beforeAll(async () => {
    test = await TestApp.start();
  });
  beforeEach(async () => {
    admin = await test.as(ADMIN);
  });
  afterAll(() => test.close());

  const role = (client: Client, id: string, to: string) =>
    client.call('PUT', `/api/admin/staff/${id}/role`, { body: { role: to } });
  const activeAdmins = async () => {
    const sql = "SELECT COUNT(*) AS n FROM users WHERE role = 'admin' AND disabled_at IS NULL AND invited_at IS NULL";
    return Number(((await test.get(DataSource).query(sql)) as { n: number }[])[0]?.n);
  };

  it('is searched by name and e-mail, letter for letter, and paged', async () => {
    const list = async (query: string) => (await admin.get(`/api/admin/staff${query}`)).body.data;
    const all = await list('');
    expect(all.rows.map((row: { name: string }) => row.name)).toEqual(['Anita Desai', 'Priya Sharma', 'Rahul Verma']);
    expect(all.rows[0]).toEqual({
      id: await staffId(test, ADMIN.email),
      name: 'Anita Desai',
      email: ADMIN.email,
      role: 'admin',
      state: 'active',
      secondFactor: false,
      lastSignInAt: expect.any(String),
      sessions: 1,
      isSelf: true,
    });
    expect((await list('?search=PRIYA%40')).pagination.totalCount).toBe(1);
    expect((await list('?search=%25')).rows).toEqual([]);
    expect((await list('?search=a%00')).rows).not.toEqual([]);
    expect(await list('?limit=1&page=2')).toMatchObject({ pagination: { totalPages: 3, currentPage: 2 } });
    const page = pageIn(await admin.get('/admin/staff?search=priya'));
    expect(page).toMatchObject({ component: 'Admin/Staff', props: { totpRequired: false } });
    expect(page.props.rows).toHaveLength(1);
    // Names, not values: a random form token may hold such a word.
    expect(JSON.stringify(page).match(/"\w*(?:password|hash|secret)\w*":/gi)).toBeNull();
  });

  it('is for admins alone: 403 for others, 401 for strangers, and no write without the form token', async () => {
    const seller = await test.as(SALES);
    const id = await staffId(test, SALES.email);
    const calls: [string, string, object?][] = [
      ['GET', '/api/admin/staff'],
      ['POST', '/api/admin/staff', { name: 'Mallory', email: 'm@x.test', role: 'admin' }],
      ['PUT', '/api/admin/staff/second-factor-rule', { required: true }],
      ['PUT', `/api/admin/staff/${id}/role`, { role: 'admin' }],
      ['GET', `/api/admin/staff/${id}/sessions`],
      ['POST', `/api/admin/staff/${id}/sessions/1/end`, {}],
      ...['resend-invitation', 'withdraw-invitation', 'disable', 'enable'].map((act): [string, string, object] => [
        'POST',
        `/api/admin/staff/${id}/${act}`,
        {},
      ]),
      ...['reset-password', 'reset-second-factor', 'end-sessions'].map((act): [string, string, object] => [
        'POST',
        `/api/admin/staff/${id}/${act}`,
        {},
      ]),
    ];
    const browser = await atLogin(test);
    await submit(browser, '/login', ADMIN);
    for (const [method, path, body] of calls) {
      expect(await seller.call(method, path, { body })).toMatchObject({ status: 403, body: { error: 'FORBIDDEN' } });
      expect(await test.client().call(method, path, { body })).toMatchObject({
        status: 401,
        body: { error: 'AUTH_REQUIRED' },
      });
      if (method === 'GET') continue;
      const forged = await browser.call(method, path, { body, headers: { 'x-xsrf-token': 'x' } });
      expect(forged).toMatchObject({ status: 403, body: { error: 'CSRF_FAILED' } });
    }
    expect((await seller.get('/admin/staff')).headers.get('location')).toBe('/dashboard');
    expect((await test.client().get('/account')).headers.get('location')).toBe('/?next=%2Faccount');
    expect((await (await test.as(SALES)).get('/api/auth/me')).body.data.role).toBe('sales_manager');
  });

  it('answers 404 for accounts that are none', async () => {
    for (const id of ['999999', '0', 'abc', '1e3', '-1'])
      expect((await admin.post(`/api/admin/staff/${id}/disable`)).body).toMatchObject({ error: 'STAFF_NOT_FOUND' });
    const foreign = await admin.post(`/api/admin/staff/${await staffId(test, ADMIN.email)}/sessions/999999/end`);
    expect(foreign).toMatchObject({ status: 404, body: { error: 'SESSION_NOT_FOUND' } });
  });

  it('without a mail server the link is told once, in the answer to the invitation', async () => {
    const invited = await admin.post('/api/admin/staff', {
      name: 'Vikram Rao',
      email: SECOND_ADMIN.email,
      role: 'admin',
    });
    const link = new URL(invited.body.data.link as string);
    expect(link.pathname).toBe('/account/invitation');
    const page = await admin.get('/admin/staff?search=vikram');
    expect(page.text).not.toContain(link.searchParams.get('token'));
    // Nobody who was merely invited counts as an admin who could still do something.
    const own = await staffId(test, ADMIN.email);
    expect((await role(admin, own, 'sales_manager')).body).toMatchObject({ error: 'LAST_ACTIVE_ADMIN' });
    expect((await admin.post(`/api/admin/staff/${own}/disable`)).body).toMatchObject({
      error: 'LAST_ACTIVE_ADMIN',
      message: OFFICE_MESSAGES.staff.lastAdmin,
    });
    expect(await activeAdmins()).toBe(1);
    await choosePassword(test.client(), link.pathname + link.search, SECOND_ADMIN.password);
    expect(await activeAdmins()).toBe(2);
  });

  it('nobody disables the own account', async () => {
    const own = await staffId(test, ADMIN.email);
    expect(await admin.post(`/api/admin/staff/${own}/disable`)).toMatchObject({
      status: 409,
      body: { error: 'OWN_ACCOUNT', message: OFFICE_MESSAGES.staff.ownAccount },
    });
    expect((await admin.get('/api/auth/me')).status).toBe(200);
    expect(await activeAdmins()).toBe(2);
  });

  it.each([
    ['demoting each other', (client: Client, id: string) => role(client, id, 'sales_manager')],
    ['disabling each other', (client: Client, id: string) => client.post(`/api/admin/staff/${id}/disable`)],
    ['giving up at the same moment', null],
  ])('two admins %s leave one', async (_what, act) => {
    const staff = test.get(StaffService);
    for (let round = 0; round < 3; round += 1) {
      const people = [ADMIN, SECOND_ADMIN];
      const ids = await Promise.all(people.map(({ email }) => staffId(test, email)));
      for (const id of ids) {
        await staff.enable(Number(id));
        await staff.changeRole(Number(id), 'admin');
      }
      const [one, two] = (await Promise.all(people.map((who) => test.as(who)))) as [Client, Client];
      const [oneId = '', twoId = ''] = ids;
      const answers = act
        ? await Promise.all([act(one, twoId), act(two, oneId)])
        : await Promise.all([role(one, oneId, 'sales_manager'), role(two, twoId, 'sales_manager')]);
      expect(await activeAdmins()).toBe(1);
      const refused = answers.filter(({ status }) => status !== 200);
      expect(refused).toHaveLength(1);
      // Either the guard says it, or the session was gone first.
      expect(['LAST_ACTIVE_ADMIN', 'AUTH_REQUIRED']).toContain(refused[0]?.body.error);
    }
    for (const { email } of [ADMIN, SECOND_ADMIN]) {
      const id = Number(await staffId(test, email));
      await staff.enable(id);
      await staff.changeRole(id, 'admin');
    }
  });

  it('every act is written down: who, whom, from what to what', async () => {
    const id = await staffId(test, SALES.email);
    await role(admin, id, 'admin');
    await role(admin, id, 'sales_manager');
    await admin.post(`/api/admin/staff/${id}/disable`);
    await admin.post(`/api/admin/staff/${id}/enable`);
    const actor = Number(await staffId(test, ADMIN.email));
    const mine = (rows: Record<string, unknown>[]) =>
      rows
        .filter((row) => row['subject_id'] === id)
        .map((row) => [row['actor_user_id'], row['from_value'], row['to_value']]);
    expect(mine(await audited(test, 'staff.role-changed'))).toEqual([
      [actor, 'sales_manager', 'admin'],
      [actor, 'admin', 'sales_manager'],
    ]);
    expect(mine(await audited(test, 'staff.disabled'))).toEqual([[actor, 'active', 'disabled']]);
    expect(mine(await audited(test, 'staff.enabled'))).toEqual([[actor, 'disabled', 'active']]);
  });
});
