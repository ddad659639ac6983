import type { Role } from '../domain/people/roles.js';

/** The signed-in member of staff. */
export interface SessionUser {
  /** Internal id of the account. */
  id: string;
  /** Full name. */
  name: string;
  /** Email address. */
  email: string;
  /** Role of the account. */
  role: Role;
  /** True for an admin of some projects; missing otherwise, and in the answer to POST /api/login. */
  limited?: true;
}

/**
 * Request header of POST /api/logout: sales of other people wait in this browser, so its storage is not emptied. The page removes what
 * is its own person's.
 */
export const KEEP_STORAGE_HEADER = 'X-Keep-Storage';

/**
 * Request header of staff pages: id of the account that the page is of. Where another one is signed in by now the request is refused
 * (`PERSON_CHANGED`); programs leave it out.
 */
export const PERSON_HEADER = 'X-Person';

/** Why a page is left: its session has ended, or somebody else is signed in by now. */
export type SessionEnd = 'expired' | 'otherPerson';

/** Header of the answer that makes a staff page leave: a {@link SessionEnd}. */
export const SESSION_END_HEADER = 'X-Session-End';

/** Answer to POST /api/login. */
export interface LoginData {
  /** The signed-in member of staff. */
  user: SessionUser;
  /** Bearer token of the new session. */
  token: string;
}
