import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { istDayOf } from '../../src/domain/calendar/ist-day.js';
import { SettlementExceptions } from '../../src/modules/settlements/settlement-exceptions.repository.js';
import { SettlementRuns } from '../../src/modules/settlements/settlement-runs.repository.js';
import type { Client } from '../support/client.js';
import { MINUTE } from '../support/fake-clock.js';
import { expectInvariants } from '../support/invariants.js';
import { sentBy } from '../support/query-cost.js';
import { refund, sellAndPay, switchRefunds } from '../support/refunds.js';
import {
  forgetSettlements,
  openExceptions,
  reconcile,
  settleToday,
  type SettlementAtBank,
  uploadFile,
} from '../support/settlements.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';

/**
 * One payout, read from the bank and from files (docs/adr/0012-settlements-and-closed-days.md):
 *
 * | first reading | second reading | stored |
 * | --- | --- | --- |
 * | bank | file without our number, with it empty, with it | each line once |
 * | file without our number, with it empty, with it | bank | each line once, with our number |
 * | a transaction listed twice, within a page or over two | the same from the other source | two lines, one `duplicate` |
 * | a transaction listed once | listed twice | one more line, `duplicate` |
 * | lines that an earlier release stored, some renewed | either source | each line once, exceptions go on |
 * | the same, a unit of their renewal runs again after a deadlock | either source | each line once |
 * | lines that an earlier release stored from both sources | either source | each line once, exceptions close |
 * | bank; then an earlier release, with or without our number or both, once or twice | either source | each line once, what was listed twice is a `duplicate` |
 * | a transaction that one reading of an earlier release listed twice | either source | two lines, one `duplicate` |
 */
