import { describe, expect, it } from '@jest/globals';
import { type UpgradePath, upgradeRequest } from './upgrade-request';

const PLATINUM: UpgradePath = { upgradeType: 'gold_to_platinum', toTierCode: 'platinum' };
const VILLA: UpgradePath = { upgradeType: 'gold_to_platinum', toTierCode: 'villa' };
const GOLD: UpgradePath = { upgradeType: 'silver_to_gold', toTierCode: 'gold' };

describe('the request for an upgrade link', () => {
  it.each<[string, UpgradePath, UpgradePath[]]>([
    ['the only path', PLATINUM, [PLATINUM]],
    ['the only path of its kind', GOLD, [GOLD, PLATINUM, VILLA]],
    ['the only path to a tier with a code of its own', VILLA, [VILLA]],
  ])('leaves the tier out for %s', (_which, path, open) => {
    expect(upgradeRequest(path, open)).toEqual({ upgradeType: path.upgradeType });
  });

  it('names the tier where several paths of the kind are open', () => {
    expect(upgradeRequest(VILLA, [PLATINUM, VILLA])).toEqual(VILLA);
    expect(upgradeRequest(PLATINUM, [PLATINUM, VILLA])).toEqual(PLATINUM);
  });
});
