import { Injectable } from '@nestjs/common';
import type { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import type { ReviewEntity } from '../../database/entities/review.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { tierCodeOf } from '../../domain/catalogue/tier-code.js';
import { Clock } from '../../runtime/clock.js';
import { Refusal } from '../../runtime/refusal.js';
import { AttemptsRepository, paidCodeOf, PaymentTransitions, StatusChecker, type Verdict } from '../payments/index.js';
import { Quotas } from '../quota/index.js';
import { ReviewFollowUps } from './review-follow-ups.service.js';

/** Completes a payment whose money came after the last unit was sold (docs/product.md#quota). */
@Injectable()
export class ReviewCompletions {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly followUps: ReviewFollowUps,
    private readonly checker: StatusChecker,
    private readonly attempts: AttemptsRepository,
    private readonly transitions: PaymentTransitions,
    private readonly quotas: Quotas,
  ) {}

  /**
   * The bank is asked first: STATUS alone completes a payment, and what it said when the money came may be days old.
   * @throws CAPTURE_NOT_CONFIRMED, DECISION_NOT_ALLOWED, LostRace
   */
  async complete(review: ReviewEntity, verdict: Verdict, attempt: PaymentAttemptEntity): Promise<void> {
    const answer = await this.checker.answerAbout(attempt.id, 'staff', this.clock.now());
    if (answer?.kind !== 'paid' || answer.evidence.txnId !== attempt.bankTxnId)
      throw new Refusal('CAPTURE_NOT_CONFIRMED');
    const { txnId, amountPaise: amount, currency } = answer.evidence;
    await this.uow.run(async () => {
      // Locks the payment, so that no refund of the capture begins meanwhile.
      await this.followUps.end(review, verdict);
      const held = await this.attempts.lock(attempt.id);
      const { payment } = review;
      if (!payment || held?.refundReserved !== 0) throw new Refusal('DECISION_NOT_ALLOWED');
      // Locks the token of an upgrade, which comes before the limit.
      if (!(await this.transitions.mayComplete(payment))) throw new Refusal('DECISION_NOT_ALLOWED');
      await this.quotas.makeRoom(payment.projectId, tierCodeOf(payment), `review ${review.publicId}`);
      const evidence = { kind: 'captured', txnId, amount, currency, isAccepted: true } as const;
      const { decision } = await this.transitions.apply(payment.id, attempt.id, evidence, 'staff');
      if (decision.verdict !== 'moved') throw new Refusal('DECISION_NOT_ALLOWED');
      // The attempt kept the code of its failure while its money completed nothing.
      await this.attempts.update(held, paidCodeOf(answer), 'completed');
    });
  }
}
