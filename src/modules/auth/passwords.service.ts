import { Injectable } from '@nestjs/common';
import type { UserEntity } from '../../database/entities/user.entity.js';
import { Clock } from '../../runtime/clock.js';
import { AccessRevoker } from './access-revoker.service.js';
import { PasswordHasher } from './password-hasher.js';
import { UsersRepository } from './users.repository.js';

/** Replaces passwords. Whoever holds the old one loses all access. */
@Injectable()
export class Passwords {
  constructor(
    private readonly users: UsersRepository,
    private readonly access: AccessRevoker,
    private readonly hasher: PasswordHasher,
    private readonly clock: Clock,
  ) {}

  /** Slow; call it outside of any unit of work. @throws Overloaded */
  hash(password: string): Promise<string> {
    return this.hasher.hash(password);
  }

  /** In the current unit of work. @param changes stored besides @returns the account as it is now */
  async replace(userId: number, passwordHash: string, changes: { invitedAt?: null } = {}): Promise<UserEntity> {
    const now = this.clock.now();
    await this.users.update(userId, { passwordHash, passwordChangedAt: now, ...changes, updatedAt: now });
    return this.withoutAccess(userId);
  }

  /** As `replace`, unless the password has changed since it was read: then null. */
  async change({ id, passwordHash }: UserEntity, newHash: string): Promise<UserEntity | null> {
    const isChanged = await this.users.changePassword(id, passwordHash, newHash, this.clock.now());
    return isChanged ? this.withoutAccess(id) : null;
  }

  private async withoutAccess(userId: number): Promise<UserEntity> {
    await this.access.endEverything(userId, 'password');
    return this.users.getForUpdate(userId);
  }
}
