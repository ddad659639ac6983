import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/index.js';
import type { UserEntity } from '../../../database/entities/user.entity.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import type { AuditActionName } from '../../../domain/audit/audit-actions.js';
import type { Role } from '../../../domain/people/roles.js';
import type { Principal } from '../../../http/index.js';
import { Clock } from '../../../runtime/clock.js';
import { AccessRevoker } from '../access-revoker.service.js';
import { OneTimeTokens } from '../links/one-time-tokens.repository.js';
import { PasswordLinks, type SentLink } from '../links/password-links.service.js';
import { newOneTimePassword } from '../one-time-password.js';
import { PasswordHasher } from '../password-hasher.js';
import { SecondFactor } from '../second-factor/second-factor.service.js';
import { SessionsRepository } from '../sessions.repository.js';
import { StaffService } from '../staff.service.js';
import { UsersRepository } from '../users.repository.js';
import { staffState } from './staff.presenter.js';
import { Refusal } from '../../../runtime/refusal.js';

/** Links that an admin mails to staff, and their withdrawal. */
@Injectable()
export class StaffLinks {
  constructor(
    private readonly staff: StaffService,
    private readonly users: UsersRepository,
    private readonly links: PasswordLinks,
    private readonly tokens: OneTimeTokens,
    private readonly access: AccessRevoker,
    private readonly sessions: SessionsRepository,
    private readonly factor: SecondFactor,
    private readonly hasher: PasswordHasher,
    private readonly audit: AuditService,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws STAFF_EMAIL_INVALID, STAFF_NAME_INVALID, STAFF_EMAIL_TAKEN */
  invite(admin: Principal, person: { name: string; email: string; role: Role }): Promise<SentLink & { id: number }> {
    return this.staff.createInvited(person, async (user) => ({
      id: user.id,
      ...(await this.links.sendInvitation(user, admin.name)),
    }));
  }

  /** Voids the previous link. @throws STAFF_NOT_FOUND, STAFF_NOT_INVITED */
  resend(admin: Principal, id: number): Promise<SentLink> {
    return this.uow.run(async () => {
      const user = await this.staff.getById(id);
      if (staffState(user) !== 'invited') throw new Refusal('STAFF_NOT_INVITED');
      await this.record(user, 'staff.invitation-resent');
      return this.links.sendInvitation(user, admin.name);
    });
  }

  /** Deletes the invited account; its email is free again. @throws STAFF_NOT_FOUND, STAFF_NOT_INVITED */
  withdraw(id: number): Promise<void> {
    return this.uow.run(async () => {
      const user = await this.staff.getById(id);
      await this.tokens.deleteAllOf(id);
      // Compare-and-set against a concurrent acceptance; the refusal rolls the links back.
      if (!(await this.users.deleteInvited(id))) throw new Refusal('STAFF_NOT_INVITED');
      await this.record(user, 'staff.invitation-withdrawn', 'invited', null, user.email);
    });
  }

  /**
   * Voids the old password, so admins change their own in another way.
   * @throws STAFF_NOT_FOUND, STAFF_NOT_ACTIVE, OWN_PASSWORD, Overloaded
   */
  async resetPassword(admin: Principal, id: number): Promise<SentLink> {
    if (admin.userId === id) throw new Refusal('OWN_PASSWORD');
    const passwordHash = await this.hasher.hash(newOneTimePassword());
    return this.uow.run(async () => {
      const user = await this.staff.getById(id);
      if (staffState(user) !== 'active') throw new Refusal('STAFF_NOT_ACTIVE');
      const now = this.clock.now();
      await this.users.update(id, { passwordHash, passwordChangedAt: now, updatedAt: now });
      await this.access.endEverything(id, 'password');
      await this.record(user, 'staff.password-reset');
      return this.links.sendReset(user, 'admin');
    });
  }

  /**
   * For somebody who has lost device and recovery codes. Not for oneself: the password would be enough here.
   * @param admin null: the command line
   * @throws STAFF_NOT_FOUND, TOTP_IS_OFF, OWN_SECOND_FACTOR
   */
  async resetSecondFactor(admin: Principal | null, id: number): Promise<void> {
    if (admin?.userId === id) throw new Refusal('OWN_SECOND_FACTOR');
    return this.uow.run(async () => {
      const user = await this.staff.getById(id);
      await this.factor.takeFrom(user);
      await this.sessions.endAllOf(id, this.clock.now(), 'factor');
      await this.users.endDeviceTrust(id);
    });
  }

  private record(
    { id }: UserEntity,
    action: AuditActionName,
    fromValue: string | null = null,
    toValue: string | null = null,
    reason: string | null = null,
  ): Promise<void> {
    return this.audit.write({ action, subjectType: 'user', subjectId: String(id), fromValue, toValue, reason });
  }
}
