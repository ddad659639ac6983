import { Injectable, Logger } from '@nestjs/common';
import type { PaymentAttemptEntity } from '../../../database/entities/payment-attempt.entity.js';
import type { PaymentEntity } from '../../../database/entities/payment.entity.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { isLinkExpired } from '../../../domain/payment/link-expiry.js';
import {
  type Decision,
  decide,
  type Evidence,
  type EvidenceSource,
} from '../../../domain/payment/payment-decisions.js';
import { isInProgress, isPaid, type PaymentStatus } from '../../../domain/payment/payment-status.js';
import { Clock } from '../../../runtime/clock.js';
import { endedWithoutMoney } from '../attempt-facts.js';
import { AttemptsRepository } from '../attempts.repository.js';
import { TransitionEffects } from './effects.js';
import { CLOSING, referenceOf } from './evidence-facts.js';
import { PaymentsRepository } from '../payments.repository.js';
import { ReviewRecorder } from './review-recorder.service.js';
import { PaymentHooks } from './payment-hooks.js';

export interface Applied {
  decision: Decision;
  /** The status before. */
  from: PaymentStatus;
  payment: PaymentEntity;
}

/**
 * The only way a payment's status changes: return, callback, poll job, staff check and CLI pass their evidence here. What
 * follows from a change (effects.ts) is written in the same unit of work.
 */
@Injectable()
export class PaymentTransitions {
  private readonly logger = new Logger(PaymentTransitions.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly payments: PaymentsRepository,
    private readonly attempts: AttemptsRepository,
    private readonly hooks: PaymentHooks,
    private readonly effects: TransitionEffects,
    private readonly reviews: ReviewRecorder,
  ) {}

  /** Idempotent. @param attemptId the attempt that the evidence is about */
  apply(paymentId: number, attemptId: number | null, evidence: Evidence, source: EvidenceSource): Promise<Applied> {
    return this.uow.run(async () => {
      const payment = await this.payments.lock(paymentId);
      if (!payment) throw new Error(`payment row ${paymentId} does not exist`);
      const attempt = attemptId === null ? null : await this.attempts.findById(attemptId);
      const from = payment.status;
      return { decision: await this.applyTo(payment, attempt, evidence, source), from, payment };
    });
  }

  /**
   * As `apply`, inside a unit of work that has locked the payment.
   * @param payment current since it was locked, as is the attempt; both are updated in place
   */
  async applyTo(
    payment: PaymentEntity,
    attempt: PaymentAttemptEntity | null,
    evidence: Evidence,
    source: EvidenceSource,
  ): Promise<Decision> {
    const decision = await this.decideOn(payment, attempt, evidence);
    if (decision.verdict === 'ignored') {
      if (decision.reason === 'already_captured' && attempt?.bankTxnId && evidence.kind === 'captured')
        await this.reviews.afterConfirmation(payment, attempt.bankTxnId, evidence.txnId);
      // The payment ended without this attempt; the attempt is closed all the same, or it would be checked for a week and go to
      // review. A cancellation by staff closes nothing that may be under way.
      if (evidence.kind !== 'link-cancelled') await this.close(attempt, evidence);
      return decision;
    }
    if (decision.verdict === 'moved') {
      const { from, to } = await this.effects.carryOut({ payment, decision, attempt, evidence, source });
      const change = { payment: payment.id, from, to, source, late: decision.late };
      await this.uow.afterCommit(() => this.logger.log({ msg: 'payment status changed', ...change }));
    } else await this.flag(payment, attempt, decision, evidence, source);
    if (attempt) await this.settleAttempt(attempt, evidence, decision);
    if (evidence.kind === 'captured' && decision.verdict !== 'refused')
      await this.reviews.afterCapture(payment, evidence.txnId);
    return decision;
  }

  /** Whether a capture could complete a payment that the current unit of work has locked; locks the rows that this depends on. */
  async mayComplete(payment: PaymentEntity): Promise<boolean> {
    return (await this.hooks.completionDenial(payment)) === null;
  }

  /** What follows from the renewal of a link whose payment keeps its status, in the current unit of work. */
  renewed(payment: PaymentEntity): Promise<void> {
    return this.effects.afterRenewal(payment);
  }

  /**
   * Cancels a payment whose link has expired. A link that was renewed, paid or sent to the bank meanwhile stays.
   * @returns whether it was cancelled
   */
  expireLink(paymentId: number, source: EvidenceSource): Promise<boolean> {
    return this.uow.run(async () => {
      // The payment's row is locked from here on, so no attempt can be opened either.
      const payment = await this.payments.lock(paymentId);
      if (!payment || !isInProgress(payment.status) || !isLinkExpired(payment.expiresAt, this.clock.now()))
        return false;
      if (await this.attempts.findOpen(paymentId)) return false;
      await this.applyTo(payment, null, { kind: 'expired' }, source);
      return true;
    });
  }

