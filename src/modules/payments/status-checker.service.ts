import { Injectable, Logger } from '@nestjs/common';
import type { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { isLinkExpired } from '../../domain/link-expiry.js';
import type { Evidence, EvidenceSource, ReviewReason } from '../../domain/payment-decisions.js';
import { isOverdue, nextLateCheck, nextOpenCheck } from '../../domain/poll-schedule.js';
import type { BankAnswer } from '../../domain/unclear-payment.js';
import { Clock } from '../../runtime/clock.js';
import { GatewaySettings, PaymentGateway, type StatusResult } from '../gateway/index.js';
import { requestContext } from '../../runtime/request-context.js';
import { AttemptsRepository } from './attempts.repository.js';
import { PaymentTransitions } from './payment-transitions.js';
import { PaymentsRepository } from './payments.repository.js';
import { ReviewBook } from './review-book.js';

/** What the bank said, or `skipped` when somebody else was asking or had just asked. */
export type CheckOutcome = StatusResult['kind'] | 'skipped';

/** For the customer who waits; whatever ends the attempt is told by the payment itself. */
const ANSWERS: Partial<Record<StatusResult['kind'], BankAnswer>> = {
  pending: 'pending',
  'not-found': 'not-found',
  unknown: 'unreachable',
};

const LEASE_MARGIN_MS = 10_000;
const WAIT_FOR_OTHERS_MS = 5000;
const WAIT_STEP_MS = 100;
/** Several viewers of one payment cost the bank one question. */
const FRESH_MS = 2000;

/** Asks the bank how an attempt stands and brings its answer to the transitions. Never inside a unit of work. */
@Injectable()
export class StatusChecker {
  private readonly logger = new Logger(StatusChecker.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly payments: PaymentsRepository,
    private readonly attempts: AttemptsRepository,
    private readonly transitions: PaymentTransitions,
    private readonly gateway: PaymentGateway,
    private readonly bank: GatewaySettings,
    private readonly reviews: ReviewBook,
  ) {}

  /**
   * Takes the lease itself; when another holds it, waits a while for that one's answer.
   * @param since news of this moment: an answer to an earlier question does not cover it
   */
  async checkAttempt(attemptId: number, source: EvidenceSource, since?: Date): Promise<CheckOutcome> {
    for (let round = 0; round < 2; round += 1) {
      const attempt = await this.attempts.findById(attemptId);
      if (!attempt || this.isFresh(attempt, since)) return 'skipped';
      const owner = await this.attempts.lease(attemptId, this.leaseMs);
      if (owner) return this.checkLeased({ ...attempt, leaseOwner: owner }, source);
      await this.waitForOthers(attemptId);
    }
    return 'skipped';
  }

  /** For a caller that holds the attempt's lease; gives it back in every case. */
  async checkLeased(attempt: PaymentAttemptEntity, source: EvidenceSource): Promise<CheckOutcome> {
    const owner = attempt.leaseOwner ?? '';
    const askedAt = this.clock.now();
    try {
      const answer = await this.ask(attempt);
      return await this.uow.run(() => this.digest(attempt, answer, source, askedAt));
    } finally {
      await this.attempts.release(attempt.id, owner);
    }
  }

  get leaseMs(): number {
    // Two questions at the most: by our number, then by the number that the bank once named.
    return 2 * this.bank.timeoutMs + LEASE_MARGIN_MS;
  }

  private async ask(attempt: PaymentAttemptEntity): Promise<StatusResult> {
    const requestId = requestContext()?.requestId;
    const extra = requestId ? { requestId } : {};
    const byOurs = await this.gateway.queryStatus({ originalTxnNo: attempt.invoiceNo, ...extra });
    if (byOurs.kind !== 'not-found' || !attempt.bankMerchantTxnNo) return byOurs;
    const byTheirs = await this.gateway.queryStatus({ originalTxnNo: attempt.bankMerchantTxnNo, ...extra });
    // That number came in with a message; the answer to it counts only where it does not name another invoice.
    const named = byTheirs.kind === 'paid' ? byTheirs.evidence.invoiceNo : null;
    if (named === null || named === attempt.invoiceNo) return byTheirs;
    return { kind: 'mismatch', field: 'reference', detail: 'the answer names another invoice' };
  }

  private async digest(
    attempt: PaymentAttemptEntity,
    answer: StatusResult,
    source: EvidenceSource,
    askedAt: Date,
  ): Promise<CheckOutcome> {
    const payment = await this.payments.findById(attempt.paymentId);
    const fresh = await this.attempts.findById(attempt.id);
    if (!payment || !fresh) throw new Error(`attempt ${attempt.id} lost its payment`);
    await this.recordCheck(payment, fresh, answer, askedAt);
    const evidence = this.evidenceOf(payment, fresh, answer);
    if (evidence) await this.transitions.apply(payment.id, fresh.id, evidence, source);
    else if (answer.kind === 'mismatch') await this.flagMismatch(payment, fresh, answer, source);
    await this.reschedule(payment.id, fresh.id, askedAt, { answer, source });
    return answer.kind;
  }

  private evidenceOf(payment: PaymentEntity, attempt: PaymentAttemptEntity, answer: StatusResult): Evidence | null {
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
    askedAt: Date,
  ): Promise<void> {
    const changes: Parameters<AttemptsRepository['update']>[1] = {
      lastCheckedAt: askedAt,
      lastAnswer: ANSWERS[answer.kind] ?? 'undecided',
      checkCount: attempt.checkCount + 1,
    };
    if (answer.kind === 'paid') {
      changes.bankPaymentId = answer.evidence.paymentId ?? attempt.bankPaymentId;
      changes.paymentMode = answer.evidence.paymentMode ?? attempt.paymentMode;
      changes.responseCode = answer.evidence.txnResponseCode.slice(0, 20);
      changes.responseText = answer.evidence.responseText.slice(0, 255);
    } else if (answer.kind === 'declined' || answer.kind === 'cancelled') {
      changes.responseCode = answer.code.slice(0, 20);
      changes.responseText = answer.text.slice(0, 255);
    }
    // Nobody ever had the page of an invoice that the bank does not know: another number may take its place.
    if (answer.kind === 'not-found' && (attempt.status === 'unknown' || attempt.status === 'creating')) {
      Object.assign(changes, { status: 'abandoned', openPaymentId: null, closedAt: this.clock.now() });
    }
    await this.attempts.update(attempt.id, changes);
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
    paymentId: number,
    attemptId: number,
    askedAt: Date,
    { answer, source }: { answer: StatusResult; source: EvidenceSource },
  ): Promise<void> {
    const payment = await this.payments.findById(paymentId);
    const attempt = await this.attempts.findById(attemptId);
    if (!payment || !attempt) return;
    // A return or advice came in while the bank was answering an earlier question: that check is still to be made.
    if (attempt.nextCheckAt !== null && attempt.nextCheckAt > askedAt && attempt.nextCheckAt <= this.clock.now())
      return;
    const nextCheckAt = this.nextCheckOf(payment, attempt);
    await this.attempts.update(attemptId, { nextCheckAt });
    const givenUp = nextCheckAt === null && attempt.openPaymentId !== null;
    if (!givenUp) return;
    await this.reviews.open({
      payment,
      reason: 'unresolved_at_bank',
      reference: attempt.invoiceNo,
      attemptId,
      evidence: null,
      said: { answer: answer.kind, invoiceNo: attempt.invoiceNo },
      source,
    });
  }

  private nextCheckOf(payment: PaymentEntity, attempt: PaymentAttemptEntity): Date | null {
    const now = this.clock.now();
    if (attempt.status === 'captured') return null;
    if (attempt.openPaymentId === null) {
      return attempt.sentAt && attempt.closedAt ? nextLateCheck(now, attempt.closedAt) : null;
    }
    if (isOverdue(now, payment.expiresAt)) return null;
    return nextOpenCheck(now, attempt.checkCount, payment.expiresAt);
  }

  private isFresh(attempt: PaymentAttemptEntity, since: Date | undefined): boolean {
    const asked = attempt.lastCheckedAt;
    if (asked === null || (since && asked < since)) return false;
    return this.clock.now().getTime() - asked.getTime() < FRESH_MS;
  }

  private async waitForOthers(attemptId: number): Promise<void> {
    for (let waited = 0; waited < WAIT_FOR_OTHERS_MS; waited += WAIT_STEP_MS) {
      const attempt = await this.attempts.findById(attemptId);
      if (!attempt?.leaseOwner) return;
      await new Promise((resolve) => setTimeout(resolve, WAIT_STEP_MS));
    }
  }
}
