import { Injectable } from '@nestjs/common';
import type { PaymentEntity } from '../../../database/entities/payment.entity.js';
import { isInProgress } from '../../../domain/payment/payment-status.js';
import { LinkedSales } from './linked-sales.service.js';
import { PaymentEmails } from './payment-emails.service.js';
import { PaymentEventPublisher } from './payment-event-publisher.js';
import { PaymentHooks } from './payment-hooks.js';
import { PaymentMetrics } from './payment-metrics.js';
import { ReviewRecorder } from './review-recorder.service.js';
import { type Change, type CreationFacts, StatusWriter } from './status-writer.js';
import type { Transition } from './transition.js';

/**
 * Everything that follows from a change of a payment's status, in its order and in one unit of work: a failing effect rolls the
 * whole change back.
 *
 * The order matters: other payments (an upgrade's token, links in place of this one) are locked before the writer locks the limit of a
 * tier, as a new upgrade does; the receipt's email names the numbers that the writer issues; what upgrades write comes after all writes
 * of this payment. Metrics and live events wait for the commit.
 */
@Injectable()
export class TransitionEffects {
  constructor(
    private readonly writer: StatusWriter,
    private readonly linkedSales: LinkedSales,
    private readonly reviews: ReviewRecorder,
    private readonly emails: PaymentEmails,
    private readonly hooks: PaymentHooks,
    private readonly metrics: PaymentMetrics,
    private readonly publisher: PaymentEventPublisher,
  ) {}

  /** Called only by `PaymentTransitions`, for a payment locked in the current unit of work. It is updated in place. */
  async carryOut(change: Change): Promise<Transition> {
    const { payment, decision, source } = change;
    await this.hooks.beforeTransition(payment, decision.to);
    const otherSales = await this.linkedSales.beforeTransition(payment, decision.to, source);
    const transition = await this.writer.write(change);
    await this.follow(transition);
    await this.linkedSales.afterTransition(transition, otherSales);
    return transition;
  }

  /** Of a new payment, in the unit of work that creates it. @throws QUOTA_SOLD_OUT */
  async afterCreation(payment: PaymentEntity, facts: CreationFacts): Promise<void> {
    await this.writer.writeCreation(payment, facts);
  }

  /**
   * Asked before a capture completes the payment, besides the rules of `PaymentHooks`.
   * @returns why it cannot: the last unit was sold after the payment had ended
   */
  async completionDenial(payment: PaymentEntity): Promise<'quota_sold_out' | null> {
    if (isInProgress(payment.status)) return null;
    return (await this.writer.isSoldOut(payment)) ? 'quota_sold_out' : null;
  }

  /** Of a renewed link, whose status stays: no transition runs the effects. One of them may refuse the renewal. */
  async afterRenewal(payment: PaymentEntity): Promise<void> {
    const { status } = payment;
    await this.hooks.beforeTransition(payment, status);
    await this.writer.writeRenewal(payment);
    const renewal = { evidence: { kind: 'reissued' }, from: status, to: status, source: 'staff' } as const;
    await this.follow({ payment, attempt: null, ...renewal, receiptNumber: null });
  }

  private async follow(transition: Transition): Promise<void> {
    await this.reviews.afterTransition(transition);
    await this.emails.afterTransition(transition);
    await this.hooks.afterTransition(transition);
    await this.metrics.afterTransition(transition);
    await this.publisher.afterTransition(transition);
  }
}
