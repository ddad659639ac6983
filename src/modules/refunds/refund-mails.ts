import { Injectable } from '@nestjs/common';
import { PaymentEntity } from '../../database/entities/payment.entity.js';
import type { RefundEntity } from '../../database/entities/refund.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { firstName } from '../../domain/masking.js';
import { isTokenVoid } from '../../domain/payment-status.js';
import { refundReferences } from '../../domain/refund-references.js';
import { MailOutbox } from '../../mail/index.js';
import { type RefundChange, RefundEffects } from './refund-effects.js';

/**
 * Tells the customer that money is on its way back and that it has been given back, and the seller that it has not. Each mail
 * is queued in the unit of work of what it tells.
 */
@Injectable()
export class RefundMails {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly outbox: MailOutbox,
    effects: RefundEffects,
  ) {
    effects.register((change) => this.tell(change));
  }

  private async tell({ refund, to }: RefundChange): Promise<void> {
    switch (to) {
      case 'processing':
        return this.tellCustomer(refund, 'refund-accepted');
      case 'completed':
        return this.tellCustomer(refund, 'refund-completed');
      case 'rejected':
        return this.tellSeller(refund);
      default:
        return;
    }
  }

  private async tellCustomer(refund: RefundEntity, template: 'refund-accepted' | 'refund-completed'): Promise<void> {
    const { payment, customerFirstName, customerEmail } = await this.peopleOf(refund);
    await this.outbox.enqueue({
      dedupeKey: `${template}:${refund.publicId}`,
      to: customerEmail,
      template,
      data: {
        firstName: customerFirstName,
        amountPaise: refund.amount,
        tokenType: payment.tokenType,
        tokenNumber: payment.tokenNumber ?? '',
        tokenVoid: isTokenVoid(payment),
        paymentId: payment.publicId,
        ...refundReferences(refund),
      },
    });
  }

  private async tellSeller(refund: RefundEntity): Promise<void> {
    const { payment, customerFirstName, sellerFirstName, sellerEmail } = await this.peopleOf(refund);
    await this.outbox.enqueue({
      dedupeKey: `refund-rejected:${refund.publicId}`,
      to: sellerEmail,
      template: 'refund-rejected',
      data: {
        sellerFirstName,
        customerFirstName,
        amountPaise: refund.amount,
        tokenType: payment.tokenType,
        tokenNumber: payment.tokenNumber ?? '',
        tokenVoid: isTokenVoid(payment),
        ...refundReferences(refund),
      },
    });
  }

  private async peopleOf({ paymentId }: RefundEntity) {
    const payment = await this.uow.manager.getRepository(PaymentEntity).findOneOrFail({
      where: { id: paymentId },
      relations: { customer: true, salesManager: true },
    });
    return {
      payment,
      customerFirstName: firstName(payment.customer?.name ?? ''),
      customerEmail: payment.customer?.email ?? '',
      sellerFirstName: firstName(payment.salesManager?.name ?? ''),
      sellerEmail: payment.salesManager?.email ?? '',
    };
  }
}
