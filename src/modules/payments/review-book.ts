import { Injectable, Logger } from '@nestjs/common';
import { In } from 'typeorm';
import { AuditService } from '../../database/audit.js';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import { ReviewEntity } from '../../database/entities/review.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import type { AuditActionName } from '../../domain/audit-actions.js';
import type { Evidence, EvidenceSource } from '../../domain/payment-decisions.js';
import {
  type AnyReviewReason,
  CAPTURE_DOUBTS,
  isFinalEnd,
  type ReviewDecision,
  type ReviewEnd,
} from '../../domain/review-rules.js';
import { Clock } from '../../runtime/clock.js';
import { newPublicId } from '../../runtime/ids.js';
import { maskedText } from '../../runtime/log-redaction.js';
import { PaymentsRepository } from './payments.repository.js';
import { TransitionEffects } from './transition-effects.js';

/** Stands for whatever it was that flagged a payment before reviews had rows of their own. */
const EARLIER = 'earlier';

export interface ReviewCase {
  payment: PaymentEntity;
  reason: AnyReviewReason;
  /** What exactly: the bank's transaction, our invoice or our refund, at most 60 characters. */
  reference: string;
  /** Paise at stake; the payment's own where nothing else is known. */
  amount?: number;
  attemptId: number | null;
  refundId?: number;
  evidence: Evidence | null;
  /** Besides the evidence: what the bank said, and what we expected. */
  said?: Readonly<Record<string, unknown>>;
  source: EvidenceSource;
}

export interface Verdict {
  decision: ReviewDecision;
  note: string;
  bankReference: string | null;
  decidedBy: number;
}

/**
 * Opens and ends what a person has to decide. `payments.review_reason` says no more than that something is open. The
 * payment's row always goes before the review's.
 */
@Injectable()
export class ReviewBook {
  private readonly logger = new Logger(ReviewBook.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly payments: PaymentsRepository,
    private readonly audit: AuditService,
    private readonly effects: TransitionEffects,
  ) {
    effects.register(async ({ payment, to }) => {
      // Without a reason on its row a payment has no review that is not over.
      if (payment.reviewReason === null) return;
      if (to !== 'pending' && to !== 'initiated') await this.resolve(payment.id, { reason: 'unresolved_at_bank' });
    });
  }

  /** The poll job brings the same contradiction again and again: it is opened, and told, once. @returns whether it is new */
  async open(found: ReviewCase): Promise<boolean> {
    if (await this.isKnown(found)) return false;
    return this.uow.run(async () => {
      await this.payments.hold(found.payment.id);
      // Somebody may have been faster before the row was ours.
      if (await this.isKnown(found)) return false;
      await this.insert(found);
      await this.payments.refreshReview(found.payment.id);
      await this.tell(found);
      return true;
    });
  }

  /** Compare-and-set. @returns false when it is not open any more */
  async decide(review: ReviewEntity, verdict: Verdict): Promise<boolean> {
    await this.payments.hold(review.paymentId);
    const now = this.clock.now();
    const ended = { state: 'decided' as const, openKey: null, closedAt: now };
    const result = await this.rows.update({ id: review.id, state: 'open' }, { ...verdict, decidedAt: now, ...ended });
    if (result.affected !== 1) return false;
    await this.record(review, verdict.decision);
    return true;
  }

  /** Decided, and over once the refund is. @returns false when it is not open any more */
  async awaitRefund(review: ReviewEntity, verdict: Verdict, refundId: number): Promise<boolean> {
    const waiting = { ...verdict, refundId, decidedAt: this.clock.now(), state: 'waiting' as const };
    const result = await this.rows.update({ id: review.id, state: 'open' }, waiting);
    if (result.affected !== 1) return false;
    await this.audit.write({
      action: 'review.decided',
      subjectType: 'review',
      subjectId: review.publicId,
      fromValue: review.reason,
      toValue: verdict.decision,
    });
    return true;
  }

