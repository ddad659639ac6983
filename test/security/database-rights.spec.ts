import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import mysql from 'mysql2/promise';
import { createDataSource } from '../../src/database/data-source.js';
import { migrate } from '../../src/database/migrate.js';
import { tokendesk } from '../support/command-line.js';
import { engineOf, isOnServer } from '../support/engine.js';
import { ProductProcess } from '../support/product-process.js';
import { refund, sellAndPay, switchRefunds } from '../support/refunds.js';
import { emptyDatabase, openTestDatabase } from '../support/test-database.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';

/** Two each for the audit log, the versions of terms and the agreements to them, and the three tables of a catalogue. */
const TRIGGERS = 12;

if (isOnServer())
  describe('the database user of a running product', () => {
    it('needs to read and write rows, and can do nothing else', async () => {
      const database = await openTestDatabase();
      const url = new URL(database.url);
      const user = `td_app_${process.pid}`;
      await database.dataSource.query(`CREATE USER '${user}'@'127.0.0.1' IDENTIFIED BY 'rows only 26'`);
      try {
        await database.dataSource.query(grantOfTheHandbook(url.pathname.slice(1), user));
        Object.assign(url, { username: user, password: 'rows only 26' });
        await workOn(url.href);
        await expectNoMore(url);
      } finally {
        await database.dataSource.query(`DROP USER '${user}'@'127.0.0.1'`);
        await database.close();
      }
    });

    it('the user of the schema makes all of it; the triggers where the server writes no binary log, or trusts it', async () => {
      const database = await emptyDatabase();
      const folder = mkdtempSync(join(tmpdir(), 'tokendesk-schema-'));
      const root = await mysql.createConnection(database.url.replace('mariadb:', 'mysql:'));
      const name = new URL(database.url).pathname.slice(1);
      const [user, serving] = [`td_schema_${process.pid}`, `td_served_${process.pid}`];
      const trust = async (on: 0 | 1) => root.query('SET GLOBAL log_bin_trust_function_creators = ?', [on]);
      const triggers = async () => ((await root.query('SHOW TRIGGERS'))[0] as unknown[]).length;
      try {
        await root.query(`CREATE USER '${user}'@'127.0.0.1' IDENTIFIED BY 'schema too 26'`);
        await root.query(grantOfTheHandbook(name, user, 'tokendesk_schema'));
        const url = Object.assign(new URL(database.url), { username: user, password: 'schema too 26' });
        const migrate = async ({ href } = url) => {
          const environment = { NODE_ENV: 'test', DATABASE_URL: href, DATA_DIR: folder };
          const { code, stderr } = await tokendesk(['db', 'migrate'], environment, folder);
          return {
            code,
            isWarned: stderr.includes(
              'The triggers that refuse changes of the audit log, of terms and of catalogues are missing: the server does not let this user create them.\nSee ',
            ),
          };
        };
        // A MySQL server writes a binary log unless it is told not to, and MariaDB only when it is told to.
        const isFree = engineOf() === 'mariadb';
        await trust(0);
        expect(await migrate()).toEqual({ code: 0, isWarned: !isFree });
        expect(await triggers()).toBe(isFree ? TRIGGERS : 0);
        // As the handbook has it, whenever that was.
        await trust(1);
        expect(await migrate()).toEqual({ code: 0, isWarned: false });
        expect(await triggers()).toBe(TRIGGERS);
        await trust(0);
        // Whoever may neither see nor create them is told that they are missing only when they are.
        await root.query(`CREATE USER '${serving}'@'127.0.0.1' IDENTIFIED BY 'rows only 26'`);
        await root.query(grantOfTheHandbook(name, serving));
        const served = Object.assign(new URL(database.url), { username: serving, password: 'rows only 26' });
        expect(await migrate(served)).toEqual({ code: 0, isWarned: false });
        await root.query('DROP TRIGGER terms_versions_no_update');
        expect(await migrate(served)).toEqual({ code: 0, isWarned: true });
        await trust(1);
        expect(await migrate()).toEqual({ code: 0, isWarned: false });
        expect(await triggers()).toBe(TRIGGERS);
        await trust(0);
        await root.query(
          "INSERT INTO audit_log (at, actor_kind, action, subject_type, subject_id) VALUES (NOW(), 'system', 'x', 'payment', 'p')",
        );
        const connection = await mysql.createConnection(url.href.replace('mariadb:', 'mysql:'));
        await expect(connection.query('DELETE FROM audit_log')).rejects.toMatchObject({ errno: 1644 });
        await expect(connection.query("UPDATE audit_log SET action = 'y'")).rejects.toMatchObject({ errno: 1644 });
        await connection.end();
      } finally {
        await trust(0);
        for (const each of [user, serving]) await root.query(`DROP USER IF EXISTS '${each}'@'127.0.0.1'`);
        await root.end();
        await database.drop();
        rmSync(folder, { recursive: true, force: true });
      }
    });

    describe('a database that is not ready', () => {
      let database: Awaited<ReturnType<typeof emptyDatabase>>;
      let folder: string;
      let root: mysql.Connection;
      let url: URL;
      const user = `td_new_${process.pid}`;

      beforeAll(async () => {
        database = await emptyDatabase();
        folder = mkdtempSync(join(tmpdir(), 'tokendesk-rights-'));
        root = await mysql.createConnection(database.url.replace('mariadb:', 'mysql:'));
        await root.query(`CREATE USER '${user}'@'127.0.0.1' IDENTIFIED BY 'rows only 26'`);
        url = new URL(database.url);
        await root.query(grantOfTheHandbook(url.pathname.slice(1), user));
        Object.assign(url, { username: user, password: 'rows only 26' });
      });
      afterAll(async () => {
        await root.query(`DROP USER '${user}'@'127.0.0.1'`);
        await root.end();
        await database.drop();
        rmSync(folder, { recursive: true, force: true });
      });

      const environment = (href: string) => ({
        NODE_ENV: 'test',
        PORT: '0',
        DATABASE_URL: href,
        DATA_DIR: folder,
        MIGRATE_ON_START: 'false',
        SANDBOX_GATEWAY: 'false',
        GATEWAY_BASE_URL: 'http://127.0.0.1:9/pg',
        LOG_LEVEL: 'info',
      });
      const startOf = async (href: string) => {
        const product = new ProductProcess('http://127.0.0.1:9', environment(href), folder);
        return { code: await product.untilEnded(), lines: product.log.trim().split('\n') };
      };
      const other = (changes: Partial<URL>) => Object.assign(new URL(url), changes).href;

      it.each([
        ['no schema yet', () => url.href, /no schema yet, and MIGRATE_ON_START is false\. Run "tokendesk db migrate"/],
        ['no such database', () => other({ pathname: '/tokendesk_none' }), /There is no database "tokendesk_none" on/],
        ['a wrong password', () => other({ password: 'wrong' }), /refuses user "td_new_\d+": are user and password/],
        ['no server', () => other({ port: '9' }), /127\.0\.0\.1:9 cannot be reached \(ECONNREFUSED\)/],
      ])('%s: the server says so in one line and ends', async (_, href, expected) => {
        const { code, lines } = await startOf(href());
        expect({ code, lines }).toEqual({ code: 1, lines: [expect.stringMatching(expected)] });
        expect(lines[0]).toMatch(/^TokenDesk cannot start\. /);
        expect(lines[0]).not.toContain('rows only');
      });

      it('the command line says the same, in one line each, and looking changes nothing', async () => {
        const run = (href: string, ...words: string[]) => tokendesk(words, environment(href), folder);
        const one = async (href: string, ...words: string[]) => {
          const { code, stderr } = await run(href, ...words);
          expect({ code, lines: stderr.trim().split('\n').length }).toEqual({ code: 1, lines: 1 });
          return stderr;
        };
        expect(await one(url.href, 'db', 'migrate')).toMatch(/may not CREATE in .* Run "tokendesk db migrate" with/);
        expect(await one(url.href, 'payments', 'poll', '--once')).toContain('Run "tokendesk db migrate" first.');
        expect(await one(other({ password: 'wrong' }), 'db', 'status')).toContain('refuses user');
        expect(await one(other({ port: '9' }), 'db', 'status')).toContain('cannot be reached');
        expect(await one(other({ pathname: '/tokendesk_none' }), 'db', 'status')).toContain('There is no database');
        const status = await run(url.href, 'db', 'status');
        expect(status.stdout).toMatch(/InitialSchema\d+ +pending/);
        const doctor = await run(url.href, 'doctor');
        expect(doctor.stdout).toMatch(/^fail {2}schema .* -> run "tokendesk db migrate"/m);
        expect((await run(other({ port: '9' }), 'doctor')).stdout).toMatch(/^fail {2}database .* cannot be reached/m);
        expect((await root.query('SHOW TABLES'))[0]).toEqual([]);
      });

      it('an older schema: the server names the command; a read-only look needs no more rights', async () => {
        const dataSource = await createDataSource({ url: database.url, poolSize: 2, sqliteDriver: '' }).initialize();
        await migrate(dataSource);
        await dataSource.undoLastMigration();
        await dataSource.destroy();
        const { code, lines } = await startOf(url.href);
        const expected = /older than this release \(1 migrations are pending\).* Run "tokendesk db migrate"/;
        expect({ code, lines }).toEqual({ code: 1, lines: [expect.stringMatching(expected)] });
        const status = await tokendesk(['db', 'status'], environment(url.href), folder);
        expect(status).toMatchObject({ code: 0, stdout: expect.stringMatching(/pending\s*$/) });
      });
    });
  });
