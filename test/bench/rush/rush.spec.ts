import { describe, expect, it } from '@jest/globals';
import { arrivalTimes, dealFates, FATES, isTold, randomOf, waveAt } from './arrivals.mjs';
import { balanceOf, type BookedPayment } from './balance.mjs';
import { givesFirst, judgeStep, within } from './figures.mjs';
import { heldRate, missedRate, nextRate } from './search.mjs';

describe('arrivals', () => {
  const draw = (seed: number) => arrivalTimes({ count: 20_000, seconds: 100, random: randomOf(seed) });

  it('are as many as wanted, in order, within the window, and the same for the same seed', () => {
    const times = draw(1);
    expect(times).toHaveLength(20_000);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(times[0]).toBeGreaterThanOrEqual(0);
    expect(times.at(-1)).toBeLessThan(100);
    expect(draw(1)).toEqual(times);
    expect(draw(2)).not.toEqual(times);
  });

  it.each([
    [0, 0.4],
    [0.25, 1.6],
    [0.5, 0.4],
    [0.75, 1.6],
    [1, 0.4],
  ])('at %d of the window the rate is %d of the mean', (share, expected) => {
    expect(waveAt(share)).toBeCloseTo(expected, 10);
  });

  it('follow the two waves: the share of each tenth is that of the rate', () => {
    const times = draw(3);
    for (let tenth = 0; tenth < 10; tenth += 1) {
      const share = times.filter((at) => Math.floor(at / 10) === tenth).length / times.length;
      const steps = Array.from({ length: 100 }, (_, at) => waveAt(tenth / 10 + (at + 0.5) / 1000));
      const expected = steps.reduce((sum, value) => sum + value, 0) / 1000;
      // Four times the deviation of a share of twenty thousand draws.
      expect(Math.abs(share - expected)).toBeLessThan(4 * Math.sqrt((expected * (1 - expected)) / times.length));
    }
  });

  it('are a Poisson process: gaps of a constant rate are as long as they vary', () => {
    const times = draw(4).filter((at) => at > 24 && at < 26);
    const gaps = times.slice(1).map((at, index) => at - times[index]!);
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
    const variance = gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length;
    expect(Math.sqrt(variance) / mean).toBeGreaterThan(0.85);
    expect(Math.sqrt(variance) / mean).toBeLessThan(1.15);
  });
});

describe('fates', () => {
  it.each([20, 144, 200, 1000])('of %d sales are whole numbers of the shares', (count) => {
    const fates = dealFates(count, randomOf(5));
    expect(fates).toHaveLength(count);
    for (const [fate, share] of Object.entries(FATES))
      expect(fates.filter((one) => one === fate)).toHaveLength(Math.round(share * count));
  });

  it('leave most sales as usual: five declined, three closed tabs and two lost answers in a hundred', () => {
    expect(FATES.declined).toBe(0.05);
    expect(FATES['advice-only'] + FATES.silent).toBeCloseTo(0.03, 10);
    const lost = Object.entries(FATES).filter(([fate]) => fate.startsWith('lost-'));
    expect(lost.reduce((sum, [, share]) => sum + share, 0)).toBeCloseTo(0.02, 10);
  });

  it('of whoever waits for a receipt', () => {
    expect(isTold('usual')).toBe(true);
    expect(isTold('advice-only')).toBe(true);
    expect(isTold('lost-status')).toBe(true);
    expect(isTold('declined')).toBe(false);
    expect(isTold('silent')).toBe(false);
  });
});

describe('search of the highest rate', () => {
  /** Tries rates on a machine that holds up to a limit. */
  const search = (limit: number, options = {}) => {
    const steps: { rate: number; isHeld: boolean }[] = [];
    for (;;) {
      const rate = nextRate(steps, { first: 4, ...options });
      if (rate === null) return { rates: steps.map((step) => step.rate), held: heldRate(steps) };
      steps.push({ rate, isHeld: rate <= limit });
    }
  };

  it.each([
    [21, [4, 8, 16, 32, 32, 24, 24, 20], 20],
    [100, [4, 8, 16, 32, 64, 128, 128, 96, 112, 112], 96],
    [5, [4, 8, 8, 6, 6, 5], 5],
    [3, [4, 4, 2, 3, 3.5, 3.5], 3],
    [0.6, [4, 4, 2, 2, 1, 1, 0.5], 0.5],
    [0.4, [4, 4, 2, 2, 1, 1, 0.5, 0.5], null],
  ])('on a machine that holds %d a second', (limit, rates, held) => {
    expect(search(limit)).toEqual({ rates, held });
  });

  it('ends after so many steps', () => {
    expect(search(1e9, { maxSteps: 3 })).toEqual({ rates: [4, 8, 16], held: 16 });
  });

  const step = (rate: number, isHeld: boolean) => ({ rate, isHeld });

  it('tries a rate again before it counts as missed', () => {
    const steps = [step(4, true), step(8, false)];
    expect(nextRate(steps, { first: 4 })).toBe(8);
    expect(missedRate(steps)).toBeNull();
    expect(nextRate([...steps, step(8, true)], { first: 4 })).toBe(16);
    expect(heldRate([...steps, step(8, true)])).toBe(8);
    expect(nextRate([...steps, step(8, false)], { first: 4 })).toBe(6);
    expect(missedRate([...steps, step(8, false)])).toBe(8);
  });

  it('does not count a rate that was held above a missed one', () => {
    expect(heldRate([step(4, true), step(8, false), step(8, false), step(16, true)])).toBe(4);
    expect(heldRate([])).toBeNull();
  });
});

