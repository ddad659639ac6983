import { Injectable } from '@nestjs/common';
import type { PaymentEntity } from '../../../database/entities/payment.entity.js';
import { isPaid } from '../../../domain/payment/payment-status.js';
import { RateLimiter } from '../../../runtime/rate-limits/rate-limiter.js';
import { Consents, type GivenConsent } from '../../terms/index.js';
import { PaymentsRepository } from '../payments.repository.js';
import { StatusChecker } from '../status-checks/status-checker.service.js';
import { PaymentHooks } from '../transitions/payment-hooks.js';
import { BankPages, bankPageUnavailable } from './bank-pages.service.js';
import { MINUTE_MS } from '../../../domain/calendar/durations.js';

/** Far above what a person presses, far below what burdens the bank. */
const PER_LINK_A_MINUTE = 20;
/** The pay button of one address, in API and page together. Customers at an event share one address. */
export const PAY_PRESSES = { name: 'initiate', limit: 1200, windowMs: MINUTE_MS, by: 'ip' } as const;

/** The customer pressed Pay: finds or creates the bank's page and marks the payment as sent. */
@Injectable()
export class InitiateService {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly checker: StatusChecker,
    private readonly pages: BankPages,
    private readonly consents: Consents,
    private readonly hooks: PaymentHooks,
    private readonly limiter: RateLimiter,
  ) {}

  /**
   * The only way to the bank's page. Where terms are in force, the agreement is committed before the bank is asked for it.
   * @param consent emails follow in the language of the page on which it was pressed
   * @param isRepeated the same press came before: its agreement is stored
   * @returns the bank's page for this payment
   * @throws PAYMENT_NOT_FOUND, ALREADY_PAID, REFUNDED, LINK_WITHDRAWN, LINK_REPLACED, LINK_EXPIRED, TERMS_REQUIRED, TERMS_CHANGED,
   * MONEY_ARRIVED, BANK_UNAVAILABLE, BANK_REFUSED, THROTTLED
   */
  async initiate(publicId: string, consent: GivenConsent, isRepeated = false): Promise<string> {
    const payment = await this.payments.getByPublicId(publicId);
    await this.limiter.require(`initiate:link:${publicId}`, PER_LINK_A_MINUTE, MINUTE_MS);
    await this.pages.requirePayable(payment);
    const agreed = await this.consents.require(payment, consent);
    await this.pages.requireNoDoubtedSum(await this.refuseIfPaid(payment));
    await this.hooks.requireStartable(payment);
    if (agreed && !isRepeated) await this.consents.record(payment, agreed);
    const attempt = await this.pages.open(payment);
    await this.pages.markSent(payment, attempt, consent.spoken);
    if (!attempt.redirectUrl) throw bankPageUnavailable();
    return attempt.redirectUrl;
  }

  /**
   * A customer who was at the bank before may have paid there since, also on a replaced invoice, or with another card after a
   * refusal, or on a link of the same sale or upgrade before this one: STATUS is asked first.
   * @returns the payment as it is then
   */
  private async refuseIfPaid(payment: PaymentEntity): Promise<PaymentEntity> {
    const replaced = (await this.payments.findReplacedBy(payment)).filter(({ status }) => !isPaid(status));
    const ids = [payment.id, ...replaced.map(({ id }) => id), ...(await this.hooks.rivalsOf(payment))];
    const asked = await Promise.all(ids.map((id) => this.checker.checkSent(id, 'customer')));
    return asked.includes(true) ? this.pages.requireStillPayable(payment) : payment;
  }
}
