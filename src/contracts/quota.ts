import type { TokenType } from '../domain/payment/token-catalogue.js';

/** A tier of a project that has a limit. */
export interface QuotaData {
  /** Code of the tier that is limited. */
  tierCode: string;
  /** Its medal. */
  tokenType: TokenType;
  /** Most units that may be sold and reserved together. */
  limit: number;
  /** Links that can be paid now: pending and initiated payments. */
  reserved: number;
  /** Valid tokens: not upgraded, not refunded. */
  sold: number;
  /** What can still be sold; 0 also when more is sold and reserved than the limit allows. */
  left: number;
}

/** PUT /api/admin/projects/{code}/quotas */
export interface QuotaUpdate {
  /** Code of the tier that is limited. */
  tierCode?: string;
  /** Its medal; alone, it stands for the tier whose code it is. */
  tokenType?: TokenType;
  /** Most units that may be sold and reserved together, a whole number; empty for no limit. */
  limit: string;
}

/** One message of `GET /api/events` (event name `units`), to all staff: how many units of a tier can still be sold. */
export interface LiveUnits {
  /** Internal id of the project. */
  projectId: number;
  /** Code of the tier that is limited. */
  tierCode: string;
  /** The same where the code is a medal; else null. */
  tokenType: TokenType | null;
  /** Units left; null: the tier has no limit any more. */
  left: number | null;
  /** Grows with each change: of two messages the higher one is the newer. */
  version: number;
}

/** What a form shows beside a tier that has a limit. */
export interface UnitsLeft extends LiveUnits {
  /** Units left. */
  left: number;
}
