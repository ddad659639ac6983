import type { SessionUser } from '../../contracts/auth.js';
import type { UserEntity } from '../../database/entities/user.entity.js';
import type { Principal } from '../../http/index.js';
import type { PreferencesData, StaffRow, StaffState, SessionRow } from '../../contracts/accounts.js';
import type { SessionEntity } from '../../database/entities/session.entity.js';
import { pageSizeOf, type Preferences } from '../../domain/people/preferences.js';
import { deviceName } from '../../domain/people/device-name.js';

/** @param currentId the session of the request; null for another person's list */
export function presentSession(session: SessionEntity, currentId: number | null): SessionRow {
  return {
    id: String(session.id),
    isCurrent: session.id === currentId,
    kind: session.kind,
    device: deviceName(session.userAgent),
    address: session.ip,
    createdAt: session.createdAt.toISOString(),
    lastSeenAt: session.lastSeenAt.toISOString(),
  };
}

export function staffState(user: Pick<UserEntity, 'disabledAt' | 'invitedAt'>): StaffState {
  if (user.disabledAt !== null) return 'disabled';
  return user.invitedAt === null ? 'active' : 'invited';
}

/**
 * @param sessions number of live ones @param viewerId the admin who views the list
 * @param projects short names that an admin is limited to; null: all
 */
export function presentStaff(
  user: UserEntity,
  sessions: number,
  viewerId: number,
  projects: string[] | null,
): StaffRow {
  return {
    ...presentUser(user),
    state: staffState(user),
    secondFactor: user.totpEnabledAt !== null,
    ...(projects && { projects }),
    lastSignInAt: user.lastSignInAt?.toISOString() ?? null,
    sessions,
    isSelf: user.id === viewerId,
  };
}

export function presentUser(user: Pick<UserEntity, 'id' | 'name' | 'email' | 'role'>): SessionUser {
  return { id: String(user.id), name: user.name, email: user.email, role: user.role };
}

export function presentPreferences(preferences: Preferences): PreferencesData {
  const sizeOf = (list: keyof PreferencesData['pageSizes']) => pageSizeOf(preferences, list);
  return {
    pageSizes: { dashboard: sizeOf('dashboard'), admin: sizeOf('admin'), transactions: sizeOf('transactions') },
    menuFolded: preferences.isMenuFolded,
  };
}

/** For the props that every page has, and for `GET /api/auth/me`. */
export function presentPrincipal({ userId, name, email, role, projectIds }: Principal): SessionUser {
  return { id: String(userId), name, email, role, ...(projectIds !== null && { limited: true as const }) };
}
