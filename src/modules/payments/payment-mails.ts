import { Injectable } from '@nestjs/common';
import { CustomerEntity } from '../../database/entities/customer.entity.js';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import { UserEntity } from '../../database/entities/user.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { firstName, referenceEnd } from '../../domain/masking.js';
import { MailOutbox } from '../../mail/index.js';
import { type Review, type Transition, TransitionEffects } from './transition-effects.js';

const EXCESS: ReadonlySet<string> = new Set(['excess_capture', 'upgrade_duplicate', 'upgrade_source_refunded']);

/** What is written to people about a payment; each mail is queued in the unit of work of what it tells. */
@Injectable()
export class PaymentMails {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly outbox: MailOutbox,
    effects: TransitionEffects,
  ) {
    effects.register((transition) => this.onTransition(transition));
    effects.onReview((review) => this.onReview(review));
  }

  private async onTransition(transition: Transition): Promise<void> {
    if (transition.to !== 'completed') return;
    const customer = await this.customerOf(transition.payment);
    await this.sendReceipt(transition, customer);
    if (transition.payment.late) await this.tellLate(transition.payment, customer);
  }

  private async sendReceipt({ payment, evidence, receiptNumber }: Transition, customer: CustomerEntity): Promise<void> {
    const txnId = evidence.kind === 'captured' ? evidence.txnId : '';
    await this.outbox.enqueue({
      dedupeKey: `receipt:${payment.publicId}`,
      to: customer.email,
      template: 'receipt',
      data: {
        firstName: firstName(customer.name),
        ...factsOf(payment),
        paymentId: payment.publicId,
        receiptNumber,
        bankReferenceEnd: referenceEnd(txnId),
      },
    });
  }

  private async tellLate(payment: PaymentEntity, customer: CustomerEntity): Promise<void> {
    const seller = await this.sellerOf(payment);
    await this.outbox.enqueue({
      dedupeKey: `payment-late:${payment.publicId}`,
      to: seller.email,
      template: 'payment-late',
      data: {
        sellerFirstName: firstName(seller.name),
        customerFirstName: firstName(customer.name),
        ...factsOf(payment),
      },
    });
  }

  private async onReview({ payment, reason, reference, evidence }: Review): Promise<void> {
    const [customer, seller] = [await this.customerOf(payment), await this.sellerOf(payment)];
    const captured = evidence?.kind === 'captured' ? evidence : null;
    await this.outbox.enqueue({
      // Each capture beyond the price is told; the same contradiction only once.
      dedupeKey: `review:${payment.publicId}:${reason}:${reference}`.slice(0, 100),
      to: seller.email,
      template: 'payment-review',
      data: {
        sellerFirstName: firstName(seller.name),
        customerFirstName: firstName(customer.name),
        tokenType: payment.tokenType,
        amountPaise: payment.amount,
        reason,
        excessPaise: EXCESS.has(reason) ? (captured?.amount ?? null) : null,
      },
    });
  }

  private customerOf({ customerId: id }: PaymentEntity): Promise<CustomerEntity> {
    return this.uow.manager.getRepository(CustomerEntity).findOneByOrFail({ id });
  }

  private sellerOf({ salesManagerId: id }: PaymentEntity): Promise<UserEntity> {
    return this.uow.manager.getRepository(UserEntity).findOneByOrFail({ id });
  }
}

function factsOf(payment: PaymentEntity) {
  return {
    tokenType: payment.tokenType,
    tokenNumber: payment.tokenNumber ?? '',
    amountPaise: payment.amount,
    paidAt: payment.paidAt?.toISOString() ?? '',
  };
}
