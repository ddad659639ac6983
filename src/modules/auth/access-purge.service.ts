import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { In, LessThan, type ObjectLiteral, type EntityTarget } from 'typeorm';
import { OneTimeTokenEntity } from '../../database/entities/one-time-token.entity.js';
import { SessionEntity } from '../../database/entities/session.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { Clock } from '../../runtime/clock.js';
import { PeriodicTasks } from '../../runtime/periodic-tasks.js';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** After their end. Nobody can use them any more; who signed in, was invited or chose a password is in the audit log. */
const KEPT_MS = { tokens: 30 * DAY_MS, sessions: 90 * DAY_MS };
/** Few enough that no other writer waits for long. */
const DELETED_AT_ONCE = 500;
const MOST_BATCHES = 20;

/** Forgets links, half-finished sign-ins and sessions that have long been worth nothing. */
@Injectable()
export class AccessPurge implements OnModuleInit {
  private readonly logger = new Logger(AccessPurge.name);
  private lastRunAt = 0;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly tasks: PeriodicTasks,
  ) {}

  onModuleInit(): void {
    this.tasks.register('old sessions and links', () => this.run());
  }

  private async run(): Promise<void> {
    const now = this.clock.now().getTime();
    if (now - this.lastRunAt < HOUR_MS) return;
    this.lastRunAt = now;
    const tokens = await this.forget(OneTimeTokenEntity, new Date(now - KEPT_MS.tokens));
    const sessions = await this.forget(SessionEntity, new Date(now - KEPT_MS.sessions));
    if (tokens + sessions > 0) this.logger.log({ msg: 'old sessions and links forgotten', tokens, sessions });
  }

  /** By their last possible moment, so that one that was never ended goes as well. @returns how many */
  private async forget(entity: EntityTarget<ObjectLiteral>, before: Date): Promise<number> {
    let forgotten = 0;
    for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
      const ids = await this.oldest(entity, before);
      if (ids.length > 0) await this.uow.run((tx) => tx.getRepository(entity).delete({ id: In(ids) }));
      forgotten += ids.length;
      if (ids.length < DELETED_AT_ONCE) break;
    }
    return forgotten;
  }

  private async oldest(entity: EntityTarget<ObjectLiteral>, before: Date): Promise<number[]> {
    const options = { select: { id: true }, where: { expiresAt: LessThan(before) }, take: DELETED_AT_ONCE };
    const rows = await this.uow.manager.getRepository(entity).find({ ...options, order: { expiresAt: 'ASC' } });
    return rows.map((row) => row['id'] as number);
  }
}