  /** The ordered refund has ended. Rejected: somebody has to decide again. */
  async afterOrderedRefund(refundId: number, isCompleted: boolean): Promise<void> {
    for (const review of await this.rows.findBy({ refundId, state: 'waiting' })) {
      const now = this.clock.now();
      if (isCompleted) {
        const ended = { state: 'decided' as const, openKey: null, closedAt: now };
        await this.rows.update({ id: review.id, state: 'waiting' }, ended);
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
        await this.rows.update({ id: review.id, state: 'waiting' }, again);
        await this.audit.write({ action: 'review.reopened', subjectType: 'review', subjectId: review.publicId });
      }
    }
  }

  /** What it was about has settled itself. Only what nobody has decided yet. */
  async resolve(
    paymentId: number,
    about: { reason?: AnyReviewReason; reasons?: readonly AnyReviewReason[]; reference?: string },
  ): Promise<void> {
    const reasons = about.reasons ?? (about.reason ? [about.reason] : []);
    const where = { paymentId, state: 'open' as const, reason: In([...reasons]) };
    const open = await this.rows.findBy(
      about.reference === undefined ? where : { ...where, reference: about.reference },
    );
    for (const review of open) {
      const now = this.clock.now();
      const ended = {
        state: 'decided' as const,
        openKey: null,
        decision: 'resolved' as const,
        decidedAt: now,
        closedAt: now,
      };
      const result = await this.rows.update({ id: review.id, state: 'open' }, ended);
      if (result.affected === 1) await this.record(review, 'resolved');
    }
  }

  /** A reversal says more than a capture that is merely not confirmed: there is one thing to decide then, not two. */
  async isCaptureDoubted(payment: PaymentEntity, reference: string): Promise<boolean> {
    for (const reason of CAPTURE_DOUBTS) if (await this.isKnown({ payment, reason, reference })) return true;
    return false;
  }

  /** Open, or decided for good: opening it would change nothing. */
  private async isKnown({
    payment,
    reason,
    reference,
  }: Pick<ReviewCase, 'payment' | 'reason' | 'reference'>): Promise<boolean> {
    const where = { paymentId: payment.id, reason };
    const last = await this.rows.findOne({ where: { ...where, reference }, order: { id: 'DESC' } });
    if (last && (last.state !== 'decided' || isFinalEnd(last.decision))) return true;
    return this.rows.existsBy({ ...where, reference: EARLIER, state: In(['open', 'waiting']) });
  }

  private async insert(found: ReviewCase): Promise<void> {
    const { payment, reason, reference, amount, attemptId, refundId } = found;
    await this.rows.insert({
      publicId: newPublicId(),
      paymentId: payment.id,
      reason,
      reference,
      openKey: `${payment.id}:${reason}:${reference}`,
      attemptId,
      refundId: refundId ?? null,
      amount: amount ?? payment.amount,
      state: 'open',
      evidence: evidenceOf(found),
      openedAt: this.clock.now(),
    });
  }

  private async tell({ payment, reason, reference, attemptId, evidence, source }: ReviewCase): Promise<void> {
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
    await this.effects.review({ payment, reason, reference, evidence });
    await this.uow.afterCommit(() =>
      this.logger.error({ msg: 'payment needs review', payment: payment.id, reason, source }),
    );
  }

  /** What somebody wrote stays on the review: the audit log is never changed, and a customer may be named there. */
  private async record(
    review: ReviewEntity,
    end: ReviewEnd,
    action: AuditActionName = 'review.decided',
  ): Promise<void> {
    await this.payments.refreshReview(review.paymentId);
    const source = end === 'resolved' ? 'system' : 'staff';
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

  private get rows() {
    return this.uow.manager.getRepository(ReviewEntity);
  }
}

/** Texts of the bank's may hold anything; its own numbers are what a question there starts from and stay readable. */
function evidenceOf({ payment, evidence, said, source }: ReviewCase): string {
  const bank = Object.entries({ ...evidence, ...said }).map(([name, value]) => [
    name,
    typeof value === 'string' && name !== 'txnId' ? maskedText(value).slice(0, 300) : value,
  ]);
  const { amount, status } = payment;
  return JSON.stringify({ bank: Object.fromEntries(bank), ours: { amount, status }, source });
}
