import { Injectable } from '@nestjs/common';
import type { PaymentAttemptEntity } from '../../../database/entities/payment-attempt.entity.js';
import type { PaymentEntity } from '../../../database/entities/payment.entity.js';
import { saleDenial } from '../../../domain/payment/link-care.js';
import { SUM_DOUBTS } from '../../../domain/payment/review-rules.js';
import type { StatusResult } from '../../gateway/index.js';
import { AttemptsRepository } from '../attempts.repository.js';
import { PaymentsRepository } from '../payments.repository.js';
import { sumReferenceOf } from '../transitions/evidence-facts.js';
import { ReviewsRepository } from '../transitions/reviews.repository.js';
import { linkRefusal } from './link.errors.js';

/** A link that was replaced for a wrong contact, and those in its place, are one sale, which is paid once (docs/product.md#links). */
@Injectable()
export class SaleMoneyRules {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly attempts: AttemptsRepository,
    private readonly reviews: ReviewsRepository,
  ) {}

  /**
   * Before a link lives again: as `requireNone`, and no money of its own that an admin still has to use or to give back. Of an upgrade its
   * own rules decide.
   * @throws ALREADY_PAID, MONEY_ARRIVED
   */
  async requireNoneFor(payment: PaymentEntity): Promise<void> {
    if (payment.paymentType !== 'upgrade' && (await this.attempts.hasExcess(payment.id)))
      throw linkRefusal('money_waits');
    await this.requireNoDoubtedSum(payment);
    await this.requireNone(payment);
  }

  /** No money of another sum than its price is undecided; a unit of work that needs it for good holds the payment. @throws MONEY_ARRIVED */
  async requireNoDoubtedSum({ id }: PaymentEntity): Promise<void> {
    if (await this.reviews.isMoneyWaiting([id], SUM_DOUBTS)) throw linkRefusal('money_waits');
  }

  /** Whether the money that STATUS tells of was refunded at the bank, which keeps calling it paid: an admin has decided so of this very sum. */
  isRefundedAtBank(
    { id, paymentId }: PaymentAttemptEntity,
    { evidence: { txnId, amountPaise, currency } }: StatusResult & { kind: 'paid' },
  ): Promise<boolean> {
    const reference = sumReferenceOf({ txnId, amount: amountPaise, currency });
    return this.reviews.isRefundedAtBank(paymentId, id, reference);
  }

  /**
   * Before a link lives again or is replaced, in a unit of work that holds its payment: locks the payments of the links that it
   * replaced, so that money on one of them comes before or ends this one.
   * @throws ALREADY_PAID, MONEY_ARRIVED
   */
  async requireNone(payment: PaymentEntity): Promise<void> {
    if (payment.replacesId === null) return;
    const replaced = await this.payments.lockReplacedBy(payment);
    const denial = saleDenial({
      isPaid: replaced.some(({ status }) => status === 'completed'),
      moneyWaits: await this.reviews.isMoneyWaiting(replaced.map(({ id }) => id)),
    });
    if (denial !== null) throw linkRefusal(denial);
  }
}
