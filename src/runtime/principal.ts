import type { Preferences } from '../domain/people/preferences.js';
import type { Role } from '../domain/people/roles.js';

/** The signed-in person, read from the database on each request. */
export interface Principal {
  userId: number;
  sessionId: number;
  sessionJti: string;
  name: string;
  email: string;
  role: Role;
  via: 'cookie' | 'bearer';
  /** Has a second factor. */
  secondFactor: boolean;
  /** When the session's owner last proved a password or a code. */
  verifiedAt: Date;
  /** Has to set up a second factor first. */
  setupRequired: boolean;
  preferences: Preferences;
  /** Ids of the projects that an admin is limited to; null: all projects, as for sellers, who are limited to their own payments. */
  projectIds: readonly number[] | null;
  /** The event that the session's owner has chosen to sell in; null: none chosen. */
  eventId: number | null;
  /** True where there are other events than the default one. */
  severalEvents: boolean;
}
