import { Inject, Injectable, Logger } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config/settings.token.js';
import type { PaymentAttemptEntity } from '../../../database/entities/payment-attempt.entity.js';
import { MINUTE_MS } from '../../../domain/calendar/durations.js';
import type { EvidenceSource } from '../../../domain/payment/payment-decisions.js';
import { newPublicId } from '../../../runtime/ids.js';
import { inParallel } from '../../../runtime/in-parallel.js';
import { PeriodicTasks } from '../../../runtime/periodic-tasks.js';
import { isOverAfter } from '../../../runtime/time-limit.js';
import { AttemptOpener } from '../checkout/attempt-opener.service.js';
import { PollUpkeep } from './poll-upkeep.js';
import { AttemptsRepository } from '../attempts.repository.js';
import { CallbackBurstGate } from '../../../runtime/callback-burst-gate.js';
import { StatusChecker } from './status-checker.service.js';

export interface PollResult {
  /** Attempts that were checked. */
  checked: number;
  /** Of these, those without a usable answer, or whose answer could not be stored. */
  failed: number;
  /** Links that expired. */
  expired: number;
  /** The run reached one of its limits: more may be due. */
  isFull: boolean;
}

/** Limits of one run's checks: their number, and for how long it begins any. The rest, oldest due first, is left to the next. */
const MAX_CHECKS_PER_RUN = 5000;
/** A bank that takes very long must not hold up what the job does besides. */
const MAX_ASKING_MS = MINUTE_MS;

/** Checks every unclear attempt until the bank has answered (docs/product.md#polling). Safe on any number of instances. */
@Injectable()
export class PollService {
  private readonly logger = new Logger(PollService.name);
  private running: Promise<PollResult> | null = null;

  constructor(
    private readonly attempts: AttemptsRepository,
    private readonly upkeep: PollUpkeep,
    private readonly checker: StatusChecker,
    private readonly opener: AttemptOpener,
    private readonly burstGate: CallbackBurstGate,
    private readonly tasks: PeriodicTasks,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Concurrent calls share one run. */
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
    const result: PollResult = { checked: 0, failed: 0, expired: 0, isFull: false };
    await this.upkeep.recallFarAhead();
    await inParallel(this.due(result), this.settings.pollConcurrency, async (attempt) => {
      const outcome = await this.check(attempt, source);
      // Another instance holds the lease and counts the check.
      if (outcome === 'taken-over') return;
      result.checked += 1;
      if (outcome === 'failed') result.failed += 1;
    });
    if (!this.tasks.isStopping) result.expired = await this.upkeep.expireLinksWithoutAttempt(source);
    await this.tasks.runAll();
    return result;
  }

  /** Leased attempts, a few at a time, so that no lease waits long. None once a shutdown has begun: leases end with their process. */
  private async *due(result: PollResult): AsyncGenerator<PaymentAttemptEntity, void> {
    const batch = this.settings.pollConcurrency;
    const isOver = isOverAfter(MAX_ASKING_MS);
    for (let left = MAX_CHECKS_PER_RUN; left > 0 && !isOver();) {
      await this.burstGate.waitUntilQuiet();
      if (this.tasks.isStopping) return;
      const leased = await this.attempts.leaseDue(Math.min(batch, left), newPublicId(), this.checker.leaseMs);
      if (leased.length === 0) return;
      for (const attempt of leased) {
        if (this.tasks.isStopping) return;
        yield attempt;
      }
      left -= leased.length;
    }
    result.isFull = true;
  }

  private async check(
    attempt: PaymentAttemptEntity,
    source: EvidenceSource,
  ): Promise<'done' | 'failed' | 'taken-over'> {
    try {
      if (!(await this.checker.isStillHeld(attempt))) return 'taken-over';
      if (attempt.status === 'creating' && (await this.opener.resume(attempt, source))) return 'done';
      const asked = await this.checker.ask(attempt, 'schedule');
      return (await this.checker.finish(asked, source)) === 'unknown' ? 'failed' : 'done';
    } catch (error) {
      this.logger.error({ msg: 'status check failed', attempt: attempt.id, err: error });
      return 'failed';
    }
  }
}
