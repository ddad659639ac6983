import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import type { NewCatalogueTier, NewCatalogueVersion, NewUpgradePath } from '../../../contracts/catalogue.js';
import { MAX_TIER_DESCRIPTION, MAX_TIER_NAME, MAX_TIERS } from '../../../domain/catalogue/catalogue-rules.js';
import { TOKEN_TYPES, type TokenType } from '../../../domain/payment/token-catalogue.js';
import { IsCount, IsDayText, IsNestedList, IsText } from '../../../http/index.js';

/** Longest text of a day, an amount and a code. */
const SHORT = 20;
/** Each tier has at most one path to each tier of a higher medal. */
const MAX_PATHS = (MAX_TIERS * MAX_TIERS) / 2;

/** The rules of the fields stand in the domain, since commands keep to them too; here are their lengths. */
class NewCatalogueTierDto implements NewCatalogueTier {
  /** Names the tier in its project for good. */
  @IsText({ max: SHORT })
  code: string;

  /** Its medal, which a code keeps. */
  @IsIn(TOKEN_TYPES)
  tokenType: TokenType;

  /** False: nobody can buy it; upgrades may lead to it all the same. */
  @IsBoolean()
  offered: boolean;

  /** As people read it. */
  @IsText({ max: MAX_TIER_NAME })
  name: string;

  /** Price in rupees. */
  @IsText({ max: SHORT })
  price: string;

  /** What it is; empty for nothing. */
  @IsText({ max: MAX_TIER_DESCRIPTION })
  description: string;

  /** First IST day of its sale; empty: no limit. */
  @IsText({ max: SHORT })
  saleFrom: string;

  /** Last IST day of its sale; empty: no limit. */
  @IsText({ max: SHORT })
  saleTo: string;

  /** Prefix of its token numbers: one to four capital letters and digits. */
  @IsText({ max: SHORT })
  prefix: string;

  /** Digits of its token numbers. */
  @IsIn([3, 4, 5, 6, 7, 8])
  width: number;
}

class NewUpgradePathDto implements NewUpgradePath {
  /** Code of the tier before the upgrade. */
  @IsText({ max: SHORT })
  from: string;

  /** Code of the tier after the upgrade. */
  @IsText({ max: SHORT })
  to: string;

  /** `difference`, or a price in rupees. */
  @IsText({ max: SHORT })
  price: string;
}

export class NewCatalogueVersionDto implements NewCatalogueVersion {
  /** The IST day on which the version begins, `YYYY-MM-DD`. */
  @IsDayText()
  effectiveFrom: string;

  /** What it says of its tiers, in the order of the sales pages. */
  @IsNestedList(() => NewCatalogueTierDto, MAX_TIERS)
  tiers: NewCatalogueTierDto[];

  /** Upgrades that are possible. */
  @IsNestedList(() => NewUpgradePathDto, MAX_PATHS)
  paths: NewUpgradePathDto[];

  /** Number of the newest version, 0 for none, when this one was written from it; refused with 409 when there is a newer one. */
  @IsOptional()
  @IsCount()
  basedOn?: number;

  /** True: check and answer what would change, and write nothing. */
  @IsOptional()
  @IsBoolean()
  dryRun?: boolean;
}
