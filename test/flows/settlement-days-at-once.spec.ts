import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { addDays, istDayOf } from '../../src/domain/calendar/ist-day.js';
import { OverdueSettlements } from '../../src/modules/settlements/overdue-settlements.service.js';
import type { Client } from '../support/client.js';
import { MINUTE } from '../support/fake-clock.js';
import { expectInvariants } from '../support/invariants.js';
import { createLink, pressPay } from '../support/sales.js';
import { forgetSettlements, openExceptions, reconcile, settleToday } from '../support/settlements.js';
import { ADMIN, SALES, TestApp } from '../support/test-app.js';

/**
 * Two runs of different days at once: while the first one, of the day of a payout, has judged its lines and waits for the bank's
 * answers about what is overdue, another one judges the line behind an open difference of that day again.
 *
 * | the line | when the other run looks | exceptions after both |
 * | --- | --- | --- |
 * | a sale, open here | as the first run found it | not completed |
 * | a sale of another amount, open here | completed | amount differs |
 */
describe('reconciliations of two days at once', () => {
  let test: TestApp;
  let admin: Client;
  let seller: Client;
  let day: string;

  beforeAll(async () => {
    test = await TestApp.start();
  });
  beforeEach(async () => {
    await forgetSettlements(test);
    await signIn();
    day = istDayOf(test.clock.now());
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await expectInvariants(test);
  });
  afterAll(() => test.close());

  const signIn = async () => {
    admin = await test.staff(ADMIN);
    seller = await test.staff(SALES);
  };
  /** A payout with a payment of which nothing is known here yet. */
  const unseenPayout = async () => {
    const link = await createLink(seller);
    await test.bank.press(await pressPay(test.client(), link.paymentId), 'pay-close-tab');
    await settleToday(test);
    await test.bank.fault('status', 'http-500', { times: 0 });
  };
  /** Does this once the run of that day has judged its lines and asks the bank what is overdue. */
  const whileAsking = (work: () => Promise<void>) => {
    const overdue = test.get(OverdueSettlements);
    const find = overdue.find.bind(overdue);
    jest.spyOn(overdue, 'find').mockImplementationOnce(async (...of) => {
      await work();
      return find(...of);
    });
  };
  const runOfDayBefore = async () => {
    const { status, body } = await reconcile(admin, test, addDays(day, -1));
    expect({ status, run: body.data.status }).toEqual({ status: 200, run: 'completed' });
  };
  const kinds = async () => (await openExceptions(test)).map(({ kind }) => kind);

  it('leave open what both have found', async () => {
    await unseenPayout();
    await reconcile(admin, test);
    whileAsking(runOfDayBefore);
    expect((await reconcile(admin, test)).body.data).toMatchObject({ status: 'completed', exceptions: 1 });
    expect(await kinds()).toEqual(['not_completed']);
    await test.bank.clearFaults();
    await reconcile(admin, test);
    expect(await kinds()).toEqual([]);
  });

  it('leave open what the other one has found only then', async () => {
    await unseenPayout();
    await test.bank.fault('settlement', 'wrong-amount', { times: 1 });
    whileAsking(async () => {
      await test.bank.clearFaults();
      test.clock.advance(20 * MINUTE);
      await test.poll();
      await signIn();
      await runOfDayBefore();
    });
    await reconcile(admin, test);
    expect(await kinds()).toEqual(['amount_differs', 'batch_differs']);
    const [row] = await test
      .get(DataSource)
      .query("SELECT day FROM settlement_exceptions WHERE kind = 'amount_differs'");
    expect(row).toEqual({ day });
    await reconcile(admin, test, day);
    expect(await kinds()).toEqual([]);
  });
});
