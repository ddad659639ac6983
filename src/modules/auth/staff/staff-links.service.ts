import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import type { Principal } from '../../../http/index.js';
import { OneTimeTokens } from '../links/one-time-tokens.repository.js';
import { PasswordLinks, type SentLink } from '../links/password-links.service.js';
import { type NewStaff, StaffService } from '../staff.service.js';
import { UsersRepository } from '../users.repository.js';
import { staffState } from '../auth.presenter.js';
import { Refusal } from '../../../runtime/refusal.js';
import { StaffProjects } from './staff-projects.service.js';
import { AccountJournal } from '../account/account-journal.js';

type Invited = Omit<NewStaff, 'password'> & {
  /** Short names of the projects that an admin is limited to; none given: all. */
  projects?: readonly string[] | null;
};

/** Invitations that an admin mails to staff, and their withdrawal. */
@Injectable()
export class StaffLinks {
  constructor(
    private readonly staff: StaffService,
    private readonly users: UsersRepository,
    private readonly links: PasswordLinks,
    private readonly tokens: OneTimeTokens,
    private readonly projects: StaffProjects,
    private readonly journal: AccountJournal,
    private readonly uow: UnitOfWork,
  ) {}

  /** @throws STAFF_EMAIL_INVALID, STAFF_NAME_INVALID, STAFF_EMAIL_TAKEN, STAFF_NOT_ADMIN, PROJECT_NOT_FOUND */
  invite(admin: Principal, { projects, ...person }: Invited): Promise<SentLink & { id: number }> {
    return this.staff.createInvited(person, async (user) => {
      if (projects) await this.projects.set(user.id, projects);
      return { id: user.id, ...(await this.links.sendInvitation(user, admin.name)) };
    });
  }

  /** Voids the previous link. @throws STAFF_NOT_FOUND, STAFF_NOT_INVITED */
  resend(admin: Principal, id: number): Promise<SentLink> {
    return this.uow.run(async () => {
      const user = await this.staff.getById(id);
      if (staffState(user) !== 'invited') throw new Refusal('STAFF_NOT_INVITED');
      await this.journal.record(user, { action: 'staff.invitation-resent' });
      return this.links.sendInvitation(user, admin.name);
    });
  }

  /** Deletes the invited account and its event assignments; its email is free again. @throws STAFF_NOT_FOUND, STAFF_NOT_INVITED */
  withdraw(id: number): Promise<void> {
    return this.uow.run(async () => {
      const user = await this.staff.getById(id);
      await this.tokens.deleteAllOf(id);
      await this.projects.leaveEvents(user);
      // Compare-and-set against a concurrent acceptance; the refusal rolls the links back.
      if (!(await this.users.deleteInvited(id))) throw new Refusal('STAFF_NOT_INVITED');
      await this.journal.record(user, {
        action: 'staff.invitation-withdrawn',
        fromValue: 'invited',
        reason: user.email,
      });
    });
  }
}