describe('a payout read from the bank and from a file', () => {
  let test: TestApp;
  let seller: Client;
  let admin: Client;
  let payout: SettlementAtBank;

  type Line = SettlementAtBank['lines'][number];
  type Numbers = 'without' | 'empty' | 'some' | 'with';
  const FORMS: Numbers[] = ['without', 'empty', 'some', 'with'];

  const query = (sql: string, parameters: unknown[] = []) => test.get(DataSource).query(sql, parameters);
  const today = () => istDayOf(test.clock.now());
  const fileOf = (numbers: Numbers, lines: Line[] = payout.lines) => {
    const named = (line: Line, at: number) =>
      numbers === 'with' || (numbers === 'some' && at % 2) ? line.merchantTxnNo : '';
    const head = ['settlementID', 'settlementDate', 'transactionType', 'txnID', 'txnAmount', 'settledAmount'];
    const rows = lines.map((line, at) => [
      payout.settlementId,
      today(),
      line.kind,
      line.txnId,
      line.amountPaise / 100,
      line.settledPaise / 100,
      ...(numbers === 'without' ? [] : [named(line, at)]),
    ]);
    return [numbers === 'without' ? head : [...head, 'merchantTxnNo'], ...rows]
      .map((row) => `${row.join(',')}\n`)
      .join('');
  };
  const fromFile = async (numbers: Numbers, lines?: Line[]) =>
    (await uploadFile(admin, today(), fileOf(numbers, lines))).body.data;
  const fromBank = async () => (await reconcile(admin, test)).body.data;
  const stored = async () =>
    (await query('SELECT kind, merchant_txn_no AS ours, bank_txn_id AS txn FROM settlement_lines ORDER BY id')) as {
      kind: string;
      ours: string | null;
      txn: string;
    }[];
  const kinds = async () => (await openExceptions(test)).map(({ kind }) => kind);
  const once = () => ({ status: 'completed', lines: payout.lines.length, matched: payout.lines.length, exceptions: 0 });
  const totals = ({ lineAmount, settledAmount }: Record<string, unknown>) => ({ lineAmount, settledAmount });
  const atBank = () => ({
    lineAmount:
      payout.lines.reduce((sum, { kind, amountPaise }) => sum + (kind === 'SALE' ? amountPaise : -amountPaise), 0) /
      100,
    settledAmount: payout.lines.reduce((sum, { settledPaise }) => sum + settledPaise, 0) / 100,
  });
  /** As an earlier release stored it. */
  const oldKey = (kind: string, ours: string | null, txn: string, times: number) =>
    createHash('sha256')
      .update(`${kind}|${ours ?? ''}|${txn}|${times}`)
      .digest('hex');
  /** @param some ids of lines @returns what is stored of the exceptions */
  const asBefore = async (some = (_id: number) => true) => {
    const rows = await query(
      `SELECT l.id, l.kind, l.merchant_txn_no AS ours, l.bank_txn_id AS txn, l.line_key AS name, b.settlement_id AS payout
         FROM settlement_lines l JOIN settlement_batches b ON b.id = l.batch_id ORDER BY l.id`,
    );
    const counts = new Map<string, number>();
    const digest = (text: string) => createHash('sha256').update(text).digest('hex');
    for (const { id, kind, ours, txn, name, payout: settlementId } of rows) {
      const line = `${kind}|${ours}|${txn}`;
      counts.set(line, (counts.get(line) ?? 0) + 1);
      if (!some(Number(id))) continue;
      const key = oldKey(kind, ours, txn, counts.get(line)!);
      await query('UPDATE settlement_lines SET line_key = ? WHERE id = ?', [key, id]);
      for (const exception of ['unknown', 'duplicate', 'refund_differs', 'amount_differs', 'not_completed'])
        await query('UPDATE settlement_exceptions SET fingerprint = ? WHERE fingerprint = ?', [
          digest(`${exception}|${settlementId}|${key}`),
          digest(`${exception}|${settlementId}|${name}`),
        ]);
    }
  };
  /** Another run of an earlier release, which knows lines by its own keys alone. */
  const readBefore = async (lines: Line[], numbers: 'with' | 'without') => {
    const runs = test.get(SettlementRuns);
    const run = await runs.open({ day: today(), source: 'file', fileName: 'old.csv', fileHash: null });
    await runs.finish(run, null, null);
    const times = new Map<string, number>();
    for (const { kind, txnId } of lines) {
      const [row] = await query(
        'SELECT * FROM settlement_lines WHERE kind = ? AND bank_txn_id = ? ORDER BY id LIMIT 1',
        [kind.toLowerCase(), txnId],
      );
      const { id: _id, ...rest } = row;
      const ours = numbers === 'with' ? row.merchant_txn_no : null;
      times.set(txnId, (times.get(txnId) ?? 0) + 1);
      const key = oldKey(row.kind, ours, txnId, times.get(txnId)!);
      const copy = { ...rest, merchant_txn_no: ours, line_key: key, run_id: run.id, attempt_id: null, refund_id: null };
      const marks = Object.keys(copy).map(() => '?');
      await query(
        `INSERT INTO settlement_lines (${Object.keys(copy).join(', ')}) VALUES (${marks.join(', ')})`,
        Object.values(copy),
      );
    }
  };
  const exceptionRows = () =>
    query('SELECT id, kind, status, created_at, first_run_id FROM settlement_exceptions ORDER BY id');

  beforeAll(async () => {
    test = await TestApp.start();
    await switchRefunds(test, true);
  });
  beforeEach(async () => {
    await forgetSettlements(test);
    seller = await test.staff(SALES);
    admin = await test.staff(ADMIN);
    const sold = await sellAndPay(test, seller);
    await sellAndPay(test, seller, 'silver');
    await refund(seller, sold.paymentId, 1000);
    await test.bank.control({ op: 'settle-refunds' });
    test.clock.advance(20 * MINUTE);
    await test.poll();
    seller = await test.staff(SALES);
    admin = await test.staff(ADMIN);
    payout = await settleToday(test);
    expect(payout.lines.map(({ kind }) => kind)).toEqual(['SALE', 'SALE', 'REFUND']);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await test.bank.clearFaults();
    await expectInvariants(test);
  });
  afterAll(() => test.close());

  it.each(FORMS)('from the bank, then from a file (our number: %s)', async (numbers) => {
    expect(await fromBank()).toMatchObject({ ...once(), newLines: 3 });
    const before = await stored();
    const second = await fromFile(numbers);
    expect(second).toMatchObject({ ...once(), newLines: 0 });
    expect(totals(second)).toEqual(atBank());
    expect(await stored()).toEqual(before);
    expect(await fromBank()).toMatchObject({ ...once(), newLines: 0 });
    expect(await kinds()).toEqual([]);
  });

  it.each(FORMS)('from a file (our number: %s), then from the bank', async (numbers) => {
    expect(await fromFile(numbers)).toMatchObject({ ...once(), newLines: 3 });
    const second = await fromBank();
    expect(second).toMatchObject({ ...once(), newLines: 0 });
    expect(totals(second)).toEqual(atBank());
    expect((await stored()).map(({ ours }) => ours)).toEqual(payout.lines.map(({ merchantTxnNo }) => merchantTxnNo));
    expect(await fromFile(numbers)).toMatchObject({ ...once(), newLines: 0 });
    expect(await kinds()).toEqual([]);
  });

  it('what the bank names is kept where a file that corrects an amount does not name it', async () => {
    await fromBank();
    const [first] = payout.lines;
    const read = () => query('SELECT amount, merchant_txn_no, transacted_at FROM settlement_lines ORDER BY id LIMIT 1');
    const [before] = await read();
    await fromFile('without', [{ ...first!, amountPaise: first!.amountPaise - 100 }]);
    expect(before.transacted_at).not.toBeNull();
    expect(await read()).toEqual([{ ...before, amount: expect.anything() }]);
    expect(Number((await read())[0].amount)).toBe(first!.amountPaise - 100);
  });

  it.each([
    ['one page', 50],
    ['two pages', 2],
  ])('a transaction that the bank lists twice, on %s, is one duplicate in both sources', async (_, pageSize) => {
    await test.bank.control({ op: 'configure', settlementPageSize: pageSize });
    const twice = [...payout.lines, payout.lines[0]!];
    await test.bank.fault('settlement', 'duplicate-line', { times: 0 });
    expect(await fromBank()).toMatchObject({ lines: 4, matched: 3, newLines: 4 });
    for (const numbers of FORMS) {
      expect(await fromFile(numbers, twice)).toMatchObject({ lines: 4, matched: 3, newLines: 0 });
      expect((await kinds()).filter((kind) => kind !== 'batch_differs')).toEqual(['duplicate']);
    }
  });

  it('a transaction that the second source lists once more is a duplicate', async () => {
    await fromBank();
    const second = await fromFile('without', [...payout.lines, payout.lines[1]!]);
    expect(second).toMatchObject({ lines: 4, matched: 3, newLines: 1 });
    expect(await kinds()).toEqual(['batch_differs', 'duplicate']);
  });

  describe('lines that an earlier release stored', () => {
    const both: [string, () => Promise<Record<string, unknown>>][] = [
      ['from the bank', fromBank],
      ['from a file', () => fromFile('without')],
    ];

    it.each(both)('%s are known when the day is read again', async (_, again) => {
      await fromBank();
      await asBefore();
      expect(await again()).toMatchObject({ ...once(), newLines: 0 });
      expect(await stored()).toHaveLength(3);
      expect(await kinds()).toEqual([]);
    });

    it('are known after an interruption', async () => {
      await fromBank();
      const [{ first }] = await query('SELECT MIN(id) AS first FROM settlement_lines');
      await asBefore((id) => id > Number(first));
      expect(await fromFile('without')).toMatchObject({ ...once(), newLines: 0 });
      expect(await stored()).toHaveLength(3);
    });

    it.each(both)('are known when a unit of their renewal runs again (%s)', async (_, again) => {
      await fromBank();
      await asBefore();
      const deadlock = Object.assign(new Error('deadlock'), { errno: 1213, code: 'SQLITE_BUSY' });
      const rename = jest.spyOn(test.get(SettlementExceptions), 'renameLines').mockRejectedValueOnce(deadlock);
      expect(await again()).toMatchObject({ ...once(), newLines: 0 });
      expect(rename).toHaveBeenCalledTimes(2);
      expect(await stored()).toHaveLength(3);
    });

    it.each(both)('twice, %s among them, are there once, and what was open about them closes', async (_, again) => {
      await fromBank();
      await asBefore();
      await readBefore(payout.lines, 'without');
      expect(await stored()).toHaveLength(6);
      const read = await again();
      expect(read).toMatchObject({ ...once(), newLines: 0 });
      expect(totals(read)).toEqual(atBank());
      expect((await stored()).map(({ ours }) => ours)).toEqual(payout.lines.map(({ merchantTxnNo }) => merchantTxnNo));
      expect(await kinds()).toEqual([]);
    });

    it.each([
      ['with our number', ['with']],
      ['without our number', ['without']],
      ['with our number, then without', ['with', 'without']],
      ['without our number, then with', ['without', 'with']],
    ] as const)('%s, of a day that this one had read, are there once', async (_, readings) => {
      await fromBank();
      for (const numbers of readings) await readBefore(payout.lines, numbers);
      expect(await fromFile('without')).toMatchObject({ ...once(), newLines: 0 });
      expect(await fromBank()).toMatchObject({ ...once(), newLines: 0 });
      expect(await kinds()).toEqual([]);
    });

    it.each(['with', 'without'] as const)('twice in one reading (%s) stay a duplicate there', async (numbers) => {
      await fromBank();
      await readBefore([...payout.lines, payout.lines[1]!], numbers);
      expect(await fromBank()).toMatchObject({ lines: 4, matched: 3, newLines: 0 });
      expect(await kinds()).toEqual(['batch_differs', 'duplicate']);
    });

    it.each(both)(
      'from one reading that listed a transaction twice stay a duplicate, open since then (%s)',
      async (_, again) => {
        await test.bank.fault('settlement', 'duplicate-line', { times: 1 });
        await fromBank();
        const before = await exceptionRows();
        expect(await kinds()).toEqual(['batch_differs', 'duplicate']);
        await asBefore();
        test.clock.advance(MINUTE);
        expect(await again()).toMatchObject({ lines: 4, matched: 3, newLines: 0 });
        expect(await exceptionRows()).toEqual(before);
      },
    );
  });

  it('asks for no line by itself: each unit corrects its lines in one statement', async () => {
    await fromFile('without');
    const sent = await sentBy(test.get(DataSource), fromBank);
    expect(sent.filter(({ sql }) => sql.startsWith('UPDATE settlement_lines SET amount'))).toHaveLength(1);
  });
});
