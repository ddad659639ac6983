import { Injectable } from '@nestjs/common';
import type { CustomerEntity } from '../../../database/entities/customer.entity.js';
import type { PaymentEntity } from '../../../database/entities/payment.entity.js';
import { isRefundReview } from '../../../domain/payment/review-rules.js';
import { firstName } from '../../../domain/people/masking.js';
import { MailOutbox } from '../../../mail/index.js';
import { Catalogues } from '../../catalogue/index.js';
import { PaymentPeopleQueries } from '../payment-people.queries.js';
import { SellerNotices } from '../seller-notices.service.js';
import type { Review, Transition } from './transition.js';

const EXCESS: ReadonlySet<string> = new Set(['excess_capture', 'upgrade_duplicate', 'upgrade_source_refunded']);

/** Emails about a payment (docs/product.md#emails), each queued in the unit of work of its cause. */
@Injectable()
export class PaymentEmails {
  constructor(
    private readonly people: PaymentPeopleQueries,
    private readonly outbox: MailOutbox,
    private readonly notices: SellerNotices,
    private readonly catalogues: Catalogues,
  ) {}

  async afterTransition(transition: Transition): Promise<void> {
    if (transition.to !== 'completed') return;
    const customer = await this.people.getCustomer(transition.payment);
    await this.sendReceipt(transition, customer);
    if (transition.payment.late) await this.emailLate(transition.payment, customer);
  }

  /** Once for each review that is opened. */
  async afterReview({ payment, reason, reference, amount, evidence, repetition = 0 }: Review): Promise<void> {
    const customer = await this.people.getCustomer(payment);
    const captured = evidence?.kind === 'captured' ? evidence : null;
    const repeated = repetition > 0 ? `${repetition + 1}:` : '';
    const facts = {
      customerFirstName: firstName(customer.name),
      tokenType: payment.tokenType,
      tierName: await this.catalogues.tierNameOf(payment),
      ...(payment.upgradeFrom && {
        upgradeFrom: payment.upgradeFrom,
        upgradeFromName: await this.upgradedTierOf(payment),
      }),
      // A review of money names the price, and what was taken beyond it besides.
      amountPaise: isRefundReview(reason) ? amount : payment.amount,
      reason,
      excessPaise: EXCESS.has(reason) ? (captured?.amount ?? null) : null,
    };
    await this.notices.enqueue(payment, {
      // One email for each excess capture, and one for each contradiction.
      dedupeKey: `review:${payment.publicId}:${reason}:${repeated}${reference}`,
      template: 'payment-review',
      data: (recipient) => ({ ...recipient, ...facts }),
    });
  }

  private async sendReceipt({ payment, evidence, receiptNumber }: Transition, customer: CustomerEntity): Promise<void> {
    const txnId = evidence.kind === 'captured' ? evidence.txnId : '';
    await this.outbox.enqueue({
      dedupeKey: `receipt:${payment.publicId}`,
      to: customer.email,
      template: 'receipt',
      data: {
        language: payment.language ?? undefined,
        firstName: firstName(customer.name),
        customerName: customer.name,
        ...(await this.factsOf(payment)),
        paymentId: payment.publicId,
        receiptNumber,
        bankReference: txnId || null,
      },
    });
  }

  private async emailLate(payment: PaymentEntity, customer: CustomerEntity): Promise<void> {
    const facts = { customerFirstName: firstName(customer.name), ...(await this.factsOf(payment)) };
    await this.notices.enqueue(payment, {
      dedupeKey: `payment-late:${payment.publicId}`,
      template: 'payment-late',
      data: (recipient) => ({ ...recipient, ...facts }),
    });
  }

  private async factsOf(payment: PaymentEntity) {
    return {
      tokenType: payment.tokenType,
      tierName: await this.catalogues.tierNameOf(payment),
      tokenNumber: payment.tokenNumber ?? '',
      amountPaise: payment.amount,
      paidAt: payment.paidAt?.toISOString() ?? '',
    };
  }

  /** The name of the tier that an upgrade leads away from, in the catalogue of that sale. */
  private async upgradedTierOf(payment: PaymentEntity): Promise<string> {
    const source = await this.people.findUpgraded(payment);
    return source ? this.catalogues.tierNameOf(source) : '';
  }
}
