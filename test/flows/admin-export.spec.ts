import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseCsv } from 'hucre/csv';
import { readXlsx } from 'hucre/xlsx';
import { DataSource } from 'typeorm';
import { addDays, istDateTime, istDayOf, istWallTime, startOfIstDay } from '../../src/domain/calendar/ist-day.js';
import { ExportService } from '../../src/modules/admin/index.js';
import type { Client } from '../support/client.js';
import { isOnServer } from '../support/engine.js';
import { isLong } from '../support/long.js';
import { fillPayments } from '../support/many-payments.js';
import { eventually } from '../support/product-process.js';
import { formulaCells } from '../support/spreadsheet-readers.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';

const SIZE = 1_501;
const EXPORT = '/api/payments/admin/export';
const MAIN = join(import.meta.dirname, '../../dist/server/tokendesk.js');
const HOSTILE = [
  '=1+1', '+91', '-2', '@SUM(A1)', ' =1', '＝1', '＋1', '－1', '＠x', 'a"b;c,d', "'quoted", 'Łódź 😀',
  '=cmd|" /C calc"!A0', 'two\nlines', '|cmd', '%0A', '\u22121', '\u200b=1', '\u00a0=1',
]; // prettier-ignore
/** Formulas only where a spreadsheet splits at something else than the comma, or minds no quotes. */
const HIDDEN: readonly (readonly [name: string, cell: string])[] = [
  [';=1+1', ";'=1+1"],
  ['Asha;=1+1', "Asha;'=1+1"],
  ['Asha\t"@x', 'Asha\t\'"@x'],
  ['Asha|-1', "Asha|'-1"],
  ['\t=1', "'\t'=1"],
  ['\r=1', "'\r'=1"],
];

/** As the database keeps an instant. */
const stored = (instant: Date) => instant.toISOString().replace('T', ' ').replace('Z', '');

