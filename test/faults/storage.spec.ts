import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../support/client.js';
import { isOnServer } from '../support/engine.js';
import { expectLawsHold, expectSameBooks } from '../support/invariants.js';
import { eventually, ProductSite } from '../support/product-process.js';
import { findProgram } from '../support/programs.mjs';
import { comeBack, createLink, linkBody, pressPay, statusOf, verify } from '../support/sales.js';
import { freePort } from '../support/free-port.mjs';
import { SALES } from '../support/test-app.js';

const READS = ['/api/sales-manager/dashboard', '/api/payments/transactions/all', '/dashboard', '/healthz'];

describe('storage that takes no writes', () => {
  let site: ProductSite;
  let seller: Client;
  let customer: Client;

  beforeAll(async () => {
    site = await ProductSite.make({ LOG_LEVEL: 'silent' });
    await site.start();
    seller = await site.client().signIn(SALES.email, SALES.password);
    customer = site.client();
  });
  afterEach(() => {
    relent();
    relent = () => undefined;
  });
  afterAll(() => site.close());

  /** Ends an outage, whatever became of the test. */
  let relent: () => unknown = () => undefined;

  const isReady = async () => (await customer.get('/readyz')).status === 200;
  const create = (key: string, body: object) =>
    seller.post('/api/payments/create-link', body, { 'idempotency-key': key });
  const unsealed = () => site.count('audit_log WHERE seq IS NULL');

  /** Refused clearly while it lasts, readable all the time, and everything goes on by itself afterwards. */
  const outage = async (code: string, begin: () => unknown, end: () => unknown) => {
    const waiting = await createLink(seller, 'silver');
    const fields = await site.bank.press(await pressPay(customer, waiting.paymentId), 'pay-upi');
    const body = linkBody('gold');
    const key = `outage-${code}-${Date.now()}`;
    relent = end;
    await begin();
    for (let time = 0; time < 3; time += 1) {
      const refused = await create(key, body);
      expect([refused.status, refused.body.error]).toEqual([503, code]);
      expect(refused.headers.get('retry-after')).toBe('30');
    }
    const notice = await customer.postForm('/payment/verify', fields!);
    expect(notice.status).toBe(503);
    for (const path of READS) expect([path, (await seller.get(path)).status]).toEqual([path, 200]);
    expect((await customer.get(`/payment/${waiting.paymentId}`)).status).toBe(200);
    const ready = await customer.get('/readyz');
    expect([ready.status, ready.body.problem.code]).toEqual([503, code]);
    await end();
    relent = () => undefined;
    const made = await create(key, body);
    expect(made.status).toBe(201);
    expect((await create(key, body)).body.data.paymentId).toBe(made.body.data.paymentId);
    await verify(customer, await comeBack(customer, fields));
    await eventually(
      'the sale is completed',
      async () => (await statusOf(customer, waiting.paymentId)) === 'completed',
    );
    await eventually('the audit log is sealed', async () => (await unsealed()) === 0);
    await eventually('it is ready', isReady);
    expect(await site.count("idempotency_keys WHERE state = 'running'")).toBe(0);
    await expectLawsHold(site.dataSource);
    await expectSameBooks(site.dataSource, site.bank);
  };

  if (isOnServer()) {
    const raise = (errno: number, text: string) => async () => {
      for (const [table, when] of Object.entries(TABLES))
        await site.dataSource.query(
          `CREATE TRIGGER refuses_${table} BEFORE ${when} ON ${table} FOR EACH ROW
             SIGNAL SQLSTATE 'HY000' SET MYSQL_ERRNO = ${errno}, MESSAGE_TEXT = '${text}'`,
        );
    };
    const TABLES = { payments: 'INSERT', gateway_notices: 'INSERT' };
    const drop = async () => {
      for (const table of Object.keys(TABLES)) await site.dataSource.query(`DROP TRIGGER refuses_${table}`);
    };

    it.each([
      ['STORAGE_FULL', 1114, 'The table is full'],
      ['STORAGE_FULL', 1021, 'Disk full; waiting for someone to free some space'],
      ['STORAGE_READ_ONLY', 1290, 'The MariaDB server is running with the --read-only option'],
      ['STORAGE_READ_ONLY', 1836, 'Running in read-only mode'],
    ])('%s (%i): clear refusals, and it recovers by itself', (code, errno, text) =>
      outage(code, raise(errno, text), drop),
    );
    return;
  }

  /** As a full disk: files of the process cannot grow, until they may again. */
  const limitFiles = (bytes: string) => {
    const prlimit = findProgram('prlimit');
    if (!prlimit) throw new Error('prlimit (util-linux) is needed');
    execFileSync(prlimit, ['--pid', `${site.running.pid}`, `--fsize=${bytes}:unlimited`]);
  };
  const file = () => site.lockFile.replace(/\.lock$/, '');

  it('a full disk: clear refusals, and it recovers by itself', () =>
    outage(
      'STORAGE_FULL',
      () => limitFiles('0'),
      () => limitFiles('unlimited'),
    ));

  it('a disk that fills up while the bank is asked: the repeated request gets the one link that was made', async () => {
    const before = await site.count('payments');
    const body = linkBody('gold');
    await site.bank.fault('create', 'hang', { ms: 1500, commit: true });
    const first = create('full-meanwhile', body);
    await eventually('the intent is committed', async () => (await site.count('payments')) > before);
    limitFiles('0');
    const answer = await first;
    expect([201, 503]).toContain(answer.status);
    limitFiles('unlimited');
    const again = await create('full-meanwhile', body);
    expect(again.status).toBe(201);
    expect(await site.count('payments')).toBe(before + 1);
    expect(await site.count("idempotency_keys WHERE state = 'running'")).toBe(0);
  });

  it.each(['', '-wal'])('a file that is gone for a while (%j)', (suffix) =>
    outage(
      'STORAGE_MOVED',
      () => renameSync(`${file()}${suffix}`, `${file()}.away`),
      () => renameSync(`${file()}.away`, `${file()}${suffix}`),
    ),
  );

  it('the data directory holds the database by default, and everything in it is for its owner alone', async () => {
    const data = join(site.folder, 'elsewhere');
    mkdirSync(data);
    chmodSync(data, 0o755);
    const port = await freePort();
    const env = { PORT: `${port}`, DATA_DIR: data, DATABASE_URL: '' };
    const modes = () =>
      readdirSync(data).map((name) => `${name} ${(statSync(join(data, name)).mode & 0o777).toString(8)}`);
    const first = site.spawn(env);
    await first.untilReady();
    const names = ['encryption-key', 'jwt-secret', 'tokendesk.sqlite', 'tokendesk.sqlite-shm', 'tokendesk.sqlite-wal'];
    expect(new Set(modes())).toEqual(new Set([...names, 'tokendesk.sqlite.lock'].map((name) => `${name} 600`)));
    expect(statSync(data).mode & 0o777).toBe(0o700);
    await first.kill();
    // As an earlier release has left them.
    chmodSync(data, 0o755);
    for (const name of readdirSync(data)) chmodSync(join(data, name), 0o644);
    const second = site.spawn(env);
    await second.untilReady();
    expect(modes().filter((text) => !text.endsWith(' 600'))).toEqual([]);
    expect(statSync(data).mode & 0o777).toBe(0o700);
    await second.stop();
  });
});
