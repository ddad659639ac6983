import { IsIn, IsOptional } from 'class-validator';
import type { NewProject, NewTermsVersion, ProjectUpdate } from '../../../contracts/projects.js';
import { PROJECT_LIMITS, PROJECT_STATES, type ProjectState } from '../../../domain/projects/project-rules.js';
import { MAX_TERMS_BODY, MAX_TERMS_SUMMARY } from '../../../domain/terms/terms-rules.js';
import { IsCount, IsDayText, IsText } from '../../../http/index.js';

const CODE_LENGTH = 20;

/** The rules of the fields stand in the domain, since commands keep to them too; here are their lengths. */
export class ProjectUpdateDto implements ProjectUpdate {
  /** `draft`: no links · `selling` · `closed`: no new links, open ones can still be paid. */
  @IsOptional()
  @IsIn(PROJECT_STATES)
  state?: ProjectState;

  /** Name of the project; empty for none. */
  @IsOptional()
  @IsText({ max: PROJECT_LIMITS.name })
  name?: string;

  /** Legal entity that sells; empty: as in the settings. */
  @IsOptional()
  @IsText({ max: PROJECT_LIMITS.legalName })
  legalName?: string;

  /** Address of the legal entity; empty: as in the settings. */
  @IsOptional()
  @IsText({ max: PROJECT_LIMITS.address })
  address?: string;

  /** Email address for questions; empty: as in the settings. */
  @IsOptional()
  @IsText({ max: PROJECT_LIMITS.supportEmail })
  supportEmail?: string;

  /** Telephone number for questions; empty: as in the settings. */
  @IsOptional()
  @IsText({ max: PROJECT_LIMITS.supportPhone })
  supportPhone?: string;

  /** Registration number under the Real Estate Act; empty for none. */
  @IsOptional()
  @IsText({ max: PROJECT_LIMITS.reraNumber })
  reraNumber?: string;

  /** The authority's page of the registration, https; empty for none. */
  @IsOptional()
  @IsText({ max: PROJECT_LIMITS.reraUrl })
  reraUrl?: string;

  /** Languages of the terms: `en`, or `en,hi`; empty for both. */
  @IsOptional()
  @IsText({ max: PROJECT_LIMITS.languages })
  languages?: string;

  /** A merchant profile that `GATEWAY_PROFILES` lists, for links from now on; empty: the default merchant. */
  @IsOptional()
  @IsText({ max: PROJECT_LIMITS.merchantProfile })
  merchantProfile?: string;
}

export class NewProjectDto extends ProjectUpdateDto implements NewProject {
  /** Short name for addresses and commands: small letters, digits and hyphens; never changes. */
  @IsText({ max: CODE_LENGTH })
  code: string;
}

export class NewTermsVersionDto implements NewTermsVersion {
  /** The IST day on which the version begins, `YYYY-MM-DD`. */
  @IsDayText()
  effectiveFrom: string;

  /** Summary in English, shown before the tick box. */
  @IsText({ max: MAX_TERMS_SUMMARY })
  summaryEn: string;

  /** Terms in English, Markdown. */
  @IsText({ max: MAX_TERMS_BODY })
  bodyEn: string;

  /** Summary in Hindi. */
  @IsOptional()
  @IsText({ max: MAX_TERMS_SUMMARY })
  summaryHi?: string;

  /** Terms in Hindi, Markdown. */
  @IsOptional()
  @IsText({ max: MAX_TERMS_BODY })
  bodyHi?: string;

  /** Number of the newest version, 0 for none, when this one was written from it; refused with 409 when there is a newer one. */
  @IsOptional()
  @IsCount()
  basedOn?: number;
}
