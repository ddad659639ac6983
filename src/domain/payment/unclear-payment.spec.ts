import { describe, expect, it } from '@jest/globals';
import type { PaymentStatus } from './payment-status.js';
import { isPayAgainHeld, type SentAttempt, unclearOf } from './unclear-payment.js';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 10, minute));
const attempt = (more: Partial<SentAttempt> = {}): SentAttempt => ({
  isOpen: true,
  sentAt: at(0),
  lastSentAt: at(0),
  lastCheckedAt: null,
  lastAnswer: null,
  nextCheckAt: at(1),
  ...more,
});

describe('whether a payment is unclear', () => {
  it.each<[string, PaymentStatus, SentAttempt[], boolean]>([
    ['at the bank', 'initiated', [attempt()], true],
    ['never sent anywhere', 'pending', [attempt({ sentAt: null, lastSentAt: null })], false],
    [
      'initiated, but nobody was sent with the open attempt',
      'initiated',
      [attempt({ sentAt: null, lastSentAt: null })],
      false,
    ],
    ['initiated, and every attempt closed', 'initiated', [attempt({ isOpen: false })], false],
    ['initiated without attempts', 'initiated', [], false],
    [
      'the open attempt counts, not a newer closed one',
      'initiated',
      [attempt({ isOpen: false, sentAt: null, lastSentAt: null }), attempt()],
      true,
    ],
    ['failed', 'failed', [attempt()], false],
    ['cancelled', 'cancelled', [attempt()], false],
    ['completed', 'completed', [attempt()], false],
    ['refunded', 'refunded', [attempt()], false],
  ])('%s', (_name, status, attempts, expected) => {
    expect(unclearOf(status, attempts) !== null).toBe(expected);
  });
});

describe('what is known of an unclear payment', () => {
  it.each<[string, Partial<SentAttempt>, object]>([
    ['not asked yet', {}, { since: at(0), lastAskedAt: null, lastAnswer: null, nextCheckAt: at(1) }],
    ['asked', { lastCheckedAt: at(1), lastAnswer: 'pending' }, { lastAskedAt: at(1), lastAnswer: 'pending' }],
    ['asked at the very moment', { lastCheckedAt: at(0), lastAnswer: 'not-found' }, { lastAnswer: 'not-found' }],
    [
      'sent again since the last answer',
      { lastSentAt: at(5), lastCheckedAt: at(4), lastAnswer: 'not-found' },
      { since: at(5), lastAskedAt: null, lastAnswer: null },
    ],
    ['sent by an earlier release, which kept the first time alone', { lastSentAt: null }, { since: at(0) }],
    ['nobody asks by itself any more', { nextCheckAt: null }, { nextCheckAt: null }],
  ])('%s', (_name, more, expected) => {
    expect(unclearOf('initiated', [attempt(more)])).toMatchObject(expected);
  });
});

describe('paying again is a second step', () => {
  it.each<[string, Date, boolean]>([
    ['at once', at(0), true],
    ['for 14 minutes and 59 seconds', new Date(at(15).getTime() - 1), true],
    ['not after 15 minutes', at(15), false],
    ['not after a day', at(24 * 60), false],
    ['also under a clock that was set back', at(-30), true],
  ])('%s', (_name, now, expected) => {
    expect(isPayAgainHeld({ since: at(0) }, now)).toBe(expected);
  });

  it('never where nothing is unclear', () => {
    expect(isPayAgainHeld(null, at(0))).toBe(false);
  });
});
