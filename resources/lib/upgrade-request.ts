import type { CreateUpgradeLinkRequest, UpgradeToken } from '../../src/contracts/upgrades';

/** One of the upgrades that are open to a token. Several of a kind lead to tiers of the same medal. */
export type UpgradePath = Pick<UpgradeToken, 'upgradeType' | 'toTierCode'>;

/**
 * Body of create-upgrade-link. Names the tier only where the kind alone is not clear: an instance of the release before
 * knows one path of a kind, and refuses a field that it does not know.
 */
export function upgradeRequest(
  { upgradeType, toTierCode }: UpgradePath,
  open: UpgradePath[],
): CreateUpgradeLinkRequest {
  const ofKind = open.filter((path) => path.upgradeType === upgradeType);
  return ofKind.length > 1 ? { upgradeType, toTierCode } : { upgradeType };
}