describe('a step', () => {
  const times = (slow: number, bound: number) => Array.from({ length: 100 }, (_, at) => (at < slow ? bound + 1 : bound));

  it.each([
    [1, 1, true, []],
    [2, 0, true, ['QR']],
    [0, 2, true, ['receipt']],
    [2, 2, false, ['QR', 'receipt', 'balance']],
    [0, 0, false, ['balance']],
  ])('with %d slow desks and %d slow receipts of a hundred, balanced: %s', (desks, receipts, isWhole, missed) => {
    const step = judgeStep({ times: { qr: times(desks, 1000), receipt: times(receipts, 3000) }, isWhole });
    expect(step).toMatchObject({ isHeld: missed.length === 0, missed });
  });

  it('counts what never came as too late, and holds nothing when nobody came', () => {
    expect(within([1, Infinity], 1000)).toBe(0.5);
    expect(within([], 1000)).toBe(0);
    expect(judgeStep({ times: { qr: [], receipt: [] }, isWhole: true }).missed).toEqual(['QR', 'receipt']);
  });

  it('says what was busy', () => {
    const load = { main: 0.97, product: 1.2, database: Number.NaN, load: 0.3, others: 0.1 };
    expect(givesFirst({ missed: ['receipt'], load, cores: 2 })).toBe(
      'receipt; main thread 97 %, product 120 %, load 30 %, others 10 % of 2 cores',
    );
  });
});

describe('the balance', () => {
  const paid = (n: number, more: Partial<BookedPayment> = {}): BookedPayment => ({
    publicId: `p${n}`,
    email: `c${n}@rush.example`,
    status: 'completed',
    amount: 100,
    tokenNumber: `GO-${n}`,
    invoices: [`TD${n}`],
    tokens: [`GO-${n}`],
    receipts: [`RC-${n}`],
    ...more,
  });
  const unpaid = { status: 'failed', tokenNumber: null, invoices: [], tokens: [], receipts: [] };
  const books = {
    sales: [1, 2, 3].map((n) => ({ email: `c${n}@rush.example`, paymentIds: [`p${n}`] })),
    captures: [1, 2].map((n) => ({ invoiceNo: `TD${n}`, amount: 100 })),
    payments: [paid(1), paid(2), paid(3, unpaid)],
    mails: [1, 2].map((n) => ({ to: `c${n}@rush.example`, id: `m${n}` })),
  };

  it('holds', () => {
    expect(balanceOf(books)).toEqual({
      sums: { captures: 2, paid: 2, tokens: 2, receipts: 2, mails: 2, capturedAmount: 200, paidAmount: 200 },
      faults: [],
    });
  });

  it('bears the same email twice, which is sent at least once', () => {
    expect(balanceOf({ ...books, mails: [...books.mails, books.mails[0]!] }).faults).toEqual([]);
  });

  const [one, two, three] = books.payments as [BookedPayment, BookedPayment, BookedPayment];
  it.each<[string, Partial<typeof books>, { what: string; id: string }]>([
    ['a capture that nobody booked', { payments: [one, { ...two, ...unpaid }, three] }, { what: 'captured at the bank, not here', id: 'TD2' }],
    ['money from nowhere', { captures: books.captures.slice(1) }, { what: 'captured here, not at the bank', id: 'p1' }],
    ['another amount', { payments: [{ ...one, amount: 101 }, two, three] }, { what: 'another amount than captured', id: 'p1' }],
    ['two tokens', { payments: [{ ...one, tokens: ['GO-1', 'GO-9'] }, two, three] }, { what: 'completed with 2 tokens', id: 'p1' }],
    ['no token', { payments: [{ ...one, tokens: [] }, two, three] }, { what: 'completed with 0 tokens', id: 'p1' }],
    ['one token for two', { payments: [one, { ...two, tokens: ['GO-1'], tokenNumber: 'GO-1' }, three] }, { what: 'token issued twice', id: 'GO-1' }],
    ['no receipt', { payments: [{ ...one, receipts: [] }, two, three] }, { what: 'completed with 0 receipts', id: 'p1' }],
    ['no email', { mails: books.mails.slice(1) }, { what: 'completed with 0 receipt emails', id: 'p1' }],
    ['two different emails', { mails: [...books.mails, { to: one.email, id: 'm9' }] }, { what: 'completed with 2 receipt emails', id: 'p1' }],
    ['an email without money', { mails: [...books.mails, { to: three.email, id: 'm3' }] }, { what: 'failed with token, receipt or email', id: 'p3' }],
    ['a token without money', { payments: [one, two, { ...three, tokens: ['GO-3'] }] }, { what: 'failed with token, receipt or email', id: 'p3' }],
    ['captured, not completed', { payments: [{ ...one, status: 'initiated' }, two, three] }, { what: 'captured, but initiated', id: 'p1' }],
    ['two captures of one payment', { payments: [{ ...one, invoices: ['TD1', 'TD2'] }, three] }, { what: 'completed with 2 captures', id: 'p1' }],
    ['a lost link', { sales: [...books.sales, { email: 'c4@rush.example', paymentIds: ['p4'] }] }, { what: 'acknowledged link is missing', id: 'p4' }],
    ['a doubled link', { payments: [...books.payments, paid(4, { ...unpaid, email: one.email })] }, { what: 'two links of one sale', id: 'p1, p4' }],
  ])('finds %s', (_, change, fault) => {
    expect(balanceOf({ ...books, ...change }).faults).toContainEqual(fault);
  });
});
