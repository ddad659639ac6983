import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import type { AnalysisData } from '../../src/contracts/analysis.js';
import { istDayOf } from '../../src/domain/calendar/ist-day.js';
import { ReadReplica } from '../../src/database/read-replica.js';
import { UnitOfWork } from '../../src/database/unit-of-work.js';
import { SettlementBatches } from '../../src/modules/settlements/settlement-batches.repository.js';
import { SettlementMatcher } from '../../src/modules/settlements/settlement-matcher.service.js';
import { ExportQueries } from '../../src/modules/admin/export/export.queries.js';
import type { Client } from '../support/client.js';
import { environmentOf, tokendesk } from '../support/command-line.js';
import { isOnServer } from '../support/engine.js';
import { refund, sellAndPay, switchRefunds } from '../support/refunds.js';
import { DATABASE, ReplicatedServers } from '../support/replicated-servers.js';
import { reconcile, settleToday } from '../support/settlements.js';
import { StallingProxy } from '../support/stalling-proxy.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';

const ANALYSIS = '/api/payments/admin/analysis';
const EXPORT = '/api/payments/admin/export';
const LAG_SECONDS = 5;
/** A heartbeat, its way, and a busy machine. */
const PATIENCE_MS = 20_000;
/** Two servers and a schema. */
const START_LIMIT_MS = 180_000;

if (isOnServer())
  describe('a read replica', () => {
    withReplica();
  });
else
  it('an embedded database has none: analysis and export are of the moment, and say no other', async () => {
    const test = await TestApp.start();
    try {
      const admin = await test.as(ADMIN);
      expect((await admin.get(ANALYSIS)).body.data.asOf).toBeNull();
      expect((await admin.get(EXPORT)).headers.get('x-data-as-of')).toBeNull();
      expect((await admin.get('/readyz')).body.checks).toEqual({ database: true, schema: true });
    } finally {
      await test.close();
    }
  });

