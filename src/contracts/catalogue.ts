import type { CatalogueChange } from '../domain/catalogue/catalogue-changes.js';
import type { TokenType } from '../domain/payment/token-catalogue.js';

/** What a version of a catalogue says of one tier. */
export interface CatalogueTierData {
  /** Names the tier in its project for good. */
  code: string;
  /** Its medal. */
  tokenType: TokenType;
  /** False: nobody can buy it; upgrades may lead to it all the same. */
  offered: boolean;
  /** As people read it. */
  name: string;
  /** Price in rupees. */
  price: number;
  /** What it is; null for nothing. */
  description: string | null;
  /** First IST day of its sale, `YYYY-MM-DD`; null: no limit. */
  saleFrom: string | null;
  /** Last IST day of its sale, `YYYY-MM-DD`; null: no limit. */
  saleTo: string | null;
  /** Prefix of its token numbers; it belongs to this tier of this project for good. */
  prefix: string;
  /** Digits of its token numbers; larger numbers grow longer. */
  width: number;
}

/** A path of upgrades. */
export interface UpgradePathData {
  /** Code of the tier before the upgrade. */
  from: string;
  /** Code of the tier after the upgrade. */
  to: string;
  /** Price in rupees; null: the price of the higher tier less what the token cost. */
  price: number | null;
}

/** One version of a project's catalogue. */
export interface CatalogueVersionData {
  /** Number of the version, from 1. */
  number: number;
  /** The IST day on which it begins, `YYYY-MM-DD`. */
  effectiveFrom: string;
  /** `in-force`, `planned` or `past`. */
  state: CatalogueState;
  /** SHA-256 of what it says. */
  digest: string;
  /** When it was made, ISO 8601 UTC. */
  createdAt: string;
  /** Name of the admin who made it; null: from the command line, or with the installation. */
  createdBy: string | null;
  /** In the order of the sales pages. */
  tiers: CatalogueTierData[];
  /** Paths of upgrades that are open. */
  paths: UpgradePathData[];
}

export type CatalogueState = 'in-force' | 'planned' | 'past';

/** GET /api/admin/projects/{code}/catalogue */
export interface CatalogueSettings {
  /** Short name of the project. */
  project: string;
  /** Newest first; empty where the project has none of its own. */
  versions: CatalogueVersionData[];
  /** What the next version is written from: the newest one, or what the project sells without one. */
  base: NewCatalogueVersion;
}

/** A tier of a new version, as written by a person or a program. */
export interface NewCatalogueTier {
  /** Names the tier in its project for good: 1 to 10 small letters, digits and hyphens, a letter first. */
  code: string;
  /** Its medal, which a code keeps: what figures, filters and colours go by. */
  tokenType: TokenType;
  /** False: nobody can buy it; upgrades may lead to it all the same. */
  offered: boolean;
  /** As people read it. */
  name: string;
  /** Price in rupees. */
  price: string;
  /** What it is; empty for nothing. */
  description: string;
  /** First IST day of its sale; empty: no limit. */
  saleFrom: string;
  /** Last IST day of its sale; empty: no limit. */
  saleTo: string;
  /** Prefix of its token numbers: one to four capital letters and digits. */
  prefix: string;
  /** Digits of its token numbers. */
  width: number;
}

/** A path of upgrades of a new version. */
export interface NewUpgradePath {
  /** Code of the tier before the upgrade. */
  from: string;
  /** Code of the tier after the upgrade. */
  to: string;
  /** `difference`, or a price in rupees. */
  price: string;
}

/** POST /api/admin/projects/{code}/catalogue */
export interface NewCatalogueVersion {
  /** The IST day on which it begins, `YYYY-MM-DD`; not in the past. */
  effectiveFrom: string;
  /** 1 to 12 tiers, in the order of the sales pages. */
  tiers: NewCatalogueTier[];
  /** Upgrades that are possible; each leads to a tier of a higher medal. */
  paths: NewUpgradePath[];
  /** Number of the newest version, 0 for none, when this one was written from it: refused when there is a newer one. Left out: not asked. */
  basedOn?: number;
  /** True: check and answer what would change, and write nothing. */
  dryRun?: boolean;
}

/** What a new version changes, for whom and when. */
export interface CreatedCatalogue {
  /** Number of the version. */
  number: number;
  /** The IST day on which it begins, `YYYY-MM-DD`. */
  effectiveFrom: string;
  /** False when the newest version says the same from the same day on: nothing was written. */
  isNew: boolean;
  /** Against the version before. */
  changes: CatalogueChange[];
  /** Links that can be paid now; they keep the version under which they were made. */
  openLinks: number;
}

/** Answer to POST /api/admin/projects/{code}/catalogue */
export interface CatalogueAnswer extends CatalogueSettings {
  created: CreatedCatalogue;
}
