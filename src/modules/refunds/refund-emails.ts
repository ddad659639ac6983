import { Injectable } from '@nestjs/common';
import type { RefundEntity } from '../../database/entities/refund.entity.js';
import { firstName } from '../../domain/people/masking.js';
import type { RefundStatus } from '../../domain/refund/refund-rules.js';
import { isTokenVoid } from '../../domain/payment/payment-status.js';
import { refundReferences } from '../../domain/refund/refund-references.js';
import { MailOutbox } from '../../mail/index.js';
import { RefundsQueries } from './refunds.queries.js';

/**
 * Emails about refunds (docs/product.md#emails): accepted and completed to the customer, rejected to the seller. Each is queued
 * in the unit of work of its cause.
 */
@Injectable()
export class RefundEmails {
  constructor(
    private readonly refunds: RefundsQueries,
    private readonly outbox: MailOutbox,
  ) {}

  /** @param refund with the bank's number as it is after the change */
  async afterChange(refund: RefundEntity, to: RefundStatus): Promise<void> {
    switch (to) {
      case 'processing':
        return this.emailCustomer(refund, 'refund-accepted');
      case 'completed':
        return this.emailCustomer(refund, 'refund-completed');
      case 'rejected':
        return this.emailSeller(refund);
      default:
        return;
    }
  }

  private async emailCustomer(refund: RefundEntity, template: 'refund-accepted' | 'refund-completed'): Promise<void> {
    const { payment, customerFirstName, customerEmail } = await this.peopleOf(refund);
    await this.outbox.enqueue({
      dedupeKey: `${template}:${refund.publicId}`,
      to: customerEmail,
      template,
      data: {
        language: payment.language ?? undefined,
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

  private async emailSeller(refund: RefundEntity): Promise<void> {
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
    const payment = await this.refunds.getPaymentWithPeople(paymentId);
    return {
      payment,
      customerFirstName: firstName(payment.customer?.name ?? ''),
      customerEmail: payment.customer?.email ?? '',
      sellerFirstName: firstName(payment.salesManager?.name ?? ''),
      sellerEmail: payment.salesManager?.email ?? '',
    };
  }
}
