import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import type { NewCatalogueTier, NewCatalogueVersion } from '../../../contracts/catalogue.js';
import { MAX_TIER_DESCRIPTION, MAX_TIER_NAME } from '../../../domain/catalogue/catalogue-rules.js';
import { IsDayText, IsNested, IsText } from '../../../http/index.js';

/** Longest text of a day, and of an amount. */
const SHORT = 20;

/** The rules of the fields stand in the domain, since commands keep to them too; here are their lengths. */
class NewCatalogueTierDto implements NewCatalogueTier {
  /** Place on the sales pages. */
  @IsIn([1, 2, 3])
  position: number;

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

export class NewCatalogueVersionDto implements NewCatalogueVersion {
  /** The IST day on which the version begins, `YYYY-MM-DD`. */
  @IsDayText()
  effectiveFrom: string;

  /** What it says of gold. */
  @IsNested(() => NewCatalogueTierDto)
  gold: NewCatalogueTierDto;

  /** What it says of silver. */
  @IsNested(() => NewCatalogueTierDto)
  silver: NewCatalogueTierDto;

  /** What it says of platinum. */
  @IsNested(() => NewCatalogueTierDto)
  platinum: NewCatalogueTierDto;

  /** The upgrade from gold to platinum: `off`, `difference`, or a price in rupees. */
  @IsText({ max: SHORT })
  goldToPlatinum: string;

  /** The upgrade from silver to gold, likewise. */
  @IsText({ max: SHORT })
  silverToGold: string;

  /** The upgrade from silver to platinum, likewise. */
  @IsText({ max: SHORT })
  silverToPlatinum: string;

  /** True: check and answer what would change, and write nothing. */
  @IsOptional()
  @IsBoolean()
  dryRun?: boolean;
}
