import { Injectable } from '@nestjs/common';
import type { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import type { EvidenceSource } from '../../domain/payment-decisions.js';
import type { PaymentStatus } from '../../domain/payment-status.js';

export interface Transition {
  /** As it is after the change. */
  payment: PaymentEntity;
  attempt: PaymentAttemptEntity | null;
  from: PaymentStatus;
  to: PaymentStatus;
  source: EvidenceSource;
}

type Effect = (transition: Transition) => Promise<void>;

/**
 * What other features write when a payment changes, in the same unit of work: a failing effect undoes the change. They put
 * themselves here, because payments knows nothing of them.
 */
@Injectable()
export class TransitionEffects {
  private readonly effects: Effect[] = [];

  register(effect: Effect): void {
    this.effects.push(effect);
  }

  async run(transition: Transition): Promise<void> {
    for (const effect of this.effects) await effect(transition);
  }
}
