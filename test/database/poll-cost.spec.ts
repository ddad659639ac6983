import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { UnitOfWork } from '../../src/database/unit-of-work.js';
import { OutboxRepository } from '../../src/mail/outbox.repository.js';
import { AttemptsRepository } from '../../src/modules/payments/index.js';
import { isOnServer } from '../support/engine.js';
import { HOUR, MINUTE } from '../support/fake-clock.js';
import { isLong } from '../support/long.js';
import { fillPayments, insertAll } from '../support/many-payments.js';
import { expectIndexed, rowsTouched, sentBy, type Sent } from '../support/query-cost.js';
import { TestApp } from '../support/test-app.js';

const isServer = isOnServer();
const BATCH = 200;
const SENT_MAILS = 5_000;
const PENDING = isServer ? (isLong ? 100_000 : 10_000) : 2_000;

/** Every payment is a link whose bank page is open, and the bank is to be asked about it at some time. Mails were sent before. */
describe('the poll job beside many pending payments', () => {
  let test: TestApp;
  let dataSource: DataSource;

  beforeAll(async () => {
    test = await TestApp.start();
    dataSource = test.get(DataSource);
    await fillPayments(dataSource, { payments: PENDING, sellers: 4 });
    await dataSource.query(
      "UPDATE payments SET status = 'pending', paid_at = NULL, token_number = NULL, expires_at = ?",
      [at(48 * HOUR)],
    );
    await dataSource.query(
      `INSERT INTO payment_attempts
         (payment_id, number, invoice_no, status, open_payment_id, amount, next_check_at, created_at, updated_at)
       SELECT id, 1, CONCAT('TD', id), 'open', id, amount, ?, created_at, updated_at FROM payments`,
      [at(HOUR)],
    );
    await fillMails('sent', SENT_MAILS);
    if (isServer) await dataSource.query('ANALYZE TABLE payments, payment_attempts, mail_outbox');
  }, 180_000);
  afterAll(() => test.close());

  const at = (ms: number) => new Date(test.clock.now().getTime() + ms).toISOString().replace('T', ' ').replace('Z', '');

  const touchedBy = ({ sql, parameters }: Sent) => rowsTouched(test.get(UnitOfWork), (tx) => tx.query(sql, parameters));

  /** @param inMs until they are due; null: never again */
  const fillMails = (status: string, mails: number, inMs: number | null = null) => {
    const columns = 'dedupe_key, recipient, template, data, status, attempts, next_attempt_at, created_at';
    const due = inMs === null ? null : at(inMs);
    const row = (n: number) => [`${status}:${inMs}:${n}`, 'a@example.com', 'receipt', '{}', status, 1, due, at(0)];
    return insertAll(
      dataSource,
      'mail_outbox',
      columns,
      Array.from({ length: mails }, (_, n) => row(n)),
    );
  };

  const lookForMail = async (): Promise<Sent> => {
    const sent = await sentBy(dataSource, async () => void (await test.get(OutboxRepository).leaseDue(4)));
    return sent.find(({ sql }) => /^\s*SELECT id FROM mail_outbox/.test(sql))!;
  };

  it('none due: a run reads one index entry of the attempts and two of the payments, and asks nobody', async () => {
    const sent = await sentBy(dataSource, async () =>
      expect(await test.poll()).toMatchObject({ checked: 0, failed: 0, expired: 0 }),
    );
    const questions = sent.filter(({ sql }) => /^\s*SELECT/i.test(sql));
    const about = (table: string) => questions.filter(({ sql }) => /FROM\s+[`"]?(\w+)/.exec(sql)?.[1] === table);
    const [due, ...more] = about('payment_attempts');
    const [expired, ...others] = about('payments');
    expect([more, others].flat().map(({ sql }) => sql)).toEqual([]);
    if (!isServer || !due || !expired) return;
    await expectIndexed(dataSource, due);
    expect(await touchedBy(due)).toBe(1);
    await expectIndexed(dataSource, expired);
    expect(await touchedBy(expired)).toBe(2);
    const rest = questions.filter((each) => each !== due && each !== expired);
    // Refunds, mails and the counters: of each seller, tier and status, and once more the cells that a fold looks for.
    let touched = 0;
    for (const each of rest) touched += await touchedBy(each);
    expect(touched).toBeLessThanOrEqual(260);
  });

  it('all due: a batch is found by reading its own rows, oldest due first', async () => {
    test.clock.advance(2 * HOUR);
    const attempts = test.get(AttemptsRepository);
    const sent = await sentBy(dataSource, async () =>
      expect(await attempts.leaseDue(BATCH, 'one', MINUTE)).toHaveLength(BATCH),
    );
    if (!isServer) return;
    const [due, won, ...more] = sent.filter(({ sql }) => /^\s*SELECT/i.test(sql));
    expect(more).toEqual([]);
    await expectIndexed(dataSource, due!);
    await expectIndexed(dataSource, won!, { sort: true });
    // Those of the first batch are held: the next are behind them. The holders that are alive are read once, and are few.
    expect(await touchedBy(due!)).toBeLessThanOrEqual(2 * BATCH + 4);
    expect(await touchedBy(won!)).toBeLessThanOrEqual(2 * BATCH + 2);
  });

  it('no mail due: a look reads those that wait, and none of the thousands that were sent', async () => {
    const look = await lookForMail();
    if (!isServer) {
      const plan = (await dataSource.query(`EXPLAIN QUERY PLAN ${look.sql}`, look.parameters)) as { detail: string }[];
      expect(plan[0]!.detail).toMatch(/^SEARCH mail_outbox USING (?:COVERING )?INDEX ix_mail_due \(next_attempt_at>/);
      expect(plan.map(({ detail }) => detail).join()).not.toContain('TEMP B-TREE');
      return;
    }
    await expectIndexed(dataSource, look);
    expect(await touchedBy(look)).toBeLessThanOrEqual(2);
    await fillMails('queued', 50, HOUR);
    expect(await touchedBy(await lookForMail())).toBeLessThanOrEqual(2 * 50 + 4);
  });
});
