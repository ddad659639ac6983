import { Inject, Injectable, Logger } from '@nestjs/common';
import { IsNull, MoreThan, MoreThanOrEqual, Not } from 'typeorm';
import { SETTINGS, type Settings } from '../../config/settings.token.js';
import { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { Clock } from '../../runtime/clock.js';
import { PaymentsRepository, StatusChecker } from '../payments/index.js';
import { inParallel } from './in-parallel.js';

const PAGE = 500;

export interface AttemptChange {
  paymentId: string;
  invoiceNo: string;
  attempt: { before: string; after: string };
  payment: { before: string; after: string };
}

export interface RecheckResult {
  asked: number;
  /** Attempts about which the bank gave no usable answer; they are unchanged. */
  withoutAnswer: string[];
  changes: AttemptChange[];
  /** Payments that a person has to look at since. */
  flagged: string[];
}

/**
 * After a backup was restored: asks the bank for the status of every attempt made since then, and of every one that is open,
 * and lets the normal transitions apply what it says.
 */
@Injectable()
export class AttemptRecheck {
  private readonly logger = new Logger(AttemptRecheck.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly payments: PaymentsRepository,
    private readonly checker: StatusChecker,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async since(instant: Date): Promise<RecheckResult> {
    const result: RecheckResult = { asked: 0, withoutAnswer: [], changes: [], flagged: [] };
    for (let after = 0; ;) {
      const page = await this.page(instant, after);
      if (page.length === 0) return result;
      after = page.at(-1)?.id ?? after;
      // A second capture carries the bank's own number, which is no invoice to ask about.
      const invoices = page.filter(({ invoiceNo, bankTxnId }) => invoiceNo !== bankTxnId);
      await inParallel(invoices, Math.max(1, this.settings.pollConcurrency), (attempt) =>
        this.recheck(attempt, result),
      );
    }
  }

  private page(instant: Date, afterId: number): Promise<PaymentAttemptEntity[]> {
    const beyond = { id: MoreThan(afterId) };
    return this.repository.find({
      where: [
        { ...beyond, createdAt: MoreThanOrEqual(instant) },
        { ...beyond, openPaymentId: Not(IsNull()) },
      ],
      order: { id: 'ASC' },
      take: PAGE,
    });
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
      this.logger.error({ msg: 'an attempt could not be asked about', attempt: attempt.id, err: error });
    }
    if (!answered) result.withoutAnswer.push(attempt.invoiceNo);
    const after = await this.payments.findById(attempt.paymentId);
    const now = await this.repository.findOneBy({ id: attempt.id });
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

  private get repository() {
    return this.uow.manager.getRepository(PaymentAttemptEntity);
  }
}
