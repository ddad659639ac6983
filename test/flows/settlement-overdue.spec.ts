import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { UnitOfWork } from '../../src/database/unit-of-work.js';
import type { Client } from '../support/client.js';
import { isOnServer } from '../support/engine.js';
import { DAY, MINUTE } from '../support/fake-clock.js';
import { rowsTouched, sentBy } from '../support/query-cost.js';
import { refund, sellAndPay, switchRefunds } from '../support/refunds.js';
import { openExceptions, reconcile } from '../support/settlements.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';

/** As many as a run reports. */
const LASTING = 500;
const AT_ONCE = 100;

describe('more overdue money than a run reports', () => {
  let test: TestApp;
  let seller: Client;
  let admin: Client;

  beforeAll(async () => {
    test = await TestApp.start();
    await switchRefunds(test, true);
    await signIn();
  });
  afterAll(() => test.close());

  const query = (sql: string, parameters: unknown[] = []) => test.get(DataSource).query(sql, parameters);
  const signIn = async () => {
    seller = await test.staff(SALES);
    admin = await test.staff(ADMIN);
  };
  const days = async (count: number) => {
    test.clock.advance(count * DAY);
    await signIn();
  };
  const run = async () => expect((await reconcile(admin, test)).body.data).toMatchObject({ status: 'completed' });
  /** Of a sale whose payment is refunded in part. @returns its two references */
  const sellAndRefund = async () => {
    const { paymentId, invoiceNo } = await sellAndPay(test, seller);
    expect((await refund(seller, paymentId, 1000)).status).toBe(200);
    await test.bank.control({ op: 'settle-refunds' });
    test.clock.advance(20 * MINUTE);
    await test.poll();
    await signIn();
    const [{ ref }] = await query('SELECT bank_reference AS ref FROM refunds ORDER BY id DESC LIMIT 1');
    return { invoiceNo, ref: ref as string };
  };
  /** Rows like the newest one. */
  const copies = async (table: string, changes: (n: number) => Record<string, unknown>) => {
    const [{ id: _id, ...row }] = await query(`SELECT * FROM ${table} ORDER BY id DESC LIMIT 1`);
    for (let from = 0; from < LASTING; from += AT_ONCE) {
      const rows = Array.from({ length: AT_ONCE }, (_, at) => ({ ...row, ...changes(from + at) }));
      const marks = `(${Object.keys(row)
        .map(() => '?')
        .join(', ')})`;
      await query(
        `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES ${rows.map(() => marks).join(', ')}`,
        rows.flatMap((each) => Object.keys(row).map((name) => each[name])),
      );
    }
  };
  const reported = async () => {
    const found = new Map<string, string[]>([
      ['not_settled', []],
      ['refund_missing', []],
    ]);
    for (const { kind, reference } of await openExceptions(test)) found.get(kind)?.push(reference);
    return { captures: found.get('not_settled')!, refunds: found.get('refund_missing')! };
  };

  it('is reported when it is new, however much of it lasts, and closed when it is settled', async () => {
    await run();
    await sellAndRefund();
    await copies('payment_attempts', (n) => ({
      number: 100 + n,
      invoice_no: `TDLASTING${n}`,
      bank_txn_id: `LASTING${n}`,
      excess: 1,
    }));
    await copies('refunds', (n) => ({
      public_id: `LASTING${n}`,
      bank_reference: `RFLASTING${n}`,
      bank_txn_id: `RLASTING${n}`,
      next_check_at: null,
      follow_up_at: null,
    }));
    await days(5);
    await run();
    const before = await reported();
    expect([before.captures.length, before.refunds.length]).toEqual([LASTING, LASTING]);

    const { invoiceNo, ref } = await sellAndRefund();
    await days(5);
    const sent = await sentBy(test.get(DataSource), run);
    const after = await reported();
    // The one that the first run had no room for, and the new one.
    expect([after.captures.length, after.refunds.length]).toEqual([LASTING + 2, LASTING + 2]);
    expect(after.captures).toEqual(expect.arrayContaining([...before.captures, invoiceNo]));
    expect(after.refunds).toEqual(expect.arrayContaining([...before.refunds, ref]));

    const lists = sent.filter(({ sql }) => sql.includes('NOT IN (SELECT e.reference'));
    expect(lists).toHaveLength(2);
    if (isOnServer())
      for (const { sql, parameters } of lists)
        // Some rows for each of the two thousand; compared one with each other they would be a quarter of a million.
        expect(await rowsTouched(test.get(UnitOfWork), (tx) => tx.query(sql, parameters))).toBeLessThan(20_000);

    await query("UPDATE payment_attempts SET settlement_id = 'S1' WHERE invoice_no IN (?, ?)", [
      invoiceNo,
      before.captures[0],
    ]);
    await query("UPDATE refunds SET origin = 'outside' WHERE bank_reference IN (?, ?)", [ref, before.refunds[0]]);
    await run();
    const rest = await reported();
    expect([rest.captures.length, rest.refunds.length]).toEqual([LASTING, LASTING]);
    expect(rest.captures).not.toContain(invoiceNo);
    expect(rest.refunds).not.toContain(ref);
  });
});
