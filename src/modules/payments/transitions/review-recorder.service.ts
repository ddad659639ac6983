import { Injectable, Logger } from '@nestjs/common';
import { AuditService } from '../../audit/index.js';
import type { PaymentAttemptEntity } from '../../../database/entities/payment-attempt.entity.js';
import type { PaymentEntity } from '../../../database/entities/payment.entity.js';
import type { ReviewEntity } from '../../../database/entities/review.entity.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import type { AuditActionName } from '../../../domain/audit/audit-actions.js';
import type { Evidence, EvidenceSource } from '../../../domain/payment/payment-decisions.js';
import {
  AMOUNT_DOUBTS,
  type AnyReviewReason,
  CAPTURE_DOUBTS,
  isCaptureDoubt,
  type ReviewDecision,
  type ReviewEnd,
} from '../../../domain/payment/review-rules.js';
import { isInProgress } from '../../../domain/payment/payment-status.js';
import { Clock } from '../../../runtime/clock.js';
import { newPublicId } from '../../../runtime/ids.js';
import { redactText } from '../../../runtime/log-redaction.js';
import { PaymentsRepository } from '../payments.repository.js';
import { ReviewEffects } from './review-effects.js';
import { type AdminQuestions, ReviewsRepository } from './reviews.repository.js';
import type { Transition } from './transition.js';

export interface ReviewCase {
  payment: PaymentEntity;
  reason: AnyReviewReason;
  /** The bank's transaction, our invoice or our refund; at most 60 characters. */
  reference: string;
  /** Paise at stake; default: the payment's amount. */
  amount?: number;
  attemptId: number | null;
  refundId?: number;
  evidence: Evidence | null;
  /** Bank context besides the evidence: what was answered, and what was expected. */
  bankContext?: Readonly<Record<string, unknown>>;
  source: EvidenceSource;
}

export interface Verdict {
  decision: ReviewDecision;
  note: string;
  bankReference: string | null;
  decidedBy: number;
}

/**
 * Opens, decides and closes reviews (docs/product.md#reviews). `payments.review_reason` only says that one is open. Lock order:
 * payment, then review.
 */
@Injectable()
export class ReviewRecorder {
  private readonly logger = new Logger(ReviewRecorder.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly rows: ReviewsRepository,
    private readonly payments: PaymentsRepository,
    private readonly audit: AuditService,
    private readonly effects: ReviewEffects,
  ) {}

  /**
   * An attempt by which its payment ends is no longer unresolved at the bank. Of the others the bank has said nothing: only a payment in
   * full ends their reviews.
   */
  async afterTransition({ payment, attempt, to }: Transition): Promise<void> {
    // A payment without `review_reason` has no open review.
    if (payment.reviewReason === null || isInProgress(to)) return;
    const reason = 'unresolved_at_bank';
    if (to === 'completed') await this.resolve(payment.id, { reason });
    else if (attempt) await this.resolve(payment.id, { reason, reference: attempt.invoiceNo });
  }

  /** A transaction that is stored now, in full, is no longer doubted for its amount or currency. */
  async afterCapture(payment: PaymentEntity, txnId: string): Promise<void> {
    if (payment.reviewReason === null) return;
    for (const { reason, reference } of await this.rows.findOpen(payment.id, AMOUNT_DOUBTS))
      if (reference.split(':')[0] === txnId) await this.resolve(payment.id, { reason, reference });
  }

  /**
   * The bank confirms a stored capture again. What it says against it later is news, also after an admin has called it an error before.
   * @param txnId as the bank names it now: a second transaction on its invoice says nothing of the first one's reversal
   */
  async afterConfirmation(payment: PaymentEntity, reference: string, txnId: string): Promise<void> {
    const reasons = txnId === reference ? CAPTURE_DOUBTS : (['capture_unconfirmed'] as const);
    if (payment.reviewReason !== null) await this.resolve(payment.id, { reasons, reference });
    await this.rows.noteConfirmed(payment.id, reference, this.clock.now());
  }

  /** Idempotent: a repeated contradiction opens, and mails, nothing. @returns whether a review was opened */
  async open(found: ReviewCase): Promise<boolean> {
    if (await this.isKnown(found)) return false;
    return this.uow.run(async () => {
      await this.payments.lockByWrite(found.payment.id);
      // Checked again after the lock.
      if (await this.isKnown(found)) return false;
      await this.insert(found);
      await this.payments.refreshReview(found.payment.id);
      await this.recordOpened(found);
      return true;
    });
  }

  /** Compare-and-set. @returns false when it is no longer open */
  async decide(review: ReviewEntity, verdict: Verdict): Promise<boolean> {
    await this.payments.lockByWrite(review.paymentId);
    const now = this.clock.now();
    const ended = { state: 'decided' as const, openKey: null, closedAt: now };
    const isChanged = await this.rows.changeFrom('open', review.id, { ...verdict, decidedAt: now, ...ended });
    if (!isChanged) return false;
    await this.record(review, verdict.decision);
    return true;
  }

  /** Decided by a refund; closed when that completes. @returns false when it is no longer open */
  async awaitRefund(review: ReviewEntity, verdict: Verdict, refundId: number): Promise<boolean> {
    const waiting = { ...verdict, refundId, decidedAt: this.clock.now(), state: 'waiting' as const };
    const isChanged = await this.rows.changeFrom('open', review.id, waiting);
    if (!isChanged) return false;
    await this.audit.write({
      action: 'review.decided',
      subjectType: 'review',
      subjectId: review.publicId,
      fromValue: review.reason,
      toValue: verdict.decision,
    });
    return true;
  }

