import { Injectable, Logger } from '@nestjs/common';
import type { UserEntity } from '../../database/entities/user.entity.js';
import { AuditService } from '../../database/audit.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { emailKey } from '../../domain/email.js';
import { InvalidCredentials, LoginIncomplete } from './auth.errors.js';
import { LoginThrottle } from './login-throttle.js';
import { PasswordHasher } from './password-hasher.js';
import { SessionsService, type StartedSession } from './sessions.service.js';
import { UsersRepository } from './users.repository.js';

export interface Credentials {
  email: string | undefined;
  password: string | undefined;
}

export interface Visitor {
  ip: string;
  userAgent: string | null;
  kind: 'cookie' | 'bearer';
}

export interface SignedIn {
  user: UserEntity;
  session: StartedSession;
}

/** The one way in, for the login page and for programs. */
@Injectable()
export class LoginService {
  private readonly logger = new Logger('Login');

  constructor(
    private readonly users: UsersRepository,
    private readonly sessions: SessionsService,
    private readonly hasher: PasswordHasher,
    private readonly throttle: LoginThrottle,
    private readonly audit: AuditService,
    private readonly uow: UnitOfWork,
  ) {}

  /** @throws LoginIncomplete, LoginThrottled, InvalidCredentials, Overloaded */
  async signIn({ email, password }: Credentials, visitor: Visitor): Promise<SignedIn> {
    if (!email?.trim() || !password) throw new LoginIncomplete();
    const key = emailKey(email);
    const attempt = { account: key ?? `?${email.slice(0, 254)}`, ip: visitor.ip };
    const user = await this.throttle.attempt(attempt, () => this.verified(key, password));
    if (!user) {
      this.logger.warn({ msg: 'login refused', ip: visitor.ip });
      throw new InvalidCredentials();
    }
    await this.renewHash(user, password);
    return this.uow.run(() => this.start(user, visitor));
  }

  /** An account that is missing or disabled costs the same time as a wrong password. */
  private async verified(key: string | null, password: string): Promise<UserEntity | null> {
    // An address that cannot be one is looked up all the same: the query's time is part of the answer.
    const user = await this.users.findByEmailKey(key ?? '');
    const fits = await this.hasher.matches(password, user?.passwordHash ?? null);
    return fits && user?.disabledAt === null ? user : null;
  }

  /** The password may have been changed, or the account disabled, while it was being checked. */
  private async start(user: UserEntity, visitor: Visitor): Promise<SignedIn> {
    const current = await this.users.findById(user.id);
    if (!current || current.disabledAt !== null || !sameTime(current, user)) throw new InvalidCredentials();
    const session = await this.sessions.start(current, visitor.kind, visitor.userAgent);
    const subject = { subjectType: 'user', subjectId: String(current.id) };
    await this.audit.write({ actorKind: 'staff', actorUserId: current.id, action: 'auth.login', ...subject });
    return { user: current, session };
  }

  private async renewHash(user: UserEntity, password: string): Promise<void> {
    if (!this.hasher.isOutdated(user.passwordHash)) return;
    await this.users.replaceHash(user.id, user.passwordHash, await this.hasher.hash(password));
  }
}

function sameTime(a: UserEntity, b: UserEntity): boolean {
  return a.passwordChangedAt.getTime() === b.passwordChangedAt.getTime();
}
