import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { AttemptsRepository } from '../../src/modules/payments/index.js';
import { RefundsRepository } from '../../src/modules/refunds/refunds.repository.js';
import { PeriodicTasks } from '../../src/runtime/periodic-tasks.js';
import type { Client } from '../support/client.js';
import { MINUTE } from '../support/fake-clock.js';
import { refund, refundRow, sellAndPay, switchRefunds } from '../support/refunds.js';
import { createLink, pressPay, statusOf } from '../support/sales.js';
import { SALES, TestApp } from '../support/test-app.js';

const WORK = 3;
/** One after the other. */
const ONE_BY_ONE = { POLL_CONCURRENCY: '1' };

describe('a run of the poll job beside a bank that takes very long', () => {
  let test: TestApp;
  let seller: Client;
  let ran = 0;

  beforeAll(async () => {
    test = await TestApp.start({ env: ONE_BY_ONE });
    await switchRefunds(test, true);
    seller = await test.as(SALES);
    test.get(PeriodicTasks).register('what else is done', () => Promise.resolve((ran += 1)));
  });
  afterEach(() => {
    jest.restoreAllMocks();
    ran = 0;
  });
  afterAll(() => test.close());

  /** What is leased first takes a minute. */
  const firstTakesAMinute = (repository: { leaseDue: (...all: never[]) => Promise<unknown[]> }) => {
    const [now, leaseDue] = [performance.now.bind(performance), repository.leaseDue.bind(repository)];
    let passed = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now() + passed);
    jest.spyOn(repository, 'leaseDue').mockImplementation(async (...all) => {
      const leased = await leaseDue(...all);
      if (leased.length > 0) passed = MINUTE;
      return leased;
    });
  };

  it('begins no more checks after a minute; what else it does is done, and the next run goes on', async () => {
    const ids: string[] = [];
    for (let at = 0; at < WORK; at += 1) {
      const { paymentId } = await createLink(seller, 'silver');
      await test.bank.press(await pressPay(test.client(), paymentId), 'pay-close-tab');
      ids.push(paymentId);
    }
    const paid = async () => {
      const all = await Promise.all(ids.map((id) => statusOf(test.client(), id)));
      return all.filter((status) => status === 'completed').length;
    };
    test.clock.advance(MINUTE);
    firstTakesAMinute(test.get(AttemptsRepository));
    expect(await test.poll()).toMatchObject({ checked: 1, isFull: true });
    expect([await paid(), ran]).toEqual([1, 1]);
    jest.restoreAllMocks();
    expect(await test.poll()).toMatchObject({ checked: WORK - 1, isFull: false });
    expect([await paid(), ran]).toEqual([WORK, 2]);
  });

  it('follows no more refunds then either', async () => {
    const refunds: [string, string][] = [];
    for (let at = 0; at < WORK; at += 1) {
      const { paymentId } = await sellAndPay(test, seller, 'silver');
      refunds.push([paymentId, (await refund(seller, paymentId, 100)).body.data.refundId as string]);
    }
    const completed = async () => {
      const rows = await Promise.all(refunds.map(([paymentId, id]) => refundRow(seller, paymentId, id)));
      return rows.filter(({ status }) => status === 'completed').length;
    };
    await test.bank.control({ op: 'settle-refunds' });
    test.clock.advance(20 * MINUTE);
    firstTakesAMinute(test.get(RefundsRepository));
    await test.poll();
    expect([await completed(), ran]).toEqual([1, 1]);
    jest.restoreAllMocks();
    await test.poll();
    expect([await completed(), ran]).toEqual([WORK, 2]);
  });
});