  /** Closes the review after its refund completed, or reopens it after a rejection. */
  async afterOrderedRefund(refundId: number, isCompleted: boolean): Promise<void> {
    for (const review of await this.rows.findWaitingFor(refundId)) {
      const now = this.clock.now();
      if (isCompleted) {
        const ended = { state: 'decided' as const, openKey: null, closedAt: now };
        await this.rows.changeFrom('waiting', review.id, ended);
        await this.record(review, 'refund_duplicate', 'review.closed');
      } else {
        const again = {
          state: 'open' as const,
          decision: null,
          note: null,
          decidedBy: null,
          decidedAt: null,
          refundId: null,
        };
        await this.rows.changeFrom('waiting', review.id, again);
        await this.audit.write({ action: 'review.reopened', subjectType: 'review', subjectId: review.publicId });
      }
    }
  }

  /** Closes open reviews whose cause is gone, as `resolved`. */
  async resolve(
    paymentId: number,
    about: { reason?: AnyReviewReason; reasons?: readonly AnyReviewReason[]; reference?: string },
  ): Promise<void> {
    const reasons = about.reasons ?? (about.reason ? [about.reason] : []);
    const open = await this.rows.findOpen(paymentId, reasons, about.reference);
    for (const review of open) {
      const now = this.clock.now();
      const ended = {
        state: 'decided' as const,
        openKey: null,
        decision: 'resolved' as const,
        decidedAt: now,
        closedAt: now,
      };
      const isChanged = await this.rows.changeFrom('open', review.id, ended);
      if (isChanged) await this.record(review, 'resolved');
    }
  }

  /** True when a reversal or an unconfirmed capture is under review already: one decision covers both. */
  async isCaptureDoubted(payment: PaymentEntity, reference: string): Promise<boolean> {
    for (const reason of CAPTURE_DOUBTS) if (await this.isKnown({ payment, reason, reference })) return true;
    return false;
  }

  questionsAbout({ id, paymentId }: Pick<PaymentAttemptEntity, 'id' | 'paymentId'>): Promise<AdminQuestions> {
    return this.rows.findQuestions(paymentId, id);
  }

  private isKnown({ payment, reason, reference }: Pick<ReviewCase, 'payment' | 'reason' | 'reference'>) {
    return this.rows.isKnown(payment.id, reason, reference);
  }

  private async insert(found: ReviewCase): Promise<void> {
    const { payment, reason, reference, attemptId, refundId } = found;
    await this.rows.insert({
      publicId: newPublicId(),
      paymentId: payment.id,
      reason,
      reference,
      openKey: `${payment.id}:${reason}:${reference}`,
      attemptId,
      refundId: refundId ?? null,
      amount: atStake(found),
      state: 'open',
      evidence: evidenceOf(found),
      openedAt: this.clock.now(),
    });
  }

  private async recordOpened(found: ReviewCase): Promise<void> {
    const { payment, reason, reference, attemptId, evidence, source } = found;
    await this.payments.addEvent({
      paymentId: payment.id,
      attemptId,
      type: `review.${reason}`,
      source,
      from: payment.status,
      to: payment.status,
    });
    await this.audit.write({
      actorKind: source,
      action: `payment.review.${reason}`,
      subjectType: 'payment',
      subjectId: payment.publicId,
    });
    const repetition = isCaptureDoubt(reason) ? await this.rows.countOverturned(payment.id, reason, reference) : 0;
    await this.effects.run({ payment, reason, reference, amount: atStake(found), evidence, repetition });
    await this.uow.afterCommit(() => this.logger.error({ msg: 'review opened', payment: payment.id, reason, source }));
  }

  /** Free text stays on the review: the audit log is never changed, and the text may name a customer. */
  private async record(
    review: ReviewEntity,
    end: ReviewEnd,
    action: AuditActionName = 'review.decided',
  ): Promise<void> {
    await this.payments.refreshReview(review.paymentId);
    // Its refund closes a decided one, mostly in the poll job; where a request of staff does, the event names the person.
    const source = end === 'resolved' || action === 'review.closed' ? 'system' : 'staff';
    await this.payments.addEvent({
      paymentId: review.paymentId,
      attemptId: review.attemptId,
      type: 'review.ended',
      source,
      detail: { review: review.publicId, reason: review.reason, end },
    });
    await this.audit.write({
      ...(end === 'resolved' ? { actorKind: 'system', actorUserId: null } : {}),
      action,
      subjectType: 'review',
      subjectId: review.publicId,
      fromValue: review.reason,
      toValue: end,
    });
  }
}

/** Paise. */
function atStake({ amount, payment }: ReviewCase): number {
  return amount ?? payment.amount;
}

/** Masks the bank's texts; its transaction numbers stay readable, since a query at the bank starts from them. */
function evidenceOf({ payment, evidence, bankContext, source }: ReviewCase): string {
  const bank = Object.entries({ ...evidence, ...bankContext }).map(([name, value]) => [
    name,
    typeof value === 'string' && name !== 'txnId' ? redactText(value).slice(0, 300) : value,
  ]);
  const { amount, status } = payment;
  return JSON.stringify({ bank: Object.fromEntries(bank), ours: { amount, status }, source });
}
