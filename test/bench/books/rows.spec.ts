import { describe, expect, it } from '@jest/globals';
import { PUBLIC_ID } from '../../../src/runtime/ids.js';
import { customerOf, customersFor, salesOf, SELLERS, type Sale } from './rows.mjs';

const SIZE = 3000;
const sales = [...salesOf(SIZE)];
const share = (test: (sale: Sale) => boolean) => sales.filter(test).length / SIZE;
const attempts = sales.flatMap((sale) => sale.attempts);

describe('the books of the benchmark', () => {
  it('are the same each time', () => {
    expect([...salesOf(500)]).toEqual([...salesOf(500)]);
  });

  it('hold as many sales as were asked for, oldest first', () => {
    expect(sales.map(({ n }) => n)).toEqual(Array.from({ length: SIZE }, (_, at) => at + 1));
    expect(sales.every(({ at }, index) => index === 0 || at > sales[index - 1]!.at)).toBe(true);
  });

  it('are mixed as the measurements were: 70 % completed, 10 % pending, 5 % initiated, 60 % gold', () => {
    expect(share(({ status }) => status === 'completed')).toBeCloseTo(0.7, 1);
    expect(share(({ status }) => status === 'pending')).toBeCloseTo(0.1, 1);
    expect(share(({ status }) => status === 'initiated')).toBeCloseTo(0.05, 1);
    expect(share(({ type }) => type === 'gold')).toBeCloseTo(0.6, 1);
  });

  it.each<[string, unknown[]]>([
    ['payment ids', sales.map(({ publicId }) => publicId)],
    ['invoice numbers', attempts.map(({ invoice }) => invoice)],
    ['bank transactions', attempts.flatMap(({ txn }) => txn ?? [])],
    ['token numbers', sales.flatMap(({ token }) => token?.number ?? [])],
    ['receipts', sales.flatMap(({ receipt }) => receipt ?? [])],
    ['e-mail addresses', Array.from({ length: 1500 }, (_, at) => customerOf(at + 1).email)],
    ['phones', Array.from({ length: 1500 }, (_, at) => customerOf(at + 1).phone)],
  ])('give no two the same: %s', (_, values) => {
    expect(new Set(values).size).toBe(values.length);
  });

  it('have ids of the shape that the product makes', () => {
    expect(sales.every(({ publicId }) => PUBLIC_ID.test(publicId))).toBe(true);
    expect(attempts.every(({ invoice }) => /^TD[1-9A-HJ-NP-Z]{18}$/.test(invoice))).toBe(true);
  });

  it('pay what they say: a token, a receipt, one capture, and refunds within the price', () => {
    const wrong = sales.filter(({ paid, status, token, receipt, paidAt, amount, refunded, attempts: own }) => {
      const captures = own.filter((attempt) => attempt.status === 'captured').length;
      const marks = [status === 'completed' || status === 'refunded', token !== null, receipt !== null, paidAt !== null];
      const isWhole = marks.every((mark) => mark === paid) && captures === Number(paid);
      return !isWhole || refunded > amount || (refunded === amount) !== (status === 'refunded');
    });
    expect(wrong).toEqual([]);
  });

  it('leave an attempt open only where the payment still is', () => {
    const open = sales.filter(({ attempts: own }) => own.some((attempt) => attempt.status === 'open'));
    expect(new Set(open.map(({ status }) => status))).toEqual(new Set(['pending', 'initiated']));
  });

  it('upgrade gold tokens of the same customer, once each', () => {
    const upgrades = sales.filter(({ source }) => source !== null);
    expect(upgrades.length).toBeGreaterThan(0);
    const wrong = upgrades.filter(
      ({ source, customer, type }) => source?.customer !== customer || source.type !== 'gold' || type !== 'platinum',
    );
    expect(wrong).toEqual([]);
    expect(new Set(upgrades.map(({ source }) => source?.n)).size).toBe(upgrades.length);
  });

  it('are spread over projects and events: one event of each at a time, and each seller in one', () => {
    const spread = [...salesOf(SIZE, 20)];
    expect(sales.every(({ place }) => place.project === 1 && place.event === 1)).toBe(true);
    expect(new Set(spread.map(({ place }) => place.project)).size).toBe(20);
    expect(new Set(spread.map(({ place }) => place.event)).size).toBe(200);
    expect(spread.filter(({ place }) => ((place.event - 1) % 20) + 1 !== place.project)).toEqual([]);
    const wrong = spread.filter(({ source, place }) => source && source.place.event !== place.event);
    expect(wrong).toEqual([]);
    const tenth = spread.slice(0, SIZE / 10).filter(({ source }) => !source);
    expect(new Set(tenth.map(({ seller, place }) => `${seller} ${place.event}`)).size).toBe(SELLERS);
  });

  it('give each customer one of all sellers', () => {
    const customers = customersFor(SIZE);
    const sellers = new Set(sales.map(({ seller }) => seller));
    expect([sellers.size, Math.min(...sellers), Math.max(...sellers)]).toEqual([SELLERS, 2, SELLERS + 1]);
    expect(Math.max(...sales.map(({ customer }) => customer))).toBeLessThanOrEqual(customers);
  });
});
