import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { istDayOf } from '../../src/domain/calendar/ist-day.js';
import type { Client } from '../support/client.js';
import { isOnServer } from '../support/engine.js';
import { isLong } from '../support/long.js';
import { sentBy, type Sent } from '../support/query-cost.js';
import { sellAndPay } from '../support/refunds.js';
import { forgetSettlements, openExceptions, reconcile, settleToday, uploadFile } from '../support/settlements.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';

/** Processor time in which nobody else is answered, at most; alone it is a tenth. */
const UNANSWERED_US = 1_000_000;
/** More than are written at once. */
const ROWS = isLong ? 1500 : 500;
const HEAD = 'settlementID,settlementDate,txnID,txnAmount,settledAmount';

describe('settlement files', () => {
  let test: TestApp;
  let seller: Client;
  let admin: Client;

  beforeAll(async () => {
    test = await TestApp.start();
    seller = await test.as(SALES);
    admin = await test.as(ADMIN);
  });
  beforeEach(() => forgetSettlements(test));
  afterAll(() => test.close());

  const today = () => istDayOf(test.clock.now());
  const fileOf = (rows: string[]) => `${[HEAD, ...rows].join('\n')}\n`;
  const upload = (text: string, name: string) =>
    admin.call('POST', `/api/settlements/file?day=${today()}&name=${encodeURIComponent(name)}`, {
      body: text,
      headers: { 'content-type': 'text/csv' },
    });
  const query = (sql: string) => test.get(DataSource).query(sql) as Promise<Record<string, unknown>[]>;

  /** Each line, payout and difference is found by all of its key: with a part of it the work grows with the square. */
  const expectLookups = async (sent: Sent[]) => {
    if (isOnServer()) return;
    const reads = new Map(sent.filter(({ sql }) => /^SELECT.*settlement_/s.test(sql)).map((one) => [one.sql, one]));
    for (const { sql, parameters } of reads.values()) {
      const plan = await test.get(DataSource).query(`EXPLAIN QUERY PLAN ${sql}`, parameters);
      const steps = (plan as { detail: string }[]).map(({ detail }) => detail).join('\n');
      expect(steps).not.toMatch(/SCAN \S*settlement_(?:lines|batches|exceptions)/);
      if (sql.includes('line_key = ?')) expect(steps).not.toMatch(/\(batch_id=\?\)/);
    }
  };

  const SHAPES: [string, (at: number) => string][] = [
    ['of one payout', (at) => `S,${today()},T${at},1,1`],
    ['of one transaction', () => `S,${today()},T,1,1`],
    ['with a payout of its own in each', (at) => `S${at},${today()},T${at},1,1`],
  ];

  it.each(SHAPES)('twice as many rows %s are twice the work, and others are served meanwhile', async (_, row) => {
    const work = async (rows: number) => {
      await forgetSettlements(test);
      const text = fileOf(Array.from({ length: rows }, (__, at) => row(at)));
      let longest = 0;
      let isDone = false;
      const others = (async () => {
        const visitor = test.client();
        while (!isDone) {
          const since = process.cpuUsage();
          expect((await visitor.get('/healthz')).status).toBe(200);
          longest = Math.max(longest, process.cpuUsage(since).user);
          await pause(5);
        }
      })();
      const sent = await sentBy(test.get(DataSource), async () => {
        const { body } = await upload(text, 'report.csv');
        expect(body.data).toMatchObject({ status: 'completed', lines: rows, newLines: rows, exceptions: rows });
      });
      isDone = true;
      await others;
      await expectLookups(sent);
      return {
        statements: sent.length,
        parameters: sent.reduce((sum, one) => sum + one.parameters.length, 0),
        longest,
      };
    };
    const [once, twice] = [await work(ROWS), await work(2 * ROWS)];
    expect(twice.statements).toBeLessThan(2.2 * once.statements);
    expect(twice.parameters).toBeLessThan(2.2 * once.parameters);
    expect(twice.longest).toBeLessThan(UNANSWERED_US);
    const again = await upload(fileOf(Array.from({ length: 2 * ROWS }, (__, at) => row(at))), 'report.csv');
    expect(again.body.data).toMatchObject({
      status: 'completed',
      lines: 2 * ROWS,
      newLines: 0,
      exceptions: 2 * ROWS,
    });
    expect(await openExceptions(test)).toHaveLength(2 * ROWS);
  });

  it('says how far it is while it runs', async () => {
    const text = fileOf(Array.from({ length: 6 * ROWS }, (_, at) => `S,${today()},T${at},1,1`));
    const other = await test.as(ADMIN);
    const seen = new Set<string>();
    let isDone = false;
    const watching = (async () => {
      while (!isDone) {
        const { body } = await other.get(`/api/settlements/runs?day=${today()}`);
        const { status, progress } = body.data.run ?? {};
        if (status !== 'running' || !progress) continue;
        expect(progress.done).toBeLessThanOrEqual(progress.total);
        seen.add(progress.step);
        const page = await other.get('/admin/reconciliation');
        expect(page.status).toBe(200);
      }
    })();
    const { body } = await upload(text, 'report.csv');
    isDone = true;
    await watching;
    expect(seen.size).toBeGreaterThan(0);
    expect(body.data).toMatchObject({ status: 'completed', progress: null });
    const { body: last } = await admin.get(`/api/settlements/runs?day=${today()}`);
    expect(last.data.run).toEqual(body.data);
    expect((await admin.get('/api/settlements/runs?day=someday')).status).toBe(422);
  });

  it('thousands of exceptions are read in blocks, while the file is sent, the latest day first', async () => {
    await upload(fileOf([`S,${today()},T,1,1`]), 'report.csv');
    const run = Number((await query('SELECT MAX(id) AS id FROM settlement_runs'))[0]?.['id']);
    await query('DELETE FROM settlement_exceptions');
    const days = ['2026-01-05', '2026-03-05', '2026-02-05'];
    const rows = Array.from({ length: 5000 }, (_, at) => ({ at, day: at < 3500 ? '2026-02-05' : days[at % 3]! }));
    for (let from = 0; from < rows.length; from += 500)
      await query(
        `INSERT INTO settlement_exceptions (fingerprint, kind, status, day, reference, found_amount, evidence, first_run_id, last_run_id, created_at)
         VALUES ${rows
           .slice(from, from + 500)
           .map(
             ({ at, day }) =>
               `('f${at}', 'unknown', 'open', '${day}', 'R${at}', 100, 'x', ${run}, ${run}, '2026-03-06')`,
           )
           .join(', ')}`,
      );
    const downloaded = async (path: string) => (await admin.get(path)).text.trim().split('\r\n').slice(1);
    let lines: string[] = [];
    const sent = await sentBy(test.get(DataSource), async () => {
      lines = await downloaded('/api/settlements/exceptions.csv');
    });
    const wanted = [...rows].sort((one, other) => other.day.localeCompare(one.day) || one.at - other.at);
    const shown = lines.map((line) => `${line.slice(0, 10)} ${/,(R\d+),/.exec(line)?.[1]}`);
    expect(shown).toEqual(wanted.map(({ at, day }) => `${day} R${at}`));
    const limits = sent.flatMap(({ sql }) => /FROM settlement_exceptions x .*LIMIT (\d+)/.exec(sql)?.[1] ?? []);
    expect(limits).toEqual(Array(7).fill('1000'));
    expect(await downloaded('/api/settlements/exceptions.csv?day=2026-01-05')).toHaveLength(500);
  });

  it('a bad line is an exception with its number, the others count, and the corrected file closes it', async () => {
    const rows = [`S1,${today()},1,1,1`, `S1,${today()},2,many,1`, `S1,${today()},3,1,1`];
    const { status, body } = await upload(fileOf(rows), 'report.csv');
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ status: 'incomplete', lines: 2, exceptions: 3 });
    expect(body.data.problem).toBe('one line of the file could not be read: see the exceptions');
    const unreadable = async () => (await openExceptions(test)).filter(({ kind }) => kind === 'line_unreadable');
    expect(await unreadable()).toEqual([
      {
        kind: 'line_unreadable',
        reference: 'line 3',
        evidence: 'Line 3 of report.csv: txnAmount is no amount in rupees, such as 51000.00.',
      },
    ]);
    await upload(fileOf(rows), 'report.csv');
    expect(await unreadable()).toHaveLength(1);
    expect((await upload(fileOf([`S2,${today()},9,1,1`]), 'other.csv')).body.data.status).toBe('completed');
    expect(await unreadable()).toHaveLength(1);
    const right = await upload(fileOf([rows[0]!, `S1,${today()},2,1,1`, rows[2]!]), 'report.csv');
    expect(right.body.data).toMatchObject({ status: 'completed', newLines: 1 });
    expect(await unreadable()).toEqual([]);
    expect((await admin.get('/api/settlements/exceptions.csv')).text).not.toContain('Line not readable');
  });

  it("the bank's own report closes what a file could not tell", async () => {
    await upload(fileOf([`S1,${today()},1,1,1`, 'x']), 'report.csv');
    await sellAndPay(test, seller, 'silver');
    await settleToday(test);
    expect((await reconcile(admin, test)).body.data.status).toBe('completed');
    expect((await openExceptions(test)).map(({ kind }) => kind)).not.toContain('line_unreadable');
  });

  it('lines of other days that lie between are left alone', async () => {
    await query('DELETE FROM settlement_lines');
    const other = '2026-01-05';
    const file = (day: string, id: string) => `${HEAD}\n${id},${day},T${id},1,1\n`;
    for (const [day, id] of [
      [today(), 'A'],
      [other, 'B'],
      [today(), 'C'],
      [other, 'D'],
    ] as const)
      expect((await uploadFile(admin, day, file(day, id))).status).toBe(200);
    expect((await upload(file(today(), 'E'), 'report.csv')).body.data).toMatchObject({ payouts: 3, lines: 3 });
  });

  it.each([
    ['NUL', 'a\0b.csv'],
    ['CR', 'a\rb.csv'],
    ['LF', 'a\nb.csv'],
    ['ESC', 'a\u001b[31mb.csv'],
    ['a right-to-left override', 'a\u202evsc.exe'],
    ['nothing but blanks', '   '],
    ['121 characters', `${'a'.repeat(117)}.csv`],
  ])('a name with %s is refused, and nothing is stored', async (_, name) => {
    const { status, body } = await upload(fileOf([`S1,${today()},1,1,1`]), name);
    expect(status).toBe(422);
    expect(body).toMatchObject({ error: 'INVALID_FILE_NAME', details: { name: expect.any(String) } });
    expect(await query('SELECT id FROM settlement_runs')).toEqual([]);
  });

  it('a name in any script is kept as it is', async () => {
    const name = 'निपटान रिपोर्ट (2).csv';
    expect((await upload(fileOf([`S1,${today()},1,1,1`]), ` ${name} `)).body.data.fileName).toBe(name.normalize('NFC'));
  });
});
