import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/index.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { emailKey } from '../../../domain/people/email.js';
import { SecurityRateLimiter } from '../../../runtime/rate-limits/security-rate-limiter.js';
import { BackgroundTasks } from '../../../runtime/background.js';
import { UsersRepository } from '../users.repository.js';
import { PasswordLinks } from './password-links.service.js';
import { HOUR_MS } from '../../../domain/calendar/durations.js';

const PER_ACCOUNT = { limit: 3, windowMs: HOUR_MS };

/** Forgotten passwords. The answer reveals nothing about any account, not even by its time. */
@Injectable()
export class ForgottenPassword {
  constructor(
    private readonly users: UsersRepository,
    private readonly links: PasswordLinks,
    private readonly limiter: SecurityRateLimiter,
    private readonly background: BackgroundTasks,
    private readonly audit: AuditService,
    private readonly uow: UnitOfWork,
  ) {}

  /** Returns at once; the work is done after the answer. */
  ask(email: string | undefined): void {
    const key = emailKey(email);
    if (key !== null) this.background.start('forgotten password', () => this.send(key));
  }

  private async send(key: string): Promise<void> {
    const known = await this.users.findByEmailKey(key);
    // Counted for existing accounts only: invented addresses would fill the store.
    if (!known || !(await this.isAllowedFor(known.id))) return;
    await this.uow.run(async () => {
      const user = await this.users.findById(known.id);
      if (!user || user.disabledAt !== null || user.invitedAt !== null) return;
      await this.links.sendReset(user, 'self');
      await this.audit.write({ action: 'auth.password-forgotten', subjectType: 'user', subjectId: String(user.id) });
    });
  }

  private async isAllowedFor(userId: number): Promise<boolean> {
    const key = `forgot-account|${userId}`;
    return (await this.limiter.consume(key, PER_ACCOUNT.limit, PER_ACCOUNT.windowMs)).allowed;
  }
}
