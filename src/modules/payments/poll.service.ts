import { Inject, Injectable, Logger } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config/settings.token.js';
import type { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import { PaymentEntity } from '../../database/entities/payment.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import type { EvidenceSource } from '../../domain/payment-decisions.js';
import { Clock } from '../../runtime/clock.js';
import { newPublicId } from '../../runtime/ids.js';
import { PeriodicTasks } from '../../runtime/periodic-tasks.js';
import { AttemptsRepository } from './attempts.repository.js';
import { PaymentTransitions } from './payment-transitions.js';
import { StatusChecker } from './status-checker.service.js';

export interface PollResult {
  checked: number;
  failed: number;
  expired: number;
}

/** More than this many checks in one run leave the rest, oldest due first, to the next. */
const MAX_CHECKS_PER_RUN = 5000;
const SWEEP_BATCH = 200;

/** Follows every unclear payment until the bank has answered. Safe on any number of instances at once. */
@Injectable()
export class PollService {
  private readonly logger = new Logger(PollService.name);
  private running: Promise<PollResult> | null = null;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly attempts: AttemptsRepository,
    private readonly checker: StatusChecker,
    private readonly transitions: PaymentTransitions,
    private readonly tasks: PeriodicTasks,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** A run that takes longer than the interval is joined, not doubled. */
  runOnce(source: EvidenceSource = 'poll'): Promise<PollResult> {
    this.running ??= this.run(source).finally(() => {
      this.running = null;
    });
    return this.running;
  }

  get isRunning(): boolean {
    return this.running !== null;
  }

  private async run(source: EvidenceSource): Promise<PollResult> {
    const result: PollResult = { checked: 0, failed: 0, expired: 0 };
    const queue = new LeaseQueue((size) => this.attempts.leaseDue(size, newPublicId(), this.checker.leaseMs), {
      batch: this.settings.pollConcurrency,
      limit: MAX_CHECKS_PER_RUN,
    });
    const worker = async () => {
      for (let attempt = await queue.next(); attempt; attempt = await queue.next()) {
        result.checked += 1;
        if (!(await this.check(attempt, source))) result.failed += 1;
      }
    };
    await Promise.all(Array.from({ length: this.settings.pollConcurrency }, worker));
    result.expired = await this.expireLinksWithoutAttempt();
    await this.tasks.runAll();
    return result;
  }

  private async check(attempt: PaymentAttemptEntity, source: EvidenceSource): Promise<boolean> {
    try {
      return (await this.checker.checkLeased(attempt, source)) !== 'unknown';
    } catch (error) {
      this.logger.error({ msg: 'a payment could not be checked', attempt: attempt.id, err: error });
      return false;
    }
  }

  /** Links for which the bank never made a page have nothing to ask about; they simply end. */
  private async expireLinksWithoutAttempt(): Promise<number> {
    const rows = await this.uow.manager
      .getRepository(PaymentEntity)
      .createQueryBuilder('payment')
      .select('payment.id', 'id')
      .where("payment.status IN ('pending', 'initiated') AND payment.expires_at <= :now", { now: this.clock.now() })
      .andWhere('NOT EXISTS (SELECT 1 FROM payment_attempts a WHERE a.open_payment_id = payment.id)')
      .limit(SWEEP_BATCH)
      .getRawMany<{ id: number }>();
    for (const row of rows) await this.transitions.apply(Number(row.id), null, { kind: 'expired' }, 'poll');
    return rows.length;
  }
}

interface QueueLimits {
  batch: number;
  limit: number;
}

/** Hands out leased rows one by one and fetches more only when it runs dry, so that no lease waits long. */
class LeaseQueue {
  private rows: PaymentAttemptEntity[] = [];
  private handedOut = 0;
  private dry = false;
  private fetching: Promise<void> | null = null;

  constructor(
    private readonly fetch: (size: number) => Promise<PaymentAttemptEntity[]>,
    private readonly limits: QueueLimits,
  ) {}

  async next(): Promise<PaymentAttemptEntity | undefined> {
    while (this.rows.length === 0 && !this.dry) {
      this.fetching ??= this.refill().finally(() => {
        this.fetching = null;
      });
      await this.fetching;
    }
    const row = this.rows.shift();
    if (row) this.handedOut += 1;
    return row;
  }

  private async refill(): Promise<void> {
    const size = Math.min(this.limits.batch, this.limits.limit - this.handedOut);
    this.rows = size > 0 ? await this.fetch(size) : [];
    this.dry = this.rows.length === 0;
  }
}