  private async decideOn(
    payment: PaymentEntity,
    attempt: PaymentAttemptEntity | null,
    evidence: Evidence,
  ): Promise<Decision> {
    if (evidence.kind === 'captured') {
      const holder = await this.attempts.findByTxnId(evidence.txnId);
      if (holder && holder.id !== attempt?.id) {
        // A second capture has a row of its own, and STATUS keeps naming it for the same invoice.
        const known = holder.paymentId === payment.id;
        return known
          ? { verdict: 'ignored', reason: 'already_captured' }
          : { verdict: 'refused', review: 'txn_reused' };
      }
    }
    return decide(
      {
        status: payment.status,
        statusReason: payment.statusReason,
        amount: payment.amount,
        completionDenial: await this.completionDenial(payment, attempt, evidence),
        attempt: attempt && {
          status: attempt.status,
          amount: attempt.amount,
          isOpen: attempt.openPaymentId !== null,
          isSent: attempt.sentAt !== null,
          lastSentAt: attempt.lastSentAt,
          txnId: attempt.bankTxnId,
          isExcess: attempt.excess,
        },
      },
      evidence,
    );
  }

  /** Runs only for a capture that would complete the payment: the rules lock other rows. */
  private async completionDenial(payment: PaymentEntity, attempt: PaymentAttemptEntity | null, evidence: Evidence) {
    if (evidence.kind !== 'captured' || attempt === null) return null;
    if (attempt.status === 'captured' && !evidence.isAccepted) return null;
    if (isPaid(payment.status)) return null;
    return (await this.hooks.completionDenial(payment)) ?? this.effects.completionDenial(payment);
  }

  private async flag(
    payment: PaymentEntity,
    attempt: PaymentAttemptEntity | null,
    decision: Decision & { verdict: 'excess' | 'refused' },
    evidence: Evidence,
    source: EvidenceSource,
  ): Promise<void> {
    const reference = referenceOf(decision, attempt, evidence);
    // Repeated checks bring the same answer; only the first opens a review.
    if (decision.review === 'capture_unconfirmed' && (await this.reviews.isCaptureDoubted(payment, reference))) return;
    // Bumps the version, so that concurrent decisions on this payment are repeated.
    if (!(await this.payments.claim(payment)))
      throw new Error(`payment row ${payment.id} changed although it was held`);
    const captured = evidence.kind === 'captured' ? evidence : null;
    await this.reviews.open({
      payment,
      reason: decision.review,
      reference,
      ...(captured !== null && captured.amount !== null && { amount: captured.amount }),
      attemptId: attempt?.id ?? null,
      evidence,
      bankContext: { invoiceNo: attempt?.invoiceNo ?? null },
      source,
    });
    if (decision.review === 'bank_reversal')
      await this.reviews.resolve(payment.id, { reason: 'capture_unconfirmed', reference });
  }

  private async settleAttempt(attempt: PaymentAttemptEntity, evidence: Evidence, decision: Decision): Promise<void> {
    const now = this.clock.now();
    if (evidence.kind === 'captured' && decision.verdict === 'excess' && decision.onSameInvoice) {
      await this.attempts.insertSecondCapture(attempt, evidence.txnId, evidence.amount ?? 0);
      return;
    }
    const isCapture = decision.verdict === 'excess' || (decision.verdict === 'moved' && decision.to === 'completed');
    if (evidence.kind === 'captured' && isCapture) {
      const captured = {
        status: 'captured' as const,
        bankTxnId: evidence.txnId,
        excess: decision.verdict === 'excess',
        openPaymentId: null,
        capturedAt: now,
        closedAt: now,
        nextCheckAt: null,
      };
      await this.attempts.update(attempt, captured);
      Object.assign(attempt, captured);
      return;
    }
    if (decision.verdict === 'moved') await this.close(attempt, evidence);
  }

  /**
   * The outcome of the invoice call may be stored concurrently: an open attempt is closed, a closed one stays. One that its link took along
   * while the customer was at the bank gets the bank's word for its end.
   */
  private async close(attempt: PaymentAttemptEntity | null, evidence: Evidence): Promise<void> {
    const status = CLOSING[evidence.kind];
    const isOpen = ({ openPaymentId }: PaymentAttemptEntity) => openPaymentId !== null;
    const isUnanswered = (one: PaymentAttemptEntity) =>
      status !== 'abandoned' && one.status === 'abandoned' && one.sentAt !== null;
    for (let found = attempt; status && found && (isOpen(found) || isUnanswered(found));) {
      const ended = isOpen(found) ? endedWithoutMoney(found, status, this.clock.now()) : { status };
      if (await this.attempts.updateIf(found, ended)) {
        Object.assign(attempt ?? {}, ended);
        return;
      }
      found = await this.attempts.findById(found.id);
    }
  }
}
