import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import type { Client, Reply } from '../support/client.js';
import { expectInvariants } from '../support/invariants.js';
import { pageIn } from '../support/accounts.js';
import { createLink, linkBody } from '../support/sales.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';

const INNARDS = /QueryFailed|SQLITE|ER_PARSE|syntax|near "|mysql|mariadb|libsql|\bat [\w.<>]+ \(|node_modules/i;

/** Each would show more, less, or an error, were it not meant literally. */
const SQL = [
  "'",
  "''",
  "' OR '1'='1",
  "' OR 1=1 -- ",
  "') OR ('1'='1",
  '" OR ""="',
  "1' UNION SELECT id, email, password_hash FROM users -- ",
  "'; DROP TABLE payments; -- ",
  "\\' OR 1=1 -- ",
  '1 OR 1=1',
  '1; SELECT SLEEP(5)',
  "' AND SLEEP(5) AND '1'='1",
  "' || (SELECT randomblob(100000000)) || '",
  '(SELECT 1)',
  'CASE WHEN 1=1 THEN created_at ELSE id END',
  'id, (SELECT password_hash FROM users LIMIT 1)',
  '${7*7}',
  '{{7*7}}',
  '?',
  ':search',
  '0x10',
  'null',
  '[object Object]',
];
/** Enough for each of many parameters. */
const SOME_SQL = SQL.filter((_, at) => at % 6 === 0);
const WILD = ['%', '_', '%%', '__', '\\', '\\%', '%\\', '!', '!%', '!!', '*', 'a%b'];

