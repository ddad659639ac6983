import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../../src/database/data-source.js';
import { databaseProblemOf } from '../../src/database/database-problem.js';
import { dataSourceOptions } from '../../src/database/options.js';
import { engineOf } from '../support/engine.js';
import { sellAndPay } from '../support/refunds.js';
import { selfSigned } from '../support/self-signed.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';
import { openTestDatabase, type TestDatabase } from '../support/test-database.js';

const PASSWORD = 'sha2 of this 26';

// A MySQL server makes keys of its own when it is set up. MariaDB 10 has none, and another way to sign in.
if (engineOf() === 'mysql')
  describe('a user who signs in by caching_sha2_password', () => {
    passwordsAndTls();
  });
else
  it('what follows a question mark belongs to the name of an embedded database', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tokendesk-name-'));
    const database = join(folder, 'why?.sqlite');
    const options = dataSourceOptions({ url: `sqlite:${database}`, poolSize: 1, sqliteDriver: 'libsql' });
    expect(options).toMatchObject({ database });
    rmSync(folder, { recursive: true, force: true });
  });

function passwordsAndTls(): void {
  let database: TestDatabase;
  let root: DataSource;
  const folder = mkdtempSync(join(tmpdir(), 'tokendesk-tls-'));
  const users: string[] = [];

  beforeAll(async () => {
    database = await openTestDatabase();
    root = database.dataSource;
  });
  afterAll(async () => {
    for (const user of users) await root.query(`DROP USER '${user}'@'127.0.0.1'`);
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The server has not seen the password yet: the first connection is the long way of the exchange. */
  async function newUser(demand: 'REQUIRE SSL' | 'REQUIRE NONE'): Promise<URL> {
    const user = `td_sha2_${process.pid}_${users.length}`;
    await root.query(
      `CREATE USER '${user}'@'127.0.0.1' IDENTIFIED WITH caching_sha2_password BY '${PASSWORD}' ${demand}`,
    );
    users.push(user);
    const url = new URL(database.url);
    await root.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON \`${url.pathname.slice(1)}\`.* TO '${user}'@'127.0.0.1'`);
    return Object.assign(url, { username: user, password: PASSWORD });
  }

  function asking(url: URL, parameters: Record<string, string>): string {
    const asked = new URL(url);
    for (const [name, value] of Object.entries(parameters)) asked.searchParams.set(name, value);
    return asked.href;
  }

  /** @returns the cipher of the connection, empty without one */
  async function cipherOf(url: string): Promise<string> {
    const dataSource = createDataSource({ url, poolSize: 1, sqliteDriver: '' });
    await dataSource.initialize();
    try {
      const [row] = (await dataSource.query("SHOW SESSION STATUS LIKE 'Ssl_cipher'")) as { Value: string }[];
      return row!.Value;
    } finally {
      await dataSource.destroy();
    }
  }

  async function authorityOfTheServer(): Promise<string> {
    const [row] = (await root.query('SELECT @@datadir AS folder')) as { folder: string }[];
    return join(row!.folder, 'ca.pem');
  }

  function anotherAuthority(): string {
    const file = join(folder, 'other.pem');
    writeFileSync(file, selfSigned().cert);
    return file;
  }

  it('without TLS, the first time and again', async () => {
    const url = await newUser('REQUIRE NONE');
    for (const time of ['first', 'again']) expect([time, await cipherOf(url.href)]).toEqual([time, '']);
  });

  it('with TLS by the authority of the server, and no other', async () => {
    const url = await newUser('REQUIRE SSL');
    const by = (file: string) => asking(url, { 'ssl-mode': 'VERIFY_CA', 'ssl-ca': file });
    const trusted = by(await authorityOfTheServer());
    for (const time of ['first', 'again'])
      expect([time, await cipherOf(trusted)]).toEqual([time, expect.stringMatching(/^TLS_/)]);
    const refused = await cipherOf(by(anotherAuthority())).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'HANDSHAKE_SSL_ERROR' });
    expect(databaseProblemOf(refused, url.href)).toMatchObject({
      message: expect.stringMatching(/^There is no TLS with the database server .+ certificate .+ssl-ca/),
    });
    await expect(cipherOf(asking(url, { 'ssl-mode': 'VERIFY_CA' }))).rejects.toMatchObject({
      code: 'HANDSHAKE_SSL_ERROR',
    });
  });

  it('a certificate for another name is refused where the name counts', async () => {
    const url = Object.assign(await newUser('REQUIRE SSL'), { hostname: 'localhost' });
    const asked = { 'ssl-mode': 'VERIFY_IDENTITY', 'ssl-ca': await authorityOfTheServer() };
    await expect(cipherOf(asking(url, asked))).rejects.toMatchObject({ code: 'HANDSHAKE_SSL_ERROR' });
  });

  it('a user who has to use TLS is refused without it', async () => {
    const url = await newUser('REQUIRE SSL');
    await expect(cipherOf(url.href)).rejects.toMatchObject({ code: 'ER_ACCESS_DENIED_ERROR' });
  });

  it('every connection of the product is encrypted: those of requests, of the heartbeat and of exports', async () => {
    const url = asking(await newUser('REQUIRE SSL'), {
      'ssl-mode': 'VERIFY_CA',
      'ssl-ca': await authorityOfTheServer(),
    });
    const test = await TestApp.start({ database: { url }, env: { MIGRATE_ON_START: 'false' } });
    try {
      await sellAndPay(test, await test.as(SALES));
      const admin = await test.as(ADMIN);
      expect((await admin.get('/api/payments/admin/export')).status).toBe(200);
      expect((await test.client().get('/readyz')).status).toBe(200);
    } finally {
      await test.close();
    }
  });
}
