import { Inject, Injectable, Logger } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config/settings.token.js';
import type { PaymentAttemptEntity } from '../../../database/entities/payment-attempt.entity.js';
import type { EvidenceSource } from '../../../domain/payment/payment-decisions.js';
import { Clock } from '../../../runtime/clock.js';
import { newPublicId } from '../../../runtime/ids.js';
import { PeriodicTasks } from '../../../runtime/periodic-tasks.js';
import { AttemptOpener } from '../checkout/attempt-opener.service.js';
import { AttemptSchedule } from './attempt-schedule.repository.js';
import { AttemptsRepository } from '../attempts.repository.js';
import type { AskedAttempt } from './check-rules.js';
import { CallbackBurstGate } from '../../../runtime/callback-burst-gate.js';
import { CheckWindow, LeaseQueue } from './poll-window.js';
import { PaymentTransitions } from '../transitions/payment-transitions.service.js';
import { StatusChecker } from './status-checker.service.js';

export interface PollResult {
  /** Attempts that were checked. */
  checked: number;
  /** Of these, those without a usable answer, or whose answer could not be stored. */
  failed: number;
  /** Links that expired. */
  expired: number;
  /** The run reached its limit: more may be due. */
  isFull: boolean;
}

/** Limit of checks in one run; the rest, oldest due first, is left to the next. */
const MAX_CHECKS_PER_RUN = 5000;
const SWEEP_BATCH = 200;

/** Checks every unclear attempt until the bank has answered (docs/product.md#polling). Safe on any number of instances. */
@Injectable()
export class PollService {
  private readonly logger = new Logger(PollService.name);
  /** Payments whose expiry failed in the last run. */
  private readonly stuck = new Set<number>();
  private running: Promise<PollResult> | null = null;

  constructor(
    private readonly clock: Clock,
    private readonly attempts: AttemptsRepository,
    private readonly schedule: AttemptSchedule,
    private readonly checker: StatusChecker,
    private readonly opener: AttemptOpener,
    private readonly rush: CallbackBurstGate,
    private readonly transitions: PaymentTransitions,
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
    const fetch = async (size: number) => {
      await this.rush.waitUntilQuiet();
      return this.attempts.leaseDue(size, newPublicId(), this.checker.leaseMs);
    };
    const queue = new LeaseQueue(fetch, {
      batch: this.settings.pollConcurrency,
      limit: MAX_CHECKS_PER_RUN,
    });
    const window = new CheckWindow(this.settings.pollConcurrency);
    await this.schedule.recallFarAhead();
    let taken = 0;
    const worker = async () => {
      for (let attempt = await queue.next(); attempt; attempt = await queue.next()) {
        taken += 1;
        const asked = await this.ask(attempt, source);
        // Another instance holds the lease and counts the check.
        if (asked === 'taken-over') continue;
        result.checked += 1;
        if (asked === 'resumed') continue;
        // The bank slot is free: the answer is applied while the next check runs.
        await window.follow(async () => {
          if (!asked || !(await this.finish(asked, source))) result.failed += 1;
        });
      }
    };
    await Promise.all(Array.from({ length: this.settings.pollConcurrency }, worker));
    await window.settle();
    result.isFull = taken >= MAX_CHECKS_PER_RUN;
    result.expired = await this.expireLinksWithoutAttempt(source);
    await this.tasks.runAll();
    return result;
  }

  /** @returns null when the check failed */
  private async ask(
    attempt: PaymentAttemptEntity,
    source: EvidenceSource,
  ): Promise<AskedAttempt | 'taken-over' | 'resumed' | null> {
    try {
      if (!(await this.checker.isStillHeld(attempt))) return 'taken-over';
      if (attempt.status === 'creating' && (await this.opener.resume(attempt, source))) return 'resumed';
      return await this.checker.ask(attempt, 'schedule');
    } catch (error) {
      this.logger.error({ msg: 'status check failed', attempt: attempt.id, err: error });
      return null;
    }
  }

  private async finish(asked: AskedAttempt, source: EvidenceSource): Promise<boolean> {
    try {
      return (await this.checker.finish(asked, source)) !== 'unknown';
    } catch (error) {
      this.logger.error({ msg: 'status check failed', attempt: asked.attempt.id, err: error });
      return false;
    }
  }

  /** Links without an open attempt have nothing to ask about; they expire at once. */
  private async expireLinksWithoutAttempt(source: EvidenceSource): Promise<number> {
    const ids = await this.schedule.findExpiredUnsent(this.clock.now(), [...this.stuck], SWEEP_BATCH);
    // Failed ones are skipped until all others were tried.
    if (ids.length < SWEEP_BATCH) this.stuck.clear();
    let expired = 0;
    for (const id of ids) if (await this.expireLink(id, source)) expired += 1;
    return expired;
  }

  /** A failure of one link does not stop the run. */
  private async expireLink(paymentId: number, source: EvidenceSource): Promise<boolean> {
    try {
      return await this.transitions.expireLink(paymentId, source);
    } catch (error) {
      this.stuck.add(paymentId);
      this.logger.error({ msg: 'link expiry failed', payment: paymentId, err: error });
      return false;
    }
  }
}
