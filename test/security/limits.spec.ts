import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { listRoutes } from '../../src/http/index.js';
import { RateLimiter } from '../../src/runtime/rate-limits/rate-limiter.js';
import type { MemoryRateLimiter } from '../../src/runtime/rate-limits/rate-limiter.js';
import { SecurityRateLimiter } from '../../src/runtime/rate-limits/security-rate-limiter.js';
import type { Client, Reply } from '../support/client.js';
import { HOUR, MINUTE } from '../support/fake-clock.js';
import { sellAndPay } from '../support/refunds.js';
import { comeBack, createLink, pressPay } from '../support/sales.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';

interface Scene {
  test: TestApp;
  visitor: Client;
  seller: Client;
  admin: Client;
}

type Send = (time: number) => Promise<Reply>;

interface Limit {
  by: string;
  limit: number;
  error?: string;
  /** What has been asked before, where that many requests would take long. A key ends with whoever asks where it is by user. */
  used?: { key: string; windowMs: number; count: number; user?: 'seller' | 'admin'; isSecurity?: true };
  prepare: (scene: Scene) => Promise<Send> | Send;
}

/** Another address each time: whoever is believed here has no limit at all. */
const forged = (time: number) => ({
  'x-forwarded-for': `203.0.${Math.floor(time / 250)}.${time % 250}`,
  'x-real-ip': `198.51.100.${time % 250}`,
  forwarded: `for=198.51.100.${time % 250}`,
});
const UNKNOWN = '0'.repeat(26);
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const get = (client: Client, path: (time: number) => string): Send => {
  return (time) => client.get(path(time), { headers: forged(time) });
};
const post = (client: Client, path: string, body: unknown = {}): Send => {
  return (time) => client.call('POST', path, { body, headers: forged(time) });
};
/** Of a page that was opened before, so that its token is there. */
const form = async (client: Client, path: string, body: string): Promise<Send> => {
  await client.get(path);
  return (time) => client.call('POST', path, { body, headers: { ...FORM, ...forged(time) } });
};
const CHOSEN = 'password=a+fine+long+one+7&repeat=a+fine+long+one+7';
const never = (time: number) => String(time).padStart(43, 'x');
/** @returns the path of the link in the invitation */
const invited = async (test: TestApp, email: string): Promise<string> => {
  const admin = await test.staff(ADMIN);
  const { body } = await admin.post('/api/admin/staff', { name: 'Meera Nair', email, role: 'sales_manager' });
  const { pathname, search } = new URL(body.data.link);
  return `${pathname}${search}`;
};
const nonsense = (client: Client, path: string): Send => {
  return (time) => client.call('POST', path, { body: `x=${path}${time}`, headers: { ...FORM, ...forged(time) } });
};

