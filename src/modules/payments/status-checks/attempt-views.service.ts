import { Injectable, Logger } from '@nestjs/common';
import type { PaymentAttemptEntity } from '../../../database/entities/payment-attempt.entity.js';
import { viewedCheckAt } from '../../../domain/payment/poll-schedule.js';
import { isYoungerThan } from '../../../domain/calendar/stored-times.js';
import { Clock } from '../../../runtime/clock.js';
import { AttemptSchedule } from './attempt-schedule.repository.js';

type ViewedAttempt = Pick<PaymentAttemptEntity, 'id' | 'openPaymentId' | 'sentAt' | 'lastCheckedAt' | 'nextCheckAt'>;

/** An open page's poll interval; below the time after which a viewer counts as gone. */
const WRITTEN_EVERY_MS = 10_000;
const MAX_KEPT = 10_000;

/** Records that somebody is waiting for an attempt's outcome, so that the poll job checks it soon. Makes no bank call itself. */
@Injectable()
export class AttemptViews {
  private readonly logger = new Logger(AttemptViews.name);
  /** Time of the last stored view, by attempt. */
  private readonly written = new Map<number, Date>();

  constructor(
    private readonly clock: Clock,
    private readonly schedule: AttemptSchedule,
  ) {}

  /** @param shown attempts of one payment. A failed write is logged, never thrown. */
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
      // Show the time that was stored.
      if (attempt.nextCheckAt > notAfter) attempt.nextCheckAt = notAfter;
    } catch (error) {
      this.logger.warn({ msg: 'payment view not recorded', attempt: attempt.id, err: error });
    }
  }

  private remember(attemptId: number, now: Date): void {
    this.written.delete(attemptId);
    this.written.set(attemptId, now);
    if (this.written.size > MAX_KEPT) this.written.delete(this.written.keys().next().value!);
  }
}
