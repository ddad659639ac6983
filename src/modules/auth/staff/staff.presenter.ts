import type { StaffRow, StaffState } from '../../../contracts/accounts.js';
import type { UserEntity } from '../../../database/entities/user.entity.js';
import { presentUser } from '../auth.presenter.js';

export function staffState(user: Pick<UserEntity, 'disabledAt' | 'invitedAt'>): StaffState {
  if (user.disabledAt !== null) return 'disabled';
  return user.invitedAt === null ? 'active' : 'invited';
}

/** @param sessions number of live ones @param viewerId the admin who views the list */
export function presentStaff(user: UserEntity, sessions: number, viewerId: number): StaffRow {
  return {
    ...presentUser(user),
    state: staffState(user),
    secondFactor: user.totpEnabledAt !== null,
    lastSignInAt: user.lastSignInAt?.toISOString() ?? null,
    sessions,
    isSelf: user.id === viewerId,
  };
}