else
  it('what an installation keeps for itself is readable for its owner alone', async () => {
    const test = await TestApp.start();
    try {
      for (const name of ['jwt-secret', 'encryption-key'])
        expect([name, statSync(join(test.settings.dataDir, name)).mode & 0o777]).toEqual([name, 0o600]);
    } finally {
      await test.close();
    }
  });

/** What the handbook says is what is proven. */
function grantOfTheHandbook(database: string, user: string, of = 'tokendesk_app'): string {
  const handbook = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8');
  const grants = [...handbook.matchAll(/^(GRANT [A-Z, ]+ ON) tokendesk\.\* TO (\w+)@'10\.0\.0\.%';$/gm)];
  const grant = grants.find(([, , name]) => name === of)?.[1];
  if (!grant) throw new Error(`the handbook has no GRANT for ${of}`);
  return `${grant} \`${database}\`.* TO '${user}'@'127.0.0.1'`;
}

/** One of each kind of work: a start with demo data, a sale, a refund, an export, the chain of the audit log, the poll job. */
async function workOn(url: string): Promise<void> {
  const test = await TestApp.start({ database: { url }, env: { MIGRATE_ON_START: 'false' } });
  try {
    await switchRefunds(test, true);
    const [seller, admin] = [await test.as(SALES), await test.as(ADMIN)];
    const sold = await sellAndPay(test, seller);
    expect((await refund(seller, sold.paymentId, 500)).status).toBeLessThan(300);
    await test.poll();
    await test.settle();
    const statuses = [
      await admin.get('/api/payments/admin/export'),
      await admin.get('/api/payments/admin/all?search=customer'),
      await admin.get('/api/payments/admin/analysis'),
      await admin.post('/api/admin/audit/verify'),
      await admin.get('/readyz'),
    ].map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
  } finally {
    await test.close();
  }
}

async function expectNoMore(url: URL): Promise<void> {
  const connection = await mysql.createConnection(url.href);
  try {
    for (const statement of [
      'CREATE TABLE own (id int)',
      'DROP TABLE audit_log',
      'TRUNCATE TABLE audit_log',
      'ALTER TABLE payments ADD COLUMN more int',
      'CREATE INDEX more ON payments (amount)',
      'DROP TRIGGER audit_log_no_delete',
      'CREATE USER somebody',
      "SELECT 1 INTO OUTFILE '/tmp/out'",
      'SELECT * FROM mysql.user',
    ])
      await expect(connection.query(statement)).rejects.toMatchObject({ code: expect.stringMatching(/DENIED/) });
  } finally {
    await connection.end();
  }
}
