import { describe, expect, it } from '@jest/globals';
import { DAY_MS } from '../../../src/domain/calendar/durations';
import {
  afterEvent,
  asOf,
  isDue,
  isSameCustomer,
  isUnsent,
  newSale,
  nextMoment,
  tierNameOf,
  type SaleEvent,
  type SaleState,
  type WaitingSale,
} from './sale-rules';

/** 22 Nov 2026, 3:20 pm in India. */
const NOW = Date.parse('2026-11-22T15:20:00+05:30');
const REQUEST = {
  amount: 51_000,
  currency: 'INR' as const,
  customerData: { name: 'Ravi Teja', email: 'ravi@example.com', phone: '9876543210' },
  tokenType: 'gold' as const,
  referenceType: 'direct' as const,
};
const sale = (changed: Partial<WaitingSale> = {}): WaitingSale => ({
  ...newSale('key-1', '7', { request: REQUEST, tierName: 'Gold' }, NOW),
  ...changed,
});
const refusal = (status: number, code: string, retryAfter: number | null = null): SaleEvent => ({
  kind: 'refusal',
  status,
  code,
  message: `Says ${code}`,
  details: code === 'FIELD_ERRORS' ? { 'customerData.email': 'Not an address' } : {},
  retryAfter,
});

const WAITING: SaleState = { kind: 'waiting' };
const SIGNED_OUT: SaleState = { kind: 'signedOut' };
const refused = (code: string): SaleState => ({ kind: 'refused', message: `Says ${code}`, details: {} });
const question = (code: string): SaleState => ({ kind: 'question', code, message: `Says ${code}` });

describe('a sale that was sent', () => {
  /** The event; the state; whether it may exist, asked of one that might not and of one that might; seconds to the next try. */
  const table: [SaleEvent, SaleState['kind'] | SaleState, [boolean, boolean], number | null][] = [
    [{ kind: 'created', paymentId: 'p1' }, { kind: 'sent', paymentId: 'p1' }, [false, false], null],
    [{ kind: 'notSent' }, WAITING, [false, true], 5],
    [{ kind: 'otherPerson' }, SIGNED_OUT, [false, true], null],
    [{ kind: 'signedIn' }, WAITING, [false, true], 0],
    // No answer is no refusal: the same key asks again.
    [{ kind: 'unanswered' }, WAITING, [true, true], 5],
    [refusal(500, 'INTERNAL'), WAITING, [true, true], 5],
    [refusal(502, 'UNREADABLE'), WAITING, [true, true], 5],
    [refusal(503, 'UNAVAILABLE', 40), WAITING, [true, true], 40],
    [refusal(408, 'REQUEST_TIMEOUT'), WAITING, [true, true], 5],
    [refusal(409, 'IDEMPOTENCY_RUNNING', 2), WAITING, [true, true], 5],
    // Answered before the key was looked at: whatever was unknown stays unknown.
    [refusal(401, 'AUTH_REQUIRED'), SIGNED_OUT, [false, true], null],
    [refusal(403, 'CSRF_FAILED'), WAITING, [false, true], 5],
    [refusal(403, 'FORBIDDEN'), refused('FORBIDDEN'), [false, true], null],
    [refusal(429, 'THROTTLED', 30), WAITING, [false, true], 30],
    [refusal(429, 'THROTTLED', 1), WAITING, [false, true], 5],
    // Refused for certain.
    [refusal(409, 'OPEN_LINK_EXISTS'), question('OPEN_LINK_EXISTS'), [false, false], null],
    [refusal(409, 'TOKEN_HELD'), question('TOKEN_HELD'), [false, false], null],
    // The last token went while it waited: its seller is told, and may choose another tier.
    [refusal(409, 'QUOTA_SOLD_OUT'), refused('QUOTA_SOLD_OUT'), [false, false], null],
    [refusal(409, 'CONFLICT'), WAITING, [false, false], 5],
    [refusal(422, 'IDEMPOTENCY_MISMATCH'), refused('IDEMPOTENCY_MISMATCH'), [false, false], null],
    [refusal(400, 'AMOUNT_MISMATCH'), refused('AMOUNT_MISMATCH'), [false, false], null],
    [refusal(404, 'NOT_FOUND'), refused('NOT_FOUND'), [false, false], null],
  ];

  it.each(table)('%j', (event, state, [fresh, unknown], seconds) => {
    const after = afterEvent(sale(), event, NOW);
    expect(after.state).toEqual(state);
    expect([after.mayExist, afterEvent(sale({ mayExist: true }), event, NOW).mayExist]).toEqual([fresh, unknown]);
    const next = Math.max(after.retryAt, after.notBefore, NOW) - NOW;
    if (seconds !== null) expect(next).toBe(seconds * 1000);
    // Its key stays with its request: a repetition makes nothing a second time.
    expect([after.key, after.ownerId, after.request]).toEqual(['key-1', '7', state === 'sent' ? null : after.request]);
  });

  it('is mended with what the server said of each field', () => {
    expect(afterEvent(sale(), refusal(422, 'FIELD_ERRORS'), NOW).state).toEqual({
      kind: 'refused',
      message: 'Says FIELD_ERRORS',
      details: { 'customerData.email': 'Not an address' },
    });
  });

  it('keeps nothing of the customer but the first name once it is there', () => {
    const sent = afterEvent(sale(), { kind: 'created', paymentId: 'p1' }, NOW);
    expect(JSON.stringify(sent)).not.toMatch(/Teja|example|98765/);
    expect([sent.firstName, isUnsent(sent)]).toEqual(['Ravi', false]);
  });

  it('waits longer each time, two minutes at most, and begins anew after the sign-in', () => {
    let waiting = sale();
    const pauses = Array.from({ length: 8 }, () => {
      waiting = afterEvent(waiting, { kind: 'unanswered' }, NOW);
      return (waiting.retryAt - NOW) / 1000;
    });
    expect(pauses).toEqual([5, 10, 20, 40, 80, 120, 120, 120]);
    const back = afterEvent({ ...waiting, state: SIGNED_OUT }, { kind: 'signedIn' }, NOW);
    expect([back.tries, back.retryAt]).toEqual([0, NOW]);
  });

  it.each<SaleState>([question('TOKEN_HELD'), refused('FIELD_ERRORS')])(
    '%j stays so when its owner signs in',
    (state) => {
      expect(afterEvent(sale({ state }), { kind: 'signedIn' }, NOW).state).toEqual(state);
    },
  );

  it('is known to exist even when the answer comes after its day', () => {
    const over = asOf(sale({ mayExist: true }), NOW + 86_400_000)!;
    expect(afterEvent(over, { kind: 'unanswered' }, NOW)).toEqual(over);
    expect(afterEvent(over, { kind: 'created', paymentId: 'p1' }, NOW).state).toEqual({
      kind: 'sent',
      paymentId: 'p1',
    });
  });
});

