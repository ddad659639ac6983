import { IsIn } from 'class-validator';
import type { CreateUpgradeLinkRequest } from '../../contracts/upgrades.js';
import { UPGRADE_TYPE } from '../../domain/upgrade/upgrade-rules.js';

export class CreateUpgradeLinkDto implements CreateUpgradeLinkRequest {
  /** From which tier to which. */
  @IsIn([UPGRADE_TYPE])
  upgradeType: typeof UPGRADE_TYPE;
}
