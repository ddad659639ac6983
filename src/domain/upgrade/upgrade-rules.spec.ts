import { describe, expect, it } from '@jest/globals';
import { PAYMENT_STATUSES } from '../payment/payment-status.js';
import {
  reopenDenial,
  resetDenial,
  upgradeDenial,
  reviewPaidUpgrade,
  shownUpgradeStatus,
  upgradeStateOf,
} from './upgrade-rules.js';

const PAID_GOLD = {
  hasPath: true,
  status: 'completed' as const,
  refundReserved: 0,
  hasOpenUpgrade: false,
  hasCompletedUpgrade: false,
};

describe('an upgrade', () => {
  it.each([
    ['a paid gold token', {}, null],
    ['a tier without a path', { hasPath: false }, 'no_path'],
    ['a tier without a path, unpaid', { hasPath: false, status: 'pending' }, 'no_path'],
    ['an open upgrade whose path was closed', { hasPath: false, hasOpenUpgrade: true }, 'already_open'],
    ['a completed upgrade whose path was closed', { hasPath: false, hasCompletedUpgrade: true }, 'already_upgraded'],
    ['not sent to the bank yet', { status: 'pending' }, 'not_completed'],
    ['at the bank', { status: 'initiated' }, 'not_completed'],
    ['declined', { status: 'failed' }, 'not_completed'],
    ['cancelled', { status: 'cancelled' }, 'not_completed'],
    ['a rupee held for a refund', { refundReserved: 100 }, 'refund_exists'],
    ['refunded', { status: 'refunded', refundReserved: 51_000_00 }, 'refund_exists'],
    ['an open upgrade', { hasOpenUpgrade: true }, 'already_open'],
    ['a completed upgrade', { hasCompletedUpgrade: true }, 'already_upgraded'],
    ['a completed upgrade beside an open one', { hasCompletedUpgrade: true, hasOpenUpgrade: true }, 'already_upgraded'],
    ['a reversal that nobody has decided', { isReversalOpen: true }, 'reversal_undecided'],
    ['an open upgrade and a reversal', { isReversalOpen: true, hasOpenUpgrade: true }, 'reversal_undecided'],
    ['money for an upgrade that waits for a decision', { moneyWaits: true }, 'money_waits'],
    ['an open upgrade and money that waits', { moneyWaits: true, hasOpenUpgrade: true }, 'money_waits'],
    ['money that waits and a refund', { moneyWaits: true, refundReserved: 100 }, 'refund_exists'],
    ['an open upgrade and a refund', { hasOpenUpgrade: true, refundReserved: 100 }, 'refund_exists'],
  ] as const)('%s', (_case, change, denial) => expect(upgradeDenial({ ...PAID_GOLD, ...change })).toBe(denial));

  it('is open to one payment status alone', () => {
    const open = PAYMENT_STATUSES.filter((status) => upgradeDenial({ ...PAID_GOLD, status }) === null);
    expect(open).toEqual(['completed']);
  });
});

describe('an upgrade link that is reissued', () => {
  const FAILED = { ...PAID_GOLD, isOpen: false, hasExcess: false };
  it.each([
    ['failed, of a token that can be upgraded', {}, null],
    ['whose token has a rupee held for a refund', { refundReserved: 100 }, 'upgrade_closed'],
    ['whose token was refunded', { status: 'refunded', refundReserved: 51_000_00 }, 'upgrade_closed'],
    ['whose token has another open link', { hasOpenUpgrade: true }, 'upgrade_closed'],
    ['whose token was upgraded by another link', { hasCompletedUpgrade: true }, 'upgrade_closed'],
    ['with money that could not be used', { hasExcess: true }, 'upgrade_closed'],
    ['whose token has a reversal that nobody has decided', { isReversalOpen: true }, 'upgrade_on_hold'],
    ['whose token has money that waits for a decision', { moneyWaits: true }, 'upgrade_closed'],
    ['still open, with money that waits', { isOpen: true, hasOpenUpgrade: true, moneyWaits: true }, 'upgrade_closed'],
    ['expired and still open', { isOpen: true, hasOpenUpgrade: true }, null],
    ['still open, with a reversal', { isOpen: true, hasOpenUpgrade: true, isReversalOpen: true }, 'upgrade_on_hold'],
  ] as const)('%s', (_case, change, denial) => expect(reopenDenial({ ...FAILED, ...change })).toBe(denial));
});

describe('the money for an upgrade', () => {
  it.each([
    ['gives the higher tier', {}, null],
    ['gives it although its path was closed', { hasPath: false }, null],
    ['is one too many after another upgrade', { hasCompletedUpgrade: true }, 'upgrade_duplicate'],
    ['gives the higher tier although a reversal is undecided', { isReversalOpen: true }, null],
    ['finds the gold token being refunded', { refundReserved: 1 }, 'upgrade_source_refunded'],
    ['finds the gold token refunded', { status: 'refunded', refundReserved: 5 }, 'upgrade_source_refunded'],
  ] as const)('%s', (_case, change, review) => expect(reviewPaidUpgrade({ ...PAID_GOLD, ...change })).toBe(review));
});

describe('a reset', () => {
  it.each([
    ['of what has failed', { failed: 1 }, null],
    ['of nothing', { failed: 0 }, 'nothing_failed'],
    ['while one is open', { failed: 2, hasOpenUpgrade: true }, 'already_open'],
    ['after the upgrade', { failed: 2, hasCompletedUpgrade: true }, 'already_upgraded'],
  ] as const)('%s', (_case, change, denial) =>
    expect(resetDenial({ hasOpenUpgrade: false, hasCompletedUpgrade: false, ...change })).toBe(denial),
  );
});

describe('the status that people see', () => {
  it.each([
    ['pending', 'pending', false, 'pending'],
    ['pending', 'pending', true, 'failed'],
    ['pending', 'initiated', true, 'pending'],
    ['completed', 'completed', true, 'completed'],
    ['failed', 'failed', false, 'failed'],
  ] as const)('%s, payment %s, expired: %s', (stored, status, isLinkExpired, shown) =>
    expect(shownUpgradeStatus(stored, { status, isLinkExpired })).toBe(shown),
  );
});

describe('what a list shows of an upgrade', () => {
  it.each([
    ['a paid gold token', {}, 'available'],
    ['a link that waits for its payment', { hasOpenUpgrade: true }, 'pending'],
    ['upgraded', { hasCompletedUpgrade: true }, 'completed'],
    ['unpaid', { status: 'pending' }, null],
    ['a refund', { refundReserved: 1 }, null],
    ['a tier without a path', { hasPath: false }, null],
    ['a link that waits although its path was closed', { hasPath: false, hasOpenUpgrade: true }, 'pending'],
  ] as const)('%s', (_case, change, state) => expect(upgradeStateOf({ ...PAID_GOLD, ...change })).toBe(state));
});
