import { normaliseEmail } from '../people/email.js';
import { normalisePhone } from '../people/phone.js';

/** The project of every payment that names no other: those from before there were projects, and those of older instances. */
export const DEFAULT_PROJECT_ID = 1;
export const DEFAULT_PROJECT_CODE = 'default';

export const PROJECT_STATES = ['draft', 'selling', 'closed'] as const;
export type ProjectState = (typeof PROJECT_STATES)[number];

const CODE = /^[a-z0-9][a-z0-9-]{0,18}[a-z0-9]$/;

/** Codes stand in addresses and commands, and never change. */
export function isProjectCode(code: string): boolean {
  return CODE.test(code);
}

/** A project that has sold is never a draft again. @returns what is wrong with the new state; null when nothing is */
export function projectStateDenial(from: ProjectState, to: ProjectState): string | null {
  return to === 'draft' && from !== 'draft' ? 'A project that has been selling cannot be a draft again' : null;
}

/** The fields of a project that an admin writes; null: as in the settings of the installation. */
export const PROJECT_FIELDS = [
  'name',
  'legalName',
  'address',
  'supportEmail',
  'supportPhone',
  'reraNumber',
  'reraUrl',
  'languages',
  'merchantProfile',
] as const;
export type ProjectField = (typeof PROJECT_FIELDS)[number];
export type ProjectFields = Record<ProjectField, string | null>;

/** Longest texts, in characters. */
export const PROJECT_LIMITS: Readonly<Record<ProjectField, number>> = {
  name: 120,
  legalName: 160,
  address: 300,
  supportEmail: 254,
  supportPhone: 20,
  reraNumber: 60,
  reraUrl: 300,
  languages: 5,
  merchantProfile: 30,
};

/** Languages in which the project's terms must be written: both unless the project is in English alone. */
const PROJECT_LANGUAGES = ['en', 'en,hi'] as const;

const HTTPS = /^https:\/\/[a-z0-9](?:[a-z0-9.-]{0,200})\.[a-z]{2,24}(?::\d{2,5})?(?:\/[^\s"'<>\\]*)?$/i;
const SUPPORT_PHONE = /^\+?[0-9][0-9 -]{6,18}$/;

/** @returns what is wrong with the value of a field; null when nothing is */
export function projectFieldFault(field: ProjectField, value: string): string | null {
  if ([...value].length > PROJECT_LIMITS[field]) return `Enter at most ${PROJECT_LIMITS[field]} characters`;
  switch (field) {
    case 'supportEmail':
      return normaliseEmail(value) === null ? 'Enter an email address' : null;
    case 'supportPhone':
      return SUPPORT_PHONE.test(value) || normalisePhone(value) !== null ? null : 'Enter a telephone number';
    case 'reraUrl':
      return HTTPS.test(value) ? null : 'Enter an address that begins with https://';
    case 'languages':
      return PROJECT_LANGUAGES.some((known) => known === value) ? null : 'Choose en or en,hi';
    default:
      return null;
  }
}
