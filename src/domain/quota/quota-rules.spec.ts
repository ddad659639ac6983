import { describe, expect, it } from '@jest/globals';
import type { PaymentStatus } from '../payment/payment-status.js';
import { type HeldToken, parseUnitLimit, type UnitHolder, type UnitMove, unitMoves, unitsLeft } from './quota-rules.js';

const PLATINUM: UnitHolder = { tierCode: 'platinum', upgradeFrom: null };
const GOLD: UnitHolder = { tierCode: 'gold', upgradeFrom: null };
const UPGRADE: UnitHolder = { tierCode: 'platinum', upgradeFrom: 'gold' };
const SILVER_TO_GOLD: UnitHolder = { tierCode: 'gold', upgradeFrom: 'silver' };
/** Two tiers of one medal, and one above them. */
const VILLA: UnitHolder = { tierCode: 'villa', upgradeFrom: null };
const FROM_VILLA: UnitHolder = { tierCode: 'sky', upgradeFrom: 'villa' };
const ACTIVE: HeldToken = { status: 'active', upgradedTo: null };
const VOID: HeldToken = { status: 'void', upgradedTo: null };
const upgradedTo = (tier: string): HeldToken => ({ status: 'upgraded', upgradedTo: tier });

/** `platinum -1 +1!`: reserved, sold, and whether it must fit. */
const shown = (moves: UnitMove[]) =>
  moves.map(
    ({ tierCode, reserved, sold, mustFit }) => `${tierCode} ${reserved} ${sold}${mustFit ? ' if one is left' : ''}`,
  );

describe('the units that a change of a payment moves', () => {
  it.each<
    [
      what: string,
      holder: UnitHolder,
      from: PaymentStatus | null,
      to: PaymentStatus,
      moves: string[],
      token?: HeldToken,
    ]
  >([
    ['a link is made', PLATINUM, null, 'pending', ['platinum 1 0 if one is left']],
    ['the customer is sent to the bank', PLATINUM, 'pending', 'initiated', []],
    ['a link that expired at the bank is reissued', PLATINUM, 'initiated', 'pending', []],
    ['paid', PLATINUM, 'initiated', 'completed', ['platinum -1 1']],
    ['paid without the press of Pay', PLATINUM, 'pending', 'completed', ['platinum -1 1']],
    ['declined: the unit is free', PLATINUM, 'initiated', 'failed', ['platinum -1 0']],
    ['cancelled or expired', PLATINUM, 'pending', 'cancelled', ['platinum -1 0']],
    ['ended twice', PLATINUM, 'failed', 'cancelled', []],
    ['another reason of the end', PLATINUM, 'cancelled', 'cancelled', []],
    ['paid again after a decline', PLATINUM, 'failed', 'initiated', ['platinum 1 0 if one is left']],
    ['reissued after its end', PLATINUM, 'cancelled', 'pending', ['platinum 1 0 if one is left']],
    ['late success after a decline', PLATINUM, 'failed', 'completed', ['platinum 0 1 if one is left']],
    ['late success after the expiry', PLATINUM, 'cancelled', 'completed', ['platinum 0 1 if one is left']],
    ['refunded in full: it can be sold again', PLATINUM, 'completed', 'refunded', ['platinum 0 -1'], ACTIVE],
    ['an upgrade link', UPGRADE, null, 'pending', ['platinum 1 0 if one is left']],
    ['an upgrade is paid', UPGRADE, 'initiated', 'completed', ['platinum -1 1', 'gold 0 -1']],
    ['an upgrade is paid late', UPGRADE, 'cancelled', 'completed', ['platinum 0 1 if one is left', 'gold 0 -1']],
    ['an upgrade is refunded', UPGRADE, 'completed', 'refunded', ['platinum 0 -1', 'gold 0 1'], ACTIVE],
    ['a revoked upgrade is refunded', UPGRADE, 'completed', 'refunded', [], VOID],
    ['an upgraded gold payment is reversed', GOLD, 'completed', 'refunded', ['platinum 0 -1'], upgradedTo('platinum')],
    ['a silver token becomes gold', SILVER_TO_GOLD, 'initiated', 'completed', ['gold -1 1', 'silver 0 -1']],
    ['that upgrade is refunded', SILVER_TO_GOLD, 'completed', 'refunded', ['gold 0 -1', 'silver 0 1'], ACTIVE],
    [
      'an upgraded silver payment is reversed',
      { ...GOLD, tierCode: 'silver' },
      'completed',
      'refunded',
      ['gold 0 -1'],
      upgradedTo('gold'),
    ],
    ['a link of a gold tier with a code', VILLA, null, 'pending', ['villa 1 0 if one is left']],
    ['late money for it', VILLA, 'failed', 'completed', ['villa 0 1 if one is left']],
    ['it is refunded', VILLA, 'completed', 'refunded', ['villa 0 -1'], ACTIVE],
    ['its upgrade is paid', FROM_VILLA, 'initiated', 'completed', ['sky -1 1', 'villa 0 -1']],
    ['its upgrade is refunded', FROM_VILLA, 'completed', 'refunded', ['sky 0 -1', 'villa 0 1'], ACTIVE],
    ['it is reversed after its upgrade', VILLA, 'completed', 'refunded', ['sky 0 -1'], upgradedTo('sky')],
  ])('%s', (_what, holder, from, to, moves, token: HeldToken | null = null) => {
    expect(shown(unitMoves(holder, from, to, token))).toEqual(moves);
  });

  it.each<[string, number | null | undefined]>([
    ['', null],
    ['  ', null],
    ['0', 0],
    [' 12 ', 12],
    ['1000000', 1_000_000],
    ['1000001', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['1e3', undefined],
    ['twelve', undefined],
  ])('the limit %j is %j', (text, limit) => expect(parseUnitLimit(text)).toBe(limit));

  it.each([
    [{ limit: 12, reserved: 3, sold: 4 }, 5],
    [{ limit: 7, reserved: 3, sold: 4 }, 0],
    [{ limit: 2, reserved: 3, sold: 4 }, 0],
    [{ limit: 0, reserved: 0, sold: 0 }, 0],
  ])('%j leaves %i', (counts, left) => expect(unitsLeft(counts)).toBe(left));
});
