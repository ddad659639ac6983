import { Injectable } from '@nestjs/common';
import { AuditService } from '../audit/index.js';
import type { UserEntity } from '../../database/entities/user.entity.js';
import { isUniqueViolation, UnitOfWork } from '../../database/unit-of-work.js';
import type { AuditActionName } from '../../domain/audit/audit-actions.js';
import { emailKey, normaliseEmail } from '../../domain/people/email.js';
import { isVisibleName } from '../../domain/people/person-name.js';
import { isLastOfAll } from '../../domain/people/project-rights.js';
import type { Role } from '../../domain/people/roles.js';
import { hasUnwantedCharacters } from '../../http/index.js';
import { Clock } from '../../runtime/clock.js';
import { staffEmailTaken } from './auth.errors.js';
import { newOneTimePassword } from './one-time-password.js';
import { assertGoodPassword } from './password-rules.js';
import { Passwords } from './passwords.service.js';
import { AccessRevoker } from './access-revoker.service.js';
import { SessionsRepository } from './sessions.repository.js';
import { UsersRepository } from './users.repository.js';
import { Refusal } from '../../runtime/refusal.js';

export interface NewStaff {
  name: string;
  email: string;
  role: Role;
  password: string;
}

/** Staff accounts: created, disabled, enabled, password reset. Whatever revokes access ends the sessions too. */
@Injectable()
export class StaffService {
  constructor(
    private readonly users: UsersRepository,
    private readonly sessions: SessionsRepository,
    private readonly access: AccessRevoker,
    private readonly passwords: Passwords,
    private readonly audit: AuditService,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  list(): Promise<UserEntity[]> {
    return this.users.listAll();
  }

  /** @throws STAFF_NOT_FOUND */
  async getByEmail(email: string): Promise<UserEntity> {
    const key = emailKey(email);
    const user = key === null ? null : await this.users.findByEmailKey(key);
    if (!user) throw new Refusal('STAFF_NOT_FOUND');
    return user;
  }

  /** @throws STAFF_EMAIL_INVALID, STAFF_NAME_INVALID, PASSWORD_TOO_WEAK */
  async create(staff: NewStaff): Promise<UserEntity> {
    const person = await this.checked(staff);
    await assertGoodPassword(staff.password, person);
    const passwordHash = await this.passwords.hash(staff.password);
    return this.insert({ ...person, passwordHash, at: this.clock.now() }, 'staff.created');
  }

  /**
   * An account that cannot be used before its invitation is accepted: nobody knows its password.
   * @param invite runs in the unit of work that creates it
   * @throws STAFF_EMAIL_INVALID, STAFF_NAME_INVALID, STAFF_EMAIL_TAKEN
   */
  async createInvited<T>(staff: Omit<NewStaff, 'password'>, invite: (user: UserEntity) => Promise<T>): Promise<T> {
    const person = await this.checked(staff);
    const passwordHash = await this.passwords.hash(newOneTimePassword());
    return this.uow.run(async () =>
      invite(await this.insert({ ...person, passwordHash, at: this.clock.now(), invited: true }, 'staff.invited')),
    );
  }

  /** @param by the admin who does it; left out: the command line @throws STAFF_NOT_FOUND, LAST_ACTIVE_ADMIN, OWN_ACCOUNT */
  async disable(id: number, by?: number): Promise<void> {
    await this.uow.run(async () => {
      const admins = await this.users.lockActiveAdmins();
      const user = await this.getById(id);
      if (user.disabledAt !== null) return;
      if (isLastOfAll(admins, id)) throw new Refusal('LAST_ACTIVE_ADMIN');
      if (id === by) throw new Refusal('OWN_ACCOUNT');
      const now = this.clock.now();
      await this.users.update(id, { disabledAt: now, updatedAt: now });
      await this.access.endEverything(id, 'disabled');
      await this.record(id, 'staff.disabled', 'active', 'disabled');
    });
  }

  /** Ends the sessions, since open pages belong to the old role; a list of projects ends with it. @throws STAFF_NOT_FOUND, LAST_ACTIVE_ADMIN */
  async changeRole(id: number, role: Role): Promise<void> {
    await this.uow.run(async () => {
      const admins = await this.users.lockActiveAdmins();
      const user = await this.getById(id);
      if (user.role === role) return;
      if (isLastOfAll(admins, id)) throw new Refusal('LAST_ACTIVE_ADMIN');
      const now = this.clock.now();
      await this.users.update(id, { role, projectIds: null, updatedAt: now });
      await this.sessions.endAllOf(id, now, 'role');
      await this.record(id, 'staff.role-changed', user.role, role);
    });
  }

  /** @throws STAFF_NOT_FOUND */
  async enable(id: number): Promise<void> {
    await this.uow.run(async () => {
      const user = await this.getById(id);
      if (user.disabledAt === null) return;
      await this.users.update(id, { disabledAt: null, updatedAt: this.clock.now() });
      await this.record(id, 'staff.enabled', 'disabled', 'active');
    });
  }

  /**
   * @param chosen the admin's choice; default: a random one
   * @returns the password to hand over, once
   * @throws STAFF_NOT_FOUND, PASSWORD_TOO_WEAK
   */
  async resetPassword(id: number, chosen?: string): Promise<string> {
    const user = await this.getById(id);
    const password = chosen ?? newOneTimePassword();
    await assertGoodPassword(password, user);
    const passwordHash = await this.passwords.hash(password);
    await this.uow.run(async () => {
      // A password replaces a pending invitation.
      await this.passwords.replace(id, passwordHash, { invitedAt: null });
      await this.record(id, 'staff.password-reset');
    });
    return password;
  }

  /** @throws STAFF_NOT_FOUND */
  async getById(id: number): Promise<UserEntity> {
    const user = await this.users.findById(id);
    if (!user) throw new Refusal('STAFF_NOT_FOUND');
    return user;
  }

  private async checked(staff: Omit<NewStaff, 'password'>): Promise<Omit<NewStaff, 'password'>> {
    const email = normaliseEmail(staff.email);
    const name = staff.name.normalize('NFC').trim();
    if (email === null) throw new Refusal('STAFF_EMAIL_INVALID');
    if ([...name].length > 120 || hasUnwantedCharacters(name) || !isVisibleName(name))
      throw new Refusal('STAFF_NAME_INVALID');
    // Checked before the slow hash; the unique index decides.
    if (await this.users.findByEmailKey(email)) throw staffEmailTaken(email);
    return { name, email, role: staff.role };
  }

  private async insert(row: Parameters<UsersRepository['insert']>[0], action: AuditActionName): Promise<UserEntity> {
    try {
      return await this.uow.run(async () => {
        const user = await this.users.insert(row);
        await this.record(user.id, action, null, row.role);
        return user;
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw staffEmailTaken(row.email);
      throw error;
    }
  }

  private record(
    id: number,
    action: AuditActionName,
    from: string | null = null,
    to: string | null = null,
  ): Promise<void> {
    return this.audit.write({ action, subjectType: 'user', subjectId: String(id), fromValue: from, toValue: to });
  }
}
