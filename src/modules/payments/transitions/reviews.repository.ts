import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, In, IsNull, Not } from 'typeorm';
import { ReviewEntity } from '../../../database/entities/review.entity.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import {
  type AnyReviewReason,
  CAPTURE_DOUBTS,
  isFinalEnd,
  SUM_DOUBTS,
  WAITING_MONEY,
} from '../../../domain/payment/review-rules.js';

/** Reference of reviews that predate the reviews table. */
const EARLIER = 'earlier';

type NewReview = Parameters<ReturnType<typeof rowsOf>['insert']>[0];
type ReviewChange = Parameters<ReturnType<typeof rowsOf>['update']>[1];

/** Decisions about an attempt by which the bank is asked about it. */
export interface AdminQuestions {
  /** When an admin last called a reversal of its capture an error, which the bank has not confirmed since. */
  calledErrorAt: Date | null;
  /** When an admin last had the bank asked again. */
  askedAgainAt: Date | null;
}

/** The rows of `reviews`. Only `ReviewRecorder`, which holds the payment, changes them. */
@Injectable()
export class ReviewsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async insert(row: NewReview): Promise<void> {
    await this.rows.insert(row);
  }

  /** Compare-and-set on the state. @returns false when the review has left that state */
  async changeFrom(state: ReviewEntity['state'], id: number, change: ReviewChange): Promise<boolean> {
    const { affected } = await this.rows.update({ id, state }, change);
    return affected === 1;
  }

  findWaitingFor(refundId: number): Promise<ReviewEntity[]> {
    return this.rows.findBy({ refundId, state: 'waiting' });
  }

  /** @param reference undefined: any */
  findOpen(paymentId: number, reasons: readonly AnyReviewReason[], reference?: string): Promise<ReviewEntity[]> {
    const where = { paymentId, state: 'open' as const, reason: In([...reasons]) };
    return this.rows.findBy(reference === undefined ? where : { ...where, reference });
  }

  /** Whether money that completed nothing waits on one of these payments: undecided, or its refund under way. */
  isMoneyWaiting(paymentIds: number[], reasons: readonly AnyReviewReason[] = WAITING_MONEY): Promise<boolean> {
    return this.rows.existsBy({ paymentId: In(paymentIds), reason: In([...reasons]), state: In(['open', 'waiting']) });
  }

  /** Whether an admin has noted that the bank refunded exactly the sum that the reference names. */
  isRefundedAtBank(paymentId: number, attemptId: number, reference: string): Promise<boolean> {
    const decision = 'refunded_at_bank' as const;
    return this.rows.existsBy({ paymentId, attemptId, reason: In([...SUM_DOUBTS]), reference, decision });
  }

  /** Open, or closed for good. */
  async isKnown(paymentId: number, reason: AnyReviewReason, reference: string): Promise<boolean> {
    const where = { paymentId, reason };
    const last = await this.rows.findOne({ where: { ...where, reference }, order: { id: 'DESC' } });
    if (last && (last.state !== 'decided' || isFinalEnd(last.decision, last.confirmedAt !== null))) return true;
    return this.rows.existsBy({ ...where, reference: EARLIER, state: In(['open', 'waiting']) });
  }

  /** The bank has confirmed a capture: that its reversal was an error holds for what was said before. */
  async noteConfirmed(paymentId: number, reference: string, confirmedAt: Date): Promise<void> {
    const reason = In([...CAPTURE_DOUBTS]);
    const where = { paymentId, reference, reason, decision: 'reversal_error' as const, confirmedAt: IsNull() };
    // Read first: an update that finds no row would lock a gap of the index on MySQL.
    const ended = await this.rows.find({ select: { id: true }, where });
    if (ended.length > 0) await this.rows.update({ id: In(ended.map(({ id }) => id)) }, { confirmedAt });
  }

  async findQuestions(paymentId: number, attemptId: number): Promise<AdminQuestions> {
    const about = { paymentId, attemptId };
    const error = { ...about, decision: 'reversal_error' as const, confirmedAt: IsNull() };
    return {
      calledErrorAt: await this.lastDecidedAt(error),
      askedAgainAt: await this.lastDecidedAt({ ...about, decision: 'ask_again' }),
    };
  }

  /** Attempts whose capture the bank has denied and not confirmed since, whatever an admin has decided. */
  async findDenied(attempts: readonly { id: number; paymentId: number }[]): Promise<Set<number>> {
    if (attempts.length === 0) return new Set();
    const about = {
      paymentId: In(attempts.map(({ paymentId }) => paymentId)),
      attemptId: In(attempts.map(({ id }) => id)),
      reason: In([...CAPTURE_DOUBTS]),
    };
    const denied = await this.rows.find({
      select: { id: true, attemptId: true },
      where: [
        { ...about, state: 'open' },
        { ...about, decision: 'reversal_error', confirmedAt: IsNull() },
      ],
    });
    return new Set(denied.flatMap(({ attemptId }) => attemptId ?? []));
  }

  /** How often the bank has confirmed the capture again: after its reversal was called an error, or as the end of a reversal. */
  countOverturned(paymentId: number, reason: AnyReviewReason, reference: string): Promise<number> {
    const about = { paymentId, reason, reference };
    const confirmed = { ...about, confirmedAt: Not(IsNull()) };
    // A doubt that comes and goes is told once.
    if (reason !== 'bank_reversal') return this.rows.countBy(confirmed);
    return this.rows.countBy([confirmed, { ...about, decision: 'resolved' }]);
  }

  private async lastDecidedAt(where: FindOptionsWhere<ReviewEntity>): Promise<Date | null> {
    return (await this.rows.findOne({ where, order: { decidedAt: 'DESC' } }))?.decidedAt ?? null;
  }

  private get rows() {
    return rowsOf(this.uow);
  }
}

function rowsOf(uow: UnitOfWork) {
  return uow.manager.getRepository(ReviewEntity);
}
