import type { SizedList } from '../domain/people/preferences.js';
import type { Role } from '../domain/people/roles.js';

/** `invited`: the invitation is not accepted yet · `active`: may sign in · `disabled`: may not sign in. */
export type StaffState = 'invited' | 'active' | 'disabled';

/** One row of GET /api/admin/staff. */
export interface StaffRow {
  /** Internal id of the account. */
  id: string;
  /** Full name. */
  name: string;
  /** Email address, with which the person signs in. */
  email: string;
  /** Role of the account. */
  role: Role;
  /** Whether the account may sign in. */
  state: StaffState;
  /** True when the account has a second factor (TOTP). */
  secondFactor: boolean;
  /** Short names of the projects that an admin is limited to; missing for an admin of all projects, and for sellers. */
  projects?: string[];
  /** Last sign-in, ISO 8601 UTC; null before the first one. */
  lastSignInAt: string | null;
  /** Number of sessions that have not ended. */
  sessions: number;
  /** True for the account of the person who asks. */
  isSelf: boolean;
}

/** Result of an invitation or a password reset. */
export interface StaffLinkData {
  /** The account after the change. */
  staff: StaffRow;
  /** One-time link to hand over, shown only here; null where a mail server is set up, which sends it. */
  link: string | null;
  /** End of the one-time link, ISO 8601 UTC. */
  expiresAt: string;
}

/** One session that has not ended. */
export interface SessionRow {
  /** Internal id of the session. */
  id: string;
  /** True for the session of this request. */
  isCurrent: boolean;
  /** `cookie`: a browser · `bearer`: an API client. */
  kind: 'cookie' | 'bearer';
  /** Browser and system as the user agent names them, e.g. `Chrome on Windows`. */
  device: string;
  /** Shortened network address; null when it is unknown. */
  address: string | null;
  /** Time of the sign-in, ISO 8601 UTC. */
  createdAt: string;
  /** Time of the last request, ISO 8601 UTC. */
  lastSeenAt: string;
}

/** The secret of a second factor that is being set up. */
export interface TotpStart {
  /** Base32, for typing into the authenticator app. */
  secret: string;
  /** `otpauth://` address, for the QR code. */
  uri: string;
}

/** New recovery codes of a second factor. */
export interface RecoveryCodes {
  /** One-time codes, shown only here; the product stores their hashes. */
  recoveryCodes: string[];
}

/** Result of a password change, which ends all other sessions. */
export interface PasswordChanged {
  /** Bearer token of the new session for API clients; null for browsers, which get a cookie. */
  token: string | null;
}

/** What an admin may do to an account; the last part of the path. */
export type StaffAct =
  | 'resend-invitation'
  | 'withdraw-invitation'
  | 'disable'
  | 'enable'
  | 'reset-password'
  | 'reset-second-factor'
  | 'end-sessions';

/** POST /api/account/preferences. What is left out stays as it is. */
export interface ChangePreferencesRequest {
  /** The list that `pageSize` is for. */
  list?: SizedList;
  /** Rows a page of that list: 10, 25, 50 or 100, or the list's default. */
  pageSize?: number;
  /** Whether the menu beside the pages shows its icons alone. */
  menuFolded?: boolean;
}

/** Answer to POST /api/account/preferences: how the person wants the staff pages. */
export interface PreferencesData {
  /** Rows a page, by list. */
  pageSizes: Record<SizedList, number>;
  /** Whether the menu beside the pages shows its icons alone. */
  menuFolded: boolean;
}
