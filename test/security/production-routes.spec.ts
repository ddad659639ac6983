import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { settingsFrom } from '../../src/config/env.js';
import { Client, type Reply } from '../support/client.js';
import { tokendesk } from '../support/command-line.js';
import { ProductProcess } from '../support/product-process.js';
import { freePort } from '../support/free-port.mjs';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';
import { emptyDatabase } from '../support/test-database.js';
import { MATRIX_ROUTES } from './role-matrix.js';

const TEST_ROUTES = MATRIX_ROUTES.filter(({ testPage }) => testPage);
const OWNER = { email: 'owner@example.com', password: 'quiet harbour lantern 7' };
/** Everything that production demands, and nothing that it leaves to us. */
const PRODUCTION = {
  NODE_ENV: 'production',
  APP_URL: 'https://pay.example.com',
  DATABASE_URL: 'mysql://nobody@127.0.0.1:1/nothing',
  GATEWAY_BASE_URL: 'https://bank.example.com/pg',
  GATEWAY_MERCHANT_ID: 'T_REAL1',
  GATEWAY_SECRET_KEY: 'a-key-of-the-bank-7',
  JWT_SECRET: 'jwt-secret-of-this-test-0123456789',
  ENCRYPTION_KEY: 'encryption-key-of-this-test-012345',
};

/** The same path with words that no route has ever had. */
const neverThere = (path: string) => path.replace(/[^/]*test[^/]*|debug|components/g, 'never-there');

const shown = ({ status, body }: Reply) => ({ status, body: body as unknown });

/** Each route answers like an address that was never there. */
async function expectNoTestRoutes(client: Client): Promise<void> {
  for (const { name, method, path } of TEST_ROUTES) {
    const options = method === 'GET' ? {} : { body: {} };
    const unknown = await client.call(method, neverThere(path), options);
    expect([name, unknown.status]).toEqual([name, 404]);
    expect([name, shown(await client.call(method, path, options))]).toEqual([name, shown(unknown)]);
    // Of another method neither an answer nor the header Allow tells that there is something.
    for (const other of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const reply = await client.call(other, path, other === 'GET' ? {} : { body: {} });
      expect([name, other, reply.status, reply.headers.get('allow')]).toEqual([name, other, 404, null]);
    }
  }
}

it('there are test routes to look for', () => expect(TEST_ROUTES.length).toBeGreaterThanOrEqual(11));

it('would be noticed: in development none of them answers like an address that was never there', async () => {
  const test = await TestApp.start();
  try {
    const admin = await test.as(ADMIN);
    for (const { name, method, path, body } of TEST_ROUTES.filter(({ bankPost }) => !bankPost)) {
      const sent = method === 'GET' ? {} : { body: body?.({}) ?? {} };
      const unknown = await admin.call(method, neverThere(path), method === 'GET' ? {} : { body: {} });
      const answer = shown(await admin.call(method, path, sent));
      // Nothing is known of a reference that was made up, either; the address itself takes no other method.
      if (isDeepStrictEqual(answer, shown(unknown)))
        expect([name, (await admin.call('DELETE', path, { body: {} })).status]).toEqual([name, 405]);
    }
  } finally {
    await test.close();
  }
});

describe('with the settings of production', () => {
  let before: TestApp | undefined;
  let test: TestApp;
  beforeAll(async () => {
    // Production makes no demo staff: they are there from earlier.
    before = await TestApp.start();
    await before.stop();
    const { bank, databaseUrl: url } = before;
    const { production, testPages, demoSeed } = settingsFrom(PRODUCTION);
    test = await TestApp.start({ bank, database: { url }, adjust: { production, testPages, demoSeed } });
  });
  afterAll(async () => {
    await test?.close();
    await before?.close();
  });

  it.each<[string, () => Promise<Client>]>([
    ['a visitor', () => Promise.resolve(test.client())],
    ['a seller', () => test.as(SALES)],
    ['an admin', () => test.as(ADMIN)],
  ])('no test route is there for %s', async (_who, signIn) => {
    await expectNoTestRoutes(await signIn());
  });
});

it('switched on in production an admin opens them by their address; no menu of a page knows of them', async () => {
  const before = await TestApp.start();
  const shownInMenus = async (test: TestApp) => {
    const page = await (await test.as(ADMIN)).get('/admin/dashboard');
    return /(?:"|&quot;)testPages(?:"|&quot;):(true|false)/.exec(page.text)?.[1];
  };
  try {
    expect(await shownInMenus(before)).toBe('true');
    await before.stop();
    const { bank, databaseUrl: url } = before;
    const { production, demoSeed } = settingsFrom(PRODUCTION);
    const test = await TestApp.start({ bank, database: { url }, adjust: { production, demoSeed, testPages: true } });
    try {
      expect(await shownInMenus(test)).toBe('false');
      expect((await (await test.as(ADMIN)).get('/components')).status).toBe(200);
      expect((await (await test.as(SALES)).get('/components')).status).toBe(404);
    } finally {
      await test.close();
    }
  } finally {
    await before.close();
  }
});

describe('a real start in production', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tokendesk-production-'));
  let database: Awaited<ReturnType<typeof emptyDatabase>>;
  beforeAll(async () => {
    database = await emptyDatabase();
  });
  afterAll(async () => {
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('has no test routes; on an embedded database there is none', async () => {
    const port = String(await freePort());
    const env = { ...PRODUCTION, PORT: port, DATABASE_URL: database.url, DATA_DIR: folder, POLL_INTERVAL_SECONDS: '0' };
    const url = `http://127.0.0.1:${port}`;
    const product = new ProductProcess(url, env, folder);
    if (database.url.startsWith('sqlite:')) {
      expect(await product.untilEnded()).toBe(1);
      expect(product.log).toContain('DATABASE_URL must be a mysql:// URL in production');
      return;
    }
    try {
      await product.untilReady();
      const seed = ['admin', 'seed', '--email', OWNER.email, '--name', 'Owner', '--password-stdin'];
      expect(await tokendesk(seed, env, folder, OWNER.password)).toMatchObject({ code: 0 });
      const visitor = new Client(url);
      await expectNoTestRoutes(visitor);
      await expectNoTestRoutes(await new Client(url).signIn(OWNER.email, OWNER.password));
    } finally {
      await product.stop();
    }
  });
});
