import { Injectable } from '@nestjs/common';
import type { RefundEntity } from '../../database/entities/refund.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { firstName } from '../../domain/people/masking.js';
import type { RefundStatus } from '../../domain/refund/refund-rules.js';
import { isTokenVoid } from '../../domain/payment/token-status.js';
import { refundReferences } from '../../domain/refund/refund-references.js';
import { neverSentCause } from '../../domain/refund/unsent-refunds.js';
import { MailAttachments, MailOutbox } from '../../mail/index.js';
import { tierNameOf } from '../catalogue/index.js';
import { PaymentPeopleQueries, SellerNotices, tokenStatusOf } from '../payments/index.js';
import { RefundsQueries } from './refunds.queries.js';

/**
 * Emails about refunds (docs/product.md#emails): accepted, completed and reversed to the customer, rejected to the seller and to whoever
 * requested it. Each is queued in the unit of work of its cause.
 */
@Injectable()
export class RefundEmails {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly refunds: RefundsQueries,
    private readonly outbox: MailOutbox,
    private readonly notices: SellerNotices,
    private readonly people: PaymentPeopleQueries,
    attachments: MailAttachments,
  ) {
    // The email may leave hours after it was queued, and the refund may have ended by then. An older release stored no reference.
    attachments.registerCheck('refund-accepted', async ({ ourReference }) =>
      ourReference === undefined ? true : this.refunds.isProcessing(ourReference),
    );
  }

  /**
   * @param refund with the bank's number as it is after the change
   * @param reason the code behind it, of the bank or our own
   */
  async afterChange(refund: RefundEntity, to: RefundStatus, reason: string | null): Promise<void> {
    switch (to) {
      case 'processing':
        return this.emailCustomer(refund, 'refund-accepted');
      case 'completed':
        return refund.origin === 'reversal'
          ? this.emailReversal(refund)
          : this.emailCustomer(refund, 'refund-completed');
      case 'rejected':
        return this.emailSeller(refund, neverSentCause(reason));
      default:
        return;
    }
  }

  private async emailCustomer(refund: RefundEntity, template: 'refund-accepted' | 'refund-completed'): Promise<void> {
    const { dedupeKey, to, facts } = await this.toCustomer(refund, template);
    await this.outbox.enqueue({ dedupeKey, to, template, data: { ...facts, ...refundReferences(refund) } });
  }

  private async emailReversal(refund: RefundEntity): Promise<void> {
    const template = 'payment-reversed';
    const { dedupeKey, to, facts } = await this.toCustomer(refund, template);
    const data = { ...facts, ...(await this.refunds.tokensBeside(refund.paymentId)) };
    await this.outbox.enqueue({ dedupeKey, to, template, data });
  }

  /** What all of them say. */
  private async toCustomer(refund: RefundEntity, template: string) {
    const { payment, customerFirstName, customerEmail } = await this.customerOf(refund);
    return {
      dedupeKey: `${template}:${refund.publicId}`,
      to: customerEmail,
      facts: {
        language: payment.language ?? undefined,
        firstName: customerFirstName,
        amountPaise: refund.amount,
        tokenType: payment.tokenType,
        tokenNumber: payment.tokenNumber ?? '',
        tokenVoid: isTokenVoid(tokenStatusOf(payment)),
        replacedBy: await this.people.replacementOf(payment),
        paymentId: payment.publicId,
      },
    };
  }

  private async emailSeller(refund: RefundEntity, neverSent: string | null): Promise<void> {
    const { payment, customerFirstName } = await this.customerOf(refund);
    const facts = {
      customerFirstName,
      amountPaise: refund.amount,
      tokenType: payment.tokenType,
      tierName: await tierNameOf(this.uow, payment),
      tokenNumber: payment.tokenNumber ?? '',
      tokenVoid: isTokenVoid(tokenStatusOf(payment)),
      ...refundReferences(refund),
      neverSent,
    };
    await this.notices.enqueue(payment, {
      dedupeKey: `refund-rejected:${refund.publicId}`,
      template: 'refund-rejected',
      requestedBy: refund.requestedBy,
      data: (recipient) => ({ ...recipient, ...facts }),
    });
  }

  private async customerOf({ paymentId }: RefundEntity) {
    const payment = await this.refunds.getPaymentWithCustomer(paymentId);
    return {
      payment,
      customerFirstName: firstName(payment.customer?.name ?? ''),
      customerEmail: payment.customer?.email ?? '',
    };
  }
}
