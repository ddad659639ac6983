import { Injectable } from '@nestjs/common';
import type { SessionRow } from '../../../contracts/accounts.js';
import type { PageProps } from '../../../contracts/pages.js';
import type { UserEntity } from '../../../database/entities/user.entity.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import type { Principal } from '../../../http/index.js';
import { Clock } from '../../../runtime/clock.js';
import { PASSWORD_MIN } from '../password-rules.js';
import { SecondFactor } from '../second-factor/second-factor.service.js';
import { presentSession } from '../auth.presenter.js';
import { SessionsRepository } from '../sessions.repository.js';
import { AccessRules } from '../staff/access-rules.repository.js';
import { UsersRepository } from '../users.repository.js';
import { Refusal } from '../../../runtime/refusal.js';
import { AccountJournal } from './account-journal.js';

/** The page and the sessions of one's own account. */
@Injectable()
export class AccountService {
  constructor(
    private readonly users: UsersRepository,
    private readonly sessions: SessionsRepository,
    private readonly factor: SecondFactor,
    private readonly rules: AccessRules,
    private readonly journal: AccountJournal,
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
    const rows = await this.sessions.listLive(userId, this.clock.now());
    return rows.map((row) => presentSession(row, sessionId));
  }

  /** @throws SESSION_NOT_FOUND, also for somebody else's */
  async endSession({ userId }: Principal, sessionId: string): Promise<void> {
    const id = /^[1-9]\d{0,9}$/.test(sessionId) ? Number(sessionId) : 0;
    await this.uow.run(async () => {
      const now = this.clock.now();
      if (!(await this.sessions.findLive(userId, id, now))) throw new Refusal('SESSION_NOT_FOUND');
      await this.sessions.end({ id, userId }, now, 'ended');
      await this.recordEnd(userId, 'one');
    });
  }

  /** Devices are strangers from then on. @returns the account before and after */
  async endOthers({ userId, sessionId }: Principal): Promise<{ before: UserEntity; after: UserEntity }> {
    return this.uow.run(async () => {
      const before = await this.users.getForUpdate(userId);
      const ended = await this.sessions.endOthersOf(userId, sessionId, this.clock.now());
      await this.users.endDeviceTrust(userId);
      if (ended > 0) await this.recordEnd(userId, 'all others');
      return { before, after: await this.users.getForUpdate(userId) };
    });
  }

  private recordEnd(id: number, which: string): Promise<void> {
    return this.journal.record({ id }, { action: 'auth.session-ended', toValue: which });
  }
}
