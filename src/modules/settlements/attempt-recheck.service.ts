import { Inject, Injectable, Logger } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config/settings.token.js';
import type { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import { Clock } from '../../runtime/clock.js';
import { AttemptsRepository, PaymentsRepository, StatusChecker } from '../payments/index.js';
import { inParallel } from '../../runtime/in-parallel.js';
import { SettlementsQueries } from './settlements.queries.js';

const PAGE = 500;

export interface AttemptChange {
  paymentId: string;
  invoiceNo: string;
  attempt: { before: string; after: string };
  payment: { before: string; after: string };
}

export interface RecheckResult {
  asked: number;
  /** Attempts without a usable STATUS answer; they are unchanged. */
  withoutAnswer: string[];
  changes: AttemptChange[];
  /** Payments that went to review. */
  flagged: string[];
}

/**
 * After a restored backup: asks STATUS about every attempt made since the backup and every open one, and applies the results by
 * the normal transitions.
 */
@Injectable()
export class AttemptRecheck {
  private readonly logger = new Logger(AttemptRecheck.name);

  constructor(
    private readonly queries: SettlementsQueries,
    private readonly attempts: AttemptsRepository,
    private readonly clock: Clock,
    private readonly payments: PaymentsRepository,
    private readonly checker: StatusChecker,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async since(instant: Date): Promise<RecheckResult> {
    const result: RecheckResult = { asked: 0, withoutAnswer: [], changes: [], flagged: [] };
    for (let after = 0; ;) {
      const page = await this.queries.attemptsSince(instant, after, PAGE);
      if (page.length === 0) return result;
      after = page.at(-1)?.id ?? after;
      // A second capture has the bank's number, which is no invoice number.
      const invoices = page.filter(({ invoiceNo, bankTxnId }) => invoiceNo !== bankTxnId);
      await inParallel(invoices, Math.max(1, this.settings.pollConcurrency), (attempt) =>
        this.recheck(attempt, result),
      );
    }
  }

  private async recheck(attempt: PaymentAttemptEntity, result: RecheckResult): Promise<void> {
    const before = await this.payments.findById(attempt.paymentId);
    result.asked += 1;
    let answered = true;
    try {
      const outcome = await this.checker.checkAttempt(attempt.id, 'cli', this.clock.now());
      answered = outcome !== 'unknown' && outcome !== 'skipped';
    } catch (error) {
      answered = false;
      this.logger.error({ msg: 'status check failed', attempt: attempt.id, err: error });
    }
    if (!answered) result.withoutAnswer.push(attempt.invoiceNo);
    const after = await this.payments.findById(attempt.paymentId);
    const now = await this.attempts.findById(attempt.id);
    if (!before || !after || !now) return;
    if (after.reviewReason !== before.reviewReason && after.reviewReason !== null) result.flagged.push(after.publicId);
    if (now.status === attempt.status && after.status === before.status) return;
    result.changes.push({
      paymentId: after.publicId,
      invoiceNo: attempt.invoiceNo,
      attempt: { before: attempt.status, after: now.status },
      payment: { before: before.status, after: after.status },
    });
  }
}