/** Every limit of the product but those of the sign-in, which has a file of its own; the handbook tells the same. */
const LIMITS: Record<string, Limit> = {
  'POST /account/forgot': {
    by: 'address',
    limit: 20,
    prepare: ({ visitor }) => form(visitor, '/account/forgot', 'email=nobody%40tokendesk.test'),
  },
  'POST /account/reset': {
    by: 'address',
    limit: 600,
    used: { key: 'choose-password|ip:127.0.0.1', windowMs: 15 * MINUTE, count: 590, isSecurity: true },
    prepare: ({ visitor }) => form(visitor, '/account/reset', CHOSEN),
  },
  'GET /account/reset': {
    by: 'address',
    limit: 2000,
    used: { key: 'password-link|ip:127.0.0.1', windowMs: 15 * MINUTE, count: 1990, isSecurity: true },
    prepare: ({ visitor }) => get(visitor, () => `/account/reset?token=${'x'.repeat(43)}`),
  },
  'POST /account/reset (with tokens that were never sent)': {
    by: 'address',
    limit: 20,
    prepare: async ({ visitor }) => {
      const send = await form(visitor, '/account/reset', CHOSEN);
      return async (time) => {
        await visitor.get(`/account/reset?token=${never(time)}`);
        return send(time);
      };
    },
  },
  'GET /account/reset (with tokens that were never sent)': {
    by: 'address',
    limit: 20,
    prepare:
      ({ visitor }) =>
      async (time) => {
        await visitor.get(`/account/reset?token=${never(time)}`, { headers: forged(time) });
        return visitor.get('/account/reset', { headers: forged(time) });
      },
  },
  'POST /account/invitation (with one link)': {
    by: 'link',
    limit: 20,
    prepare: async ({ test, visitor }) => {
      await visitor.get(await invited(test, 'often@tokendesk.test'));
      return form(visitor, '/account/invitation', 'password=short&repeat=short');
    },
  },
  'POST /api/auth/step-up': {
    by: 'user',
    limit: 20,
    prepare: ({ seller }) => post(seller, '/api/auth/step-up', { password: SALES.password }),
  },
  'POST /api/account/password': {
    by: 'user',
    limit: 20,
    prepare: ({ seller }) =>
      post(seller, '/api/account/password', { currentPassword: SALES.password, newPassword: 'short' }),
  },
  'POST /api/account/totp/confirm': {
    by: 'user',
    limit: 20,
    prepare: ({ seller }) => post(seller, '/api/account/totp/confirm', { code: '000000' }),
  },
  'POST /api/payments/:paymentId/initiate (link)': {
    by: 'link',
    limit: 20,
    prepare: async ({ visitor, seller }) => {
      const { paymentId } = await createLink(seller, 'silver');
      return post(visitor, `/api/payments/${paymentId}/initiate`);
    },
  },
  'POST /api/payments/:paymentId/initiate (address)': {
    by: 'address',
    limit: 1200,
    used: { key: 'initiate|ip:127.0.0.1', windowMs: MINUTE, count: 1195 },
    prepare:
      ({ visitor }) =>
      (time) =>
        post(visitor, `/api/payments/${String(time).padStart(26, '0')}/initiate`)(time),
  },
  'POST /api/payments/verify-callback (return)': {
    by: 'return',
    limit: 60,
    prepare: async ({ visitor }) => {
      const eventId = await comeBack(visitor, new URLSearchParams({ invoiceNo: 'X', paymentID: '1', secureHash: 'f' }));
      return post(visitor, '/api/payments/verify-callback', { eventId });
    },
  },
  'POST /api/payments/verify-callback (address)': {
    by: 'address',
    limit: 1200,
    used: { key: 'verify:127.0.0.1', windowMs: MINUTE, count: 1195 },
    prepare: ({ visitor }) => post(visitor, '/api/payments/verify-callback'),
  },
  'POST /payment/verify': {
    by: 'address: new messages without a hash that fits',
    limit: 120,
    used: { key: 'notice:address:127.0.0.1', windowMs: MINUTE, count: 115 },
    prepare: ({ visitor }) => nonsense(visitor, '/payment/verify'),
  },
  'GET /payment/verify': {
    by: 'address: the same',
    limit: 120,
    used: { key: 'notice:address:127.0.0.1', windowMs: MINUTE, count: 115 },
    prepare: ({ visitor }) => get(visitor, (time) => `/payment/verify?invoiceNo=X${time}`),
  },
  'POST /api/gateway/callback': {
    by: 'address: the same',
    limit: 120,
    used: { key: 'notice:address:127.0.0.1', windowMs: MINUTE, count: 115 },
    prepare: ({ visitor }) => nonsense(visitor, '/api/gateway/callback'),
  },
  'POST /api/payments/send-payment-email': {
    by: 'link',
    limit: 3,
    prepare: async ({ seller }) => {
      const { paymentId } = await createLink(seller, 'silver');
      return post(seller, '/api/payments/send-payment-email', { paymentId });
    },
  },
  'POST /api/payments/:paymentId/send-receipt': {
    by: 'payment',
    limit: 3,
    prepare: async ({ test, seller, visitor }) => {
      const { paymentId } = await sellAndPay(test, seller);
      return post(visitor, `/api/payments/${paymentId}/send-receipt`);
    },
  },
  'POST /payment/:paymentId/receipt/mail': {
    by: 'address',
    limit: 300,
    error: 'RECEIPTS_BUSY',
    used: { key: 'receipt-mail:address:127.0.0.1', windowMs: MINUTE, count: 295 },
    prepare: ({ visitor }) => post(visitor, `/api/payments/${UNKNOWN}/send-receipt`),
  },
  'GET /payment/:paymentId/receipt.pdf': {
    by: 'address',
    limit: 60,
    used: { key: 'receipt-pdf:127.0.0.1', windowMs: MINUTE, count: 55 },
    prepare: ({ visitor }) => get(visitor, () => `/payment/${UNKNOWN}/receipt.pdf`),
  },
  'GET /api/payments/open-links': {
    by: 'user',
    limit: 60,
    used: { key: 'open-links|user:', windowMs: MINUTE, count: 55, user: 'seller' },
    prepare: ({ seller }) => get(seller, () => '/api/payments/open-links?email=somebody%40example.com'),
  },
  'GET /api/payments/admin/export': {
    by: 'user: with every other export',
    limit: 30,
    used: { key: 'export|user:', windowMs: MINUTE, count: 25, user: 'admin' },
    prepare: ({ admin }) => get(admin, (time) => `/api/${time % 2 ? 'payments/admin' : 'admin/audit'}/export`),
  },
  'POST /api/admin/audit/verify': {
    by: 'user',
    limit: 10,
    prepare: ({ admin }) => post(admin, '/api/admin/audit/verify'),
  },
  'GET any list, past its first page': {
    by: 'user',
    limit: 600,
    used: { key: 'walk|user:', windowMs: MINUTE, count: 590, user: 'admin' },
    prepare: ({ admin }) => {
      const lists = [
        '/api/payments/admin/all?page=',
        '/api/payments/transactions/all?page=',
        '/api/sales-manager/dashboard?page=',
        '/api/admin/staff?page=',
        '/api/admin/reviews?page=',
        '/api/admin/audit?before=',
        '/admin/transactions?page=',
      ];
      return get(admin, (time) => `${lists[time % lists.length]}${time + 2}`);
    },
  },
  'GET /api/events': {
    by: 'user',
    limit: 120,
    used: { key: 'events|user:', windowMs: MINUTE, count: 120, user: 'seller' },
    prepare: ({ seller }) => get(seller, () => '/api/events'),
  },
  'POST /api/payments/test-icici-hash': {
    by: 'address: with every other test page',
    limit: 30,
    prepare: ({ visitor }) => post(visitor, '/api/payments/test-icici-hash', { payload: { a: '1' } }),
  },
  'POST /test-payment/return': {
    by: 'address',
    limit: 60,
    used: { key: 'test-return|ip:127.0.0.1', windowMs: MINUTE, count: 55 },
    prepare: ({ visitor }) => nonsense(visitor, '/test-payment/return'),
  },
  'POST /api/analytics/page-view': {
    by: 'address',
    limit: 1200,
    used: { key: 'page-view|ip:127.0.0.1', windowMs: MINUTE, count: 1195 },
    prepare: ({ visitor }) => post(visitor, '/api/analytics/page-view', { path: '/login' }),
  },
  'POST /api/csp-report': {
    by: 'address',
    limit: 60,
    used: { key: 'csp-report|ip:127.0.0.1', windowMs: MINUTE, count: 55 },
    prepare:
      ({ visitor }) =>
      (time) =>
        visitor.post('/api/csp-report', {}, { 'content-type': 'application/csp-report', ...forged(time) }),
  },
};

