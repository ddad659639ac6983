import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../runtime/clock.js';
import { PeriodicTasks } from '../../runtime/periodic-tasks.js';
import { AccessPurgeRepository, type PurgedKind } from './access-purge.repository.js';
import { DAY_MS, HOUR_MS } from '../../domain/calendar/durations.js';
import { isYoungerThan } from '../../domain/calendar/stored-times.js';

/** Retention after their end; sign-ins, invitations and password changes stay in the audit log. */
const KEPT_MS = { tokens: 30 * DAY_MS, sessions: 90 * DAY_MS };
/** Small enough not to block other writers. */
const DELETED_AT_ONCE = 500;
const MAX_BATCHES = 20;

/** Deletes links, pending logins and sessions after their retention. */
@Injectable()
export class AccessPurge implements OnModuleInit {
  private readonly logger = new Logger(AccessPurge.name);
  private lastRunAt = new Date(0);

  constructor(
    private readonly access: AccessPurgeRepository,
    private readonly clock: Clock,
    private readonly tasks: PeriodicTasks,
  ) {}

  onModuleInit(): void {
    this.tasks.register('old sessions and links', () => this.run());
  }

  private async run(): Promise<void> {
    const now = this.clock.now();
    if (isYoungerThan(this.lastRunAt, HOUR_MS, now)) return;
    this.lastRunAt = now;
    const tokens = await this.forget('tokens', new Date(now.getTime() - KEPT_MS.tokens));
    const sessions = await this.forget('sessions', new Date(now.getTime() - KEPT_MS.sessions));
    if (tokens + sessions > 0) this.logger.log({ msg: 'expired sessions and links purged', tokens, sessions });
  }

  /** By the end of their validity, so unused ones are deleted too. @returns the number of rows */
  private async forget(kind: PurgedKind, before: Date): Promise<number> {
    let forgotten = 0;
    for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
      const deleted = await this.access.deleteOldest(kind, before, DELETED_AT_ONCE);
      forgotten += deleted;
      if (deleted < DELETED_AT_ONCE) break;
    }
    return forgotten;
  }
}
