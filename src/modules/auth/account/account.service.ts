import { Injectable } from '@nestjs/common';
import type { SessionRow } from '../../../contracts/accounts.js';
import type { PageProps } from '../../../contracts/pages.js';
import { AuditService } from '../../audit/index.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import type { Principal } from '../../../http/index.js';
import { Clock } from '../../../runtime/clock.js';
import { AccessRevoker } from '../access-revoker.service.js';
import { passwordWrong } from '../auth.errors.js';
import { PasswordHasher } from '../password-hasher.js';
import { assertGoodPassword, PASSWORD_MIN } from '../password-rules.js';
import { SecondFactor } from '../second-factor/second-factor.service.js';
import { presentSession } from '../sessions.presenter.js';
import { SessionsRepository } from '../sessions.repository.js';
import { SessionsService, type StartedSession, type Visitor } from '../sessions.service.js';
import { AccessRules } from '../staff/access-rules.repository.js';
import { UsersRepository } from '../users.repository.js';
import { AccountEmails } from './account-emails.service.js';
import { Reauthentication } from './reauthentication.service.js';
import { Refusal } from '../../../runtime/refusal.js';

/** Use cases of one's own account. */
@Injectable()
export class AccountService {
  constructor(
    private readonly users: UsersRepository,
    private readonly sessions: SessionsService,
    private readonly sessionRows: SessionsRepository,
    private readonly access: AccessRevoker,
    private readonly factor: SecondFactor,
    private readonly rules: AccessRules,
    private readonly credentials: Reauthentication,
    private readonly hasher: PasswordHasher,
    private readonly notices: AccountEmails,
    private readonly audit: AuditService,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async page(principal: Principal): Promise<PageProps['Account/Index']> {
    const { userId, role, secondFactor, setupRequired } = principal;
    const isRequired = role === 'admin' && (await this.rules.adminsNeedSecondFactor());
    return {
      sessions: await this.listSessions(principal),
      secondFactor: {
        isOn: secondFactor,
        isRequired,
        codesLeft: secondFactor ? await this.factor.codesLeft(userId) : 0,
      },
      setupRequired,
      minLength: PASSWORD_MIN,
    };
  }

  async listSessions({ userId, sessionId }: Principal): Promise<SessionRow[]> {
    const rows = await this.sessionRows.listLive(userId, this.clock.now());
    return rows.map((row) => presentSession(row, sessionId));
  }

  /**
   * Ends every session, link and pending login; the current session continues under a new token.
   * @throws PASSWORD_WRONG, PASSWORD_TOO_WEAK, LOGIN_THROTTLED, Overloaded
   */
  async changePassword(
    principal: Principal,
    { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
    visitor: Visitor,
  ): Promise<StartedSession> {
    const shown = { password: currentPassword };
    const user = await this.credentials.require(principal, shown, visitor, 'currentPassword');
    await assertGoodPassword(newPassword, user, 'newPassword');
    const hash = await this.hasher.hash(newPassword);
    return this.uow.run(async () => {
      const changed = await this.users.changePassword(user.id, user.passwordHash, hash, this.clock.now());
      // Changed by another request since the check: what was given is no longer the current password.
      if (!changed) throw passwordWrong('currentPassword');
      await this.access.endEverything(user.id, 'password');
      await this.audit.write({ action: 'auth.password-changed', subjectType: 'user', subjectId: String(user.id) });
      await this.notices.tell(user, 'password-changed');
      return this.sessions.start(user, visitor);
    });
  }

  /** @throws SESSION_NOT_FOUND, also for somebody else's */
  async endSession({ userId }: Principal, sessionId: string): Promise<void> {
    const id = /^[1-9]\d{0,9}$/.test(sessionId) ? Number(sessionId) : 0;
    await this.uow.run(async () => {
      const now = this.clock.now();
      if (!(await this.sessionRows.findLive(userId, id, now))) throw new Refusal('SESSION_NOT_FOUND');
      await this.sessionRows.end({ id, userId }, now, 'ended');
      await this.recordEnd(userId, 'one');
    });
  }

  async endOthers({ userId, sessionId }: Principal): Promise<void> {
    await this.uow.run(async () => {
      const ended = await this.sessionRows.endOthersOf(userId, sessionId, this.clock.now());
      await this.users.endDeviceTrust(userId);
      if (ended > 0) await this.recordEnd(userId, 'all others');
    });
  }

  private recordEnd(userId: number, which: string): Promise<void> {
    const subject = { subjectType: 'user', subjectId: String(userId) };
    return this.audit.write({ action: 'auth.session-ended', ...subject, toValue: which });
  }
}
