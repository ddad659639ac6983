import type { SessionUser } from '../../contracts/auth.js';
import type { UserEntity } from '../../database/entities/user.entity.js';
import type { Principal } from '../../http/index.js';

export function presentUser(user: Pick<UserEntity, 'id' | 'name' | 'email' | 'role'>): SessionUser {
  return { id: String(user.id), name: user.name, email: user.email, role: user.role };
}

/** For the props that every page has, and for `GET /api/auth/me`. */
export function presentPrincipal({ userId, name, email, role }: Principal): SessionUser {
  return { id: String(userId), name, email, role };
}