describe('what is typed is never an order to the database', () => {
  let test: TestApp;
  let admin: Client;
  let seller: Client;
  let paymentId: string;
  let users: number;

  const rows = async (sql: string, parameters: unknown[] = []) =>
    Number(
      ((await test.get(DataSource).query(`SELECT COUNT(*) AS n FROM ${sql}`, parameters)) as { n: number }[])[0]?.n,
    );
  const counts = async () => ({
    payments: await rows('payments'),
    users: await rows('users'),
    customers: await rows('customers'),
    mails: await rows('mail_outbox'),
    refunds: await rows('refunds'),
  });

  beforeAll(async () => {
    test = await TestApp.start();
    admin = await test.as(ADMIN);
    seller = await test.as(SALES);
    ({ paymentId } = await createLink(seller, 'gold', {
      customerData: { name: "Wild %_\\!* Card's", email: 'wild_card%1@example.com', phone: '9876500001' },
    }));
    await createLink(seller, 'silver', {
      customerData: { name: 'Plain Person', email: 'plain@example.com', phone: '9876500002' },
    });
    users = await rows('users');
  });
  afterEach(async () => {
    expect(await rows('users')).toBe(users);
    await expectInvariants(test);
  });
  afterAll(() => test.close());

  const q = encodeURIComponent;
  const expectCalm = ({ status, text }: Reply, where: string) => {
    expect({ where, status: status < 500 ? 'calm' : status }).toEqual({ where, status: 'calm' });
    expect(text).not.toMatch(INNARDS);
  };

  /** Lists with a free text, and how many rows each answers. */
  const searches: [name: string, ask: (text: string) => Promise<Reply>, count: (reply: Reply) => number][] = [
    ['admin list', (text) => admin.get(`/api/payments/admin/all?limit=100&search=${q(text)}`), ({ body }) => body.data.payments.length],
    ['transactions', (text) => seller.get(`/transactions?search=${q(text)}`), (reply) => pageIn(reply).props.rows.length],
    ['dashboard', (text) => seller.get(`/api/sales-manager/dashboard?search=${q(text)}`), ({ body }) => body.data.allCustomers.length],
  ]; // prettier-ignore

  describe.each(searches)('the search of the %s', (name, ask, count) => {
    it('finds what stands there, and nothing by what would be SQL', async () => {
      expect(count(await ask('plain person'))).toBe(1);
      for (const text of SQL) {
        const reply = await ask(text);
        expectCalm(reply, `${name} ${text}`);
        expect({ text, status: reply.status, found: reply.status === 200 ? count(reply) : 0 }).toEqual({
          text,
          status: 200,
          // One name has an apostrophe.
          found: text === "'" ? 1 : 0,
        });
      }
    });

    it('takes wildcards for the signs that they are', async () => {
      const found = async (text: string) => count(await ask(text));
      const name = "wild %_\\!* card's\nwild_card%1@example.com";
      for (const text of WILD)
        expect({ text, found: await found(text) }).toEqual({ text, found: name.includes(text) ? 1 : 0 });
    });

    it('is calm with what is no text', async () => {
      for (const text of [
        '\0',
        'a\0b',
        '\u202e',
        '\ufeff',
        '\u{1f418}'.repeat(300),
        'x'.repeat(7000),
        'e\u0301',
        '\r\n',
        '٥',
      ])
        expectCalm(await ask(text), JSON.stringify(text).slice(0, 40));
    });
  });

  it('the search among staff as well', async () => {
    const found = async (text: string) =>
      (await admin.get(`/api/admin/staff?search=${q(text)}`)).body.data.rows.length as number;
    expect(await found('priya')).toBe(1);
    for (const text of [...SQL, ...WILD]) expect({ text, found: await found(text) }).toEqual({ text, found: 0 });
  });

  const LISTS: [path: string, parameters: string[]][] = [
    ['/api/payments/admin/all', ['search', 'status', 'tokenType', 'salesManager', 'startDate', 'endDate', 'needsReview', 'sort', 'direction', 'page', 'limit']],
    ['/api/payments/admin/export', ['search', 'status', 'tokenType', 'salesManager', 'startDate', 'endDate', 'sort', 'direction', 'format']],
    ['/api/payments/admin/analysis', ['startDate', 'endDate', 'period', 'range']],
    ['/api/payments/transactions/all', ['search', 'status', 'tokenType', 'startDate', 'endDate', 'sort', 'page', 'limit']],
    ['/api/sales-manager/dashboard', ['search', 'page', 'limit', 'status', 'expiring']],
    ['/api/payments/open-links', ['tokenType', 'email', 'phone']],
    ['/api/admin/staff', ['search', 'page', 'limit']],
    ['/api/admin/reviews', ['state', 'reason', 'decidedBy', 'sort', 'page']],
    ['/api/admin/audit', ['actor', 'action', 'subject', 'from', 'to', 'text', 'before', 'after']],
    ['/api/admin/audit/export', ['actor', 'action', 'from', 'to', 'text']],
    ['/api/day-close', ['day']],
    ['/api/settlements/exceptions.csv', ['day']],
  ]; // prettier-ignore

  it.each(LISTS)('no parameter of %s breaks or opens it', async (path, parameters) => {
    const before = await counts();
    for (const name of parameters) {
      for (const text of SOME_SQL) {
        const reply = await admin.get(`${path}?${name}=${q(text)}`);
        expectCalm(reply, `${path} ${name}=${text}`);
        expect([200, 400, 422, 429]).toContain(reply.status);
      }
      for (const shape of [`${name}=a&${name}=b`, `${name}[]=a`, `${name}[$ne]=1`, `${name}[__proto__]=1`, `__proto__[${name}]=1`, `${name}=%00`, `${name}=%ff`])
        expectCalm(await admin.get(`${path}?${shape}`), `${path}?${shape}`);
    }
    expect(await counts()).toEqual(before);
    expect(({} as Record<string, unknown>)['1']).toBeUndefined();
  }, 120_000); // prettier-ignore

  it('a list has the orders of a fixed map, and no other', async () => {
    for (const sort of [
      'created_at',
      'id',
      'p.id',
      'date desc',
      'date,amount',
      'DATE',
      'constructor',
      '__proto__',
      ...SQL,
    ]) {
      const { status, body } = await admin.get(`/api/payments/admin/all?sort=${q(sort)}`);
      expect({ sort, status }).toEqual({ sort, status: 422 });
      expect(body.details).toHaveProperty('sort');
    }
    for (const direction of ['ASC', 'desc;', 'random()', 'toString'])
      expect((await admin.get(`/api/payments/admin/all?direction=${q(direction)}`)).status).toBe(422);
  });

  it('days that do not exist, are written otherwise, or stand the wrong way round are refused', async () => {
    const days = [
      '2026-02-29', '2026-02-30', '2026-13-01', '2026-00-10', '2026-11-31', '0000-01-01', '1999-12-31', '2100-01-01', '10000-01-01',
      '+010000-01-01', '-000001-01-01', '2026-1-1', '26-01-01', '2026/01/01', '01-01-2026', '2026-01-01T00:00:00Z', ' 2026-01-01',
      '2026-01-01 ', '20260101', '٢٠٢٦-٠١-٠١', '२०२६-०१-०१', 'today', 'NaN', '0', '1e3', '2026-01-01\0', "2026-01-01' OR 1=1",
    ]; // prettier-ignore
    for (const day of days) {
      for (const path of [
        '/api/payments/admin/all?startDate=',
        '/api/payments/admin/all?endDate=',
        '/api/admin/audit?from=',
      ])
        // The audit log drops blanks around a day.
        if (day.trim() === day || !path.includes('audit'))
          expect({ path, day, status: (await admin.get(`${path}${q(day)}`)).status }).toEqual({
            path,
            day,
            status: 422,
          });
      expect((await admin.get(`/api/day-close?day=${q(day)}`)).status).toBeGreaterThanOrEqual(400);
      for (const path of ['/api/day-close', '/api/settlements/runs']) {
        const { status } = await admin.post(path, { day });
        expect([400, 422]).toContain(status);
      }
    }
    expect(
      (await admin.get('/api/payments/admin/all?startDate=2026-11-20&endDate=2026-11-19')).body.details,
    ).toHaveProperty('endDate');
    expect((await admin.get('/api/payments/admin/all?startDate=2024-02-29&endDate=2024-02-29')).status).toBe(200);
  });

  it('pages and limits are plain numbers within bounds, whatever was asked for', async () => {
    const odd = [
      '-1',
      '0',
      '1e9',
      'NaN',
      '',
      '1.5',
      '0x10',
      ' 5 ',
      '٥',
      '५',
      '-0',
      '1e309',
      '99999999999999999999',
      'Infinity',
      '1,2',
    ];
    for (const value of odd) {
      for (const name of ['page', 'limit']) {
        const { status, body } = await admin.get(`/api/payments/admin/all?${name}=${q(value)}`);
        expect({ name, value, status }).toEqual({ name, value, status: 200 });
        expect(body.data.pagination.currentPage).toBe(1);
        expect(body.data.payments.length).toBeLessThanOrEqual(100);
      }
    }
    const began = performance.now();
    const far = await admin.get('/api/payments/admin/all?page=999999999&limit=999999999');
    expect(far.status).toBe(200);
    // Past the end stands the last page.
    expect(far.body.data.pagination).toMatchObject({ currentPage: far.body.data.pagination.totalPages });
    expect(far.body.data.payments.length).toBeLessThanOrEqual(100);
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  it('ids in addresses name a row or none', async () => {
    const before = await counts();
    const paths: [method: string, path: (id: string) => string][] = [
      ['GET', (id) => `/api/payments/${id}`],
      ['GET', (id) => `/api/payments/${id}/status`],
      ['GET', (id) => `/api/payments/${id}/desk`],
      ['GET', (id) => `/api/payments/${id}/refunds`],
      ['GET', (id) => `/api/payments/${id}/upgrade-tokens`],
      ['GET', (id) => `/api/payments/token/${id}/payment-history`],
      ['GET', (id) => `/api/payments/token/${id}/upgrade-history`],
      ['GET', (id) => `/api/payments/admin/${id}/details`],
      ['GET', (id) => `/api/admin/reviews/${id}`],
      ['GET', (id) => `/api/settlements/payments/${id}`],
      ['GET', (id) => `/api/admin/staff/${id}/sessions`],
      ['POST', (id) => `/api/payments/${id}/initiate`],
      ['POST', (id) => `/api/payments/${id}/reissue-link`],
      ['POST', (id) => `/api/payments/${id}/cancel-link`],
      ['POST', (id) => `/api/payments/check-status/${id}`],
      ['POST', (id) => `/api/payments/${id}/reset-failed-upgrades`],
      ['POST', (id) => `/api/admin/staff/${id}/disable`],
      ['POST', (id) => `/api/account/sessions/${id}/end`],
      ['PUT', (id) => `/api/auth/togglePermission/${id}`],
    ];
    const ids = [
      ...SOME_SQL.filter((text) => !/[?]/.test(text)),
      `${paymentId}'--`,
      `${paymentId}%20`,
      paymentId.toUpperCase() + 'x',
      '0',
      '-1',
      '1e3',
    ];
    for (const [method, path] of paths) {
      for (const id of ids) {
        const reply = await admin.call(method, path(q(id)), method === 'GET' ? {} : { body: {} });
        expectCalm(reply, `${method} ${path(id)}`);
        // A settlement of an unknown payment is an empty list.
        if (!path('').includes('settlements')) expect([400, 404, 409, 422, 429]).toContain(reply.status);
      }
    }
    expect(await counts()).toEqual(before);
  }, 120_000);

  it('cookies and headers are looked up, never run', async () => {
    for (const text of SQL.filter((each) => !/[;\\]/.test(each))) {
      const headers = {
        cookie: `token=${q(text)}; XSRF-TOKEN=${q(text)}; session=${q(text)}`,
        authorization: `Bearer ${text}`,
        'user-agent': text,
        'x-forwarded-for': text,
        'x-request-id': text,
        'x-inertia-version': text,
        referer: `http://localhost/${q(text)}`,
      };
      const reply = await test.client().get('/api/auth/me', { headers });
      expectCalm(reply, text);
      expect(reply.status).toBe(401);
      expectCalm(await test.client().get('/dashboard', { headers: { ...headers, accept: 'text/html' } }), text);
      const { status } = await test
        .client()
        .call('POST', '/api/login', { body: SALES, headers: { 'user-agent': text } });
      expect([200, 429]).toContain(status);
    }
  });

  it('what looks like SQL is stored and shown as it was typed', async () => {
    // Somebody has signed in so often above that the oldest sessions are over.
    seller = await test.as(SALES);
    for (const name of [
      "Robert'); DROP TABLE payments;--",
      'x" OR ""="',
      'a\\\\b',
      '{{7*7}} ${7*7}',
      '<script>alert(1)</script>',
    ]) {
      const body = linkBody('silver');
      const { status, body: answer } = await seller.post('/api/payments/create-link', {
        ...body,
        customerData: { ...body.customerData, name },
        brokerName: name,
      });
      expect(status).toBe(201);
      const { body: found } = await admin.get(`/api/payments/admin/all?search=${q(body.customerData.email)}`);
      const row = found.data.payments.find((each: { paymentId: string }) => each.paymentId === answer.data.paymentId);
      expect(row.customer.name).toBe(name);
    }
  });
});
