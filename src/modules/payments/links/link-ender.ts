import { Injectable } from '@nestjs/common';
import type { PaymentEntity } from '../../../database/entities/payment.entity.js';
import { isLinkPayable } from '../../../domain/payment/link-care.js';
import { isLinkExpired } from '../../../domain/payment/link-expiry.js';
import type { EvidenceSource } from '../../../domain/payment/payment-decisions.js';
import { Clock } from '../../../runtime/clock.js';
import { PaymentsRepository } from '../payments.repository.js';
import { PaymentEventPublisher } from '../transitions/payment-event-publisher.js';

/** Lets a link expire now. Its payment keeps its status, since a customer may be at the bank with it. */
@Injectable()
export class LinkEnder {
  constructor(
    private readonly clock: Clock,
    private readonly payments: PaymentsRepository,
    private readonly publisher: PaymentEventPublisher,
  ) {}

  /** In the current unit of work. */
  async end(paymentId: number, source: EvidenceSource): Promise<void> {
    await this.payments.renewLink(paymentId, this.clock.now());
    await this.payments.addEvent({ paymentId, type: 'link-ended', source });
    await this.publisher.changed(paymentId);
  }

  /** As `end`, unless the link has expired already. @returns whether it was live */
  async endIfLive({ id, expiresAt }: PaymentEntity, source: EvidenceSource): Promise<boolean> {
    if (isLinkExpired(expiresAt, this.clock.now())) return false;
    await this.end(id, source);
    return true;
  }

  /** Ends what took the place of a link that was paid after all, in the current unit of work: one sale is paid once. */
  async endReplacementsOf({ id }: PaymentEntity, source: EvidenceSource): Promise<void> {
    for (
      let next = await this.payments.findReplacementOf(id);
      next;
      next = await this.payments.findReplacementOf(next.id)
    )
      if (isLinkPayable(next, this.clock.now())) await this.end(next.id, source);
  }
}
