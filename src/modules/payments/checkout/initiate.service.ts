import { Injectable } from '@nestjs/common';
import type { PaymentEntity } from '../../../database/entities/payment.entity.js';
import { Clock } from '../../../runtime/clock.js';
import { RateLimiter } from '../../../runtime/rate-limits/rate-limiter.js';
import { AttemptsRepository } from '../attempts.repository.js';
import { PaymentsRepository } from '../payments.repository.js';
import { StatusChecker } from '../status-checks/status-checker.service.js';
import { PaymentHooks } from '../transitions/payment-hooks.js';
import { BankPages, bankPageUnavailable, requirePayable } from './bank-pages.service.js';
import { MINUTE_MS } from '../../../domain/calendar/durations.js';

/** Far above what a person presses, far below what burdens the bank. */
const PER_LINK_A_MINUTE = 20;
/** The pay button of one address, in API and page together. */
export const PAY_PRESSES = { name: 'initiate', limit: 120, windowMs: MINUTE_MS, by: 'ip' } as const;

/** The customer pressed Pay: finds or creates the bank's page and marks the payment as sent. */
@Injectable()
export class InitiateService {
  constructor(
    private readonly clock: Clock,
    private readonly payments: PaymentsRepository,
    private readonly attempts: AttemptsRepository,
    private readonly pages: BankPages,
    private readonly checker: StatusChecker,
    private readonly hooks: PaymentHooks,
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
    requirePayable(payment, this.clock.now());
    await this.refuseIfPaidMeanwhile(payment);
    await this.hooks.requireStartable(payment);
    const attempt = await this.pages.open(payment);
    await this.pages.markSent(payment, attempt);
    if (!attempt.redirectUrl) throw bankPageUnavailable();
    return attempt.redirectUrl;
  }

  /** A customer who was at the bank before, on a replaced invoice too, may have paid there: STATUS is asked first. */
  private async refuseIfPaidMeanwhile(payment: PaymentEntity): Promise<void> {
    const attempt = await this.attempts.findUnanswered(payment.id);
    if (!attempt) return;
    await this.checker.checkAttempt(attempt.id, 'customer');
    await this.pages.requirePayable(payment);
  }
}
