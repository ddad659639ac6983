import { Injectable } from '@nestjs/common';
import type { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import type { Evidence, EvidenceSource } from '../../domain/payment-decisions.js';
import type { PaymentStatus } from '../../domain/payment-status.js';
import type { AnyReviewReason } from '../../domain/review-rules.js';
import type { UpgradeReview } from '../../domain/upgrade-rules.js';

export interface Transition {
  /** As it is after the change. */
  payment: PaymentEntity;
  attempt: PaymentAttemptEntity | null;
  evidence: Evidence;
  from: PaymentStatus;
  to: PaymentStatus;
  source: EvidenceSource;
  /** Issued with the change to `completed`; null for any other. */
  receiptNumber: string | null;
}

/** A person has to look; the status stays as it is. */
export interface Review {
  payment: PaymentEntity;
  reason: AnyReviewReason;
  /** What exactly it is about; with payment and reason it names the review. */
  reference: string;
  /** Null: no answer of the bank is behind it. */
  evidence: Evidence | null;
}

type Effect = (transition: Transition) => Promise<void>;
type ReviewEffect = (review: Review) => Promise<void>;
/** @returns why money for the payment cannot be used any more, or null */
type CompletionRule = (payment: PaymentEntity) => Promise<UpgradeReview | null>;
/** Refuses by throwing. */
type StartRule = (payment: PaymentEntity) => Promise<void>;

/**
 * What other features write when a payment changes, in the same unit of work: a failing effect undoes the change. They put
 * themselves here, because payments knows nothing of them.
 */
@Injectable()
export class TransitionEffects {
  private readonly effects: Effect[] = [];
  private readonly reviewEffects: ReviewEffect[] = [];
  private readonly completionRules: CompletionRule[] = [];
  private readonly startRules: StartRule[] = [];

  register(effect: Effect): void {
    this.effects.push(effect);
  }

  onReview(effect: ReviewEffect): void {
    this.reviewEffects.push(effect);
  }

  /** Asked in the unit of work that holds the payment, before a capture completes it: a rule locks whatever it judges by. */
  registerCompletionRule(rule: CompletionRule): void {
    this.completionRules.push(rule);
  }

  /** Asked before a customer is sent to the bank, and once more in the unit of work that records it. */
  registerStartRule(rule: StartRule): void {
    this.startRules.push(rule);
  }

  async completionDenial(payment: PaymentEntity): Promise<UpgradeReview | null> {
    for (const rule of this.completionRules) {
      const denial = await rule(payment);
      if (denial !== null) return denial;
    }
    return null;
  }

  /** @throws a refusal */
  async requireStartable(payment: PaymentEntity): Promise<void> {
    for (const rule of this.startRules) await rule(payment);
  }

  async run(transition: Transition): Promise<void> {
    for (const effect of this.effects) await effect(transition);
  }

  /** Only the review book calls it, once for each review that it opens. */
  async review(review: Review): Promise<void> {
    for (const effect of this.reviewEffects) await effect(review);
  }
}
