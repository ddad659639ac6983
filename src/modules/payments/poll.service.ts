import { Inject, Injectable, Logger } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config/settings.token.js';
import type { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import { PaymentEntity } from '../../database/entities/payment.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import type { EvidenceSource } from '../../domain/payment-decisions.js';
import { Clock } from '../../runtime/clock.js';
import { newPublicId } from '../../runtime/ids.js';
import { PeriodicTasks } from '../../runtime/periodic-tasks.js';
import { AttemptOpener } from './attempt-opener.service.js';
import { AttemptSchedule } from './attempt-schedule.repository.js';
import { AttemptsRepository } from './attempts.repository.js';
import type { AskedAttempt } from './check-rules.js';
import { Rush } from '../../runtime/rush.js';
import { CheckWindow, LeaseQueue } from './poll-window.js';
import { PaymentTransitions } from './payment-transitions.js';
import { StatusChecker } from './status-checker.service.js';

export interface PollResult {
  /** Attempts that the bank was asked about. */
  checked: number;
  /** Of these, the ones without a usable answer, or whose answer could not be stored. */
  failed: number;
  /** Links that were ended. */
  expired: number;
  /** The run took all that one run takes: there may be more that is due. */
  isFull: boolean;
}

/** More than this many checks in one run leave the rest, oldest due first, to the next. */
const MAX_CHECKS_PER_RUN = 5000;
const SWEEP_BATCH = 200;

/** Follows every unclear payment until the bank has answered. Safe on any number of instances at once. */
@Injectable()
export class PollService {
  private readonly logger = new Logger(PollService.name);
  /** Payments whose links could not be ended the last time. */
  private readonly stuck = new Set<number>();
  private running: Promise<PollResult> | null = null;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly attempts: AttemptsRepository,
    private readonly schedule: AttemptSchedule,
    private readonly checker: StatusChecker,
    private readonly opener: AttemptOpener,
    private readonly rush: Rush,
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
    const result: PollResult = { checked: 0, failed: 0, expired: 0, isFull: false };
    const fetch = async (size: number) => {
      await this.rush.over();
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
        // Another instance has it by now, and counts it.
        if (asked === 'taken-over') continue;
        result.checked += 1;
        if (asked === 'resumed') continue;
        // The place at the bank is free again; what follows from the answer is written beside the next question.
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

  /** @returns null when it failed */
  private async ask(
    attempt: PaymentAttemptEntity,
    source: EvidenceSource,
  ): Promise<AskedAttempt | 'taken-over' | 'resumed' | null> {
    try {
      if (!(await this.checker.isStillHeld(attempt))) return 'taken-over';
      if (attempt.status === 'creating' && (await this.opener.resume(attempt, source))) return 'resumed';
      return await this.checker.ask(attempt, 'schedule');
    } catch (error) {
      this.logger.error({ msg: 'a payment could not be checked', attempt: attempt.id, err: error });
      return null;
    }
  }

  private async finish(asked: AskedAttempt, source: EvidenceSource): Promise<boolean> {
    try {
      return (await this.checker.finish(asked, source)) !== 'unknown';
    } catch (error) {
      this.logger.error({ msg: 'a payment could not be checked', attempt: asked.attempt.id, err: error });
      return false;
    }
  }

  /** Links for which the bank never made a page have nothing to ask about; they simply end. */
  private async expireLinksWithoutAttempt(source: EvidenceSource): Promise<number> {
    const rows = await this.uow.manager
      .getRepository(PaymentEntity)
      .createQueryBuilder('payment')
      .select('payment.id', 'id')
      .where("payment.status IN ('pending', 'initiated') AND payment.expires_at <= :now", { now: this.clock.now() })
      .andWhere('NOT EXISTS (SELECT 1 FROM payment_attempts a WHERE a.open_payment_id = payment.id)')
      .andWhere(this.stuck.size === 0 ? '1 = 1' : 'payment.id NOT IN (:...stuck)', { stuck: [...this.stuck] })
      .limit(SWEEP_BATCH)
      .getRawMany<{ id: number }>();
    // Those that failed stand aside until all others have had their turn.
    if (rows.length < SWEEP_BATCH) this.stuck.clear();
    let expired = 0;
    for (const row of rows) if (await this.expireLink(Number(row.id), source)) expired += 1;
    return expired;
  }

  /** What fails for one link must not keep the others, or the other work of the run, from being done. */
  private async expireLink(paymentId: number, source: EvidenceSource): Promise<boolean> {
    try {
      return await this.transitions.expireLink(paymentId, source);
    } catch (error) {
      this.stuck.add(paymentId);
      this.logger.error({ msg: 'a link could not be ended', payment: paymentId, err: error });
      return false;
    }
  }
}
