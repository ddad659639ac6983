import { type DynamicModule, Module } from '@nestjs/common';
import { CatalogueModule } from '../catalogue/index.js';
import { TokenClaims } from './token-claims.js';
import { UpgradeClosing } from './upgrade-closing.js';
import { UpgradeEffects } from './upgrade-effects.js';
import { UpgradeRevoker } from './upgrade-revoker.js';
import { UpgradeRules } from './upgrade-rules.service.js';
import { UpgradeTokens } from './upgrade-tokens.js';
import { UpgradeExpiry } from './upgrade-expiry.service.js';
import { UpgradeLinks } from './upgrade-links.service.js';
import { UpgradePages } from './upgrade-pages.service.js';
import { UpgradesApiController } from './upgrades.api.controller.js';
import { ProjectsModule } from '../projects/index.js';
import { NewUpgrade } from './new-upgrade.service.js';
import { StaffUpgradesService } from './staff-upgrades.service.js';
import { UpgradesPagesController } from './upgrades.pages.controller.js';
import { UpgradesRepository } from './upgrades.repository.js';

const EFFECTS = [
  TokenClaims,
  UpgradeClosing,
  UpgradeEffects,
  UpgradeRevoker,
  UpgradeRules,
  UpgradeTokens,
  UpgradesRepository,
];
const DESK = [NewUpgrade, UpgradeExpiry, UpgradeLinks, UpgradePages, StaffUpgradesService];

/**
 * Upgrades of tokens. Every process that changes payments loads it, commands included: a completed upgrade gives its token
 * the higher tier in the same unit of work.
 */
@Module({})
export class UpgradesModule {
  /** @param options `http` is off for commands, which serve nothing */
  static forRoot(options: { http: boolean }): DynamicModule {
    return {
      module: UpgradesModule,
      imports: [CatalogueModule, ProjectsModule],
      controllers: options.http ? [UpgradesApiController, UpgradesPagesController] : [],
      providers: options.http ? [...EFFECTS, ...DESK] : EFFECTS,
    };
  }
}
