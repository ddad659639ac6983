import { Injectable } from '@nestjs/common';
import { AuditService } from '../audit/index.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import type { Principal } from '../../http/index.js';
import { SessionsService } from './sessions.service.js';

@Injectable()
export class LogoutService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly audit: AuditService,
    private readonly uow: UnitOfWork,
  ) {}

  /** Ends the session at once, for cookie and bearer token. */
  async signOut(principal: Principal): Promise<void> {
    await this.uow.run(async () => {
      await this.sessions.end(principal);
      await this.audit.write({ action: 'auth.logout', subjectType: 'user', subjectId: String(principal.userId) });
    });
  }
}
