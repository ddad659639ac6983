import { Injectable } from '@nestjs/common';
import type { PaymentEntity } from '../../../database/entities/payment.entity.js';
import { withdrawalOf } from '../../../domain/payment/link-care.js';
import type { EvidenceSource } from '../../../domain/payment/payment-decisions.js';
import type { PaymentStatus } from '../../../domain/payment/payment-status.js';
import { LinkEnder } from '../links/link-ender.js';
import { PaymentsRepository } from '../payments.repository.js';
import { ReviewRecorder } from './review-recorder.service.js';
import type { Transition } from './transition.js';

const REASON = 'both_links_paid';

/**
 * A link that was replaced for a wrong contact, and the one in its place, are one sale: money on the first ends the second. Where
 * both are paid all the same, a review asks whether the customer wanted two tokens (docs/product.md#reviews). A link may be replaced
 * several times; there is one review for each pair that is paid.
 */
@Injectable()
export class LinkedSales {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly links: LinkEnder,
    private readonly reviews: ReviewRecorder,
  ) {}

  /**
   * Before the payment changes to this status, in its unit of work: of two that are paid at the same moment the later sees the earlier.
   * @returns the completed payments of links that this one's replaced, or that replaced it, locked
   */
  async beforeTransition(payment: PaymentEntity, to: PaymentStatus, source: EvidenceSource): Promise<PaymentEntity[]> {
    if (to !== 'completed' && to !== 'refunded') return [];
    const isReplaced = withdrawalOf(payment) === 'contact_corrected';
    if (to === 'completed' && isReplaced) await this.links.endReplacementsOf(payment, source);
    return this.lockOthers(payment, to === 'refunded' || isReplaced);
  }

  /** Opens the reviews of a sale that is one too many, and ends those of one that was given back. @param others of `beforeTransition` */
  async afterTransition(transition: Transition, others: readonly PaymentEntity[]): Promise<void> {
    if (transition.to === 'refunded') return this.settle(transition.payment, others);
    const { payment, attempt, evidence, source } = transition;
    for (const { publicId, tokenNumber } of others)
      await this.reviews.open({
        payment,
        reason: REASON,
        reference: publicId,
        attemptId: attempt?.id ?? null,
        evidence,
        bankContext: { otherToken: tokenNumber },
        source,
      });
  }

  /** @param mayBeReplaced the reason of a replaced link is gone once late money has completed its payment */
  private async lockOthers(payment: PaymentEntity, mayBeReplaced: boolean): Promise<PaymentEntity[]> {
    const others = await this.payments.lockReplacedBy(payment);
    let next = mayBeReplaced ? await this.payments.findReplacementOf(payment.id) : null;
    for (; next; next = await this.payments.findReplacementOf(next.id)) {
      const later = await this.payments.lock(next.id);
      if (later) others.push(later);
    }
    return others.filter(({ status }) => status === 'completed');
  }

  private async settle(payment: PaymentEntity, others: readonly PaymentEntity[]): Promise<void> {
    if (payment.reviewReason !== null) await this.reviews.resolve(payment.id, { reason: REASON });
    for (const other of others)
      if (other.reviewReason !== null)
        await this.reviews.resolve(other.id, { reason: REASON, reference: payment.publicId });
  }
}
