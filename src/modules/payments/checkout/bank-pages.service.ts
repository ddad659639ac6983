import { Injectable } from '@nestjs/common';
import { CUSTOMER_MESSAGES } from '../../../contracts/messages-customers.js';
import { type Language, LANGUAGES } from '../../../contracts/words/languages.js';
import type { PaymentAttemptEntity } from '../../../database/entities/payment-attempt.entity.js';
import type { PaymentEntity } from '../../../database/entities/payment.entity.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { withdrawalOf } from '../../../domain/payment/link-care.js';
import { isLinkExpired } from '../../../domain/payment/link-expiry.js';
import { isPaid } from '../../../domain/payment/payment-status.js';
import { nextOpenCheck } from '../../../domain/payment/poll-schedule.js';
import { Clock } from '../../../runtime/clock.js';
import { Refusal } from '../../../runtime/refusal.js';
import { AttemptsRepository } from '../attempts.repository.js';
import { withdrawn } from '../links/link.errors.js';
import { PaymentsRepository } from '../payments.repository.js';
import { PaymentHooks } from '../transitions/payment-hooks.js';
import { PaymentTransitions } from '../transitions/payment-transitions.service.js';
import { AttemptOpener, type Opened } from './attempt-opener.service.js';

const MAX_NEW_INVOICES = 2;

/** Finds or creates the bank's page of a payment, and records that the customer is sent there. */
@Injectable()
export class BankPages {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly payments: PaymentsRepository,
    private readonly attempts: AttemptsRepository,
    private readonly opener: AttemptOpener,
    private readonly transitions: PaymentTransitions,
    private readonly hooks: PaymentHooks,
  ) {}

  /**
   * @returns the open attempt with the bank's page, newly made or not
   * @throws BANK_UNAVAILABLE, BANK_REFUSED, and what `requireStillPayable` throws when the payment has ended meanwhile
   */
  async open(payment: PaymentEntity): Promise<PaymentAttemptEntity> {
    for (let made = 0; made <= MAX_NEW_INVOICES; made += 1) {
      const { attempt, answer } = await this.openOnce(payment);
      if (attempt.status === 'open' && attempt.redirectUrl) return attempt;
      await this.requireStillPayable(payment);
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
      if (fresh) await this.requirePayable(fresh);
      return this.opener.intend(payment);
    });
  }

  /** Of the payment as it was read. @throws REFUNDED, ALREADY_PAID, LINK_WITHDRAWN, LINK_REPLACED, LINK_EXPIRED */
  async requirePayable(payment: PaymentEntity): Promise<void> {
    if (payment.status === 'refunded') throw new Refusal('REFUNDED');
    if (isPaid(payment.status)) throw new Refusal('ALREADY_PAID');
    const withdrawal = withdrawalOf(payment);
    if (withdrawal !== null) throw withdrawn(withdrawal);
    await this.requireLive(payment);
  }

  /**
   * What was paid on a link that this one replaced ends it, whatever its expiry says: whoever ended it may have had a wrong clock.
   * @throws ALREADY_PAID, LINK_EXPIRED
   */
  private async requireLive(payment: PaymentEntity): Promise<void> {
    const replaced = await this.payments.findReplacedBy(payment);
    if (replaced.some(({ status }) => status === 'completed')) throw new Refusal('ALREADY_PAID');
    if (isLinkExpired(payment.expiresAt, this.clock.now())) throw new Refusal('LINK_EXPIRED');
  }

  /** As `requirePayable`, of the payment as it is now. */
  async requireStillPayable(payment: PaymentEntity): Promise<PaymentEntity> {
    const fresh = (await this.payments.findById(payment.id)) ?? payment;
    await this.requirePayable(fresh);
    return fresh;
  }

  /** Money of another sum that the bank has taken is decided about before anybody pays again. @throws MONEY_ARRIVED */
  async requireNoDoubtedSum(payment: PaymentEntity): Promise<void> {
    if (await this.payments.isSumDoubted(payment))
      throw new Refusal('MONEY_ARRIVED', { message: CUSTOMER_MESSAGES.payment.moneyWaits });
  }

  /** Serialised with a cancellation by staff through the payment's row: exactly one of the two takes effect. */
  async markSent(payment: PaymentEntity, attempt: PaymentAttemptEntity, language?: Language): Promise<void> {
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
      if (language && language !== (applied.payment.language ?? LANGUAGES[0]))
        await this.payments.rememberLanguage(payment.id, language);
      const taken = withdrawalOf(applied.payment);
      if (taken !== null) {
        if (isOpen) await this.attempts.abandonUnsent(attempt, now);
      } else if (!isOpen && !isPaid(applied.payment.status)) {
        // Closed by a reissue or by the bank since it was read: its page must not be used.
        throw bankPageUnavailable();
      } else if (!isPaid(applied.payment.status)) {
        // Ended while its page was made, e.g. because late money waits for a decision: nobody is sent to pay again.
        await this.requireLive(applied.payment);
        await this.requireNoDoubtedSum(applied.payment);
        await this.hooks.requireStartable(applied.payment);
      }
      return { decision: applied.decision, withdrawal: taken };
    });
    if (withdrawal !== null) throw withdrawn(withdrawal);
    if (decision.verdict === 'ignored' && decision.reason === 'already_paid') throw new Refusal('ALREADY_PAID');
  }
}

/** Nothing was charged. */
export function bankPageUnavailable(retryAfterSeconds = 10): Refusal {
  return new Refusal('BANK_UNAVAILABLE', { retryAfterSeconds });
}