/** Open to everybody and changing something, with a limit that is shown elsewhere or is another's. */
const ELSEWHERE: Record<string, string> = {
  'POST /login': 'sign-in.spec.ts: by account and address, by account, by address, and over all',
  'POST /api/login': 'sign-in.spec.ts',
  'POST /login/code': 'counted as a sign-in; five codes for one password',
  'POST /logout': 'ends what the caller holds, and nothing else',
  'POST /account/invitation': 'counted together with POST /account/reset',
  'POST /payment/:paymentId/initiate': 'the form of POST /api/payments/:paymentId/initiate',
  'POST /api/payments/test-link': 'counted together with POST /api/payments/test-icici-hash',
  'POST /api/payments/test-status': 'the same',
  'POST /api/payments/test-icici-api': 'the same',
  'POST /api/payments/test-icici-documentation': 'the same',
  'POST /api/payments/test-icici-complete-flow': 'the same',
};

describe('limits', () => {
  let scene: Scene;
  beforeAll(async () => {
    const test = await TestApp.start({ env: { ENABLE_TEST_PAGES: 'true' } });
    scene = { test, visitor: test.client(), seller: await test.as(SALES), admin: await test.as(ADMIN) };
  });
  afterAll(() => scene.test.close());

  /** Whatever has been counted before is over; so are the sessions, and what ran in the background. */
  const startAnew = async () => {
    await scene.test.settle();
    scene.test.clock.advance(3 * HOUR);
    scene.seller = await scene.test.as(SALES);
    scene.admin = await scene.test.as(ADMIN);
  };

  const use = async ({ key, windowMs, count, user, isSecurity }: NonNullable<Limit['used']>, limit: number) => {
    const me = user ? String((await scene[user].get('/api/auth/me')).body.data.id) : '';
    const whole = `${key}${me}`;
    const limiter = scene.test.get(isSecurity ? SecurityRateLimiter : RateLimiter);
    for (let time = 0; time < count; time += 1) await limiter.consume(whole, limit, windowMs);
  };

  it.each(Object.entries(LIMITS))('%s', async (_route, { limit, error = 'THROTTLED', used, prepare }) => {
    await startAnew();
    const free = limit - (used?.count ?? 0);
    // A minute must not pass by itself on a busy machine.
    const refused = await scene.test.clock.hold(async () => {
      const send = await prepare(scene);
      if (used) await use(used, limit);
      for (let time = 0; time < free; time += 1) expect([time, (await send(time)).status]).not.toEqual([time, 429]);
      return send(free);
    });
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d{0,4}$/);
    if (refused.body) expect(refused.body).toMatchObject({ success: false, error });
    expect(refused.text).toMatch(
      /Please try again in (?:\d+ (?:seconds?|minutes)|a minute)\.|was sent a few times already/,
    );
  });

  it('the sellers of an event behind one address choose their passwords one after the other, and open used links again', async () => {
    await startAnew();
    const links: string[] = [];
    for (let time = 0; time < 30; time += 1) links.push(await invited(scene.test, `event${time}@tokendesk.test`));
    const statuses: unknown[] = [];
    await scene.test.clock.hold(async () => {
      for (const link of links) {
        const seller = scene.test.client();
        await seller.get(link);
        const done = await (await form(seller, '/account/invitation', CHOSEN))(0);
        await seller.get(link);
        const again = await seller.get('/account/invitation');
        statuses.push([done.status, done.headers.get('location'), again.status].join(' '));
      }
    });
    expect(statuses).toEqual(links.map(() => '303 /login 410'));
  });

  it('opened mails of withdrawn invitations refuse nobody a link that holds', async () => {
    await startAnew();
    const old: string[] = [];
    for (let time = 0; time < 21; time += 1) old.push(await invited(scene.test, `withdrawn${time}@tokendesk.test`));
    await scene.test.get(DataSource).query("DELETE FROM one_time_tokens WHERE kind = 'invitation'");
    const valid = await invited(scene.test, 'valid@tokendesk.test');
    const answers = await scene.test.clock.hold(async () => {
      const statuses: number[] = [];
      for (const link of [...old, valid]) {
        const seller = scene.test.client();
        await seller.get(link);
        statuses.push((await seller.get('/account/invitation')).status);
      }
      return statuses;
    });
    expect(answers).toEqual([...Array(20).fill(410), 429, 200]);
  });

  it('customers of an event behind one address press Pay as often as its peak has sales: docs/scaling.md', async () => {
    await startAnew();
    const { paymentId } = await createLink(scene.seller, 'silver');
    const ids = Array.from({ length: 161 }, (_, time) => String(time).padStart(26, '0'));
    const statuses: number[] = [];
    await scene.test.clock.hold(async () => {
      for (const [time, id] of ids.entries())
        statuses.push((await post(scene.visitor, `/api/payments/${id}/initiate`)(time)).status);
      statuses.push((await post(scene.visitor, `/api/payments/${paymentId}/initiate`)(ids.length)).status);
    });
    expect(statuses).toEqual([...Array(161).fill(404), 200]);
  });

  it.each([
    ['en', 'Please try again in a moment.'],
    ['hi', 'कृपया थोड़ी देर में फिर कोशिश करें।'],
  ])('a press without script that is refused leads to the payment page, which says so: %s', async (language, words) => {
    await startAnew();
    const { paymentId } = await createLink(scene.seller, 'silver');
    const refused = await scene.test.clock.hold(async () => {
      await use({ key: 'initiate|ip:127.0.0.1', windowMs: MINUTE, count: 1200 }, 1200);
      return scene.visitor.call('POST', `/payment/${paymentId}/initiate`, { body: '', headers: FORM });
    });
    const back = `/payment/${paymentId}?problem=THROTTLED`;
    expect([refused.status, refused.headers.get('location')]).toEqual([303, back]);
    const { status, text } = await scene.visitor.get(back, { headers: { 'accept-language': language } });
    expect(status).toBe(200);
    expect(text).toContain(words);
  });

  it('ids that nobody ever made get no key of their own', async () => {
    await startAnew();
    const limiter = scene.test.get(RateLimiter) as MemoryRateLimiter;
    await post(scene.visitor, `/api/payments/${UNKNOWN}/initiate`)(0);
    await post(scene.visitor, '/api/payments/verify-callback', { eventId: UNKNOWN })(0);
    const before = limiter.size;
    for (let time = 1; time <= 50; time += 1) {
      const id = String(time).padStart(26, '0');
      expect((await post(scene.visitor, `/api/payments/${id}/initiate`)(time)).status).toBe(404);
      expect((await scene.visitor.post('/api/payments/verify-callback', { eventId: id })).status).toBe(400);
    }
    expect(limiter.size).toBe(before);
  });

  it('every open route that changes something has one', () => {
    const open = listRoutes(scene.test.app)
      .filter(({ method, access }) => access === 'public' && method !== 'GET')
      .map(({ method, path }) => `${method} ${path}`);
    const known = [...Object.keys(LIMITS).map((route) => route.replace(/ \(.*\)$/, '')), ...Object.keys(ELSEWHERE)];
    expect(open.filter((route) => !known.includes(route))).toEqual([]);
    expect(Object.keys(ELSEWHERE).filter((route) => !open.includes(route))).toEqual([]);
  });

  it('walking stops the walker alone, and leaves the first pages', async () => {
    await startAnew();
    await use({ key: 'walk|user:', windowMs: MINUTE, count: 600, user: 'admin' }, 600);
    const list = '/api/payments/transactions/all?page=';
    expect((await scene.admin.get(`${list}2`)).status).toBe(429);
    expect((await scene.admin.get(`${list}1`)).status).toBe(200);
    expect((await scene.seller.get(`${list}2`)).status).toBe(200);
  });

  it('a signed message cut and spelt in other ways is kept, and asked about, thirty times a minute', async () => {
    await startAnew();
    const link = await createLink(scene.seller, 'silver');
    const fields = await scene.test.bank.press(await pressPay(scene.visitor, link.paymentId), 'pay-nb');
    await scene.test.bank.fault('status', 'req', { times: 0 });
    try {
      const variant = (time: number) => {
        // Fields without a value are no part of what is signed.
        const again = new URLSearchParams(fields ?? '');
        again.append(`x${time}`, '');
        return scene.visitor.postForm(time % 2 ? '/payment/verify' : '/api/gateway/callback', again);
      };
      const before = await asked();
      const statuses: number[] = [];
      await scene.test.clock.hold(async () => {
        for (let time = 0; time < 50; time += 1) statuses.push((await variant(time)).status);
        await scene.test.settle();
      });
      expect(statuses.slice(0, 30).filter((status) => status === 429)).toEqual([]);
      expect(statuses.filter((status) => status === 429)).toHaveLength(20);
      expect((await asked()) - before).toBeLessThanOrEqual(30);
      // What was kept before is answered as ever.
      expect((await variant(0)).status).toBe(200);
    } finally {
      await scene.test.bank.clearFaults();
    }
  });

  it('the status of a payment is read from the database, however often: the bank is asked nothing', async () => {
    await startAnew();
    const link = await createLink(scene.seller, 'silver');
    await pressPay(scene.visitor, link.paymentId);
    const before = await asked();
    const paths = ['', '/status'].map((end) => `/api/payments/${link.paymentId}${end}`);
    for (let time = 0; time < 10; time += 1)
      await Promise.all(Array.from({ length: 20 }, (_, at) => scene.visitor.get(paths[at % 2] ?? '')));
    await scene.test.settle();
    expect(await asked()).toBe(before);
  });

  it('Check Status pressed without end costs the bank one question in two seconds', async () => {
    await startAnew();
    const link = await createLink(scene.seller, 'silver');
    await pressPay(scene.visitor, link.paymentId);
    const before = await asked();
    const started = Date.now();
    for (let time = 0; time < 40; time += 1) await scene.seller.post(`/api/payments/check-status/${link.paymentId}`);
    const calls = (await asked()) - before;
    expect(calls).toBeGreaterThan(0);
    expect(calls).toBeLessThanOrEqual(Math.floor((Date.now() - started) / 2000) + 1);
  });

  async function asked(): Promise<number> {
    const [row] = (await scene.test
      .get(DataSource)
      .query("SELECT COUNT(*) AS n FROM gateway_calls WHERE kind = 'status'")) as { n: number }[];
    return Number(row?.n);
  }
});

