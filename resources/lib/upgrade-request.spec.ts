import { describe, expect, it } from '@jest/globals';
import { ApiError } from './api';
import { isOlderInstance, olderUpgradeRequest, type UpgradePath, upgradeRequest } from './upgrade-request';

const PLATINUM: UpgradePath = {
  upgradeType: 'gold_to_platinum',
  toTierCode: 'platinum',
  toTierName: 'Platinum',
  upgradeAmount: 49_000,
};
const VILLA: UpgradePath = { ...PLATINUM, toTierCode: 'villa', toTierName: 'Garden villa', upgradeAmount: 69_000.5 };
const GOLD: UpgradePath = { ...PLATINUM, upgradeType: 'silver_to_gold', toTierCode: 'gold', toTierName: 'Gold' };
const named = ({ upgradeType, toTierCode }: UpgradePath) => ({ upgradeType, toTierCode });

describe('the request for an upgrade link', () => {
  it('names the tier and the price that the button named', () => {
    expect(upgradeRequest(PLATINUM)).toEqual({ ...named(PLATINUM), amount: 49_000 });
    expect(upgradeRequest(VILLA)).toEqual({ ...named(VILLA), amount: 69_000.5 });
  });

  describe('to an instance of the release before', () => {
    it.each<[string, UpgradePath, UpgradePath[]]>([
      ['the only path', PLATINUM, [PLATINUM]],
      ['the only path of its kind', GOLD, [GOLD, PLATINUM, VILLA]],
      ['the only path to a tier with a code of its own', VILLA, [VILLA]],
    ])('leaves the tier out for %s', (_which, path, open) => {
      expect(olderUpgradeRequest(path, open)).toEqual({ upgradeType: path.upgradeType });
    });

    it('names the tier where several paths of the kind are open', () => {
      expect(olderUpgradeRequest(VILLA, [PLATINUM, VILLA])).toEqual(named(VILLA));
      expect(olderUpgradeRequest(PLATINUM, [PLATINUM, VILLA])).toEqual(named(PLATINUM));
    });

    it.each([
      ['VALIDATION_FAILED', true],
      ['AMOUNT_MISMATCH', false],
      ['UPGRADE_NOT_AVAILABLE', false],
      ['NETWORK', false],
    ])('is sent after %s: %s', (code, isOlder) => {
      expect(isOlderInstance(new ApiError({ status: 400, code, message: '' }))).toBe(isOlder);
    });
  });
});
