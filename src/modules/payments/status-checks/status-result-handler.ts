import { Injectable, Logger } from '@nestjs/common';
import type { PaymentAttemptEntity } from '../../../database/entities/payment-attempt.entity.js';
import type { PaymentEntity } from '../../../database/entities/payment.entity.js';
import { RELEASED } from '../../../database/lease-table.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { isLinkExpired } from '../../../domain/payment/link-expiry.js';
import type { Evidence, EvidenceSource, ReviewReason } from '../../../domain/payment/payment-decisions.js';
import { Clock } from '../../../runtime/clock.js';
import { isInProgress, isPaid } from '../../../domain/payment/payment-status.js';
import type { StatusResult } from '../../gateway/index.js';
import { AttemptsRepository } from '../attempts.repository.js';
import { CallbacksRepository } from '../callbacks/callbacks.repository.js';
import {
  type Aftermath,
  answerOf,
  type AskedAttempt,
  countedBy,
  denialOf,
  isClear,
  isLeftUnclear,
  nextCheckOf,
  paidCodeOf,
  showsNoPayer,
  silenceOf,
} from './check-rules.js';
import { PaymentTransitions } from '../transitions/payment-transitions.service.js';
import { PaymentsRepository } from '../payments.repository.js';
import { ReviewRecorder } from '../transitions/review-recorder.service.js';

type Changes = Parameters<AttemptsRepository['update']>[1];

/**
 * Applies a STATUS result to its attempt and payment. Idempotent. Money that is not stored yet counts whenever it is told; any other result
 * under a lease that has passed to another changes nothing.
 */
@Injectable()
export class StatusResultHandler {
  private readonly logger = new Logger(StatusResultHandler.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly payments: PaymentsRepository,
    private readonly attempts: AttemptsRepository,
    private readonly callbacks: CallbacksRepository,
    private readonly transitions: PaymentTransitions,
    private readonly reviews: ReviewRecorder,
  ) {}

  /** Runs in its own unit of work, which also releases the lease. */
  apply(asked: AskedAttempt, source: EvidenceSource): Promise<void> {
    const { attempt, answer, askedAt } = asked;
    return this.uow.run(async () => {
      // Both rows are locked from here on, so they are read once.
      const payment = await this.payments.lock(attempt.paymentId);
      const fresh = await this.attempts.lock(attempt.id);
      if (!payment || !fresh) throw new Error(`attempt ${attempt.id} lost its payment`);
      // Whoever holds the lease by now asks anew: what was heard before says nothing of money that has come since.
      const isHeld = fresh.leaseOwner === attempt.leaseOwner;
      if (!isHeld && !isNews(answer, fresh)) return;
      // About the attempt as it was when the bank was asked.
      const evidence = this.evidenceOf(payment, fresh, answer);
      const isCodeKept = mayNotComplete(payment);
      const checkedBefore = fresh.lastCheckedAt;
      const lease = isHeld ? RELEASED : {};
      await this.recordCheck(payment, fresh, answer, {
        ...lease,
        ...countedBy(asked, fresh),
        lastCheckedAt: askedAt,
      });
      if (evidence) await this.transitions.applyTo(payment, fresh, evidence, source);
      if (answer.kind === 'paid' && isCodeKept && isPaid(payment.status))
        await this.attempts.update(fresh, paidCodeOf(answer), payment.status);
      else if (answer.kind === 'mismatch') await this.flagMismatch(payment, fresh, answer, source);
      // One that is open may be asked about in vain, and be shown again.
      if (isClear(answer) && fresh.openPaymentId === null && payment.reviewReason !== null)
        await this.reviews.resolve(payment.id, { reason: 'unresolved_at_bank', reference: fresh.invoiceNo });
      await this.reschedule(payment, fresh, { answer, askedAt, checkedBefore }, source);
    });
  }

  private evidenceOf(payment: PaymentEntity, attempt: PaymentAttemptEntity, answer: StatusResult): Evidence | null {
    const denial = denialOf(answer, attempt);
    if (denial) return denial;
    switch (answer.kind) {
      case 'paid':
        return {
          kind: 'captured',
          txnId: answer.evidence.txnId,
          amount: answer.evidence.amountPaise,
          currency: answer.evidence.currency,
        };
      case 'declined':
        return { kind: 'declined', code: answer.code, text: answer.text };
      case 'cancelled':
        return { kind: 'bank-cancelled', code: answer.code, text: answer.text };
      default: {
        const over = attempt.openPaymentId !== null && isLinkExpired(payment.expiresAt, this.clock.now());
        return over && showsNoPayer(answer) ? { kind: 'expired' } : null;
      }
    }
  }

