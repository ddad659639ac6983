import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { CustomerEntity } from '../../src/database/entities/customer.entity.js';
import { UnitOfWork } from '../../src/database/unit-of-work.js';
import { PersonLookup } from '../../src/modules/privacy/person-lookup.repository.js';
import { type HeldMoney, PersonalDataQueries } from '../../src/modules/privacy/personal-data.queries.js';
import { isOnServer } from '../support/engine.js';
import { fillPayments, insertAll } from '../support/many-payments.js';
import { expectIndexed, rowsTouched, sentBy } from '../support/query-cost.js';
import { TestApp } from '../support/test-app.js';

const isServer = isOnServer();
const PAYMENTS = 3_000;
/** Before and after the day of the purge, each. */
const LOOSE = 200;
const DAY = '2025-01-01 00:00:00.000';
const [BEFORE, AFTER] = ['2019-05-01 00:00:00.000', '2026-05-01 00:00:00.000'];
/** The three payments of a customer with their messages, each found and read, and where each search ends. */
const OWN = 16;

/** Each payment has an attempt and the bank's message about it; some messages belong to no payment. */
describe('what is read of the messages of the bank for one customer', () => {
  let test: TestApp;
  let dataSource: DataSource;
  let rows: PersonalDataQueries;
  let held: HeldMoney;

  beforeAll(async () => {
    test = await TestApp.start();
    dataSource = test.get(DataSource);
    await fillPayments(dataSource, { payments: PAYMENTS, sellers: 4 });
    await dataSource.query(
      `INSERT INTO payment_attempts (payment_id, number, invoice_no, status, amount, created_at, updated_at)
       SELECT id, 1, CONCAT('TD', id), 'failed', amount, created_at, updated_at FROM payments`,
    );
    rows = new PersonalDataQueries(test.get(UnitOfWork));
    const [customer] = await dataSource.getRepository(CustomerEntity).find({ order: { id: 'ASC' }, skip: 5, take: 1 });
    held = await rows.moneyOf(customer!.id);
    await fillLoose(BEFORE);
    await fillLoose(AFTER);
    await dataSource.query(
      `INSERT INTO gateway_notices (public_id, channel, content_type, raw_body, digest, hash_valid, complete, attempt_id, payment_id, received_at)
       SELECT CONCAT('n', id), 'advice', 'application/json', '{}', id, 1, 1, id, payment_id, ? FROM payment_attempts`,
      [AFTER],
    );
    if (isServer) await dataSource.query('ANALYZE TABLE payments, payment_attempts, gateway_notices');
  }, 180_000);
  afterAll(() => test.close());

  /** The first of them names the customer. */
  const fillLoose = (at: string) => {
    const columns = 'public_id, channel, content_type, raw_body, digest, hash_valid, complete, received_at';
    const body = (n: number) => `customerEmailID=${n === 0 ? encodeURIComponent(held.customer.email) : `x${n}`}`;
    const row = (_: unknown, n: number) => [`${at.slice(0, 10)} ${n}`, 'return', 'x', body(n), `${at} ${n}`, 0, 0, at];
    return insertAll(dataSource, 'gateway_notices', columns, Array.from({ length: LOOSE }, row));
  };

  /** @returns the times of the messages that were found, and what reading them cost */
  async function notices(looseFrom?: number): Promise<{ found: string[]; touched: number }> {
    let found: string[] = [];
    const sent = await sentBy(dataSource, async () => {
      const traces = await rows.tracesOf(held, looseFrom);
      found = traces.notices.map(
        ({ attemptId, receivedAt }) => `${attemptId ?? 'loose'} ${receivedAt.getUTCFullYear()}`,
      );
    });
    const looks = sent.filter(({ sql }) => sql.includes('gateway_notices'));
    let touched = 0;
    for (const look of looks) {
      const { sql, parameters } = look;
      if (isServer) {
        await expectIndexed(dataSource, look);
        touched += await rowsTouched(test.get(UnitOfWork), (tx) => tx.query(sql, parameters));
      } else {
        const plan = (await dataSource.query(`EXPLAIN QUERY PLAN ${sql}`, parameters)) as { detail: string }[];
        expect(plan.map(({ detail }) => detail).filter((detail) => detail.startsWith('SCAN'))).toEqual([]);
      }
    }
    return { found: found.sort(), touched };
  }

  const own = () => held.attempts.map(({ id }) => `${id} 2026`).sort();

  it('a report and an erasure read the own ones and those that belong to no payment', async () => {
    const { found, touched } = await notices();
    expect(found).toEqual([...own(), 'loose 2019', 'loose 2026']);
    expect(touched).toBeLessThanOrEqual(OWN + 2 * LOOSE);
  });

  it('a purge leaves out those that it rebuilds anyway', async () => {
    const first = await new PersonLookup(test.get(UnitOfWork)).firstLooseSince(new Date(`${DAY.replace(' ', 'T')}Z`));
    const { found, touched } = await notices(first);
    expect(found).toEqual([...own(), 'loose 2026']);
    expect(touched).toBeLessThanOrEqual(OWN + LOOSE);
  });

  it('a purge whose day is after all of them leaves out all, and none that comes meanwhile', async () => {
    const lookup = new PersonLookup(test.get(UnitOfWork));
    const first = await lookup.firstLooseSince(new Date('2026-05-02T00:00:00Z'));
    const { found, touched } = await notices(first);
    expect(found).toEqual(own());
    expect(touched).toBeLessThanOrEqual(OWN);
    await fillLoose('2026-05-03 00:00:00.000');
    expect((await notices(first)).found).toEqual([...own(), 'loose 2026']);
  });

  it('a customer without a payment costs no more', async () => {
    held = { ...held, payments: [], attempts: [], refunds: [] };
    const first = await new PersonLookup(test.get(UnitOfWork)).firstLooseSince(new Date('2026-05-04T00:00:00Z'));
    const { found, touched } = await notices(first);
    expect(found).toEqual([]);
    expect(touched).toBeLessThanOrEqual(2);
  });
});
