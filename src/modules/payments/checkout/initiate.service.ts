import { Injectable } from '@nestjs/common';
import type { PaymentAttemptEntity } from '../../../database/entities/payment-attempt.entity.js';
import type { PaymentEntity } from '../../../database/entities/payment.entity.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { withdrawalOf } from '../../../domain/payment/link-care.js';
import { isLinkExpired } from '../../../domain/payment/link-expiry.js';
import { isPaid } from '../../../domain/payment/payment-status.js';
import { nextOpenCheck } from '../../../domain/payment/poll-schedule.js';
import { Clock } from '../../../runtime/clock.js';
import { RateLimiter } from '../../../runtime/rate-limits/rate-limiter.js';
import { AttemptOpener, type Opened } from './attempt-opener.service.js';
import { AttemptsRepository } from '../attempts.repository.js';
import { withdrawn } from '../links/link.errors.js';
import { PaymentTransitions } from '../transitions/payment-transitions.service.js';
import { PaymentsRepository } from '../payments.repository.js';
import { StatusChecker } from '../status-checks/status-checker.service.js';
import { TransitionRules } from '../transitions/transition-rules.js';
import { Refusal } from '../../../runtime/refusal.js';

const MAX_NEW_INVOICES = 2;
const MINUTE_MS = 60_000;
/** Far above what a person presses, far below what burdens the bank. */
const PER_LINK_A_MINUTE = 20;
/** The pay button of one address, in API and page together. */
export const PAY_PRESSES = { name: 'initiate', limit: 120, windowMs: MINUTE_MS, by: 'ip' } as const;

/** The customer pressed Pay: finds or creates the bank's page and marks the payment as sent. */
@Injectable()
export class InitiateService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly payments: PaymentsRepository,
    private readonly attempts: AttemptsRepository,
    private readonly opener: AttemptOpener,
    private readonly transitions: PaymentTransitions,
    private readonly checker: StatusChecker,
    private readonly rules: TransitionRules,
    private readonly limiter: RateLimiter,
  ) {}

  /**
   * @returns the bank's page for this payment
   * @throws PAYMENT_NOT_FOUND, ALREADY_PAID, REFUNDED, LINK_WITHDRAWN, LINK_REPLACED, LINK_EXPIRED,
   * BANK_UNAVAILABLE, BANK_REFUSED, THROTTLED
   */
  async initiate(publicId: string): Promise<string> {
    const payment = await this.payments.getByPublicId(publicId);
    await this.limiter.require(`initiate:link:${publicId}`, PER_LINK_A_MINUTE, MINUTE_MS);
    this.refuseUnlessPayable(payment);
    await this.refuseIfPaidMeanwhile(payment);
    await this.rules.requireStartable(payment);
    const attempt = await this.openAttempt(payment);
    await this.markSent(payment, attempt);
    if (!attempt.redirectUrl) throw bankPageUnavailable();
    return attempt.redirectUrl;
  }

  private refuseUnlessPayable(payment: PaymentEntity): void {
    if (payment.status === 'refunded') throw new Refusal('REFUNDED');
    if (isPaid(payment.status)) throw new Refusal('ALREADY_PAID');
    const withdrawal = withdrawalOf(payment);
    if (withdrawal !== null) throw withdrawn(withdrawal);
    if (isLinkExpired(payment.expiresAt, this.clock.now())) throw new Refusal('LINK_EXPIRED');
  }

  /** A customer who was at the bank before, on a replaced invoice too, may have paid there: STATUS is asked first. */
  private async refuseIfPaidMeanwhile(payment: PaymentEntity): Promise<void> {
    const attempt = await this.attempts.findUnanswered(payment.id);
    if (!attempt) return;
    await this.checker.checkAttempt(attempt.id, 'customer');
    await this.refuseIfEnded(payment);
  }

  private async refuseIfEnded(payment: PaymentEntity): Promise<void> {
    const fresh = await this.payments.findById(payment.id);
    if (fresh) this.refuseUnlessPayable(fresh);
  }

  private async openAttempt(payment: PaymentEntity): Promise<PaymentAttemptEntity> {
    for (let made = 0; made <= MAX_NEW_INVOICES; made += 1) {
      const { attempt, answer } = await this.openOnce(payment);
      if (attempt.status === 'open' && attempt.redirectUrl) return attempt;
      await this.refuseIfEnded(payment);
      // The bank knows the number but gave no page; the next round uses a new number.
      if (answer?.kind === 'exists') continue;
      if (answer?.kind === 'refused') throw new Refusal('BANK_REFUSED', { retryAfterSeconds: 60 });
      throw bankPageUnavailable(answer && 'retryAfterSeconds' in answer ? answer.retryAfterSeconds : undefined);
    }
    throw bankPageUnavailable();
  }

  private async openOnce(payment: PaymentEntity): Promise<Opened> {
    const open = await this.attempts.findOpen(payment.id);
    if (open?.status === 'open') return { attempt: open, answer: null };
    if (open) return this.opener.askAgain(payment, open, 'customer');
    const intended = await this.intend(payment);
    if (intended) return this.opener.askBank(payment, intended, 'customer');
    const theirs = await this.attempts.findOpen(payment.id);
    if (!theirs) throw bankPageUnavailable();
    return { attempt: theirs, answer: null };
  }

  /** Behind the payment's lock: what ended it since it was read refuses, so that no invoice is made for a paid or withdrawn link. */
  private intend(payment: PaymentEntity): Promise<PaymentAttemptEntity | null> {
    return this.uow.run(async () => {
      const fresh = await this.payments.lock(payment.id);
      if (fresh) this.refuseUnlessPayable(fresh);
      return this.opener.intend(payment);
    });
  }

  /** Serialised with a cancellation by staff through the payment's row: exactly one of the two takes effect. */
  private async markSent(payment: PaymentEntity, attempt: PaymentAttemptEntity): Promise<void> {
    const { decision, withdrawal } = await this.uow.run(async () => {
      const now = this.clock.now();
      const isOpen = await this.attempts.updateIf(attempt, {
        sentAt: attempt.sentAt ?? now,
        lastSentAt: now,
        nextCheckAt: nextOpenCheck(now, 0, payment.expiresAt),
        checkCount: 0,
        pollCount: 0,
      });
      const applied = await this.transitions.apply(payment.id, attempt.id, { kind: 'sent' }, 'customer');
      const taken = withdrawalOf(applied.payment);
      if (taken !== null) {
        if (isOpen) await this.attempts.abandonUnsent(attempt, now);
      } else if (!isOpen && !isPaid(applied.payment.status)) {
        // Closed by a reissue or by the bank since it was read: its page must not be used.
        throw bankPageUnavailable();
      } else if (!isPaid(applied.payment.status)) {
        await this.rules.requireStartable(applied.payment);
      }
      return { decision: applied.decision, withdrawal: taken };
    });
    if (withdrawal !== null) throw withdrawn(withdrawal);
    if (decision.verdict === 'ignored' && decision.reason === 'already_paid') throw new Refusal('ALREADY_PAID');
  }
}

/** Nothing was charged. */
function bankPageUnavailable(retryAfterSeconds = 10): Refusal {
  return new Refusal('BANK_UNAVAILABLE', { retryAfterSeconds });
}
