import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { MESSAGES } from '../../src/contracts/messages.js';
import { OFFICE_MESSAGES } from '../../src/contracts/messages-office.js';
import {
  apiLogin,
  atLogin,
  audited,
  choosePassword,
  GOOD_PASSWORD,
  linkFor,
  OTHER_PASSWORD,
  pageIn,
  staffId,
  submit,
} from '../support/accounts.js';
import type { Client } from '../support/client.js';
import { HOUR, MINUTE } from '../support/fake-clock.js';
import { MailCatcher, textPartOf } from '../support/mail-catcher.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';

describe('staff accounts', () => {
  const catcher = new MailCatcher();
  let test: TestApp;
  let admin: Client;

  beforeAll(async () => {
    await catcher.open();
    test = await TestApp.start({ env: { SMTP_URL: catcher.url } });
  });
  // A clock that has been moved on has ended earlier sessions.
  beforeEach(async () => {
    admin = await test.as(ADMIN);
    catcher.mails.length = 0;
  });
  afterAll(async () => {
    await test.close();
    await catcher.close();
  });

  const invite = (email: string, more: object = {}) =>
    admin.post('/api/admin/staff', { name: 'Meera Nair', email, role: 'sales_manager', ...more });
  const invitationTo = (email: string) => linkFor(catcher, email, '/account/invitation');
  const rowOf = async (email: string) =>
    (await admin.get(`/api/admin/staff?search=${encodeURIComponent(email)}`)).body.data.rows[0];

  it('invites by mail, and the person chooses a password and signs in', async () => {
    const email = 'meera@tokendesk.test';
    const { status, body } = await invite('  Meera@TokenDesk.test ');
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ staff: { email, state: 'invited', secondFactor: false }, link: null });
    expect(body.message).toBe(OFFICE_MESSAGES.staff.invited(email));
    const link = await invitationTo(email);
    expect(catcher.mails[0]?.subject).toBe('Your TokenDesk account at TokenDesk Developers');
    // The database could not open the account.
    const token = new URL(link, test.url).searchParams.get('token') ?? '';
    const stored = await test.get(DataSource).query('SELECT token_hash FROM one_time_tokens');
    const outbox = await test.get(DataSource).query('SELECT data FROM mail_outbox');
    expect(JSON.stringify([stored, outbox])).not.toContain(token);
    expect(JSON.stringify(stored)).toMatch(/[0-9a-f]{64}/);

    expect((await apiLogin(test.client(), { email, password: GOOD_PASSWORD })).status).toBe(401);
    const browser = test.client();
    const exchanged = await browser.get(link);
    expect([exchanged.status, exchanged.headers.get('location')]).toEqual([303, '/account/invitation']);
    const cookie = exchanged.headers.getSetCookie().find((line) => line.startsWith('td_invitation='));
    expect(cookie).toMatch(/HttpOnly; SameSite=Lax/);
    expect(cookie).not.toContain(token);
    const page = pageIn(await browser.get('/account/invitation'));
    expect(page).toMatchObject({
      component: 'Auth/SetPassword',
      props: { purpose: 'invitation', email, minLength: 12 },
    });
    expect(JSON.stringify(page)).not.toContain(token);

    for (const [password, repeat, errors] of [
      ['short', 'short', { password: 'Use at least 12 characters.' }],
      ['tokendesk meera', 'tokendesk meera', { password: expect.stringContaining('product name') }],
      [GOOD_PASSWORD, OTHER_PASSWORD, { repeat: OFFICE_MESSAGES.account.passwordsDiffer }],
    ] as const) {
      const refused = await submit(browser, '/account/invitation', { password, repeat });
      expect(refused.headers.get('location')).toBe('/account/invitation');
      expect(pageIn(await browser.get('/account/invitation')).props.errors).toEqual(errors);
    }
    const done = await submit(browser, '/account/invitation', { password: GOOD_PASSWORD, repeat: GOOD_PASSWORD });
    expect([done.status, done.headers.get('location')]).toEqual([303, '/login']);
    expect((await apiLogin(test.client(), { email, password: GOOD_PASSWORD })).status).toBe(200);
    expect(await rowOf(email)).toMatchObject({ state: 'active', sessions: 1, lastSignInAt: expect.any(String) });

    const again = await browser.get(link);
    expect(again.status).toBe(303);
    const used = await browser.get('/account/invitation');
    expect([used.status, pageIn(used).component]).toEqual([410, 'Auth/LinkUnusable']);
    const id = await staffId(test, email);
    expect(await audited(test, 'staff.invited')).toContainEqual(
      expect.objectContaining({ subject_id: id, to_value: 'sales_manager', actor_kind: 'staff' }),
    );
    expect(await audited(test, 'staff.invitation-accepted')).toContainEqual(
      expect.objectContaining({ subject_id: id, actor_user_id: Number(id) }),
    );
  });

  it('an invitation dies after 48 hours, when it is sent again, and when it is withdrawn', async () => {
    const email = 'late@tokendesk.test';
    await invite(email);
    const first = await invitationTo(email);
    catcher.mails.length = 0;
    const id = await staffId(test, email);
    expect((await admin.post(`/api/admin/staff/${id}/resend-invitation`)).status).toBe(200);
    const second = await invitationTo(email);
    const open = async (link: string) => {
      const browser = test.client();
      await browser.get(link);
      return (await browser.get('/account/invitation')).status;
    };
    expect([await open(first), await open(second)]).toEqual([410, 200]);
    test.clock.advance(48 * HOUR - MINUTE);
    expect(await open(second)).toBe(200);
    test.clock.advance(2 * MINUTE);
    expect(await open(second)).toBe(410);

    admin = await test.as(ADMIN);
    expect((await invite(email)).body).toMatchObject({ error: 'STAFF_EMAIL_TAKEN' });
    catcher.mails.length = 0;
    await admin.post(`/api/admin/staff/${id}/resend-invitation`);
    const third = await invitationTo(email);
    expect((await admin.post(`/api/admin/staff/${id}/withdraw-invitation`)).body.message).toBe(
      OFFICE_MESSAGES.staff.withdrawn,
    );
    expect(await open(third)).toBe(410);
    expect((await admin.post(`/api/admin/staff/${id}/withdraw-invitation`)).status).toBe(404);
    expect((await invite(email)).status).toBe(201);
  });

  it('a withdrawn invitation takes the seller out of events', async () => {
    const email = 'assigned@tokendesk.test';
    await invite(email);
    const link = await invitationTo(email);
    const id = await staffId(test, email);
    const path = '/api/admin/projects/default/events';
    const launch = (await admin.post(path, { name: 'Launch' })).body.data.id as string;
    const fair = (await admin.post(path, { name: 'Fair' })).body.data.id as string;
    // Assigned by a release that still took invited sellers.
    for (const event of [launch, fair])
      await test
        .get(DataSource)
        .query("INSERT INTO event_sellers (event_id, user_id, created_at) VALUES (?, ?, '2026-01-05 00:00:00.000')", [
          event,
          id,
        ]);
    const withdrawn = await admin.post(`/api/admin/staff/${id}/withdraw-invitation`);
    expect([withdrawn.status, withdrawn.body.message]).toEqual([200, OFFICE_MESSAGES.staff.withdrawn]);
    const browser = test.client();
    await browser.get(link);
    expect((await browser.get('/account/invitation')).status).toBe(410);
    const events = (await admin.get(path)).body.data as { sellers: unknown[] }[];
    expect(events.map(({ sellers }) => sellers)).toEqual([[], [], []]);
    const removed = (await audited(test, 'event.seller-removed')).slice(-2);
    expect(removed).toMatchObject([
      { subject_type: 'event', subject_id: launch, from_value: id },
      { subject_type: 'event', subject_id: fair, from_value: id },
    ]);
    expect((await audited(test, 'staff.invitation-withdrawn')).at(-1)).toMatchObject({ subject_id: id });
    expect((await invite(email)).status).toBe(201);
  });

  it('a seller is assigned to events once the invitation is accepted, and stays assigned', async () => {
    const email = 'new.seller@tokendesk.test';
    await invite(email);
    const id = await staffId(test, email);
    const path = '/api/admin/projects/default/events';
    const staff = await test.staff(ADMIN);
    const offered = async () => {
      const { props } = pageIn(await staff.get('/admin/project'));
      return (props.sellers as { email: string }[]).some((seller) => seller.email === email);
    };
    expect(await offered()).toBe(false);
    const refused = await admin.post(path, { name: 'Too early', sellers: [id] });
    expect([refused.status, refused.body.details]).toEqual([
      422,
      { sellers: 'Choose sellers whose account is active' },
    ]);
    const browser = test.client();
    expect((await choosePassword(browser, await invitationTo(email), GOOD_PASSWORD)).status).toBe(303);
    expect(await offered()).toBe(true);
    const made = await admin.post(path, { name: 'In time', sellers: [id] });
    expect([made.status, made.body.data.sellers]).toMatchObject([201, [{ email }]]);
    expect((await admin.post(`/api/admin/staff/${id}/withdraw-invitation`)).body.error).toBe('STAFF_NOT_INVITED');
    const [event] = (await admin.get(path)).body.data.slice(-1) as { sellers: { email: string }[] }[];
    expect(event?.sellers).toMatchObject([{ email }]);
  });

  it.each(['', 'short', 'x'.repeat(43), 'y'.repeat(3000)])('a link with the token %j leads nowhere', async (token) => {
    const browser = test.client();
    const exchanged = await browser.get(`/account/reset?token=${token}`);
    expect([exchanged.status, exchanged.headers.get('location')]).toEqual([303, '/account/reset']);
    expect((await browser.get('/account/reset')).status).toBe(410);
    const refused = await submit(browser, '/account/reset', { password: GOOD_PASSWORD, repeat: GOOD_PASSWORD });
    expect(refused.headers.get('location')).toBe('/account/reset');
  });

  it('a link with two tokens is refused', async () => {
    const { status, headers } = await test.client().get('/account/reset?token=a&token=b');
    expect([status, headers.get('set-cookie')?.includes('reset') ?? false]).toEqual([400, false]);
  });

  it('an accepted invitation can neither be withdrawn nor sent again', async () => {
    const id = await staffId(test, SALES.email);
    for (const act of ['withdraw-invitation', 'resend-invitation'])
      expect((await admin.post(`/api/admin/staff/${id}/${act}`)).body).toMatchObject({ error: 'STAFF_NOT_INVITED' });
    expect((await apiLogin(test.client(), SALES)).status).toBe(200);
  });

  it('of two people with one link one sets the password', async () => {
    const email = 'twice@tokendesk.test';
    await invite(email);
    const link = await invitationTo(email);
    const passwords = [GOOD_PASSWORD, OTHER_PASSWORD];
    await Promise.all(passwords.map((password) => choosePassword(test.client(), link, password)));
    const logins = await Promise.all(passwords.map((password) => apiLogin(test.client(), { email, password })));
    expect(logins.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 401]);
    const accepted = await audited(test, 'staff.invitation-accepted');
    const id = await staffId(test, email);
    expect(accepted.filter((row) => row['subject_id'] === id)).toHaveLength(1);
  });

  it('tells which field is wrong, and refuses what is no invitation', async () => {
    expect((await invite('no address')).body).toMatchObject({
      error: 'FIELD_ERRORS',
      details: { email: MESSAGES.form.email },
    });
    expect((await invite('x@y.test', { name: 'A' })).body.details).toEqual({ name: MESSAGES.form.nameShort });
    expect((await invite('x@y.test', { role: 'owner' })).status).toBe(400);
    expect((await invite('x@y.test', { passwordHash: 'x' })).status).toBe(400);
    expect((await invite(SALES.email)).body).toMatchObject({ error: 'STAFF_EMAIL_TAKEN' });
  });

  it('a reset by an admin ends the sessions and the old password at once; the link in the mail sets a new one', async () => {
    const sales = await test.as(SALES);
    const id = await staffId(test, SALES.email);
    const { body } = await admin.post(`/api/admin/staff/${id}/reset-password`);
    expect(body).toMatchObject({
      success: true,
      data: { link: null },
      message: OFFICE_MESSAGES.staff.resetSent(SALES.email),
    });
    expect((await sales.get('/api/auth/me')).status).toBe(401);
    expect((await apiLogin(test.client(), SALES)).status).toBe(401);
    const link = await linkFor(catcher, SALES.email, '/account/reset');
    await choosePassword(test.client(), link, SALES.password);
    expect((await apiLogin(test.client(), SALES)).status).toBe(200);
    const own = await staffId(test, ADMIN.email);
    expect((await admin.post(`/api/admin/staff/${own}/reset-password`)).body).toMatchObject({ error: 'OWN_PASSWORD' });
  });

  describe.each(['invitation', 'reset'] as const)('with two links opened in one browser (%s)', (purpose) => {
    const path = `/account/${purpose}`;
    const people = ['asha', 'ravi'].map((name) => `${name}.${purpose}@tokendesk.test`);
    const links: string[] = [];
    const formOf = async (browser: Client, link: string) => {
      await browser.get(link);
      return pageIn(await browser.get(path)).props as { email: string; link: string };
    };
    const chosen = (password: string, link?: string) => ({ password, repeat: password, ...(link && { link }) });
    const enters = async (email: string | undefined, password: string) =>
      (await apiLogin(test.client(), { email: email ?? '', password })).status === 200;

    beforeAll(async () => {
      admin = await test.as(ADMIN);
      for (const email of people) {
        await invite(email);
        let link = await invitationTo(email);
        if (purpose === 'reset') {
          await choosePassword(test.client(), link, GOOD_PASSWORD);
          await admin.post(`/api/admin/staff/${await staffId(test, email)}/reset-password`);
          link = await linkFor(catcher, email, path);
        }
        links.push(link);
      }
    });

    // Others choose passwords from this address.
    afterAll(() => test.clock.advance(16 * MINUTE));

    it('the form of the first sets no password of the other, and uses up neither', async () => {
      const [ofAsha = '', ofRavi = ''] = links;
      const browser = test.client();
      const first = await formOf(browser, ofAsha);
      const second = await formOf(browser, ofRavi);
      expect([first.email, second.email]).toEqual(people);
      for (const form of [chosen(OTHER_PASSWORD, first.link), { ...chosen('short', first.link), repeat: 'other' }]) {
        const refused = await submit(browser, path, form);
        expect([refused.status, refused.headers.get('location')]).toEqual([303, path]);
        const page = pageIn(await browser.get(path));
        expect(page.props).toMatchObject({ email: people[1], link: second.link });
        expect(page.props.errors).toEqual({ link: OFFICE_MESSAGES.account.otherLink });
      }
      for (const email of people) expect(await enters(email, OTHER_PASSWORD)).toBe(false);

      const done = await submit(browser, path, chosen('a password of Ravi 27', second.link));
      expect(done.headers.get('location')).toBe('/login');
      expect(await enters(people[1], 'a password of Ravi 27')).toBe(true);
      const again = await formOf(browser, ofAsha);
      expect(again).toMatchObject({ email: people[0], link: first.link });
      expect((await submit(browser, path, chosen('a password of Asha 31', again.link))).headers.get('location')).toBe(
        '/login',
      );
      expect(await enters(people[0], 'a password of Asha 31')).toBe(true);
    });
  });

  describe('a forgotten password', () => {
    const forgot = async (email: string) => {
      const browser = await atLogin(test, '/account/forgot');
      const reply = await submit(browser, '/account/forgot', { email });
      const page = pageIn(await browser.get(reply.headers.get('location') ?? ''));
      await test.settle();
      return { status: reply.status, location: reply.headers.get('location'), page };
    };

    it('answers the same whether there is such an account or not, and writes to real ones alone', async () => {
      const email = 'gone@tokendesk.test';
      await invite(email);
      const invited = await forgot(email);
      await admin.post(`/api/admin/staff/${await staffId(test, email)}/disable`);
      catcher.mails.length = 0;
      const answers = [invited];
      for (const address of [email, 'nobody@tokendesk.test', 'no address', '', ADMIN.email]) {
        answers.push(await forgot(address));
      }
      const seen = answers.map(({ status, location, page }) => JSON.stringify([status, location, page.props.isSent]));
      expect(new Set(seen)).toEqual(new Set([JSON.stringify([303, '/account/forgot?sent', true])]));
      await linkFor(catcher, ADMIN.email, '/account/reset');
      expect(catcher.mails.flatMap(({ to }) => to)).toEqual([ADMIN.email]);
    });

    it('sets a new one once, within 30 minutes, and ends what was open', async () => {
      const email = 'forgetful@tokendesk.test';
      await invite(email);
      await choosePassword(test.client(), await invitationTo(email), GOOD_PASSWORD);
      const open = await test.as({ email, password: GOOD_PASSWORD });
      await forgot(email);
      const older = await linkFor(catcher, email, '/account/reset');
      catcher.mails.length = 0;
      await forgot(email);
      const link = await linkFor(catcher, email, '/account/reset');
      await choosePassword(test.client(), older, 'this one comes too late 9');
      expect((await open.get('/api/auth/me')).status).toBe(200);
      const done = await choosePassword(test.client(), link, OTHER_PASSWORD);
      expect(done.headers.get('location')).toBe('/login');
      expect((await open.get('/api/auth/me')).status).toBe(401);
      expect((await apiLogin(test.client(), { email, password: GOOD_PASSWORD })).status).toBe(401);
      expect((await apiLogin(test.client(), { email, password: OTHER_PASSWORD })).status).toBe(200);
      await test.settle();
      expect(catcher.mails.some(({ raw }) => textPartOf(raw).includes('Your password has been changed.'))).toBe(true);

      await forgot(email);
      const stale = await linkFor(catcher, email, '/account/reset');
      test.clock.advance(31 * MINUTE);
      const browser = test.client();
      await browser.get(stale);
      expect((await browser.get('/account/reset')).status).toBe(410);
    });

    it('is mailed three times an hour at most', async () => {
      test.clock.advance(2 * HOUR);
      for (let time = 0; time < 6; time += 1) expect((await forgot(ADMIN.email)).status).toBe(303);
      expect(catcher.mails.filter(({ to }) => to.includes(ADMIN.email))).toHaveLength(3);
    });
  });
});
