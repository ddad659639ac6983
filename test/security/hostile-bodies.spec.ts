import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DataSource } from 'typeorm';
import type { Client, Reply } from '../support/client.js';
import { expectInvariants } from '../support/invariants.js';
import { sellAndPay, switchRefunds } from '../support/refunds.js';
import { createLink, linkBody } from '../support/sales.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';
import { pathOf, WRITES } from './role-matrix.js';

const INNARDS = /QueryFailed|SQLITE|\bER_[A-Z]{2,}_|\bat [\w.<>]+ \(|node_modules|TypeError|RangeError/;
/** Texts of JSON, as no client of ours would write them. */
const HOSTILE = [
  '1e309', '-1e309', '-0', '-1', '0', '0.001', '51000.005', '9007199254740993', '1e21', '5e-324', '"0x10"', '" 5 "', '"51,000"', '"٥"',
  '"५१०००"', '"NaN"', '"1e309"', '[]', '[1]', '["gold"]', '[[]]', '{}', '{"$ne":1}', '{"$gt":""}', '{"toString":"x"}', '{"length":3}',
  'true', 'false', 'null', '""', '" "', '"\\u0000"', '"Asha\\u0000Rao"', '"\\ud800"', '"\\udc00\\ud800"', '"Asha \\u202eRao"',
  '"\\ufeffAsha"', '"Asha\\u2028Rao"', '"a@example.com\\r\\nBcc: b@example.com"', '"a@example.com,b@example.com"', '"a\\u0301sha@example.com"',
  '"asha@ex\\u0430mple.com"', '"=?utf-8?q?=0d=0aBcc:?= <b@example.com>"', '"%0d%0aBcc: b@example.com"', '"\' OR 1=1 -- "', '"<script>"',
  '{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}', `"${'x'.repeat(5000)}"`, `"${'\ud83d\udc18'.repeat(600)}"`,
  `"${'a\ufe0f'.repeat(3000)}"`, '"e\\u0301e\\u0301"', '"../../etc/passwd"', '"http://169.254.169.254/"', '[{"a":[{"b":[{"c":[{"d":1}]}]}]}]',
]; // prettier-ignore
const MARK = '@@here@@';

interface Target {
  name: string;
  who: 'seller' | 'admin' | 'public';
  method?: 'POST' | 'PUT';
  path: string;
  body: Record<string, unknown>;
  /** Keeps every message before it judges it. */
  keeps?: true;
}

describe('bodies that no client of ours sends', () => {
  let test: TestApp;
  let clients: Record<Target['who'], Client>;
  let targets: Target[];
  let addresses = 0;
  let last: unknown;

  beforeAll(async () => {
    test = await TestApp.start({ env: { TRUST_PROXY: '1' } });
    await switchRefunds(test, true);
    clients = { seller: await test.as(SALES), admin: await test.as(ADMIN), public: test.client() };
    const paid = await sellAndPay(test, clients.seller, 'gold');
    const open = await createLink(clients.seller, 'silver');
    const saved = await clients.admin.post('/api/admin/views', { name: 'Refunds', query: 'status=refunded' });
    targets = targetsFor(paid.paymentId, open.paymentId, saved.body.data.views[0].id as string);
  });
  afterAll(async () => {
    await expectInvariants(test);
    await test.close();
  });

  /** Everything that a request may make, in one look. */
  const written = async (): Promise<unknown> => {
    const tables = ['payments', 'customers', 'payment_attempts', 'refunds', 'users', 'mail_outbox', 'reviews', 'upgrades', 'settlement_runs', 'day_closes', 'tokens', 'one_time_tokens', 'idempotency_keys', 'saved_views'];
    const columns = tables.map((table) => `(SELECT COUNT(*) FROM ${table}) AS ${table}`);
    return ((await test.get(DataSource).query(`SELECT ${columns.join(', ')}`)) as unknown[])[0];
  }; // prettier-ignore

  const send = ({ who, method = 'POST', path }: Target, json: string): Promise<Reply> => {
    // Limits by address are another test's; each request comes from elsewhere.
    addresses += 1;
    const from = `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
    return clients[who].call(method, path, { body: json, headers: { 'x-forwarded-for': from } });
  };

  const judge = async (target: Target, json: string): Promise<Reply> => {
    const before = (last ??= await written());
    const reply = await send(target, json);
    last = await written();
    // With what was sent: a failure has to be repeatable from its message.
    const where = `${target.name} ${json.slice(0, 400)}`;
    expect({ where, isCalm: reply.status < 500 && !INNARDS.test(reply.text) }).toEqual({ where, isCalm: true });
    if (reply.status >= 400) {
      expect(reply.body.success).toBe(false);
      expect({ where, written: last }).toEqual({ where, written: before });
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    return reply;
  };

  it('are answered or refused by every route that makes or changes something', async () => {
    for (const target of targets) {
      for (const [turn, path] of pathsOf(target.body).entries()) {
        // All of them for the pure rules, in test/architecture/input-limits.spec.ts; over HTTP they take turns.
        for (const hostile of HOSTILE.filter((_, at) => (at + turn) % 4 === 0)) {
          const json = JSON.stringify(withField(target.body, path, MARK)).replace(`"${MARK}"`, () => hostile);
          await judge(target, json);
        }
      }
    }
    await test.settle();
  }, 400_000);

  it('and so is whatever chance makes up', async () => {
    const values = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }).map((text) => JSON.stringify(text)),
      fc
        .jsonValue({ maxDepth: 4, noUnicodeString: false } as Parameters<typeof fc.jsonValue>[0])
        .map((value) => JSON.stringify(value)),
      fc.double().map((value) => String(value).replace('Infinity', '1e400').replace('NaN', '1e999')),
    );
    const property = fc.asyncProperty(fc.nat(), fc.nat(), values, async (which, field, hostile) => {
      const target = targets[which % targets.length]!;
      const paths = pathsOf(target.body);
      const path = paths[field % paths.length]!;
      await judge(
        target,
        JSON.stringify(withField(target.body, path, MARK)).replace(`"${MARK}"`, () => hostile),
      );
    });
    await fc.assert(property, { numRuns: 120 });
  }, 200_000);

  it('fields of the record itself are never taken from a request', async () => {
    const fields = { status: 'completed', amountPaise: 1, tokenNumber: 'GO-000001', salesManagerId: 1, paidAt: '2026-01-01', isAdmin: true, refundedAmount: 1, _id: '1', role: 'admin', id: 1, toString: 'x', hasOwnProperty: 'x' };
    for (const target of targets.filter(({ keeps }) => !keeps)) {
      for (const [name, value] of Object.entries(fields)) {
        if (name in target.body) continue;
        const { status, body } = await judge(target, JSON.stringify({ ...target.body, [name]: value }));
        // Codes may be tried twenty times.
        if (status === 429 && target.name === 'step-up') break;
        expect({ target: target.name, name, status }).toEqual({ target: target.name, name, status: 400 });
        if (!Object.hasOwn(Object.prototype, name)) expect(body.details).toEqual({ [name]: 'is not a known field' });
      }
    }
  }); // prettier-ignore

  it('a route that takes no body takes no field either, and does nothing', async () => {
    const bare = WRITES.filter(({ isApi, body, upload, testPage, signsIn }) => isApi && !body && !upload && !testPage && !signsIn);
    expect(bare.length).toBeGreaterThan(10);
    const { paymentId } = await createLink(clients.seller, 'silver');
    last = undefined;
    const ids = { paymentId, id: '2', sessionId: '1', reviewId: '1' };
    for (const route of bare) {
      const target = { name: route.name, who: route.access === 'admin' ? 'admin' : 'seller', method: route.method, path: pathOf(route, ids), body: {} } as Target;
      for (const field of ['amount', 'status', 'enabled', 'role']) {
        const { status, body } = await judge(target, JSON.stringify({ [field]: 1 }));
        expect({ name: route.name, status, error: body.error, details: body.details }).toEqual({ name: route.name, status: 400, error: 'VALIDATION_FAILED', details: { [field]: 'is not a known field' } });
      }
    }
    const anonymous = await test.client().post(`/api/payments/check-status/${paymentId}`, { status: 'completed' });
    expect([anonymous.status, anonymous.body.error]).toEqual([401, 'AUTH_REQUIRED']);
    // Clients that always send an object stay welcome.
    for (const sent of [undefined, {}]) expect((await clients.seller.post(`/api/payments/check-status/${paymentId}`, sent)).status).toBe(200);
  }); // prettier-ignore

  it('the price is the server’s', async () => {
    const create = targets[0]!;
    for (const amount of [1, 50999.99, 51000.01, 100, 0, 999999999, '1']) {
      const { status } = await judge(create, JSON.stringify({ ...create.body, amount }));
      expect({ amount, status }).toEqual({ amount, status: 400 });
    }
    for (const currency of ['USD', 'inr', '', null])
      expect((await judge(create, JSON.stringify({ ...create.body, currency }))).status).toBeGreaterThanOrEqual(400);
  });

  it('what is taken is kept as it was typed, in normal form C', async () => {
    const letters = fc.string({ unit: fc.constantFrom('e\u0301', 'ﬁ', 'अ', 'क्ष', '🐘', '👩‍💻', 'ß', 'İ', "'", '"', '\\', '%', '<', '&', ' ', '=', 'z'), minLength: 2, maxLength: 40 });
    const property = fc.asyncProperty(letters, async (text) => {
      const name = `A${text}z`;
      const { status, body } = await judge(targets[0]!, JSON.stringify({ ...linkBody('gold'), customerData: { name, email: `c${(addresses += 1)}@example.net` } }));
      expect(status).toBe(201);
      const [row] = (await test.get(DataSource).query('SELECT c.name AS name FROM payments p JOIN customers c ON c.id = p.customer_id WHERE p.public_id = ?', [body.data.paymentId])) as { name: string }[];
      expect(row?.name).toBe(name.normalize('NFC').replace(/\s+/g, ' '));
    });
    await fc.assert(property, { numRuns: 25 });
  }); // prettier-ignore

  it('a form says each thing once', async () => {
    for (const form of ['email=a@example.com&email=b@example.com&password=x', 'email[]=a@example.com&password=x', 'email[$ne]=1&password=x', '__proto__[x]=1', 'email=%ff&password=x', 'email=%00&password=x', `${'a=1&'.repeat(300)}`]) {
      const browser = test.client();
      await browser.get('/login');
      const { status, text } = await browser.postForm('/login', new URLSearchParams([...new URLSearchParams(form), ['_token', decodeURIComponent(browser.cookies.get('XSRF-TOKEN') ?? '')]]));
      expect({ form, calm: status < 500 && status !== 200 }).toEqual({ form, calm: true });
      expect(text).not.toMatch(INNARDS);
    }
  }); // prettier-ignore

  it('messages of the bank that are none are kept, refused, and change nothing', async () => {
    const before = await written();
    const property = fc.asyncProperty(
      fc.oneof(fc.string({ unit: 'binary' }), fc.json(), fc.constantFrom('a=1&a=2', '%', '%zz=%', 'secureHash=', '{"secureHash":["a"]}', '\0', '\ufeff{}', '[1]')),
      fc.constantFrom('application/x-www-form-urlencoded', 'application/json', 'text/plain', 'application/json; x=\u00e9\u00ff', 'multipart/form-data; boundary=x', 'x'.repeat(300)),
      async (body, type) => {
        const reply = await test.client().call('POST', '/api/gateway/callback', { body: body || ' ', headers: { 'content-type': type } });
        expect([400, 415]).toContain(reply.status);
        const returned = await test.client().call('POST', '/payment/verify', { body: body || ' ', headers: { 'content-type': type } });
        expect([303, 400, 415]).toContain(returned.status);
      },
    );
    await fc.assert(property, { numRuns: 50 });
    expect(await written()).toEqual(before);
  }); // prettier-ignore

  it.each(['/api/gateway/callback', '/payment/verify'])(
    'one name thousands of times costs %s little time',
    async (path) => {
      const started = process.cpuUsage();
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const { status } = await test.client().call('POST', path, { body: 'a&'.repeat(32_768), headers });
      expect([303, 400]).toContain(status);
      const { user, system } = process.cpuUsage(started);
      expect(user + system).toBeLessThan(1_000_000);
    },
  );

  it('an Idempotency-Key belongs to its caller, its body, and is short', async () => {
    const body = linkBody('silver');
    const post = (client: Client, key: string, sent: object) =>
      client.call('POST', '/api/payments/create-link', { body: sent, headers: { 'idempotency-key': key } });
    const first = await post(clients.seller, 'key-1', body);
    expect(first.status).toBe(201);
    expect((await post(clients.seller, 'key-1', body)).body).toEqual(first.body);
    expect(await post(clients.seller, 'key-1', { ...body, brokerName: 'Other' })).toMatchObject({ status: 422, body: { error: 'IDEMPOTENCY_MISMATCH' } });
    const other = await post(clients.admin, 'key-1', linkBody('silver'));
    expect(other.status).toBe(201);
    expect(other.body.data.paymentId).not.toBe(first.body.data.paymentId);
    const before = await written();
    for (const key of ['x'.repeat(256), 'x'.repeat(10_000), 'a b', '\u00e9', 'a\tb', ''])
      expect(await post(clients.seller, key, linkBody('silver'))).toMatchObject({ status: 400, body: { error: 'IDEMPOTENCY_KEY_INVALID' } });
    expect(await written()).toEqual(before);
    expect((await post(clients.seller, 'x'.repeat(255), linkBody('silver'))).status).toBe(201);
    // A refused body leaves the key free.
    expect((await post(clients.seller, 'key-2', { ...body, amount: 'much' })).status).toBe(400);
    expect((await post(clients.seller, 'key-2', linkBody('silver'))).status).toBe(201);
  }); // prettier-ignore
});

function targetsFor(paid: string, open: string, view: string): Target[] {
  const contact = { name: 'Asha Rao', email: 'asha.rao@example.com', phone: '9876543210' };
  return [
    { name: 'create-link', who: 'seller', path: '/api/payments/create-link', body: { ...linkBody('gold'), brokerName: 'Skyline', panCard: 'ABCPE1234F', expiry: '24h', paymentGateway: 'icici', duplicateReason: 'for a brother' } },
    { name: 'refund', who: 'seller', path: `/api/sales-manager/payments/${paid}/refund`, body: { refundAmount: 999999, refundReason: 'Changed their mind', duplicateChargeId: '999' } },
    { name: 'create-upgrade-link', who: 'seller', path: '/api/payments/01arz3ndektsv4rrffq69g5fav/create-upgrade-link', body: { upgradeType: 'gold_to_platinum' } },
    { name: 'correct-contact', who: 'seller', path: `/api/payments/${paid}/correct-contact`, body: contact },
    { name: 'cancel-link', who: 'seller', path: `/api/payments/${paid}/cancel-link`, body: { reason: 'Mistyped' } },
    { name: 'reissue-link', who: 'seller', path: `/api/payments/${paid}/reissue-link`, body: { expiry: '24h' } },
    { name: 'send-payment-email', who: 'seller', path: '/api/payments/send-payment-email', body: { paymentId: paid, message: 'Hello', customerEmail: 'x@example.com', customerName: 'X', paymentUrl: 'https://evil.example' } },
    { name: 'verify-callback', who: 'public', path: '/api/payments/verify-callback', body: { eventId: open, invoiceNo: 'X', secureHash: 'x', amount: '1.00' }, keeps: true },
    { name: 'login', who: 'public', path: '/api/login', body: { email: 'nobody@example.com', password: 'x', code: '123456' } },
    { name: 'step-up', who: 'seller', path: '/api/auth/step-up', body: { code: '123456', password: 'x' } },
    { name: 'invite', who: 'admin', path: '/api/admin/staff', body: { role: 'sales_manager', name: 'Priya Sharma', email: 'priya@tokendesk.test' } },
    { name: 'role', who: 'admin', method: 'PUT', path: '/api/admin/staff/999999/role', body: { role: 'admin' } },
    { name: 'decide', who: 'admin', path: '/api/admin/reviews/01arz3ndektsv4rrffq69g5fav/decide', body: { decision: 'dismiss', note: 'Looked at it', bankReference: 'UTR123', confirmedAmount: 5 } },
    { name: 'save-view', who: 'admin', path: '/api/admin/views', body: { name: 'Failed ones', query: 'status=failed', isShared: false } },
    { name: 'change-view', who: 'admin', method: 'PUT', path: `/api/admin/views/${view}`, body: { name: 'Failed ones of gold', query: 'status=failed&tokenType=gold', isShared: true } },
    { name: 'day-close', who: 'admin', path: '/api/day-close', body: { day: '2999-01-01' } },
    { name: 'bank-holiday', who: 'admin', path: '/api/bank-holidays', body: { day: '2026-02-30', name: 'Diwali' } },
    { name: 'reconcile', who: 'admin', path: '/api/settlements/runs', body: { day: '2999-01-01' } },
    { name: 'page-view', who: 'public', path: '/api/analytics/page-view', body: { path: '/dashboard' } },
  ]; // prettier-ignore
}

function pathsOf(body: object, parent = ''): string[] {
  return Object.entries(body).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null
      ? [`${parent}${name}`, ...pathsOf(value as object, `${parent}${name}.`)]
      : [`${parent}${name}`],
  );
}

function withField(object: object, path: string, value: unknown): Record<string, unknown> {
  const [first = '', ...rest] = path.split('.');
  const copy = { ...object } as Record<string, unknown>;
  copy[first] = rest.length === 0 ? value : withField(copy[first] as object, rest.join('.'), value);
  return copy;
}