describe('the export of payments', () => {
  let test: TestApp;
  let admin: Client;
  const run = (sql: string, parameters: unknown[] = []) => test.get(DataSource).query(sql, parameters);

  beforeAll(async () => {
    test = await TestApp.start({ env: { DEMO_SEED: 'true' } });
    await run('DELETE FROM payments');
    await fillPayments(test.get(DataSource), { payments: SIZE, sellers: 2 });
    const customers = (await run('SELECT id FROM customers ORDER BY id DESC LIMIT 25')) as { id: number }[];
    for (const [at, name] of [...HOSTILE, ...HIDDEN.map(([hidden]) => hidden)].entries()) {
      const { id } = customers[at]!;
      await run('UPDATE customers SET name = ?, name_key = ?, updated_at = ? WHERE id = ?', [
        name,
        name.toLowerCase(),
        '2027-12-01 00:00:00.000',
        id,
      ]);
    }
    await run(
      "UPDATE payments SET created_at = '2026-03-14 18:30:00.000' WHERE public_id = 'p0000000000000000000000001'",
    );
    admin = await test.as(ADMIN);
  });
  afterAll(() => test.close());

  const audit = async () =>
    (await run("SELECT * FROM audit_log WHERE subject_type = 'export' ORDER BY id DESC LIMIT 1"))[0];
  const rowsOf = (text: string) => parseCsv(text.slice(1)) as unknown as string[][];

  it('is for admins alone', async () => {
    expect((await test.client().get(EXPORT)).status).toBe(401);
    const refused = await (await test.as(SALES)).get(EXPORT);
    expect([refused.status, refused.body.message]).toEqual([403, 'Access denied. Admin privileges required.']);
  });

  it('holds every payment once, with numbers that add up', async () => {
    const bytes = await bytesOf(test, admin, '');
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const text = bytes.toString('utf8');
    const [head, ...rows] = rowsOf(text);
    expect(rows).toHaveLength(SIZE);
    expect(head?.slice(0, 3)).toEqual(['Created (IST)', 'Paid (IST)', 'Status']);
    expect(head?.join()).not.toMatch(/pan\b/i);
    const column = (name: string) => rows.map((row) => row[head!.indexOf(name)]!);
    expect(new Set(column('Payment ID')).size).toBe(SIZE);
    const [sums] = await run(
      `SELECT SUM(amount) AS amount, SUM(refunded_amount) AS refunded,
         SUM(CASE WHEN status IN ('completed', 'refunded') THEN amount - refunded_amount ELSE 0 END) AS net FROM payments`,
    );
    const paise = (name: string) => column(name).reduce((sum, value) => sum + Math.round(Number(value) * 100), 0);
    expect([paise('Amount (INR)'), paise('Refunded (INR)'), paise('Net received (INR)')]).toEqual(
      [sums.amount, sums.refunded, sums.net].map(Number),
    );
    expect(column('Amount (INR)').every((value) => /^\d+\.\d\d$/.test(value))).toBe(true);
    expect(column('Created (IST)')[0]).toBe('2026-03-15 00:00:00');
  });

  it('has instants in the time of India, to the second', async () => {
    const instants = [
      '2026-11-20 12:35:59.999', '2026-11-20 18:29:59.999', '2026-11-20 18:30:00.000', '2026-12-31 23:59:59.000',
      '2024-02-28 18:30:00.123', '2025-02-28 18:30:00.123', '2026-02-28 00:00:00.000', '2000-02-29 20:00:00.000',
      '2099-12-31 18:29:00.500',
    ]; // prettier-ignore
    const rows = (await run(
      "SELECT id, public_id AS publicId, paid_at AS paidAt FROM payments WHERE status = 'completed' ORDER BY id LIMIT 9",
    )) as {
      id: number;
      publicId: string;
      paidAt: string | Date;
    }[];
    for (const [at, { id }] of rows.entries())
      await run('UPDATE payments SET paid_at = ? WHERE id = ?', [instants[at], id]);
    const [head, ...lines] = rowsOf((await bytesOf(test, admin, '')).toString('utf8'));
    const sheet = (await readXlsx(await bytesOf(test, admin, 'format=xlsx'))).sheets[0]!;
    for (const { id, paidAt } of rows) await run('UPDATE payments SET paid_at = ? WHERE id = ?', [paidAt, id]);
    const [paid, payment] = [head!.indexOf('Paid (IST)'), head!.indexOf('Payment ID')];
    for (const [at, { publicId }] of rows.entries()) {
      const instant = new Date(`${instants[at]!.replace(' ', 'T')}Z`);
      expect(lines.find((cells) => cells[payment] === publicId)?.[paid]).toBe(istDateTime(instant));
      const shown = sheet.rows.find((cells) => cells[payment] === publicId)?.[paid] as Date;
      expect(Math.abs(shown.getTime() - istWallTime(instant).getTime())).toBeLessThan(2);
    }
    expect(lines.filter((cells) => cells[paid] === '').length).toBe(
      Number((await run('SELECT COUNT(*) AS n FROM payments WHERE paid_at IS NULL'))[0].n),
    );
  });

  it('names the capture that paid, and without one the last attempt', async () => {
    const attempts: [string, number, number, string, number][] = [
      ['none', 0, 2, 'failed', 0],
      ['first', 0, 1, 'failed', 0],
      ['paid', 1, 1, 'captured', 0],
      ['after', 1, 2, 'failed', 0],
      ['twice', 2, 3, 'captured', 1],
      ['once', 2, 2, 'captured', 0],
      ['nothing', 2, 1, 'cancelled', 0],
    ];
    const rows = (await run('SELECT id, public_id AS publicId FROM payments ORDER BY id LIMIT 900, 4')) as {
      id: number;
      publicId: string;
    }[];
    for (const [name, of, number, status, excess] of attempts)
      await run(
        `INSERT INTO payment_attempts (payment_id, number, invoice_no, bank_txn_id, status, excess, amount, created_at, updated_at)
         VALUES (?, ?, ?, ?, ?, ?, 100, '2026-03-01 00:00:00.000', '2026-03-01 00:00:00.000')`,
        [rows[of]!.id, number, `INV-${name}`, `TXN-${name}`, status, excess],
      );
    const [head, ...lines] = rowsOf((await bytesOf(test, admin, '')).toString('utf8'));
    expect(lines).toHaveLength(SIZE);
    const named = rows.map(({ publicId }) => {
      const line = lines.find((cells) => cells[head!.indexOf('Payment ID')] === publicId)!;
      return [line[head!.indexOf('Invoice')], line[head!.indexOf('Bank transaction')]];
    });
    expect(named).toEqual([
      ['INV-none', 'TXN-none'],
      ['INV-paid', 'TXN-paid'],
      ['INV-once', 'TXN-once'],
      ['', ''],
    ]);
  });

  it('is sent as a file of its own, and told of in the audit log', async () => {
    const { headers, status } = await admin.get(`${EXPORT}?status=failed`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const today = istDayOf(test.clock.now());
    expect(headers.get('content-disposition')).toBe(`attachment; filename="payments-${today}.csv"`);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
    const [count] = await run("SELECT COUNT(*) AS n FROM payments WHERE status = 'failed'");
    expect(await audit()).toMatchObject({
      action: 'export.completed',
      to_value: `${count.n} rows`,
      from_value: 'csv',
      reason: '{"status":"failed"}',
      actor_user_id: expect.any(Number),
      request_id: expect.any(String),
    });
  });

  it.each([
    'status=completed&tokenType=gold',
    'search=rao',
    'search=person',
    'search=person&status=refunded',
    'search=p0000000000000000000000042',
    'startDate=2026-01-02&endDate=2026-01-02',
    'startDate=2026-03-15&endDate=2026-03-15',
    'needsReview=true',
    'search=%27%20OR%201%3D1%20--',
    'status=cancelled&search=nobody',
  ])('%s: exactly what the list shows', async (query) => {
    const listed = new Set<string>();
    for (let page = 1; page <= 16; page += 1) {
      const { body } = await admin.get(`/api/payments/admin/all?${query}&limit=100&page=${page}`);
      for (const { paymentId } of body.data.payments) listed.add(paymentId as string);
    }
    const [head, ...rows] = rowsOf((await bytesOf(test, admin, query)).toString('utf8'));
    const exported = rows.map((row) => row[head!.indexOf('Payment ID')]!);
    expect(exported).toHaveLength(listed.size);
    expect(new Set(exported)).toEqual(listed);
  });

  it('names the references of all refunds of a payment, however many', async () => {
    const [paid] = (await run("SELECT id, public_id AS publicId FROM payments WHERE status = 'completed' LIMIT 1")) as {
      id: number;
      publicId: string;
    }[];
    const at = stored(new Date());
    await run(
      `INSERT INTO payment_attempts (payment_id, number, invoice_no, bank_txn_id, status, amount, captured_at, created_at, updated_at)
       VALUES (?, 9, 'MANY', 'MANY', 'captured', 60, ?, ?, ?)`,
      [paid!.id, at, at, at],
    );
    const [attempt] = (await run("SELECT id FROM payment_attempts WHERE invoice_no = 'MANY'")) as { id: number }[];
    const references = Array.from({ length: 60 }, (_, number) => `RF${String(number).padStart(18, '0')}`);
    for (const reference of references)
      await run(
        `INSERT INTO refunds (public_id, payment_id, attempt_id, bank_reference, amount, reason, status, created_at, updated_at)
         VALUES (?, ?, ?, ?, 1, 'many', 'completed', ?, ?)`,
        [`many-${reference}`, paid!.id, attempt!.id, reference, at, at],
      );
    await run('UPDATE payments SET refund_reserved = 60 WHERE id = ?', [paid!.id]);
    const [head, row] = rowsOf((await bytesOf(test, admin, `search=${paid!.publicId}`)).toString('utf8'));
    await run("DELETE FROM refunds WHERE reason = 'many'");
    await run("DELETE FROM payment_attempts WHERE invoice_no = 'MANY'");
    await run('UPDATE payments SET refund_reserved = 0 WHERE id = ?', [paid!.id]);
    expect(row![head!.indexOf('Refund: our reference')]!.split(',').sort()).toEqual(references);
  });

  it('no cell is a formula, in neither format', async () => {
    const text = (await bytesOf(test, admin, '')).toString('utf8');
    const [head, ...rows] = rowsOf(text);
    const cells = rows.flatMap((row) => row.filter((_, at) => !/INR/.test(head![at]!)));
    expect(formulaCells(text)).toEqual([]);
    for (const name of HOSTILE) expect(cells.some((cell) => cell === name || cell === `'${name}`)).toBe(true);
    for (const [, cell] of HIDDEN) expect(cells).toContain(cell);
    expect(cells).toContain("'=1+1");
    expect(text.split('\r\n').length).toBe(SIZE + 2);

    const sheet = (await readXlsx(await bytesOf(test, admin, 'format=xlsx'))).sheets[0]!;
    expect(sheet.rows).toHaveLength(SIZE + 1);
    expect(sheet.rows[0]).toEqual(head);
    for (const name of [...HOSTILE, ...HIDDEN.map(([hidden]) => hidden)])
      expect(sheet.rows.some((row) => row.includes(name))).toBe(true);
    const amounts = sheet.rows.slice(1).map((row) => row[head!.indexOf('Amount (INR)')]);
    expect(amounts.every((amount) => typeof amount === 'number')).toBe(true);
    const created = sheet.rows[1]![0] as Date;
    expect(created.toISOString()).toBe('2026-03-15T00:00:00.000Z');
    expect([...(sheet.cells?.values() ?? [])].filter((cell) => cell.formula)).toEqual([]);
  });

  it.each(['status=paid', 'format=pdf', 'startDate=2026-02-30'])(
    '%s is refused before anything is sent',
    async (query) => {
      const { status, body, headers } = await admin.get(`${EXPORT}?${query}`);
      expect([status, body.error]).toEqual([422, 'FILTER_INVALID']);
      expect(headers.get('content-disposition')).toBeNull();
    },
  );

  it('one runs, a few wait, more are asked to come back', async () => {
    const service = test.get(ExportService);
    const open: (() => void)[] = [];
    const slow = () => new Writable({ highWaterMark: 1, write: (_chunk, _encoding, done) => void open.push(done) });
    const gone = new AbortController();
    const running = Array.from({ length: 4 }, () => service.run({}, slow(), { format: 'csv', signal: gone.signal }));
    const { status, headers, body } = await admin.get(EXPORT);
    expect([status, body.error]).toEqual([429, 'EXPORTS_BUSY']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await admin.get('/api/payments/admin/all')).status).toBe(200);
    gone.abort();
    expect((await Promise.all(running)).map(({ complete }) => complete)).toEqual([false, false, false, false]);
    expect((await admin.get(EXPORT)).status).toBe(200);
  });

  it('a reader who leaves ends it, at the database as well, and that is written down', async () => {
    await enlarge(test);
    await new Promise<void>((resolve) => {
      const headers = { authorization: `Bearer ${admin.token}` };
      get(`${test.url}${EXPORT}`, { headers }, (answer) => answer.once('data', () => (answer.destroy(), resolve())));
    });
    await eventually('it is written down', async () => (await audit())?.action === 'export.aborted');
    if (isOnServer()) {
      const threads = (await run('SHOW FULL PROCESSLIST')) as { db: string; Info: string | null }[];
      const name = new URL(test.databaseUrl).pathname.slice(1);
      expect(threads.filter(({ db, Info }) => db === name && /public_id AS publicId/.test(Info ?? ''))).toEqual([]);
    }
    expect((await admin.get(`${EXPORT}?status=failed`)).status).toBe(200);
  });

  // The embedded driver keeps what it has read for a while, which says nothing about the export.
  const onServer = isOnServer() ? it : noTest;
  onServer('takes no more memory for five times as many', async () => {
    const service = test.get(ExportService);
    const grown = async () => {
      const before = process.memoryUsage().rss;
      let most = before;
      const sink = new Writable({
        write: (_chunk, _encoding, done) => {
          most = Math.max(most, process.memoryUsage().rss);
          done();
        },
      });
      const { rows } = await service.run({}, sink, { format: 'csv', signal: new AbortController().signal });
      return { rows, mib: (most - before) / 2 ** 20 };
    };
    await grown();
    const few = await grown();
    await fillPayments(test.get(DataSource), { payments: few.rows * 4, sellers: 2 });
    const many = await grown();
    expect(many.rows).toBeGreaterThan(few.rows * 4);
    expect(many.mib).toBeLessThan(few.mib + 48);
  });

  describe('from the command line', () => {
    const directory = mkdtempSync(join(tmpdir(), 'tokendesk-export-'));
    afterAll(() => rmSync(directory, { recursive: true, force: true }));
    const cli = (args: string[], zone = 'Asia/Kolkata') =>
      new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
        const { databaseUrl, dataDir } = test.settings;
        const env = {
          PATH: process.env.PATH ?? '',
          NODE_ENV: 'test',
          TZ: zone,
          DATABASE_URL: databaseUrl,
          DATA_DIR: dataDir,
        };
        execFile(
          process.execPath,
          [MAIN, 'export', 'payments', ...args],
          { env, cwd: dataDir, maxBuffer: 2 ** 26 },
          (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
        );
      });

    it('writes the same file, for its owner alone', async () => {
      const out = join(directory, 'failed.csv');
      const { code, stdout } = await cli(['--status', 'failed', '--out', out, '--json']);
      expect(code).toBe(0);
      expect(readFileSync(out)).toEqual(await bytesOf(test, admin, 'status=failed'));
      expect(statSync(out).mode & 0o777).toBe(0o600);
      expect(JSON.parse(stdout)).toMatchObject({ file: out, format: 'csv', bytes: statSync(out).size });
      const piped = await cli(['--search', 'rao', '--token-type', 'gold']);
      expect(piped.stdout).toBe((await bytesOf(test, admin, 'search=rao&tokenType=gold')).toString('utf8'));
      expect(await audit()).toMatchObject({ action: 'export.completed' });
    });

    it.each([
      ['2026-03-14', '2026-03-14', 0],
      // One was made at the very beginning of the 15th in India.
      ['2026-03-15', '2026-03-15', 1],
      ['2026-03-16', '2026-03-16', 0],
      ['2026-01-01', '2026-01-01', null],
    ])('%s to %s is the same to the byte, wherever the machine is', async (from, to, rows) => {
      const zones = ['Asia/Kolkata', 'America/New_York', 'Pacific/Kiritimati'];
      const made = await Promise.all(zones.map((zone) => cli(['--from', from, '--to', to], zone)));
      const listed = await admin.get(`/api/payments/admin/all?startDate=${from}&endDate=${to}`);
      const { totalPayments, totalIsCapped } = listed.body.data.pagination;
      const bounds = [startOfIstDay(from), startOfIstDay(addDays(from, 1))].map(stored);
      const [counted] = await run(
        'SELECT COUNT(*) AS n FROM payments WHERE created_at >= ? AND created_at < ?',
        bounds,
      );
      const total = Number(counted.n);
      if (rows === null) expect(total).toBeGreaterThan(1000);
      else expect(total).toBe(rows);
      expect([totalPayments, totalIsCapped]).toEqual([total, false]);
      for (const { code, stdout } of made) {
        expect([code, rowsOf(stdout).length - 1]).toEqual([0, total]);
        expect(stdout === made[0]?.stdout).toBe(true);
      }
      if (rows === 1) expect(made[0]?.stdout).toContain('"2026-03-15 00:00:00"');
    });

    it('writes over nothing, and follows no link', async () => {
      const there = join(directory, 'there.csv');
      writeFileSync(there, 'mine');
      const link = join(directory, 'link.csv');
      symlinkSync(join(directory, 'elsewhere.csv'), link);
      for (const out of [there, link, join(directory, 'no/such/folder.csv')])
        expect((await cli(['--out', out])).code).toBe(1);
      expect(readFileSync(there, 'utf8')).toBe('mine');
      expect(existsSync(join(directory, 'elsewhere.csv'))).toBe(false);
    });

    it.each([[['--status', 'paid']], [['--from', '2026-02-30']], [['--format', 'pdf']], [['--nonsense']]])(
      '%j is wrong usage',
      async (args) => {
        const { code, stdout } = await cli(args);
        expect([code, stdout]).toEqual([2, '']);
      },
    );
  });

  /** So many that an export takes a while. */
  async function enlarge(app: TestApp): Promise<void> {
    await fillPayments(app.get(DataSource), { payments: isLong ? 10_000 : 4_000, sellers: 2 });
  }
});

function noTest(): void {
  // Measured on the other engine.
}

async function bytesOf(test: TestApp, admin: Client, query: string): Promise<Buffer> {
  const response = await fetch(`${test.url}${EXPORT}?${query}`, {
    headers: { authorization: `Bearer ${admin.token}` },
  });
  if (response.status !== 200) throw new Error(`export answered ${response.status}: ${await response.text()}`);
  return Buffer.from(await response.arrayBuffer());
}