  /** Stores the STATUS result on the attempt, whether or not it changes the payment. */
  private async recordCheck(
    payment: PaymentEntity,
    attempt: PaymentAttemptEntity,
    answer: StatusResult,
    about: Pick<Changes, 'lastCheckedAt' | 'pollCount' | 'viewedAt' | 'leaseOwner' | 'leaseUntil'>,
  ): Promise<void> {
    const changes: Changes = {
      ...about,
      lastAnswer: answerOf(answer),
      checkCount: attempt.checkCount + 1,
    };
    if (answer.kind === 'paid') {
      changes.bankPaymentId = answer.evidence.paymentId ?? attempt.bankPaymentId;
      changes.paymentMode = answer.evidence.paymentMode ?? attempt.paymentMode;
      // The code of a failure, a payment counter, is kept where a capture completes nothing.
      if (!mayNotComplete(payment)) Object.assign(changes, paidCodeOf(answer));
    } else if (answer.kind === 'declined' || answer.kind === 'cancelled') {
      changes.responseCode = answer.code.slice(0, 20);
      changes.responseText = answer.text.slice(0, 255);
    }
    // Nobody was given the page of an invoice that the bank does not know: a new number may replace it.
    if (answer.kind === 'not-found' && (attempt.status === 'unknown' || attempt.status === 'creating'))
      Object.assign(changes, { status: 'abandoned', openPaymentId: null, closedAt: this.clock.now() });
    await this.attempts.update(attempt, changes, payment.status);
    Object.assign(attempt, changes);
    if (answer.kind === 'unknown') {
      this.logger.warn({ msg: 'no usable status answer from the bank', payment: payment.id, reason: answer.reason });
    }
  }

  private async flagMismatch(
    payment: PaymentEntity,
    attempt: PaymentAttemptEntity,
    answer: StatusResult & { kind: 'mismatch' },
    source: EvidenceSource,
  ): Promise<void> {
    const review: ReviewReason = answer.field === 'merchant' ? 'merchant_mismatch' : 'reference_mismatch';
    const isNew = await this.reviews.open({
      payment,
      reason: review,
      reference: attempt.invoiceNo,
      attemptId: attempt.id,
      evidence: null,
      bankContext: { field: answer.field, detail: answer.detail, invoiceNo: attempt.invoiceNo },
      source,
    });
    if (isNew)
      this.logger.error({ msg: 'status answer does not match the payment', payment: payment.id, field: answer.field });
  }

  private async aftermathOf(attempt: PaymentAttemptEntity): Promise<Aftermath> {
    if (attempt.openPaymentId !== null) return { lastCallbackAt: null, calledErrorAt: null, askedAgainAt: null };
    const lastCallbackAt = await this.callbacks.findLastReceivedAt(attempt.id);
    return { lastCallbackAt, ...(await this.reviews.questionsAbout(attempt)) };
  }

  private async reschedule(
    payment: PaymentEntity,
    attempt: PaymentAttemptEntity,
    { answer, askedAt, checkedBefore }: { answer: StatusResult; askedAt: Date; checkedBefore: Date | null },
    source: EvidenceSource,
  ): Promise<void> {
    // A callback arrived during an earlier check: its own check is still due.
    if (attempt.nextCheckAt !== null && attempt.nextCheckAt > askedAt && attempt.nextCheckAt <= this.clock.now())
      return;
    const followed = { ...attempt, checkedBefore, ...(await this.aftermathOf(attempt)) };
    const nextCheckAt = nextCheckOf(followed, answer, payment.expiresAt, this.clock.now());
    if (nextCheckAt?.getTime() !== attempt.nextCheckAt?.getTime()) await this.attempts.update(attempt, { nextCheckAt });
    if (nextCheckAt !== null) return;
    const isOpen = attempt.openPaymentId !== null;
    const lastSuccessAt = isOpen ? null : await this.callbacks.findLastSuccessAt(attempt.id);
    if (!isOpen && !isLeftUnclear(followed, answer, lastSuccessAt)) return;
    if (attempt.status === 'captured') {
      await this.transitions.applyTo(payment, attempt, silenceOf(answer), source);
      return;
    }
    await this.reviews.open({
      payment,
      reason: 'unresolved_at_bank',
      reference: attempt.invoiceNo,
      attemptId: attempt.id,
      evidence: null,
      bankContext: { answer: answer.kind, invoiceNo: attempt.invoiceNo },
      source,
    });
  }
}

/** Money, unless it is stored: whoever asks anew may hear of its reversal, which what was heard before does not end. */
function isNews(answer: StatusResult, { bankTxnId }: PaymentAttemptEntity): boolean {
  return answer.kind === 'paid' && answer.evidence.txnId !== bankTxnId;
}

/** An upgrade, or a payment that has ended: its token may be refunded by now, or the last unit of its tier sold. */
function mayNotComplete({ paymentType, status }: PaymentEntity): boolean {
  return paymentType === 'upgrade' || (!isInProgress(status) && !isPaid(status));
}
