import { Injectable } from '@nestjs/common';
import type { UserEntity } from '../../database/entities/user.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { Clock } from '../../runtime/clock.js';
import { Refusal } from '../../runtime/refusal.js';
import { recordSecurityEvent } from '../../runtime/security-log.js';
import { AccountJournal } from './account/account-journal.js';
import { SessionsService, type StartedSession, type Visitor } from './sessions.service.js';
import { UsersRepository } from './users.repository.js';

export interface SignedIn {
  user: UserEntity;
  session: StartedSession;
}

/** The end of a sign-in: the session starts. */
@Injectable()
export class LoginAdmission {
  constructor(
    private readonly users: UsersRepository,
    private readonly sessions: SessionsService,
    private readonly journal: AccountJournal,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Starts a session after all checks. The account is read again: its password may have been changed, or it may have been
   * disabled, meanwhile. It is locked, so that a change in progress, which cannot end a session that is not committed yet, comes
   * first. Lock order, as of a change: account, sessions.
   * @throws INVALID_CREDENTIALS
   */
  admit(user: UserEntity, visitor: Visitor): Promise<SignedIn> {
    return this.uow.run(() => this.start(user, visitor));
  }

  private async start(user: UserEntity, visitor: Visitor): Promise<SignedIn> {
    const current = await this.users.findForUpdate(user.id);
    if (!current || !mayEnter(current) || !sameTime(current, user)) throw new Refusal('INVALID_CREDENTIALS');
    const session = await this.sessions.start(current, visitor);
    await this.users.update(current.id, { lastSignInAt: this.clock.now() });
    const actor = { actorKind: 'staff', actorUserId: current.id };
    await this.journal.record(current, { ...actor, action: 'auth.login' });
    await this.uow.afterCommit(() =>
      recordSecurityEvent('sign-in.succeeded', { account: current.id, via: visitor.kind }),
    );
    return { user: current, session };
  }
}

export function mayEnter({ disabledAt, invitedAt }: UserEntity): boolean {
  return disabledAt === null && invitedAt === null;
}

function sameTime(a: UserEntity, b: UserEntity): boolean {
  return a.passwordChangedAt.getTime() === b.passwordChangedAt.getTime();
}
