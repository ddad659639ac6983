import { Injectable, Logger } from '@nestjs/common';
import type { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { isLinkExpired } from '../../domain/link-expiry.js';
import type { Evidence, EvidenceSource, ReviewReason } from '../../domain/payment-decisions.js';
import { Clock } from '../../runtime/clock.js';
import { isPaid } from '../../domain/payment-status.js';
import type { StatusResult } from '../gateway/index.js';
import { AttemptsRepository } from './attempts.repository.js';
import { answerOf, type AskedAttempt, countedBy, denialOf, nextCheckOf } from './check-rules.js';
import { PaymentTransitions } from './payment-transitions.js';
import { PaymentsRepository } from './payments.repository.js';
import { ReviewBook } from './review-book.js';

type Changes = Parameters<AttemptsRepository['update']>[1];

/** Takes in what the bank said about one attempt, whatever follows from it. */
@Injectable()
export class CheckDigest {
  private readonly logger = new Logger(CheckDigest.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly payments: PaymentsRepository,
    private readonly attempts: AttemptsRepository,
    private readonly transitions: PaymentTransitions,
    private readonly reviews: ReviewBook,
  ) {}

  /** In a unit of work of its own, which also gives the lease back. */
  digest(asked: AskedAttempt, source: EvidenceSource): Promise<void> {
    const { attempt, answer, askedAt } = asked;
    return this.uow.run(async () => {
      // Both are held from here on: they are read once, and what is written below is all that becomes of them.
      const payment = await this.payments.lock(attempt.paymentId);
      const fresh = await this.attempts.lock(attempt.id);
      if (!payment || !fresh) throw new Error(`attempt ${attempt.id} lost its payment`);
      // Of the attempt as the bank was asked about it.
      const evidence = this.evidenceOf(payment, fresh, answer);
      const lease = fresh.leaseOwner === attempt.leaseOwner ? { leaseOwner: null, leaseUntil: null } : {};
      await this.recordCheck(payment, fresh, answer, {
        ...lease,
        ...countedBy(asked, fresh),
        lastCheckedAt: askedAt,
      });
      if (evidence) await this.transitions.applyTo(payment, fresh, evidence, source);
      if (answer.kind === 'paid' && payment.paymentType === 'upgrade' && isPaid(payment.status))
        await this.attempts.update(fresh, paidCode(answer), payment.status);
      else if (answer.kind === 'mismatch') await this.flagMismatch(payment, fresh, answer, source);
      await this.reschedule(payment, fresh, askedAt, { answer, source });
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
      case 'not-found': {
        const over = attempt.openPaymentId !== null && isLinkExpired(payment.expiresAt, this.clock.now());
        return over ? { kind: 'expired' } : null;
      }
      default:
        return null;
    }
  }

  /** What the bank said about the attempt, whether or not it changes the payment. */
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
      // Money that may turn out not to complete an upgrade leaves the code why it failed, which is counted.
      if (payment.paymentType !== 'upgrade') Object.assign(changes, paidCode(answer));
    } else if (answer.kind === 'declined' || answer.kind === 'cancelled') {
      changes.responseCode = answer.code.slice(0, 20);
      changes.responseText = answer.text.slice(0, 255);
    }
    // Nobody ever had the page of an invoice that the bank does not know: another number may take its place.
    if (answer.kind === 'not-found' && (attempt.status === 'unknown' || attempt.status === 'creating'))
      Object.assign(changes, { status: 'abandoned', openPaymentId: null, closedAt: this.clock.now() });
    await this.attempts.update(attempt, changes, payment.status);
    Object.assign(attempt, changes);
    if (answer.kind === 'unknown') {
      this.logger.warn({ msg: 'the bank gave no usable answer', payment: payment.id, reason: answer.reason });
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
      said: { field: answer.field, detail: answer.detail, invoiceNo: attempt.invoiceNo },
      source,
    });
    if (isNew)
      this.logger.error({ msg: 'the bank answered about something else', payment: payment.id, field: answer.field });
  }

  private async reschedule(
    payment: PaymentEntity,
    attempt: PaymentAttemptEntity,
    askedAt: Date,
    { answer, source }: { answer: StatusResult; source: EvidenceSource },
  ): Promise<void> {
    // A return or advice came in while the bank was answering an earlier question: that check is still to be made.
    if (attempt.nextCheckAt !== null && attempt.nextCheckAt > askedAt && attempt.nextCheckAt <= this.clock.now())
      return;
    const nextCheckAt = nextCheckOf(attempt, answer, payment.expiresAt, this.clock.now());
    if (nextCheckAt?.getTime() !== attempt.nextCheckAt?.getTime()) await this.attempts.update(attempt, { nextCheckAt });
    const givenUp = nextCheckAt === null && attempt.openPaymentId !== null;
    if (!givenUp) return;
    await this.reviews.open({
      payment,
      reason: 'unresolved_at_bank',
      reference: attempt.invoiceNo,
      attemptId: attempt.id,
      evidence: null,
      said: { answer: answer.kind, invoiceNo: attempt.invoiceNo },
      source,
    });
  }
}

function paidCode({ evidence }: StatusResult & { kind: 'paid' }) {
  return {
    responseCode: evidence.txnResponseCode.slice(0, 20),
    responseText: evidence.responseText.slice(0, 255),
  };
}
