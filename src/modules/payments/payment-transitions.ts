import { Injectable, Logger } from '@nestjs/common';
import { AuditService } from '../../database/audit.js';
import type { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { isLinkExpired } from '../../domain/link-expiry.js';
import { type Decision, decide, type Evidence, type EvidenceSource } from '../../domain/payment-decisions.js';
import { isInProgress, isPaid } from '../../domain/payment-status.js';
import { Clock } from '../../runtime/clock.js';
import { AttemptsRepository } from './attempts.repository.js';
import { CLOSING, noteOf, referenceOf } from './evidence-facts.js';
import { PaymentsRepository, type TransitionFacts } from './payments.repository.js';
import { ReceiptsRepository } from './receipts.repository.js';
import { ReviewBook } from './review-book.js';
import { TokensRepository } from './tokens.repository.js';
import { TransitionEffects } from './transition-effects.js';

export interface Applied {
  decision: Decision;
  payment: PaymentEntity;
}

type Moved = Decision & { verdict: 'moved' };

const UNCONFIRMED = { reason: 'capture_unconfirmed' } as const;

/**
 * The one way a payment changes: the bank's return, its advice, the poll job, the staff's check and the CLI all bring their
 * evidence here. Everything that follows from a change is written in the same unit of work.
 */
@Injectable()
export class PaymentTransitions {
  private readonly logger = new Logger(PaymentTransitions.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly payments: PaymentsRepository,
    private readonly attempts: AttemptsRepository,
    private readonly tokens: TokensRepository,
    private readonly receipts: ReceiptsRepository,
    private readonly audit: AuditService,
    private readonly effects: TransitionEffects,
    private readonly reviews: ReviewBook,
  ) {}

  /** Repeated evidence changes nothing and is no error. @param attemptId the attempt that the evidence is about */
  apply(paymentId: number, attemptId: number | null, evidence: Evidence, source: EvidenceSource): Promise<Applied> {
    return this.uow.run(async () => {
      const payment = await this.payments.lock(paymentId);
      if (!payment) throw new Error(`payment row ${paymentId} does not exist`);
      const attempt = attemptId === null ? null : await this.attempts.findById(attemptId);
      return { decision: await this.applyTo(payment, attempt, evidence, source), payment };
    });
  }

  /**
   * As `apply`, inside a unit of work that holds the payment.
   * @param payment as it is since it was locked, likewise the attempt; afterwards both are as they have become
   */
  async applyTo(
    payment: PaymentEntity,
    attempt: PaymentAttemptEntity | null,
    evidence: Evidence,
    source: EvidenceSource,
  ): Promise<Decision> {
    const decision = await this.decideOn(payment, attempt, evidence);
    await this.carryOut(payment, attempt, evidence, decision, source);
    return decision;
  }

  /**
   * Ends a link that has run out. Whoever found it may be late: one that was renewed, paid or sent to the bank meanwhile stays.
   * @returns whether it ended
   */
  expireLink(paymentId: number, source: EvidenceSource): Promise<boolean> {
    return this.uow.run(async () => {
      // The row is held from here on, so no attempt can be opened for it either.
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
        // The second capture on one invoice has a row of its own, and the bank goes on naming it for that invoice.
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
        },
      },
      evidence,
    );
  }

  /** Only money that would complete the payment is judged: the rules lock other rows. */
  private async completionDenial(payment: PaymentEntity, attempt: PaymentAttemptEntity | null, evidence: Evidence) {
    if (evidence.kind !== 'captured' || attempt === null || attempt.status === 'captured') return null;
    return isPaid(payment.status) ? null : this.effects.completionDenial(payment);
  }

  private async carryOut(
    payment: PaymentEntity,
    attempt: PaymentAttemptEntity | null,
    evidence: Evidence,
    decision: Decision,
    source: EvidenceSource,
  ): Promise<void> {
    if (decision.verdict === 'ignored') {
      if (decision.reason === 'already_captured' && attempt?.bankTxnId && payment.reviewReason !== null)
        await this.reviews.resolve(payment.id, { ...UNCONFIRMED, reference: attempt.bankTxnId });
      // The payment has ended without this attempt; whatever ends the attempt itself still does, or it would be asked about
      // for a week and then shown to a person. Only staff take back nothing that may be under way.
      if (evidence.kind !== 'link-cancelled') await this.close(attempt, evidence);
      return;
    }
    if (decision.verdict === 'moved') await this.move(payment, decision, attempt, evidence, source);
    else await this.flag(payment, attempt, decision, evidence, source);
    if (attempt) await this.settleAttempt(attempt, evidence, decision);
  }

  private async move(
    payment: PaymentEntity,
    decision: Moved,
    attempt: PaymentAttemptEntity | null,
    evidence: Evidence,
    source: EvidenceSource,
  ): Promise<void> {
    const from = payment.status;
    const facts = await this.factsOf(payment, decision);
    await this.payments.changeStatus(payment, decision.to, facts);
    const receiptNumber = decision.to === 'completed' ? await this.receipts.issue(payment) : null;
    await this.payments.addEvent({
      paymentId: payment.id,
      attemptId: attempt?.id ?? null,
      type: `status.${decision.to}`,
      source,
      from,
      to: decision.to,
      detail: {
        reason: decision.reason,
        late: decision.late,
        tokenNumber: facts.tokenNumber,
        receiptNumber: receiptNumber ?? undefined,
        ...noteOf(evidence),
      },
    });
    await this.audit.write({
      actorKind: source,
      action: `payment.${decision.to}`,
      subjectType: 'payment',
      subjectId: payment.publicId,
      fromValue: from,
      toValue: decision.to,
      reason: decision.reason,
    });
    await this.effects.run({ payment, attempt, evidence, from, to: decision.to, source, receiptNumber });
    await this.uow.afterCommit(() =>
      this.logger.log({
        msg: 'payment moved',
        payment: payment.id,
        from,
        to: decision.to,
        source,
        late: decision.late,
      }),
    );
  }

  private async factsOf(payment: PaymentEntity, decision: Moved): Promise<TransitionFacts> {
    const now = this.clock.now();
    switch (decision.to) {
      case 'completed':
        return {
          statusReason: null,
          paidAt: now,
          late: decision.late,
          tokenNumber: await this.tokens.issue(payment.id, payment.tokenType),
        };
      case 'initiated':
        return { statusReason: null, initiatedAt: now };
      case 'refunded':
        await this.tokens.setStatus(payment.id, 'void');
        return { statusReason: null };
      default:
        return { statusReason: decision.reason };
    }
  }

  private async flag(
    payment: PaymentEntity,
    attempt: PaymentAttemptEntity | null,
    decision: Decision & { verdict: 'excess' | 'refused' },
    evidence: Evidence,
    source: EvidenceSource,
  ): Promise<void> {
    const reference = referenceOf(decision, attempt, evidence);
    // A daily question repeats the answer; only the first one is news.
    if (decision.review === 'capture_unconfirmed' && (await this.reviews.isCaptureDoubted(payment, reference))) return;
    // Whoever has judged the payment without this judges it again.
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
      said: { invoiceNo: attempt?.invoiceNo ?? null },
      source,
    });
    if (decision.review === 'bank_reversal') await this.reviews.resolve(payment.id, { ...UNCONFIRMED, reference });
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

  /** The bank's answer about an invoice may be written down at the same moment: an open one ends, an ended one stays. */
  private async close(attempt: PaymentAttemptEntity | null, evidence: Evidence): Promise<void> {
    const status = CLOSING[evidence.kind];
    const ended = { status, openPaymentId: null, closedAt: this.clock.now() };
    for (let found = attempt; status && found && found.openPaymentId !== null;) {
      if (await this.attempts.updateIf(found, ended)) {
        Object.assign(attempt ?? {}, ended);
        return;
      }
      found = await this.attempts.findById(found.id);
    }
  }
}