describe('the tier of a sale', () => {
  const ofVilla = newSale('key-2', '7', { request: { ...REQUEST, tierCode: 'villa' }, tierName: 'Garden villa' }, NOW);

  it('is told by its name, and by its medal where an earlier release kept the sale', () => {
    expect(tierNameOf(ofVilla)).toBe('Garden villa');
    const { tierName: _unknown, ...ofBefore } = ofVilla;
    expect(tierNameOf(ofBefore)).toBe('Gold');
  });

  it('is told once the request is gone', () => {
    const over = asOf(ofVilla, NOW + DAY_MS);
    expect(over).toMatchObject({ request: null, state: { kind: 'over' } });
    expect(over && tierNameOf(over)).toBe('Garden villa');
  });
});

describe('when a sale is sent by itself', () => {
  it('after its pause, at once with the network, and never before the server said', () => {
    const later = sale({ retryAt: NOW + 60_000 });
    expect([isDue(later, NOW, false), isDue(later, NOW, true), isDue(later, NOW + 60_000, false)]).toEqual([
      false,
      true,
      true,
    ]);
    const busy = sale({ notBefore: NOW + 30_000 });
    expect([isDue(busy, NOW, true), isDue(busy, NOW + 30_000, false)]).toEqual([false, true]);
  });

  it.each<SaleState>([
    SIGNED_OUT,
    question('TOKEN_HELD'),
    refused('X'),
    { kind: 'sent', paymentId: 'p1' },
    { kind: 'over' },
  ])('not as %j', (state) => expect(isDue(sale({ state }), NOW, true)).toBe(false));
});

