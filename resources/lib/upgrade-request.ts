import type { CreateUpgradeLinkRequest, UpgradeToken } from '../../src/contracts/upgrades';
import { ApiError } from './api';

/** One of the upgrades that are open to a token, as it is shown. Several of a kind lead to tiers of the same medal. */
export type UpgradePath = Pick<UpgradeToken, 'upgradeType' | 'toTierCode' | 'toTierName' | 'upgradeAmount'>;

/** Body of create-upgrade-link: the tier and the price that the button names, so that no other link is made. */
export function upgradeRequest({
  upgradeType,
  toTierCode,
  upgradeAmount,
}: UpgradePath): Required<CreateUpgradeLinkRequest> {
  return { upgradeType, toTierCode, amount: upgradeAmount };
}

/** What an instance of the release before takes: it knows one path of a kind, and no price. */
export function olderUpgradeRequest(
  { upgradeType, toTierCode }: UpgradePath,
  open: UpgradePath[],
): CreateUpgradeLinkRequest {
  const ofKind = open.filter((path) => path.upgradeType === upgradeType);
  return ofKind.length > 1 ? { upgradeType, toTierCode } : { upgradeType };
}

/** An instance of the release before has answered: it refuses fields that it does not know. */
export function isOlderInstance(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'VALIDATION_FAILED';
}
