import { Injectable } from '@nestjs/common';
import type { SessionRow, StaffLinkData, StaffRow } from '../../../contracts/accounts.js';
import type { PageProps } from '../../../contracts/pages.js';
import { AuditService } from '../../audit/index.js';
import type { UserEntity } from '../../../database/entities/user.entity.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import type { AuditActionName } from '../../../domain/audit/audit-actions.js';
import { PAGE_SIZE, pageInfo, pageRequest, withinPages } from '../../../domain/files/pagination.js';
import { readProjectIds } from '../../../domain/people/project-rights.js';
import type { Principal } from '../../../http/index.js';
import { Clock } from '../../../runtime/clock.js';
import type { SentLink } from '../links/password-links.service.js';
import { presentSession, presentStaff } from '../auth.presenter.js';
import { SessionsRepository } from '../sessions.repository.js';
import { UsersRepository } from '../users.repository.js';
import { AccessRules } from './access-rules.repository.js';
import { StaffQueries } from './staff.queries.js';
import { Refusal } from '../../../runtime/refusal.js';
import { clipped } from '../../../domain/files/clipped.js';

type Listing = Pick<PageProps['Admin/Staff'], 'rows' | 'pagination' | 'filters'>;

const SEARCH_MAX = 100;

/** Staff as admins see them: the list, one account, its sessions, the rule for admins. */
@Injectable()
export class StaffAccountsService {
  constructor(
    private readonly queries: StaffQueries,
    private readonly users: UsersRepository,
    private readonly sessions: SessionsRepository,
    private readonly rules: AccessRules,
    private readonly audit: AuditService,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async listing(viewer: Principal, query: Record<string, unknown>): Promise<Listing> {
    const search = typeof query.search === 'string' ? clipped(query.search.trim(), SEARCH_MAX) : '';
    const page = pageRequest(query.page, query.limit, PAGE_SIZE.admin);
    const { users, totalCount } = await this.queries.page(search, page);
    const live = await this.sessions.countLive(
      users.map(({ id }) => id),
      this.clock.now(),
    );
    return {
      rows: await this.present(viewer, users, live),
      pagination: pageInfo(withinPages(page, totalCount), totalCount),
      filters: { search, page: withinPages(page, totalCount).page },
    };
  }

  async page(viewer: Principal, query: Record<string, unknown>): Promise<PageProps['Admin/Staff']> {
    const options = (await this.queries.projects()).map(({ code, name }) => ({ code, name: name ?? code }));
    return {
      ...(await this.listing(viewer, query)),
      totpRequired: await this.rules.adminsNeedSecondFactor(),
      // With one project there is nothing to choose.
      ...(options.length > 1 && { projects: options }),
    };
  }

  /** @throws STAFF_NOT_FOUND */
  async row(viewer: Principal, id: number): Promise<StaffRow> {
    const user = await this.users.findById(id);
    if (!user) throw new Refusal('STAFF_NOT_FOUND');
    const live = await this.sessions.countLive([id], this.clock.now());
    const [row] = await this.present(viewer, [user], live);
    return row!;
  }

  async linkData(viewer: Principal, id: number, { link, expiresAt }: SentLink): Promise<StaffLinkData> {
    return { staff: await this.row(viewer, id), link, expiresAt: expiresAt.toISOString() };
  }

  /** @throws STAFF_NOT_FOUND */
  async listSessions({ sessionId }: Principal, id: number): Promise<SessionRow[]> {
    if (!(await this.users.findById(id))) throw new Refusal('STAFF_NOT_FOUND');
    return (await this.sessions.listLive(id, this.clock.now())).map((row) => presentSession(row, sessionId));
  }

  /** @throws SESSION_NOT_FOUND for an ended one, or another account's */
  async endSession(id: number, sessionId: number): Promise<void> {
    await this.uow.run(async () => {
      const now = this.clock.now();
      if (!(await this.sessions.findLive(id, sessionId, now))) throw new Refusal('SESSION_NOT_FOUND');
      await this.sessions.end({ id: sessionId, userId: id }, now, 'ended');
      await this.record('user', String(id), 'staff.session-ended', null, 'one');
    });
  }

  /** @throws STAFF_NOT_FOUND */
  async endSessions(id: number): Promise<void> {
    if (!(await this.users.findById(id))) throw new Refusal('STAFF_NOT_FOUND');
    await this.uow.run(async () => {
      const ended = await this.sessions.endAllOf(id, this.clock.now(), 'ended');
      await this.users.endDeviceTrust(id);
      if (ended > 0) await this.record('user', String(id), 'staff.session-ended', null, 'all');
    });
  }

  async setTotpRule(viewer: Principal, required: boolean): Promise<void> {
    await this.uow.run(async () => {
      if (!(await this.rules.setAdminsNeedSecondFactor(required, viewer.userId))) return;
      const [from, to] = required ? ['off', 'on'] : ['on', 'off'];
      await this.record('permission', 'admin_totp', 'permission.toggled', from ?? null, to ?? null);
    });
  }

  private async present(viewer: Principal, users: UserEntity[], live: Map<number, number>): Promise<StaffRow[]> {
    const limits = users.map((user) => (user.role === 'admin' ? readProjectIds(user.projectIds) : null));
    const projects = limits.some((ids) => ids !== null) ? await this.queries.projects() : [];
    return users.map((user, at) => {
      const ids = limits[at] ?? null;
      const codes = ids && projects.filter(({ id }) => ids.includes(id)).map(({ code }) => code);
      return presentStaff(user, live.get(user.id) ?? 0, viewer.userId, codes);
    });
  }

  private record(
    subjectType: string,
    subjectId: string,
    action: AuditActionName,
    from: string | null,
    to: string | null,
  ) {
    return this.audit.write({ action, subjectType, subjectId, fromValue: from, toValue: to });
  }
}