const ROTATING = (time: number) => `203.0.113.${time}`;

describe.each([
  { trust: 'false', isBelieved: false, tries: [['nobody is believed', ROTATING, 2]] },
  {
    trust: '1',
    isBelieved: true,
    tries: [
      ['the proxy names another caller each time', ROTATING, 0],
      ['the caller lies to the proxy, which adds the truth', (time: number) => `203.0.113.${time}, 198.51.100.7`, 2],
    ],
  },
  {
    trust: '127.0.0.1',
    isBelieved: true,
    tries: [['one caller behind the proxy of that address', () => '198.51.100.7', 2]],
  },
  {
    trust: '10.0.0.1',
    isBelieved: false,
    tries: [['another than the named proxy is not believed', ROTATING, 2]],
  },
] satisfies {
  trust: string;
  isBelieved: boolean;
  tries: [what: string, addressOf: (time: number) => string, refused: number][];
}[])('behind a proxy, TRUST_PROXY=$trust', ({ trust, isBelieved, tries }) => {
  let test: TestApp;
  beforeAll(async () => {
    test = await TestApp.start({ env: { TRUST_PROXY: trust }, inertia: { ssr: { enabled: false } } });
  });
  afterAll(() => test.close());

  it(`the X-Request-Id of the caller is believed: ${isBelieved}`, async () => {
    const { headers } = await test.client().get('/login', { headers: { 'x-request-id': 'chosen-by-a-caller' } });
    expect(headers.get('x-request-id') === 'chosen-by-a-caller').toBe(isBelieved);
  });

  it.each(tries)('%s', async (_what, addressOf, refused) => {
    test.clock.advance(3 * HOUR);
    const visitor = test.client();
    await visitor.get('/account/forgot');
    const statuses: number[] = [];
    for (let time = 0; time < 22; time += 1) {
      const headers = { ...FORM, 'x-forwarded-for': addressOf(time) };
      statuses.push((await visitor.call('POST', '/account/forgot', { body: 'email=a%40b.test', headers })).status);
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(refused);
  });
});

describe('two instances that share a Redis', () => {
  let both: [TestApp, TestApp];
  beforeAll(async () => {
    const env = {
      APP_URL: `http://edge-${process.pid}.example.test`,
      REDIS_URL: process.env.TEST_REDIS_URL ?? '',
      ENABLE_TEST_PAGES: 'true',
    };
    both = [await TestApp.start({ env }), await TestApp.start({ env })];
  });
  afterAll(async () => {
    for (const test of both) await test.close();
  });

  it.each([
    ['/api/gateway/callback', 'notice:address:127.0.0.1', 120],
    ['/test-payment/return', 'test-return|ip:127.0.0.1', 60],
  ])('share the limit of %s', async (path, key, limit) => {
    const [one, two] = both;
    // Windows begin with their first count.
    await one.clock.hold(() =>
      two.clock.hold(async () => {
        for (let time = 0; time < limit - 6; time += 1)
          await both[time % 2]!.get(RateLimiter).consume(key, limit, MINUTE);
        const statuses: number[] = [];
        for (let time = 0; time < 8; time += 1)
          statuses.push((await nonsense(both[time % 2]!.client(), path)(time)).status);
        expect(statuses.indexOf(429)).toBe(6);
        expect(statuses.slice(-2)).toEqual([429, 429]);
      }),
    );
  });
});
