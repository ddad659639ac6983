import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { addDays, istDayOf } from '../../src/domain/calendar/ist-day.js';
import type { Client } from '../support/client.js';
import { DAY } from '../support/fake-clock.js';
import { expectInvariants } from '../support/invariants.js';
import { cancelLink, correctContact, query, rowOf } from '../support/links.js';
import { attachmentsOf, MailCatcher, textPartOf } from '../support/mail-catcher.js';
import { pdfText } from '../support/pdf-text.js';
import { payAsCustomer } from '../support/refunds.js';
import { createLink, linkBody } from '../support/sales.js';
import { ADMIN, OTHER_SALES, SALES, TestApp } from '../support/test-app.js';
import { askUpgrade, createUpgrade } from '../support/upgrades.js';

const MEADOWS = {
  name: 'Green Meadows',
  legalName: 'Meadows Developers LLP',
  address: '7 Lake Road, Nashik 422001',
  supportEmail: 'meadows@example.com',
  supportPhone: '+91 253 555 0101',
};

describe('projects and events', () => {
  const catcher = new MailCatcher();
  let test: TestApp;
  let priya: Client;
  let rahul: Client;
  let admin: Client;
  let today: string;
  /** Ids of the events; a refused one leaves a gap. */
  let launch: string;
  let river: string;

  beforeAll(async () => {
    await catcher.open();
    test = await TestApp.start({
      printsReceipts: true,
      env: { SMTP_URL: catcher.url, MAIL_FROM: 'sales@example.com' },
    });
  });
  // A clock that has been moved on has ended earlier sessions.
  beforeEach(async () => {
    priya = await test.as(SALES);
    rahul = await test.as(OTHER_SALES);
    admin = await test.as(ADMIN);
    today = istDayOf(test.clock.now());
  });
  afterEach(() => expectInvariants(test));
  afterAll(async () => {
    await test.close();
    await catcher.close();
  });

  const put = (client: Client, path: string, body: object) => client.call('PUT', path, { body });
  const sell = (client: Client, more: object = {}) =>
    client.post('/api/payments/create-link', linkBody('silver', more as Record<string, unknown>));
  /** Code of the project and name of the event. */
  const soldIn = async (paymentId: string) => {
    const [row] = await query<{ project: string; event: string }>(
      test,
      `SELECT j.code AS project, e.name AS event FROM payments p JOIN projects j ON j.id = p.project_id
       JOIN events e ON e.id = p.event_id AND e.project_id = p.project_id WHERE p.public_id = ?`,
      [paymentId],
    );
    return `${row?.project}: ${row?.event}`;
  };
  const idOf = async (email: string) =>
    String((await query<{ id: number }>(test, 'SELECT id FROM users WHERE email = ?', [email]))[0]?.id);
  const audit = async (action: string) =>
    query<Record<string, unknown>>(
      test,
      'SELECT subject_id AS subject, from_value AS fromValue, to_value AS toValue, reason FROM audit_log WHERE action = ? ORDER BY id',
      [action],
    );
  const setDays = (eventId: string, firstDay: string, lastDay: string) =>
    put(admin, `/api/admin/events/${eventId}`, { firstDay, lastDay });

  // In this order: projects are never deleted.
  it('an installation without events is as it was', async () => {
    const { paymentId, data } = await createLink(priya, 'silver');
    expect(await soldIn(paymentId)).toBe('default: Default event');
    expect(Object.keys(data)).not.toContain('soldIn');
    const desk = (await priya.get(`/api/payments/${paymentId}/desk`)).body.data;
    const details = (await admin.get(`/api/payments/admin/${paymentId}/details`)).body.data;
    expect([Object.hasOwn(desk, 'soldIn'), Object.hasOwn(details, 'soldIn')]).toEqual([false, false]);
    const csv = (await admin.get('/api/payments/admin/export')).text.split('\r\n');
    expect(csv[0]).toMatch(/"Terms agreed \(IST\)"$/);
    const { text } = await priya.get('/dashboard', { headers: { 'x-inertia': 'true', 'x-inertia-version': '' } });
    expect(text).not.toContain('workplace');
    const { data: offered } = (await priya.get('/api/account/events')).body;
    expect(offered).toMatchObject([
      { id: '1', name: 'Default event', project: 'default', denial: null, isCurrent: true },
    ]);
  });

  it('a project is made, changed and closed by admins alone', async () => {
    expect((await priya.post('/api/admin/projects', { code: 'meadows' })).status).toBe(403);
    expect((await admin.post('/api/admin/projects', { code: 'Green Meadows' })).body).toMatchObject({
      error: 'FIELD_ERRORS',
      details: { code: expect.any(String) },
    });
    const made = await admin.post('/api/admin/projects', { code: 'meadows', ...MEADOWS });
    expect([made.status, made.body.data]).toMatchObject([201, { code: 'meadows', state: 'draft', name: MEADOWS.name }]);
    expect((await admin.post('/api/admin/projects', { code: 'meadows' })).body.error).toBe('PROJECT_CODE_TAKEN');
    expect((await put(admin, '/api/admin/projects/meadows', { state: 'selling' })).status).toBe(200);
    const back = await put(admin, '/api/admin/projects/meadows', { state: 'draft' });
    expect([back.status, Object.keys(back.body.details)]).toEqual([422, ['state']]);
    expect(await audit('project.created')).toMatchObject([{ subject: 'meadows', toValue: 'draft' }]);
    expect(await audit('project.changed')).toMatchObject([
      { subject: 'meadows', reason: 'state', fromValue: 'draft', toValue: 'selling' },
    ]);
    expect((await admin.post('/api/admin/projects', { code: 'riverside', name: 'Riverside' })).status).toBe(201);
  });

  it('an event is made, and its sellers assigned, by admins alone', async () => {
    const wanted = {
      name: 'Launch',
      place: 'Nashik',
      hours: '10:00 to 19:00',
      firstDay: today,
      lastDay: addDays(today, 30),
    };
    const path = '/api/admin/projects/meadows/events';
    expect((await priya.post(path, wanted)).status).toBe(403);
    expect((await admin.post(path, { ...wanted, lastDay: addDays(today, -1) })).body.details).toEqual({
      lastDay: 'The last day cannot be before the first',
    });
    const { name: _, ...unnamed } = wanted;
    expect(await admin.post(path, unnamed)).toMatchObject({
      status: 422,
      body: { details: { name: expect.any(String) } },
    });
    expect((await admin.post(path, { ...wanted, sellers: ['999'] })).body.details).toHaveProperty('sellers');
    const sellers = [await idOf(SALES.email)];
    const made = await admin.post(path, { ...wanted, sellers });
    expect([made.status, made.body.data]).toMatchObject([201, { state: 'running', sellers: [{ email: SALES.email }] }]);
    launch = made.body.data.id as string;
    expect(await audit('event.created')).toMatchObject([{ subject: launch, toValue: 'Launch', reason: 'meadows' }]);
    expect(await audit('event.seller-added')).toMatchObject([{ subject: launch, toValue: sellers[0] }]);
    const other = await admin.post('/api/admin/projects/riverside/events', {
      name: 'River day',
      sellers: [await idOf(OTHER_SALES.email)],
    });
    expect(other.body.data).toMatchObject({ project: 'riverside', state: 'running' });
    river = other.body.data.id as string;
    expect((await put(admin, '/api/admin/events/99', { name: 'x' })).body.error).toBe('EVENT_NOT_FOUND');
  });

  it('an event that is sent again under its Idempotency-Key is made once', async () => {
    const path = '/api/admin/projects/riverside/events';
    const events = async () => ((await admin.get(path)).body.data as { name: string }[]).map(({ name }) => name);
    const before = await events();
    const make = (name: string, key: string) =>
      admin.call('POST', path, { body: { name }, headers: { 'idempotency-key': key } });
    const [first, second] = [await make('Evening', 'event-1'), await make('Evening', 'event-1')];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect(await make('Morning', 'event-1')).toMatchObject({ status: 422, body: { error: 'IDEMPOTENCY_MISMATCH' } });
    expect(await events()).toEqual([...before, 'Evening']);
    expect((await make('Evening', 'event-2')).body.data.id).not.toBe(first.body.data.id);
  });

  it('each seller sells in the own event, and a link stays there for good', async () => {
    const { paymentId } = await createLink(priya, 'gold');
    expect(await soldIn(paymentId)).toBe('meadows: Launch');
    expect((await sell(rahul)).body).toMatchObject({
      error: 'PROJECT_NOT_SELLING',
      message: expect.stringContaining('Riverside'),
    });
    expect((await put(admin, '/api/admin/projects/riverside', { state: 'selling' })).status).toBe(200);
    expect(await soldIn((await sell(rahul)).body.data.paymentId)).toBe('riverside: River day');
    // Another seller's event answers as one that is not there.
    for (const eventId of [river, '1', '99', 'x']) {
      expect((await sell(priya, { eventId })).body.error).toBe('EVENT_NOT_FOUND');
      expect((await put(priya, '/api/account/event', { eventId })).status).toBe(404);
    }
    // The seller works elsewhere from now on; correction, upgrade and reissue stay where the link was made.
    const correction = { name: 'Asha Rao', email: 'asha@example.com' };
    const corrected = (await correctContact(priya, paymentId, correction)).body.data.paymentId as string;
    expect(await soldIn(corrected)).toBe('meadows: Launch');
    await payAsCustomer(test, corrected);
    await test.settle();
    await put(admin, `/api/admin/events/${river}`, {
      sellers: [await idOf(SALES.email), await idOf(OTHER_SALES.email)],
    });
    expect((await put(priya, '/api/account/event', { eventId: river })).status).toBe(200);
    expect(await soldIn(await createUpgrade(priya, corrected))).toBe('meadows: Launch');
    expect(await soldIn(corrected)).toBe('meadows: Launch');
  });

  it('with several events the seller chooses, for this session', async () => {
    const { body } = await sell(priya);
    expect([body.error, body.message]).toEqual(['EVENT_NOT_CHOSEN', 'Choose the event you are selling in first.']);
    const { data: offered } = (await priya.get('/api/account/events')).body;
    expect(offered).toMatchObject([
      { id: launch, isCurrent: false },
      { id: river, isCurrent: false },
    ]);
    const chosen = await put(priya, '/api/account/event', { eventId: river });
    expect([chosen.body.message, chosen.body.data[1].isCurrent]).toEqual(['You are selling in River day.', true]);
    expect(await soldIn((await sell(priya)).body.data.paymentId)).toBe('riverside: River day');
    // A form that was opened in the other event sells there.
    expect(await soldIn((await sell(priya, { eventId: launch })).body.data.paymentId)).toBe('meadows: Launch');
    expect((await sell(await test.as(SALES))).body.error).toBe('EVENT_NOT_CHOSEN');
    // Taken out of it, the seller is in the other one.
    await put(admin, `/api/admin/events/${river}`, { sellers: [await idOf(OTHER_SALES.email)] });
    expect(await audit('event.seller-removed')).toMatchObject([{ subject: river, fromValue: await idOf(SALES.email) }]);
    expect(await soldIn((await sell(priya)).body.data.paymentId)).toBe('meadows: Launch');
  });

  it('sellers are added and taken out by themselves, and whoever else sells in it stays', async () => {
    const [one, other] = [await idOf(SALES.email), await idOf(OTHER_SALES.email)];
    const path = `/api/admin/events/${river}`;
    const change = async (body: object) => {
      const answer = await put(admin, path, body);
      expect(answer.status).toBe(200);
      return (answer.body.data.sellers as { id: string }[]).map(({ id }) => id).sort();
    };
    expect(await change({ addSellers: [one, other] })).toEqual([one, other].sort());
    expect(await change({ removeSellers: [one, '999'] })).toEqual([other]);
    expect(await change({ addSellers: [one], removeSellers: [other] })).toEqual([one]);
    expect(await change({ addSellers: null, removeSellers: null, hours: '' })).toEqual([one]);
    // Beside the whole list they count from it.
    expect(await change({ sellers: [], addSellers: [other] })).toEqual([other]);
    for (const wrong of [{ addSellers: ['999'] }, { sellers: ['999'] }])
      expect((await put(admin, path, wrong)).body.details).toHaveProperty('sellers');
    expect(await change({ sellers: [other] })).toEqual([other]);
  });

  it('the double-sell guard looks at the project in which the seller sells', async () => {
    const person = { customerData: { name: 'Meera Iyer', email: 'meera.guard@example.com', phone: '9822000111' } };
    const held = async (client: Client) =>
      (await client.get('/api/payments/open-links?tokenType=silver&email=meera.guard@example.com')).body.data.openLinks;
    expect((await sell(priya, person)).status).toBe(201);
    expect(await held(priya)).toHaveLength(1);
    expect(await held(rahul)).toHaveLength(0);
    const elsewhere = await sell(rahul, person);
    expect(elsewhere.status).toBe(201);
    expect(elsewhere.body.data.openLinks).toEqual([]);
    expect(await held(rahul)).toHaveLength(1);
  });

  it('an admin sells in the default event, unless another one is chosen', async () => {
    expect(await soldIn((await sell(admin)).body.data.paymentId)).toBe('default: Default event');
    expect((await put(admin, '/api/account/event', { eventId: launch })).status).toBe(200);
    expect(await soldIn((await sell(admin)).body.data.paymentId)).toBe('meadows: Launch');
  });

  it('whoever changes the password goes on in the chosen event', async () => {
    const change = async (currentPassword: string, newPassword: string) => {
      const { status, body } = await admin.post('/api/account/password', { currentPassword, newPassword });
      expect(status).toBe(200);
      admin.token = body.data.token as string;
    };
    const interim = 'quartz-lantern-meadow-71';
    expect((await put(admin, '/api/account/event', { eventId: launch })).status).toBe(200);
    await change(ADMIN.password, interim);
    expect(await soldIn((await sell(admin)).body.data.paymentId)).toBe('meadows: Launch');
    await change(interim, ADMIN.password);
    expect(await soldIn((await sell(await test.as(ADMIN))).body.data.paymentId)).toBe('default: Default event');
  });

  it('the days of an event bound new sales alone', async () => {
    const { paymentId } = await createLink(priya, 'silver');
    await setDays(launch, addDays(today, 2), addDays(today, 3));
    const early = await sell(priya);
    expect([early.status, early.body.error]).toEqual([409, 'EVENT_NOT_BEGUN']);
    expect(early.body.message).toMatch(/^Launch begins on \w{3} \d/);
    await payAsCustomer(test, paymentId);
    test.clock.advance(4 * DAY);
    priya = await test.as(SALES);
    admin = await test.as(ADMIN);
    const late = await sell(priya);
    expect([late.status, late.body.error]).toEqual([409, 'EVENT_OVER']);
    expect((await put(priya, '/api/account/event', { eventId: launch })).body.error).toBe('EVENT_OVER');
    await setDays(launch, '', '');
    expect((await sell(priya)).status).toBe(201);
    expect(await audit('event.changed')).toEqual(
      expect.arrayContaining([expect.objectContaining({ subject: launch, reason: 'lastDay', toValue: null })]),
    );
  });

  it('a closed project makes no new link, and takes the money of open ones', async () => {
    const open = await createLink(priya, 'gold');
    const paid = await createLink(priya, 'gold');
    const expired = await createLink(priya, 'silver');
    await payAsCustomer(test, paid.paymentId);
    await test.settle();
    expect((await put(admin, '/api/admin/projects/meadows', { state: 'closed' })).status).toBe(200);
    const refused = await sell(priya);
    expect([refused.status, refused.body.error]).toEqual([409, 'PROJECT_CLOSED']);
    expect((await askUpgrade(priya, paid.paymentId)).body.error).toBe('PROJECT_CLOSED');
    expect(await rowOf(priya, paid.paymentId)).toMatchObject({
      upgradeState: null,
      denials: { upgrade: expect.any(String) },
    });
    expect((await priya.post(`/api/payments/${expired.paymentId}/reissue-link`)).body.error).toBe('PROJECT_CLOSED');
    const allowed = async (paymentId: string) => {
      const { reissue, correctContact: correct } = (await rowOf(priya, paymentId)).denials;
      return { reissue: reissue === null, correct: correct === null };
    };
    expect(await allowed(open.paymentId)).toEqual({ reissue: false, correct: true });
    expect((await cancelLink(priya, expired.paymentId)).status).toBe(200);
    expect(await allowed(expired.paymentId)).toEqual({ reissue: false, correct: false });
    const contact = { name: 'Right Name', email: 'right.closed@example.com' };
    expect((await correctContact(priya, expired.paymentId, contact)).body.error).toBe('PROJECT_CLOSED');
    await payAsCustomer(test, open.paymentId);
    expect((await put(admin, '/api/admin/projects/meadows', { state: 'selling' })).status).toBe(200);
    expect(await rowOf(priya, paid.paymentId)).toMatchObject({ upgradeState: 'available' });
    expect(await allowed(expired.paymentId)).toEqual({ reissue: true, correct: true });
    expect((await askUpgrade(priya, paid.paymentId)).status).toBe(201);
  });

  it('customers see the project of their payment, and the settings where it says nothing', async () => {
    const usual = test.settings.company;
    const { paymentId } = await createLink(priya, 'silver', {
      customerData: { name: 'Asha Rao', email: 'asha.rao@example.com' },
    });
    const customer = test.client();
    const shows = async (path: string, texts: string[]) => {
      const { text } = await customer.get(path);
      for (const one of texts) expect([path, text.includes(one)]).toEqual([path, true]);
      return text;
    };
    const frame = [MEADOWS.name, MEADOWS.address, MEADOWS.supportEmail, MEADOWS.supportPhone];
    const page = await shows(`/payment/${paymentId}`, frame);
    expect(page).not.toContain(usual.supportEmail);
    catcher.mails.length = 0;
    await payAsCustomer(test, paymentId);
    await test.settle();
    await shows(`/payment/success?payment=${paymentId}`, frame);
    await shows(`/payment/${paymentId}/receipt`, [...frame, MEADOWS.legalName]);
    await shows(`/receipt/${paymentId}`, [MEADOWS.name, MEADOWS.legalName]);
    const pdf = await fetch(`${test.url}/payment/${paymentId}/receipt.pdf`);
    const document = pdfText(Buffer.from(await pdf.arrayBuffer()));
    for (const one of [MEADOWS.name, MEADOWS.legalName, MEADOWS.supportEmail]) expect(document).toContain(one);
    const [mail] = catcher.mails.filter(({ to }) => to.includes('asha.rao@example.com'));
    const text = textPartOf(mail!.raw);
    for (const one of [MEADOWS.name, MEADOWS.legalName, MEADOWS.supportEmail]) expect(text).toContain(one);
    expect(text).not.toContain(usual.supportEmail);
    expect(attachmentsOf(mail!.raw)).toHaveLength(1);
    const other = (await sell(rahul)).body.data.paymentId as string;
    await shows(`/payment/${other}`, ['Riverside', usual.supportEmail, usual.officeAddress]);
  });

  it('details, the sale’s page and the export tell project and event', async () => {
    const { paymentId } = await createLink(priya, 'silver');
    const told = { project: 'Green Meadows', event: 'Launch' };
    expect((await priya.get(`/api/payments/${paymentId}/desk`)).body.data.soldIn).toEqual(told);
    expect((await admin.get(`/api/payments/admin/${paymentId}/details`)).body.data.soldIn).toEqual(told);
    const csv = (await admin.get('/api/payments/admin/export')).text.trim().split('\r\n');
    expect(csv[0]).toMatch(/"Terms agreed \(IST\)","Project","Event"$/);
    expect(csv.find((row) => row.includes(paymentId))).toMatch(/,"Green Meadows","Launch"$/);
    expect(csv.find((row) => row.endsWith('"default","Default event"'))).toBeDefined();
    expect((await rahul.get(`/api/payments/${paymentId}/desk`)).status).toBe(404);
  });
});
