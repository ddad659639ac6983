import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { UnitOfWork } from '../../src/database/unit-of-work.js';
import { istDayOf } from '../../src/domain/calendar/ist-day.js';
import { PaymentEventPublisher } from '../../src/modules/payments/transitions/payment-event-publisher.js';
import { BankReport } from '../../src/modules/settlements/bank-report.service.js';
import { SettlementExceptions } from '../../src/modules/settlements/settlement-exceptions.repository.js';
import { RunGivenUp, SettlementRuns } from '../../src/modules/settlements/settlement-runs.repository.js';
import type { Client } from '../support/client.js';
import { DAY, MINUTE } from '../support/fake-clock.js';
import { expectInvariants } from '../support/invariants.js';
import { sellAndPay } from '../support/refunds.js';
import { forgetSettlements, reconcile, settleToday, uploadFile } from '../support/settlements.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';

describe('reconciliations that go wrong, take long or meet each other', () => {
  let test: TestApp;
  let seller: Client;
  let admin: Client;

  beforeAll(async () => {
    test = await TestApp.start();
  });
  // A clock that has been moved on has ended earlier sessions.
  beforeEach(async () => {
    seller = await test.as(SALES);
    admin = await test.as(ADMIN);
    await forgetSettlements(test);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await test.bank.clearFaults();
    await expectInvariants(test);
  });
  afterAll(() => test.close());

  const today = () => istDayOf(test.clock.now());
  const query = (sql: string) => test.get(DataSource).query(sql);
  const order = () => ({ day: today(), source: 'bank', fileName: null, fileHash: null }) as const;

  it('one that takes long is not taken for lost while it gives signs of life', async () => {
    let goOn = () => {};
    const waiting = new Promise<void>((resolve) => (goOn = resolve));
    let isReading = () => {};
    const reading = new Promise<void>((resolve) => (isReading = resolve));
    const report = { payouts: [], problem: null };
    jest.spyOn(test.get(BankReport), 'read').mockImplementationOnce(async () => {
      isReading();
      await waiting;
      return report;
    });
    const timers = jest.spyOn(globalThis, 'setInterval');
    const written = jest.spyOn(test.get(SettlementRuns), 'keepAlive');
    const long = reconcile(admin, test);
    await reading;
    const [sign] = timers.mock.calls.filter(([, delay]) => delay === MINUTE);
    for (let passed = 0; passed < 3; passed += 1) {
      test.clock.advance(10 * MINUTE);
      if (!sign) throw new Error('no signs of life');
      const { length } = written.mock.results;
      (sign[0] as () => void)();
      // The timer waits for nobody: what counts is that it is written before the clock goes on.
      await written.mock.results[length]?.value;
    }
    expect(written).toHaveBeenCalledTimes(3);
    admin = await test.as(ADMIN);
    expect((await reconcile(admin, test)).body).toMatchObject({ error: 'RECONCILIATION_RUNNING' });
    goOn();
    expect((await long).body.data).toMatchObject({ status: 'completed', problem: null });
  });

  it('one that fails with the database ends by itself once that is back, and its day can be reconciled again', async () => {
    const away = () => Promise.reject(Object.assign(new Error('gone'), { code: 'PROTOCOL_CONNECTION_LOST' }));
    jest.spyOn(test.get(BankReport), 'read').mockImplementationOnce(away);
    jest.spyOn(test.get(SettlementRuns), 'finish').mockImplementationOnce(away);
    expect((await reconcile(admin, test)).status).toBe(503);
    await test.settle();
    expect(await query('SELECT status, open_day FROM settlement_runs')).toEqual([
      { status: 'incomplete', open_day: null },
    ]);
    const { status, body } = await reconcile(admin, test);
    expect([status, body.data?.status]).toEqual([200, 'completed']);
  });

  it('one whose process is gone is given up after a quarter of an hour of silence', async () => {
    const runs = test.get(SettlementRuns);
    const lost = await runs.open(order());
    test.clock.advance(10 * MINUTE);
    await runs.keepAlive(lost);
    test.clock.advance(14 * MINUTE);
    await expect(runs.open(order())).rejects.toMatchObject({ code: 'RECONCILIATION_RUNNING' });
    test.clock.advance(2 * MINUTE);
    const next = await runs.open(order());
    expect(await query(`SELECT status, problem FROM settlement_runs WHERE id = ${lost.id}`)).toEqual([
      { status: 'incomplete', problem: 'The run was cut off.' },
    ]);
    await runs.finish(next, null, null);
  });

  it('one that was given up while its process lived stores and closes nothing more', async () => {
    let goOn = () => {};
    const waiting = new Promise<void>((resolve) => (goOn = resolve));
    let isReading = () => {};
    const reading = new Promise<void>((resolve) => (isReading = resolve));
    const payout = { merchantProfile: null, settlementId: 'S8', utr: null, payAmount: 100_00, lines: [] };
    jest.spyOn(test.get(BankReport), 'read').mockImplementationOnce(async () => {
      isReading();
      await waiting;
      return { payouts: [payout], problem: null };
    });
    const lost = reconcile(admin, test);
    await reading;
    test.clock.advance(16 * MINUTE);
    admin = await test.as(ADMIN);
    const head = 'settlementID,settlementDate,txnID,txnAmount,settledAmount';
    const newer = await uploadFile(admin, today(), `${head}\nS7,${today()},1,50,50\nS7,${today()},2,many,50\n`);
    expect(newer.body.data).toMatchObject({ status: 'incomplete', lines: 1, exceptions: 2 });
    const stored = async () => [
      await query('SELECT * FROM settlement_exceptions ORDER BY id'),
      await query('SELECT * FROM settlement_batches ORDER BY id'),
    ];
    const before = await stored();
    expect(before[0]).toMatchObject([
      { kind: 'unknown', status: 'open' },
      { kind: 'line_unreadable', status: 'open' },
    ]);
    goOn();
    expect((await lost).body.data).toMatchObject({ status: 'incomplete', problem: 'The run was cut off.' });
    expect(await stored()).toEqual(before);
  });

  it('one that is given up between two of its steps neither adds an exception nor closes one of the next', async () => {
    const runs = test.get(SettlementRuns);
    const exceptions = test.get(SettlementExceptions);
    const finding = (subject: string) => ({
      kind: 'unknown' as const,
      subject,
      paymentId: null,
      reference: subject,
      expected: null,
      found: 100_00,
      evidence: 'Not known here.',
    });
    const lost = await runs.open(order());
    await exceptions.add(lost, [finding('A')]);
    test.clock.advance(16 * MINUTE);
    const next = await runs.open(order());
    await exceptions.add(next, [finding('A'), finding('B')]);
    const shown = () => query('SELECT reference, status, last_run_id AS run FROM settlement_exceptions ORDER BY id');
    const before = await shown();
    const open = await exceptions.openOf(lost);
    await expect(exceptions.add(lost, [finding('A'), finding('C')])).rejects.toThrow(RunGivenUp);
    await expect(exceptions.resolveOthers(lost, open)).rejects.toThrow(RunGivenUp);
    expect(await shown()).toEqual(before);
    expect(before).toMatchObject([
      { reference: 'A', status: 'open' },
      { reference: 'B', status: 'open' },
    ]);
    await exceptions.resolveOthers(next, open);
    await runs.finish(next, null, null);
  });

  it('a difference found again tells of today what it is about, and since when it is open', async () => {
    const { invoiceNo } = await sellAndPay(test, seller);
    const [{ txn }] = await query(`SELECT bank_txn_id AS txn FROM payment_attempts WHERE invoice_no = '${invoiceNo}'`);
    const file = (amount: number) =>
      `settlementID,settlementDate,merchantTxnNo,txnID,txnAmount,settledAmount\nS7,${today()},${invoiceNo},${txn},${amount},${amount}\n`;
    const shown = () =>
      query("SELECT id, kind, found_amount, created_at, first_run_id FROM settlement_exceptions WHERE status = 'open'");
    await uploadFile(admin, today(), file(50_000));
    const [first] = await shown();
    expect(first).toMatchObject({ kind: 'amount_differs' });
    expect(Number(first.found_amount)).toBe(50_000_00);
    test.clock.advance(MINUTE);
    await uploadFile(admin, today(), file(40_000));
    const [second, ...more] = await shown();
    expect(more).toEqual([]);
    expect(Number(second.found_amount)).toBe(40_000_00);
    expect({ ...second, found_amount: first.found_amount }).toEqual(first);
  });

  it('two runs for different days that find the same money missing both end', async () => {
    await sellAndPay(test, seller, 'silver');
    const runs = test.get(SettlementRuns);
    const [one, other] = [
      await runs.open(order()),
      await runs.open({ ...order(), day: istDayOf(new Date(test.clock.now().getTime() - DAY)) }),
    ];
    const exceptions = test.get(SettlementExceptions);
    const finding = {
      kind: 'not_settled' as const,
      subject: 'TDX',
      paymentId: null,
      reference: 'TDX',
      expected: 100_00,
      found: null,
      evidence: 'In no settlement.',
    };
    // On a server each of them needs a connection that is there already, or they come one after the other.
    const uow = test.get(UnitOfWork);
    await Promise.all(
      Array.from({ length: 6 }, () => uow.run(() => new Promise((resolve) => setTimeout(resolve, 50)))),
    );
    await Promise.all(Array.from({ length: 6 }, (_, at) => exceptions.add(at % 2 ? one : other, [finding])));
    expect(await query('SELECT kind, status FROM settlement_exceptions')).toEqual([
      { kind: 'not_settled', status: 'open' },
    ]);
    for (const run of [one, other]) await runs.finish(run, null, null);
  });

  it('what a payout tells of a payment is news of it, once', async () => {
    const { paymentId } = await sellAndPay(test, seller, 'silver');
    await settleToday(test);
    const published = jest.spyOn(test.get(PaymentEventPublisher), 'changed');
    await reconcile(admin, test);
    const [{ id }] = await query(`SELECT id FROM payments WHERE public_id = '${paymentId}'`);
    expect(published.mock.calls.filter(([changed]) => changed === Number(id))).toHaveLength(1);
    await reconcile(admin, test);
    expect(published.mock.calls.filter(([changed]) => changed === Number(id))).toHaveLength(1);
  });
});
