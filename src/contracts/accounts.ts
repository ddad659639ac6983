import type { Role } from '../domain/people/roles.js';

export type StaffState = 'invited' | 'active' | 'disabled';

/** One row of GET /api/admin/staff. */
export interface StaffRow {
  id: string;
  name: string;
  email: string;
  role: Role;
  state: StaffState;
  secondFactor: boolean;
  lastSignInAt: string | null;
  /** Live ones. */
  sessions: number;
  isSelf: boolean;
}

/** What came of an invitation or a reset. */
export interface StaffLinkData {
  staff: StaffRow;
  /** The one-time link, told here once, where no mail server is set up; else null: it is in the mail. */
  link: string | null;
  expiresAt: string;
}

export interface SessionRow {
  id: string;
  isCurrent: boolean;
  kind: 'cookie' | 'bearer';
  /** `Chrome on Windows`, as far as the browser says. */
  device: string;
  /** Shortened. */
  address: string | null;
  createdAt: string;
  lastSeenAt: string;
}

export interface TotpStart {
  /** Base32, for typing in by hand. */
  secret: string;
  /** `otpauth://`, for the QR code. */
  uri: string;
}

export interface RecoveryCodes {
  /** Shown once; only their hashes are kept. */
  recoveryCodes: string[];
}

export interface PasswordChanged {
  /** The renewed session's token for API clients; null for browsers, which get it as a cookie. */
  token: string | null;
}

/** What an admin may do to an account. */
export type StaffAct =
  | 'resend-invitation'
  | 'withdraw-invitation'
  | 'disable'
  | 'enable'
  | 'reset-password'
  | 'reset-second-factor'
  | 'end-sessions';
