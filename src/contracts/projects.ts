import type { ProjectFields, ProjectState } from '../domain/projects/project-rules.js';
import type { EventData, EventSeller } from './events.js';
import type { TermsLanguage } from '../domain/terms/terms-rules.js';

/** A project as admins see it; a field that is null is as in the settings. */
export interface ProjectData extends ProjectFields {
  /** Short name of the project. */
  code: string;
  /** `draft`, `selling` or `closed`. */
  state: ProjectState;
  /** Its own picture; missing: the company's is shown. */
  logo?: ShownLogo;
  /** Goes up with every write. */
  version: number;
  /** Last change, ISO 8601 UTC. */
  updatedAt: string;
}

/** A picture that pages show. */
export interface ShownLogo {
  /** Address, on the same host. It changes with the picture. */
  url: string;
  /** Pixels. */
  width: number;
  /** Pixels. */
  height: number;
}

/** PUT /api/admin/projects/{code}: fields that are left out stay, an empty text means: as in the settings. */
export interface ProjectUpdate {
  /** `draft`: no links · `selling` · `closed`: no new links, open ones can still be paid. */
  state?: ProjectState;
  name?: string;
  legalName?: string;
  address?: string;
  supportEmail?: string;
  supportPhone?: string;
  reraNumber?: string;
  reraUrl?: string;
  languages?: string;
  /** A merchant profile of the settings; empty: the default one. */
  merchantProfile?: string;
}

/** POST /api/admin/projects. The state is `draft` unless it is given. */
export interface NewProject extends ProjectUpdate {
  /** Short name for addresses and commands; never changes. */
  code: string;
}

/** The texts of a version of terms: a summary and the whole text, in Markdown. */
export interface TermsTexts {
  /** What a customer reads before the tick box, in English. */
  summaryEn: string;
  /** The terms in English, Markdown. */
  bodyEn: string;
  /** The summary in Hindi; null where the project is in English alone. */
  summaryHi: string | null;
  /** The terms in Hindi, Markdown; null where the project is in English alone. */
  bodyHi: string | null;
}

/** One version of a project's terms. */
export interface TermsVersionData extends TermsTexts {
  /** Number of the version, from 1. */
  number: number;
  /** The IST day on which it begins, `YYYY-MM-DD`. */
  effectiveFrom: string;
  /** `in-force`, `planned` or `past`. */
  state: TermsState;
  /** SHA-256 of the texts. */
  digest: string;
  /** When it was made, ISO 8601 UTC. */
  createdAt: string;
  /** Name of the admin who made it; null: from the command line. */
  createdBy: string | null;
  /** How often it was agreed to. */
  agreements: number;
}

export type TermsState = 'in-force' | 'planned' | 'past';

/** POST /api/admin/projects/{code}/terms */
export interface NewTermsVersion {
  /** The IST day on which it begins, `YYYY-MM-DD`; not in the past. */
  effectiveFrom: string;
  /** Summary in English. */
  summaryEn: string;
  /** Terms in English, Markdown. */
  bodyEn: string;
  /** Summary in Hindi; needed unless the project is in English alone. */
  summaryHi?: string;
  /** Terms in Hindi, Markdown; needed unless the project is in English alone. */
  bodyHi?: string;
  /** Number of the newest version, 0 for none, when this one was written from it: refused when there is a newer one. Left out: not asked. */
  basedOn?: number;
}

/** The project and its terms, for admins. */
export interface ProjectSettings {
  project: ProjectData;
  /** Merchant profiles that the project may have beside the default one. */
  merchantProfiles: string[];
  /** Newest first. */
  terms: TermsVersionData[];
  /** Oldest first. */
  events: EventData[];
  /** Who can be assigned to events. */
  sellers: EventSeller[];
}

/** The registration of a project under the Real Estate Act, as customers see it. */
export interface PublicRera {
  /** Name of the project; null without one. */
  projectName: string | null;
  /** Registration number. */
  number: string;
  /** The authority's page, https; null without one. */
  url: string | null;
}

/** The terms in force for a payment that can be started. */
export interface PublicTerms {
  /** To be sent back as `termsVersion` by whoever starts the payment. */
  version: string;
  /** Summaries by language; Hindi is null where the project is in English alone. */
  summary: { en: string; hi: string | null };
  /** Address of the whole text. */
  url: string;
}

/** The page of one version of terms. */
export interface PublicTermsPage {
  paymentId: string;
  version: string;
  /** IST day, `YYYY-MM-DD`. */
  effectiveFrom: string;
  /** Language of the text below. */
  language: TermsLanguage;
  /** Markdown. */
  body: string;
  /** The promoter, as the project names it; null: as in the frame of the page. */
  legalName: string | null;
  address: string | null;
  supportEmail: string | null;
  supportPhone: string | null;
  rera: PublicRera | null;
}

/** An agreement to terms, by one press of Pay. */
export interface AgreementDetails {
  /** Number of the version. */
  version: number;
  /** Language of the text that was shown. */
  language: TermsLanguage;
  /** ISO 8601 UTC. */
  agreedAt: string;
  /** Network address of the customer; null when unknown or erased. */
  address: string | null;
}

/** The agreement under which a payment was made, on its receipt. */
export interface ReceiptTerms {
  /** Number of the version. */
  version: number;
  language: TermsLanguage;
  /** ISO 8601 UTC. */
  agreedAt: string;
}
