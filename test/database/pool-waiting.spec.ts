import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { EventEmitter } from 'node:events';
import type { Pool, PoolConnection } from 'mysql2';
import { DataSource } from 'typeorm';
import { createDataSource } from '../../src/database/data-source.js';
import { boundWaiting } from '../../src/database/mysql-pool.js';
import { secureHashV1 } from '../../src/domain/bank-hash/secure-hash.js';
import { isDatabaseUnavailable } from '../../src/http/index.js';
import type { Client, Reply } from '../support/client.js';
import { isOnServer } from '../support/engine.js';
import { MINUTE } from '../support/fake-clock.js';
import { expectBooksAgree, expectInvariants } from '../support/invariants.js';
import { createLink, type Link, linkBody, pressPay, statusOf } from '../support/sales.js';
import { eventually } from '../support/product-process.js';
import { StallingProxy } from '../support/stalling-proxy.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';
import { emptyDatabase, migratedDatabase } from '../support/test-database.js';

const POOL = 3;
/** Long enough to start with on a busy machine, where a first connection takes half a second. */
const WAIT_MS = 2_000;
/** A few statements at `WAIT_MS` each, on a busy machine. */
const SOON_MS = 16_000;

describe('waiting for a connection', () => {
  it('ends, and a connection that comes too late goes back', async () => {
    const late: ((error: null, connection: PoolConnection) => void)[] = [];
    const pool = Object.assign(new EventEmitter(), { getConnection: (done: (typeof late)[number]) => late.push(done) });
    const bound = boundWaiting(pool as unknown as Pool, 20);
    const error = await new Promise((resolve) => bound.getConnection(resolve));
    expect(isDatabaseUnavailable(error)).toBe(true);
    let released = 0;
    late[0]!(null, { release: () => (released += 1) } as unknown as PoolConnection);
    expect(released).toBe(1);
  });

  it.each([
    ['has ended', false],
    ['hangs', true],
  ])('a connection that %s is among those to close after a timeout: %s', async (_what, isClosed) => {
    let destroyed = 0;
    const stream = Object.assign(new EventEmitter(), { destroy: () => (destroyed += 1) });
    const connection = { stream } as unknown as PoolConnection;
    const given = [connection];
    const getConnection = (done: (error: null, connection: PoolConnection) => void) => {
      const next = given.shift();
      if (next) done(null, next);
    };
    const pool = Object.assign(new EventEmitter(), { getConnection });
    const bound = boundWaiting(pool as unknown as Pool, 20);
    pool.emit('connection', connection);
    await new Promise((resolve) => bound.getConnection(resolve));
    if (!isClosed) stream.emit('close');
    jest.spyOn(performance, 'now').mockImplementation(() => Date.now() + MINUTE);
    await new Promise((resolve) => bound.getConnection(resolve));
    jest.restoreAllMocks();
    expect(destroyed).toBe(isClosed ? 1 : 0);
  });
});

// An embedded database has no connection to wait for.
if (isOnServer()) {
  describe('a product whose database falls silent', () => {
    silence();
  });
  describe('a database that falls silent', () => {
    let proxy: StallingProxy;
    let dataSource: DataSource;
    let drop: () => Promise<void>;

    beforeAll(async () => {
      const database = await emptyDatabase();
      drop = database.drop;
      proxy = await StallingProxy.open(database.url);
      dataSource = await createDataSource({
        url: proxy.url,
        poolSize: 2,
        waitMs: WAIT_MS,
        sqliteDriver: 'libsql',
      }).initialize();
    });
    afterAll(async () => {
      proxy.resume();
      await dataSource.destroy();
      proxy.close();
      await drop();
    });

    it('whoever finds no free connection hears so soon, and the next are served once it speaks again', async () => {
      await Promise.all([dataSource.query('SELECT 1'), dataSource.query('SELECT 1')]);
      proxy.stall();
      const hanging = [dataSource.query('SELECT 1'), dataSource.query('SELECT 1')];
      const started = performance.now();
      const error: unknown = await dataSource.query('SELECT 1').catch((reason: unknown) => reason);
      expect(performance.now() - started).toBeLessThan(SOON_MS);
      expect(isDatabaseUnavailable(error)).toBe(true);
      proxy.resume();
      await Promise.all(hanging);
      expect(await dataSource.query('SELECT 2 AS two')).toMatchObject([{}]);
    });

    it('a connection that goes from one caller to the next hangs by what the last one does with it', async () => {
      const [first, second, next, late] = Array.from({ length: 4 }, () => dataSource.createQueryRunner());
      await Promise.all([first!.connect(), second!.connect()]);
      const inLine = next!.connect();
      jest.spyOn(performance, 'now').mockImplementation(() => Date.now() + MINUTE);
      await first!.release();
      await inLine;
      const isLate: unknown = await late!.connect().catch((reason: unknown) => reason);
      jest.restoreAllMocks();
      expect(isDatabaseUnavailable(isLate)).toBe(true);
      expect(await next!.query('SELECT 3 AS three')).toMatchObject([{}]);
      await Promise.all([second!.release(), next!.release()]);
    });
  });
}

