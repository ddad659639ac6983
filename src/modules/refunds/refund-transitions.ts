import { Injectable, Logger } from '@nestjs/common';
import { AuditService } from '../audit/index.js';
import type { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import type { RefundEntity } from '../../database/entities/refund.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import type { EvidenceSource } from '../../domain/payment/payment-decisions.js';
import { isRefundOverdue } from '../../domain/calendar/bank-days.js';
import {
  canMoveRefund,
  isRefundFinal,
  nextFollowUp,
  nextRefundCheck,
  type RefundStatus,
} from '../../domain/refund/refund-rules.js';
import { isDuplicateCharge, isRefundReview, REVIEW_REASONS, refundDoubt } from '../../domain/payment/review-rules.js';
import { Clock } from '../../runtime/clock.js';
import { BankCalendar } from '../calendar/index.js';
import {
  AttemptsRepository,
  PaymentEventPublisher,
  PaymentsRepository,
  PaymentTransitions,
  ReviewRecorder,
} from '../payments/index.js';
import type { Asked, RefundEvidence } from './refund-bank.js';
import { RefundEffects } from './refund-effects.js';
import { type RefundFacts, RefundsRepository } from './refunds.repository.js';

const TARGET: Readonly<Record<RefundEvidence['kind'], RefundStatus>> = {
  accepted: 'processing',
  done: 'completed',
  rejected: 'rejected',
  unclear: 'unknown',
};

const REFUND_REVIEWS = REVIEW_REASONS.filter(isRefundReview);
const DUPLICATE_REVIEWS = REVIEW_REASONS.filter(isDuplicateCharge);

/**
 * The only way a refund's status changes. Sums, the payment's status, event and audit entry are written in the same unit of work.
 */
@Injectable()
export class RefundTransitions {
  private readonly logger = new Logger(RefundTransitions.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly refunds: RefundsRepository,
    private readonly payments: PaymentsRepository,
    private readonly attempts: AttemptsRepository,
    private readonly paymentTransitions: PaymentTransitions,
    private readonly news: PaymentEventPublisher,
    private readonly audit: AuditService,
    private readonly effects: RefundEffects,
    private readonly reviews: ReviewRecorder,
    private readonly calendar: BankCalendar,
  ) {}

  /**
   * Idempotent; evidence under a lease that has passed to another changes nothing.
   * @param held as read when its lease was acquired
   * @returns the current refund
   */
  apply(held: RefundEntity, evidence: RefundEvidence, source: EvidenceSource): Promise<RefundEntity> {
    return this.uow.run(async () => {
      const refund = await this.refunds.findById(held.id);
      if (!refund) throw new Error(`refund row ${held.id} does not exist`);
      const owner = held.leaseOwner ?? '';
      const to = TARGET[evidence.kind];
      const facts = this.factsOf(refund, evidence, to);
      const isMove = canMoveRefund(refund.status, to);
      const isTaken = isMove
        ? await this.refunds.changeStatus(refund, owner, to, facts)
        : !isRefundFinal(refund.status) && (await this.refunds.reschedule(refund, owner, facts));
      if (isTaken && isMove) {
        await this.follow(refund, to);
        await this.record(refund, to, evidence, source);
        await this.effects.run({ refund: { ...refund, bankTxnId: facts.bankTxnId ?? refund.bankTxnId }, to });
      }
      if (isTaken) await this.raiseDoubts(refund, evidence, to, source);
      return (await this.refunds.findById(held.id)) ?? refund;
    });
  }

  /**
   * A later STATUS result of a completed refund. The refund stays completed: a rejection opens one review, a confirmation closes
   * one that is undecided.
   */
  confirm(held: RefundEntity, asked: Asked, source: EvidenceSource): Promise<RefundEntity> {
    return this.uow.run(async () => {
      const refund = await this.refunds.findById(held.id);
      if (!refund) throw new Error(`refund row ${held.id} does not exist`);
      const settledAt = refund.settledAt ?? refund.updatedAt;
      const facts: RefundFacts = {
        checkCount: refund.checkCount + 1,
        followUpAt: nextFollowUp(this.clock.now(), settledAt, asked.kind !== 'unclear'),
      };
      if (refund.status !== 'completed' || !(await this.refunds.reschedule(refund, held.leaseOwner ?? '', facts)))
        return refund;
      if (asked.kind === 'rejected') await this.openReversal(refund, asked, source);
      else if (asked.kind === 'done')
        await this.reviews.resolve(refund.paymentId, { reason: 'refund_reversed', reference: refund.publicId });
      return (await this.refunds.findById(held.id)) ?? refund;
    });
  }

  private async openReversal(
    refund: RefundEntity,
    { code, text }: Asked & { kind: 'rejected' },
    source: EvidenceSource,
  ): Promise<void> {
    const payment = await this.payments.findById(refund.paymentId);
    if (!payment) throw new Error(`refund ${refund.id} lost its payment`);
    await this.reviews.open({
      payment,
      reason: 'refund_reversed',
      reference: refund.publicId,
      amount: refund.amount,
      attemptId: refund.attemptId,
      refundId: refund.id,
      evidence: null,
      said: {
        refund: refund.bankReference,
        answer: 'rejected',
        code,
        text,
        requestedAt: refund.createdAt.toISOString(),
      },
      source,
    });
  }

  private factsOf(refund: RefundEntity, evidence: RefundEvidence, to: RefundStatus): RefundFacts {
    const now = this.clock.now();
    const checkCount = refund.checkCount + 1;
    if (evidence.kind === 'unclear') {
      return { checkCount, nextCheckAt: nextRefundCheck(now, refund.checkCount, refund.createdAt, evidence.waitMs) };
    }
    const told =
      evidence.kind === 'done'
        ? {}
        : { responseCode: shortened(evidence.code, 20), responseText: shortened(evidence.text, 255) };
    const bankTxnId = 'bankTxnId' in evidence ? (evidence.bankTxnId ?? refund.bankTxnId) : refund.bankTxnId;
    const ended = isRefundFinal(to);
    return {
      ...told,
      bankTxnId,
      checkCount,
      settledAt: to === 'completed' ? now : null,
      // Refunds recorded by an admin were never ordered: the bank does not know their reference.
      followUpAt: to === 'completed' && refund.origin === 'order' ? nextFollowUp(now, now) : null,
      nextCheckAt: ended ? null : nextRefundCheck(now, refund.checkCount, refund.createdAt),
    };
  }

  /** Applies the change to the sums. Lock order: payment, then attempt, as for reservations. */
  private async follow(refund: RefundEntity, to: RefundStatus): Promise<void> {
    if (!isRefundFinal(to)) return;
    const attempt = await this.attempts.findById(refund.attemptId);
    if (!attempt) throw new Error(`refund ${refund.id} lost its capture`);
    if (to === 'rejected') {
      if (!attempt.excess) await this.payments.releaseRefund(refund.paymentId, refund.amount);
      await this.attempts.releaseRefund(refund.attemptId, refund.amount);
    } else if (!attempt.excess) {
      await this.payments.settleRefund(refund.paymentId, refund.amount);
    }
    await this.settleReviews(refund, attempt, to);
  }

  private async record(
    refund: RefundEntity,
    to: RefundStatus,
    evidence: RefundEvidence,
    source: EvidenceSource,
  ): Promise<void> {
    const reason = 'code' in evidence ? evidence.code : evidence.kind === 'unclear' ? evidence.reason : null;
    await this.payments.addEvent({
      paymentId: refund.paymentId,
      attemptId: refund.attemptId,
      type: `refund.${to}`,
      source,
      from: refund.status,
      to,
      detail: { refund: refund.publicId, amount: refund.amount, reason },
    });
    await this.audit.write({
      actorKind: source,
      action: `refund.${to}`,
      subjectType: 'refund',
      subjectId: refund.publicId,
      fromValue: refund.status,
      toValue: to,
      reason,
    });
    await this.news.changed(refund.paymentId);
    if (to === 'completed') await this.endPayment(refund.paymentId, source);
    const moved = { refund: refund.id, payment: refund.paymentId, from: refund.status, to, reason, source };
    await this.uow.afterCommit(() => this.logger.log({ msg: 'refund status changed', ...moved }));
  }

  /** After the last completed paisa the payment becomes refunded and its token void. */
  private async endPayment(paymentId: number, source: EvidenceSource): Promise<void> {
    const payment = await this.payments.findById(paymentId);
    if (!payment || payment.refundedAmount !== payment.amount) return;
    await this.paymentTransitions.apply(paymentId, null, { kind: 'refunded' }, source);
  }

  /** Opens a review for what no rule can settle, once. */
  private async raiseDoubts(
    refund: RefundEntity,
    evidence: RefundEvidence,
    to: RefundStatus,
    source: EvidenceSource,
  ): Promise<void> {
    if (isRefundFinal(to) || isRefundFinal(refund.status)) return;
    const now = this.clock.now();
    const doubt = refundDoubt({
      contradicts: evidence.kind === 'unclear' && evidence.contradicts,
      isOverdue: isRefundOverdue(now, refund.createdAt, await this.calendar.holidays()),
      isUnknown: to === 'unknown' && refund.status !== 'processing',
      ageMs: now.getTime() - refund.createdAt.getTime(),
    });
    const payment = doubt && (await this.payments.findById(refund.paymentId));
    if (!doubt || !payment) return;
    await this.reviews.open({
      payment,
      reason: doubt,
      reference: refund.publicId,
      amount: refund.amount,
      attemptId: refund.attemptId,
      refundId: refund.id,
      evidence: null,
      said: {
        refund: refund.bankReference,
        answer: evidence.kind === 'unclear' ? evidence.reason : evidence.kind,
        requestedAt: refund.createdAt.toISOString(),
      },
      source,
    });
  }

  /** Closes reviews that this change settles. */
  private async settleReviews(refund: RefundEntity, attempt: PaymentAttemptEntity, to: RefundStatus): Promise<void> {
    const { paymentId, publicId } = refund;
    await this.reviews.resolve(paymentId, { reasons: REFUND_REVIEWS, reference: publicId });
    await this.reviews.afterOrderedRefund(refund.id, to === 'completed');
    if (to !== 'completed' || attempt.bankTxnId === null) return;
    if (!(await this.refunds.isGivenBack(attempt))) return;
    await this.reviews.resolve(paymentId, { reasons: DUPLICATE_REVIEWS, reference: attempt.bankTxnId });
  }
}

function shortened(text: string, codePoints: number): string {
  return [...text].slice(0, codePoints).join('');
}
