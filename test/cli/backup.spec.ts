import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { createDataSource } from '../../src/database/data-source.js';
import { sqliteFileOf } from '../../src/database/options.js';
import { environmentOf, tokendesk } from '../support/command-line.js';
import { engineOf } from '../support/engine.js';
import { expectLawsHold } from '../support/invariants.js';
import { findMysqlClient, findProgram } from '../support/programs.mjs';
import { sellAndPay } from '../support/refunds.js';
import { createLink, statusOf } from '../support/sales.js';
import { SALES, TestApp } from '../support/test-app.js';
import { emptyDatabase } from '../support/test-database.js';

/** The drill of docs/operations.md: back up beside the running product, restore elsewhere, start on it, compare. */
describe('backup and restore', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tokendesk-drill-'));
  let test: TestApp;
  let target: { url: string; drop(): Promise<void> };

  beforeAll(async () => {
    test = await TestApp.start({ isOnTime: true });
    target = await emptyDatabase();
  });
  afterAll(async () => {
    // Not the bank's books: the restored product sold at the same bank, and the first one knows nothing of that.
    await expectLawsHold(test.get(DataSource));
    await test.close();
    await target.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const backUp = (out: string) =>
    tokendesk(['db', 'backup', '--out', out, '--json'], environmentOf(test), test.settings.dataDir);

  async function copyToTarget(): Promise<void> {
    const file = sqliteFileOf(target.url);
    if (file !== null) {
      const copy = join(folder, 'backup.sqlite');
      const { code, stdout } = await backUp(copy);
      expect([code, JSON.parse(stdout)]).toEqual([0, { file: copy, bytes: statSync(copy).size }]);
      // It holds everybody's data: for its owner alone.
      expect(statSync(copy).mode & 0o777).toBe(0o600);
      copyFileSync(copy, file);
      return;
    }
    const refused = await backUp(join(folder, 'never'));
    const { dump, client, options } = toolsOfTheServer();
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining(`${options.join(' ')} --host=127.0.0.1`),
    ]);
    const from = [...dump.leading, ...options, '--skip-comments', ...serverOf(test.settings.databaseUrl)];
    const sql = execFileSync(dump.program, from, { maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'pipe'] });
    execFileSync(client.program, [...client.leading, ...serverOf(target.url)], { input: sql, stdio: 'pipe' });
  }

  const rowsOf = async (dataSource: DataSource) => {
    const rows: Record<string, unknown> = {};
    for (const { tableName } of dataSource.entityMetadatas)
      // The heartbeat of this process goes on meanwhile.
      if (tableName !== 'instances') rows[tableName] = await dataSource.query(`SELECT * FROM ${tableName} ORDER BY 1`);
    return rows;
  };

  it('every row comes back, the laws hold, and the product goes on selling with the next number', async () => {
    const seller = await test.as(SALES);
    const before = await sellAndPay(test, seller, 'silver');
    await createLink(seller, 'gold');
    await test.settle();
    await copyToTarget();
    const restored = await createDataSource({ url: target.url, poolSize: 2, sqliteDriver: 'libsql' }).initialize();
    expect(await rowsOf(restored)).toEqual(await rowsOf(test.get(DataSource)));
    await expectLawsHold(restored);
    await restored.destroy();

    const status = await tokendesk(
      ['db', 'status', '--json'],
      { ...environmentOf(test), DATABASE_URL: target.url },
      folder,
    );
    expect(JSON.parse(status.stdout)).toMatchObject({ upToDate: true });

    const again = await TestApp.start({ isOnTime: true, database: target, bank: test.bank });
    try {
      expect(await statusOf(again.client(), before.paymentId)).toBe('completed');
      const next = await sellAndPay(again, await again.as(SALES), 'silver');
      const { body } = await again.client().get(`/api/payments/${next.paymentId}/status`);
      expect(body.data.tokenNumber).toBe('SI-000002');
      await expectLawsHold(again.get(DataSource));
    } finally {
      await again.close();
    }
  });

  it('a backup never replaces a file', async () => {
    if (sqliteFileOf(test.settings.databaseUrl) === null) return;
    const taken = join(folder, 'backup.sqlite');
    const bytes = readFileSync(taken);
    const { code, stderr } = await backUp(taken);
    expect([code, stderr]).toEqual([1, expect.stringContaining('exists already')]);
    expect(readFileSync(taken).equals(bytes)).toBe(true);
    expect((await backUp(join(folder, 'nowhere', 'b.sqlite'))).code).toBe(1);
  });
});

function serverOf(url: string): string[] {
  const { hostname, port, username, password, pathname } = new URL(url);
  const login = [`--host=${hostname}`, `--port=${port || '3306'}`, `--user=${username}`, `--password=${password}`];
  return ['--protocol=tcp', ...login, pathname.slice(1)];
}

/** The options are those that the command names. */
function toolsOfTheServer() {
  const options = ['--single-transaction', '--routines', '--triggers'];
  if (engineOf() === 'mysql') {
    const [dump, client] = [findMysqlClient('mysqldump'), findMysqlClient('mysql')];
    if (!dump || !client) throw new Error('mysqldump is not there: node test/support/mysql-packages.mjs');
    return { dump, client, options: [...options, '--set-gtid-purged=OFF'] };
  }
  const own = (program: string | undefined) => {
    if (program === undefined) throw new Error('mariadb-dump is not installed: apt-get install mariadb-client');
    return { program, leading: [] as string[] };
  };
  return {
    dump: own(findProgram('mariadb-dump', 'mysqldump')),
    client: own(findProgram('mariadb', 'mysql')),
    options,
  };
}