function silence(): void {
  let line: StallingProxy;
  let test: TestApp;
  let seller: Client;
  let admin: Client;
  let customer: Client;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    const database = await migratedDatabase();
    drop = database.drop;
    line = await StallingProxy.open(database.url);
    test = await TestApp.start({
      database: { url: line.url },
      env: { DATABASE_POOL_SIZE: String(POOL), DATABASE_WAIT_MS: String(WAIT_MS) },
    });
    [seller, admin, customer] = [await test.as(SALES), await test.as(ADMIN), test.client()];
  });
  // All connections stand, so that a request that comes first hangs on one of them.
  beforeEach(() =>
    eventually('all connections stand', async () => {
      const standing = Array.from({ length: POOL }, () => test.get(DataSource).query('SELECT SLEEP(0.1)'));
      return (await Promise.allSettled(standing)).every(({ status }) => status === 'fulfilled');
    }),
  );
  afterEach(async () => {
    line.resume();
    await expectInvariants(test);
  });
  afterAll(async () => {
    line.resume();
    await test.close();
    line.close();
    await drop();
  });

  const freeConnections = (): number => {
    const { pool } = test.get(DataSource).driver as unknown as { pool: { _freeConnections: { length: number } } };
    return pool._freeConnections.length;
  };
  /** What follows from an earlier request has a connection of its own while it lasts, so it is waited for. */
  const fallSilent = async () => {
    await test.settle();
    line.stall();
  };
  /** Requests that each have a connection, and hear nothing on it. */
  const holdAll = async (first: Promise<Reply>[]) => {
    const others = Array.from({ length: POOL - first.length }, () => seller.get('/api/auth/me'));
    await eventually('all connections are in use', () => freeConnections() === 0);
    return [...first, ...others];
  };
  const inTime = async (request: Promise<Reply>): Promise<Reply> => {
    const started = performance.now();
    const reply = await request;
    expect(performance.now() - started).toBeLessThan(SOON_MS);
    return reply;
  };
  const advice = ({ invoiceNo }: Link) => {
    const fields = { invoiceNo, merchantId: 'T_SANDBOX1', paymentID: 'P1', responseCode: 'R1000' };
    const secureHash = secureHashV1(fields, test.settings.gateway.secretKey);
    return { ...fields, secureHash };
  };
  const paymentsOf = async (email: string) => {
    const [row] = (await test
      .get(DataSource)
      .query(`SELECT COUNT(*) AS n FROM payments p JOIN customers c ON c.id = p.customer_id WHERE c.email_key = ?`, [
        email.toLowerCase(),
      ])) as { n: number }[];
    return Number(row?.n);
  };

  it('each is told so soon: programs by the error of the API, people by a page, supervisors by 503', async () => {
    const link = await createLink(seller);
    await fallSilent();
    const held = await holdAll([]);
    const api: [string, Promise<Reply>][] = [
      ['the list', admin.get('/api/payments/admin/all')],
      ['the state of a payment', customer.get(`/api/payments/${link.paymentId}/status`)],
      ['a new link', seller.post('/api/payments/create-link', linkBody())],
      ['the way to the bank', customer.post(`/api/payments/${link.paymentId}/initiate`)],
      ['a sign-in', test.client().post('/api/login', SALES)],
      ['a message of the bank', customer.postForm('/api/gateway/callback', advice(link))],
    ];
    for (const [what, request] of api) {
      const { status, headers, body } = await inTime(request);
      expect({ what, status, retry: headers.get('retry-after'), body }).toEqual({
        what,
        status: 503,
        retry: '2',
        body: {
          success: false,
          error: 'UNAVAILABLE',
          message: expect.any(String),
          details: { requestId: expect.any(String) },
        },
      });
    }
    const pages: [string, Client][] = [
      [`/payment/${link.paymentId}`, customer],
      ['/admin/dashboard', admin],
    ];
    for (const [path, client] of pages) {
      const { status, headers, text } = await inTime(client.get(path, { headers: { accept: 'text/html' } }));
      expect({ path, status, retry: headers.get('retry-after') }).toEqual({ path, status: 503, retry: '2' });
      expect(headers.get('content-type')).toContain('text/html');
      expect(text).toContain('</html>');
    }
    expect((await inTime(customer.get('/healthz'))).status).toBe(200);
    expect((await inTime(customer.get('/readyz'))).body.checks).toEqual({ database: false, schema: false });
    line.resume();
    for (const reply of await Promise.all(held)) expect(reply.status).toBe(200);
    expect((await customer.get('/readyz')).status).toBe(200);
    expect((await admin.get('/api/payments/admin/all')).status).toBe(200);
  });

  it('readiness is answered also while connections are free', async () => {
    await fallSilent();
    expect((await inTime(customer.get('/readyz'))).status).toBe(503);
    line.resume();
    expect((await customer.get('/readyz')).status).toBe(200);
  });

  it('readiness gives its connections back when the database refuses to say which migrations it has', async () => {
    const rename = (from: string, to: string) =>
      test.get(DataSource).query(`ALTER TABLE schema_migrations RENAME COLUMN ${from} TO ${to}`);
    await rename('id', 'gone');
    for (let time = 0; time < POOL; time += 1)
      expect((await customer.get('/readyz')).body.checks).toEqual({ database: true, schema: false });
    await rename('gone', 'id');
    expect((await customer.get('/readyz')).status).toBe(200);
  });

  it('money loses nothing: what was under way ends, what was turned away works when it is asked again', async () => {
    const link = await createLink(seller, 'silver');
    const bankPage = await pressPay(customer, link.paymentId);
    const body = linkBody('gold');
    const key = { 'idempotency-key': 'silence' };
    await fallSilent();
    const held = await holdAll([seller.post('/api/payments/create-link', body, key)]);
    expect((await inTime(seller.post('/api/payments/create-link', body, key))).status).toBe(503);
    // Meanwhile the customer pays, and the bank's word for it finds nobody at home.
    await test.bank.press(bankPage, 'pay-close-tab');
    expect((await inTime(customer.postForm('/api/gateway/callback', advice(link)))).status).toBe(503);
    expect((await inTime(customer.post(`/api/payments/${link.paymentId}/initiate`))).status).toBe(503);
    line.resume();
    const [made] = await Promise.all(held);
    expect(made?.status).toBe(201);
    const again = await seller.post('/api/payments/create-link', body, key);
    expect([again.status, again.body.data.paymentId]).toEqual([201, made?.body.data.paymentId]);
    expect(await paymentsOf(body.customerData.email)).toBe(1);
    // As the bank does with whatever was not taken.
    expect((await customer.postForm('/api/gateway/callback', advice(link))).status).toBe(200);
    await test.settle();
    expect(await statusOf(customer, link.paymentId)).toBe('completed');
    await expectBooksAgree(test);
  });

  it('a line that breaks under way costs an answer, and no money', async () => {
    const link = await createLink(seller, 'silver');
    const bankPage = await pressPay(customer, link.paymentId);
    const body = linkBody('gold');
    const key = { 'idempotency-key': 'broken' };
    await fallSilent();
    const held = await holdAll([seller.post('/api/payments/create-link', body, key)]);
    await test.bank.press(bankPage, 'pay-close-tab');
    line.cut();
    for (const reply of await Promise.all(held)) expect(reply.status).toBe(503);
    expect((await seller.post('/api/payments/create-link', body, key)).status).toBe(201);
    expect(await paymentsOf(body.customerData.email)).toBe(1);
    test.clock.advance(MINUTE);
    await test.poll();
    expect(await statusOf(customer, link.paymentId)).toBe('completed');
    await expectBooksAgree(test);
  });
}