describe('the end of the day in India', () => {
  const midnight = Date.parse('2026-11-23T00:00:00+05:30');

  it.each<SaleState>([WAITING, SIGNED_OUT, question('TOKEN_HELD'), refused('X')])(
    '%j is over, without the customer',
    (state) => {
      const before = sale({ state, mayExist: true });
      expect(asOf(before, midnight - 1)).toBe(before);
      expect(nextMoment({ ...before, retryAt: midnight + 5 }, true)).toBe(midnight);
      expect(nextMoment(before, false)).toBe(midnight);
      const over = asOf(before, midnight)!;
      expect(over).toMatchObject({
        state: { kind: 'over' },
        request: null,
        firstName: '',
        tokenType: 'gold',
        mayExist: true,
      });
      expect(JSON.stringify(over)).not.toMatch(/Ravi|Teja|example|98765/);
      expect([isUnsent(over), nextMoment(over, true)]).toEqual([false, Infinity]);
      expect(asOf(over, midnight + 6 * 86_400_000)).toBe(over);
      expect(asOf(over, midnight + 7 * 86_400_000)).toBeNull();
    },
  );

  it.each<SaleState>([WAITING, SIGNED_OUT, question('TOKEN_HELD'), refused('X')])(
    '%j on a device whose clock was weeks behind: it is told, for seven days from then',
    (state) => {
      const set = NOW + 30 * DAY_MS;
      const over = asOf(sale({ state }), set);
      expect(over).toMatchObject({ state: { kind: 'over' }, request: null, firstName: '', overAt: set });
      expect(asOf(over!, set + 6 * DAY_MS)).toBe(over);
      expect(asOf(over!, set + 7 * DAY_MS)).toBeNull();
    },
  );

  it('a link that came when the clock had been set weeks ahead is told, for seven days from then', () => {
    const set = NOW + 30 * DAY_MS;
    const sent = afterEvent(asOf(sale(), set)!, { kind: 'created', paymentId: 'p1' }, set);
    expect(asOf(sent, set)).toMatchObject({ state: { kind: 'sent', paymentId: 'p1' } });
    expect(asOf(sent, set + 7 * DAY_MS)).toBeNull();
  });

  it('one whose end an earlier release told is told for a week from its day', () => {
    const before = sale({ state: { kind: 'over' }, request: null, firstName: '' });
    expect(asOf(before, midnight + 6 * DAY_MS)).toBe(before);
    expect(asOf(before, midnight + 7 * DAY_MS)).toBeNull();
  });

  it.each([
    ['an hour and more before it', midnight - 3_600_001, false],
    ['in its last hour', midnight - 3_600_000, true],
    ['after it', midnight + 60_000, true],
  ])('a sale that got its link %s is told, without the customer: %#', (_when, sentAt, isTold) => {
    const made = sale({ madeAt: midnight - 7_200_000 });
    const sent = afterEvent(
      sentAt < midnight ? made : asOf(made, sentAt)!,
      { kind: 'created', paymentId: 'p1' },
      sentAt,
    );
    const later = asOf(sent, midnight + 120_000);
    if (!isTold) return expect(later).toBeNull();
    expect(later).toMatchObject({ state: { kind: 'sent', paymentId: 'p1' }, firstName: '', request: null });
    expect([nextMoment(later!, true), asOf(later!, midnight + 180_000)]).toEqual([Infinity, later]);
    expect(asOf(later!, midnight + 7 * 86_400_000)).toBeNull();
  });

  it('one that an earlier release sent is in the list: nothing of it stays', () => {
    expect(asOf(sale({ state: { kind: 'sent', paymentId: 'p1' } }), midnight)).toBeNull();
  });

  it('a clock that is set back makes no sale older', () => {
    expect(asOf(sale(), NOW - 86_400_000)).not.toBeNull();
  });
});

describe('a request in place of the one that was mended', () => {
  const { customerData } = REQUEST;
  const email = 'right@example.com';
  const phone = '9811111111';
  const name = 'Lakshmi Rao';

  it.each([
    ['with another name', { name }, true],
    ['with another email and number', { email, phone }, true],
    ['with another name and email', { name, email }, true],
    ['with the email in capitals and nothing else', { email: customerData.email.toUpperCase(), name, phone }, true],
    ['with nothing of the customer left', { name, email, phone }, false],
  ])('%s', (_, changed, isSame) => {
    const other = { ...REQUEST, customerData: { ...customerData, ...changed } };
    expect(isSameCustomer(REQUEST, other)).toBe(isSame);
  });

  it('two that have no number do not have the same one', () => {
    const one = { ...REQUEST, customerData: { name: customerData.name, email: customerData.email } };
    expect(isSameCustomer(one, { ...REQUEST, customerData: { name, email } })).toBe(false);
  });
});
