import { Injectable, Logger } from '@nestjs/common';
import type { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import { viewedCheckAt } from '../../domain/poll-schedule.js';
import { isYoungerThan } from '../../domain/stored-times.js';
import { Clock } from '../../runtime/clock.js';
import { AttemptSchedule } from './attempt-schedule.repository.js';

type ViewedAttempt = Pick<PaymentAttemptEntity, 'id' | 'openPaymentId' | 'sentAt' | 'lastCheckedAt' | 'nextCheckAt'>;

/** As often as an open page asks; less often than the poll schedule takes somebody to be gone. */
const WRITTEN_EVERY_MS = 10_000;
const MAX_KEPT = 10_000;

/** Remembers that somebody waits for the outcome of an attempt, so that the poll job asks about it soon. Asks nobody itself. */
@Injectable()
export class AttemptViews {
  private readonly logger = new Logger(AttemptViews.name);
  /** By attempt: when its last view was written. */
  private readonly written = new Map<number, Date>();

  constructor(
    private readonly clock: Clock,
    private readonly schedule: AttemptSchedule,
  ) {}

  /** @param shown of one payment. Whoever looks is answered all the same when it cannot be written. */
  async note(shown: readonly ViewedAttempt[]): Promise<void> {
    const attempt = shown.find(({ openPaymentId, sentAt }) => openPaymentId !== null && sentAt !== null);
    if (!attempt || attempt.nextCheckAt === null) return;
    const now = this.clock.now();
    const notAfter = viewedCheckAt(now, attempt.lastCheckedAt);
    const last = this.written.get(attempt.id);
    if (last && isYoungerThan(last, WRITTEN_EVERY_MS, now) && attempt.nextCheckAt <= notAfter) return;
    this.remember(attempt.id, now);
    try {
      await this.schedule.noteView(attempt.id, { at: now, notAfter, lastCheckedAt: attempt.lastCheckedAt });
      // What is shown is what was written.
      if (attempt.nextCheckAt > notAfter) attempt.nextCheckAt = notAfter;
    } catch (error) {
      this.logger.warn({ msg: 'view of a payment not written', attempt: attempt.id, err: error });
    }
  }

  private remember(attemptId: number, now: Date): void {
    this.written.delete(attemptId);
    this.written.set(attemptId, now);
    if (this.written.size > MAX_KEPT) this.written.delete(this.written.keys().next().value!);
  }
}
