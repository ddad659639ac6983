import { Injectable } from '@nestjs/common';
import type { UserEntity } from '../../../database/entities/user.entity.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { clipped } from '../../../domain/files/clipped.js';
import { isLastOfAll, readProjectIds, storedProjectIds } from '../../../domain/people/project-rights.js';
import { Clock } from '../../../runtime/clock.js';
import { Refusal } from '../../../runtime/refusal.js';
import { AuditService } from '../../audit/index.js';
import { Events, Projects } from '../../projects/index.js';
import { SessionsRepository } from '../sessions.repository.js';
import { UsersRepository } from '../users.repository.js';

const VALUE_LENGTH = 60;

/** What an account may work in: admins may be limited to some projects (docs/adr/0030-projects-and-terms.md#rights), sellers are assigned to events. */
@Injectable()
export class StaffProjects {
  constructor(
    private readonly users: UsersRepository,
    private readonly sessions: SessionsRepository,
    private readonly projects: Projects,
    private readonly events: Events,
    private readonly audit: AuditService,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Ends nothing: it holds from the next request on. Idempotent.
   * @param codes short names of the projects; null: all
   * @throws STAFF_NOT_FOUND, STAFF_NOT_ADMIN, PROJECT_NOT_FOUND, LAST_ACTIVE_ADMIN, CONFLICT
   */
  async set(id: number, codes: readonly string[] | null): Promise<void> {
    await this.uow.run(async () => {
      const admins = await this.users.lockActiveAdmins();
      const user = await this.users.findById(id);
      if (!user) throw new Refusal('STAFF_NOT_FOUND');
      if (user.role !== 'admin') throw new Refusal('STAFF_NOT_ADMIN');
      const wanted = storedProjectIds(await this.projects.idsOf(codes));
      if (wanted === user.projectIds) return;
      if (wanted !== null && isLastOfAll(admins, id)) throw new Refusal('LAST_ACTIVE_ADMIN');
      if (!(await this.users.setProjectIds(user, wanted, this.clock.now()))) throw new Refusal('CONFLICT');
      await this.audit.write({
        action: 'staff.projects-changed',
        subjectType: 'user',
        subjectId: String(id),
        fromValue: await this.codesIn(user.projectIds),
        toValue: await this.codesIn(wanted),
      });
      await this.sessions.publishChanged(id);
    });
  }

  /** Takes a seller whose account is deleted out of all events. Joins the unit of work that deletes it. */
  leaveEvents(seller: UserEntity): Promise<void> {
    return this.events.removeFromAll(seller);
  }

  /** As the audit log writes them. */
  private async codesIn(stored: string | null): Promise<string> {
    const codes = await this.projects.codesOf(readProjectIds(stored));
    return codes === null ? 'all' : clipped(codes.join(', ') || 'none', VALUE_LENGTH);
  }
}