function withReplica(): void {
  const HERE = 'Priya Sharma';
  const THERE = 'Priya on the replica';
  let servers: ReplicatedServers;
  let line: StallingProxy;
  let test: TestApp;
  let seller: Client;
  let admin: Client;
  let sold: number;

  beforeAll(async () => {
    servers = await ReplicatedServers.start();
    line = await StallingProxy.open(servers.replicaUrl);
    test = await TestApp.start({
      database: { url: servers.primaryUrl },
      env: { DATABASE_READ_URL: line.url, DATABASE_READ_MAX_LAG_SECONDS: `${LAG_SECONDS}` },
    });
    seller = await test.as(SALES);
    admin = await test.as(ADMIN);
    await sellAndPay(test, seller);
    const rename = `UPDATE ${DATABASE}.users SET name = ? WHERE email = ?`;
    await servers.onPrimary.query(rename, [HERE, SALES.email]);
    const [row] = await test.get(DataSource).query("SELECT COUNT(*) AS n FROM payments WHERE status = 'completed'");
    sold = Number(row.n);
    // A lag within the bound is allowed: what is changed there next must not be overwritten by what still comes.
    await until((data) => data.asOf !== null && hasSale(data) && sellerShown(data) === HERE);
    await servers.onReplica.query(rename, [THERE, SALES.email]);
  }, START_LIMIT_MS);
  afterAll(async () => {
    await test?.close();
    line?.close();
    await servers?.close();
  });

  /** No answer is older than the bound, counted from before its request. */
  const expectInBound = (asOf: string | null, asked: Date) => {
    if (asOf !== null) expect(asked.getTime() - Date.parse(asOf)).toBeLessThanOrEqual(LAG_SECONDS * 1000);
  };
  const analysis = async (): Promise<AnalysisData> => {
    const asked = test.clock.now();
    const { status, body } = await admin.get(ANALYSIS);
    expect(status).toBe(200);
    expectInBound(body.data.asOf, asked);
    return body.data as AnalysisData;
  };
  const sellerShown = ({ managers }: AnalysisData) => managers[0]?.label;
  const until = async (isRight: (data: AnalysisData) => boolean) => {
    for (const began = Date.now(); ; await pause(100)) {
      const data = await analysis();
      if (isRight(data)) return data;
      if (Date.now() - began > PATIENCE_MS) throw new Error(`still ${sellerShown(data)}, as of ${data.asOf}`);
    }
  };
  const hasSale = ({ keyMetrics }: AnalysisData) => keyMetrics.totalTransactions === sold;
  const fromReplica = () => until(({ asOf }) => asOf !== null);
  const exported = async (format = 'csv') => {
    const asked = test.clock.now();
    const { status, headers, text } = await admin.get(`${EXPORT}?format=${format}`);
    expect(status).toBe(200);
    const asOf = headers.get('x-data-as-of');
    expectInBound(asOf, asked);
    return { text, asOf };
  };
  const metric = async () => /^tokendesk_read_replica_usable (\d)$/m.exec((await admin.get('/metrics')).text)?.[1];
  const isReplicaReady = async () => {
    const { status, body } = await admin.get('/readyz');
    expect(status).toBe(200);
    return body.checks.replica as boolean;
  };

  it('answers analysis and exports, by page, download and command, which say as of when', async () => {
    const data = await until((each) => each.asOf !== null && hasSale(each));
    expect(sellerShown(data)).toBe(THERE);

    const page = await admin.get('/admin/transactions');
    expect(page.text).toMatch(/&quot;asOf&quot;:&quot;\d{4}-|"asOf":"\d{4}-/);
    const file = await exported();
    expect(file.text).toContain(THERE);
    expect(file.asOf).not.toBeNull();
    expect((await exported('xlsx')).asOf).not.toBeNull();
    expect([await metric(), await isReplicaReady()]).toEqual(['1', true]);

    const env = { ...environmentOf(test), DATABASE_READ_URL: servers.replicaUrl };
    const [command, examined] = await Promise.all([
      tokendesk(['export', 'payments'], env, test.settings.dataDir),
      tokendesk(['doctor'], env, test.settings.dataDir),
    ]);
    expect(command.stdout).toContain(THERE);
    expect(command.stderr).toMatch(/\d+ payments, as of \d{4}-\d\d-\d\d \d\d:\d\d:\d\d IST \(replica\)/);
    expect(examined.stdout).toMatch(/^ok {4}replica {3}answers, at most \d+\.\d s behind/m);
  });

  it('is asked by nothing that decides, and lets nobody write', async () => {
    await switchRefunds(test, true);
    const journey = await servers.readBy(async () => {
      const link = await sellAndPay(test, seller, 'silver');
      expect((await refund(admin, link.paymentId, 10)).status).toBe(200);
      expect((await admin.get('/api/payments/admin/all')).status).toBe(200);
      await test.poll();
    });
    expect(journey).toEqual([]);

    const replica = test.get(ReadReplica);
    const uow = test.get(UnitOfWork);
    await fromReplica();
    await expect(replica.read(() => uow.run(() => Promise.resolve()))).rejects.toThrow(/nothing is decided or written/);
    // The server's own word: what it refuses is done again by the primary.
    const write = () => uow.manager.query("UPDATE users SET name = name WHERE email = 'nobody'");
    expect((await replica.read(write)).view).toBeNull();
  });

  it('gives reconciliation candidates; what it says wrongly is judged by the primary', async () => {
    await settleToday(test);
    const first = (await reconcile(admin, test)).body.data;
    expect(first).toMatchObject({ status: 'completed', exceptions: 0, matched: first.lines });
    const batches = await test.get(SettlementBatches).batchesOf(istDayOf(test.clock.now()));
    const done = test.clock.now().toISOString();
    await until(({ asOf }) => asOf !== null && asOf > done);
    // By these numbers the bank has settled what is not completed here.
    const lie = `UPDATE ${DATABASE}.payment_attempts SET bank_txn_id = CONCAT('X', bank_txn_id) WHERE status = 'captured'`;
    await servers.onReplica.query(lie);
    let asked: number[] | undefined;
    const sent = await servers.readBy(async () => {
      asked = await test.get(SettlementMatcher).toAsk(batches, () => Promise.resolve());
      const { body } = await reconcile(admin, test);
      expect(body.data).toMatchObject({ status: 'completed', exceptions: 0, matched: first.lines, recovered: 0 });
    });
    expect(asked).toEqual([]);
    const tables = sent.flatMap((sql) => /FROM `?(\w+)/.exec(sql)?.[1] ?? []);
    expect([...new Set(tables)].sort()).toEqual(expect.arrayContaining(['instances', 'payment_attempts', 'payments']));
    for (const sql of sent) expect(sql).toMatch(/^(?:SELECT|SHOW|SET|START TRANSACTION|COMMIT|ROLLBACK)\b/i);
    expect(sent.join('\n')).not.toMatch(/FOR UPDATE|FROM `?settlement_/);
  });

  it('that applies no more is left within the bound, and taken again when it has caught up', async () => {
    await fromReplica();
    await servers.stopApplying();
    const stopped = test.clock.now().toISOString();
    await sellAndPay(test, seller, 'silver');
    const left = await until(({ asOf }) => {
      // Together with the bound of each answer: whoever asks later than that after the stop gets the primary.
      if (asOf !== null) expect(asOf <= stopped).toBe(true);
      return asOf === null;
    });
    expect([sellerShown(left), left.keyMetrics.totalTransactions]).toEqual([HERE, sold + 2]);
    expect(await exported()).toMatchObject({ asOf: null, text: expect.stringContaining(HERE) });
    expect([await metric(), await isReplicaReady()]).toEqual(['0', false]);
    await servers.goOnApplying();
    expect(sellerShown(await fromReplica())).toBe(THERE);
  });

  it('that is gone or silent is nobody’s error: the primary answers', async () => {
    await fromReplica();
    line.refuse();
    line.cut();
    expect(sellerShown(await analysis())).toBe(HERE);
    expect(await exported()).toMatchObject({ asOf: null, text: expect.stringContaining(HERE) });
    line.admit();
    await fromReplica();

    // Lost between two blocks of a file.
    const [row] = (await test.get(DataSource).query('SELECT id, beat FROM instances')) as {
      id: string;
      beat: number;
    }[];
    const ids: number[] = [];
    const view = { instance: row!.id, beat: 0 };
    const blocks = new ExportQueries(servers.primaryUrl, { url: line.url, view }, (id) => ids.push(id));
    const names = () => blocks.rows('SELECT name FROM users WHERE email = ?', [SALES.email]);
    expect(await names()).toEqual([[THERE]]);
    line.cut();
    expect([await names(), await names()]).toEqual([[[HERE]], [[HERE]]]);
    expect(ids).toHaveLength(1);
    blocks.close();
    // A server behind the same address that has not come as far.
    const ahead = { url: line.url, view: { ...view, beat: row!.beat + 1000 } };
    const others = new ExportQueries(servers.primaryUrl, ahead, () => undefined);
    expect(await others.rows('SELECT name FROM users WHERE email = ?', [SALES.email])).toEqual([[HERE]]);
    others.close();

    line.stall();
    const began = Date.now();
    expect(sellerShown(await analysis())).toBe(HERE);
    expect(Date.now() - began).toBeLessThan(20_000);
    line.cut();
  });
}
