import { Injectable } from '@nestjs/common';
import type { PaymentEntity } from '../../../database/entities/payment.entity.js';
import type { UpgradeReview } from '../../../domain/upgrade/upgrade-rules.js';

/** @returns why a capture cannot complete the payment, or null */
type CompletionRule = (payment: PaymentEntity) => Promise<UpgradeReview | null>;
/** Throws to refuse. */
type StartRule = (payment: PaymentEntity) => Promise<void>;

/** Rules of other modules about a payment's change. Modules register here, because payments does not know them. */
@Injectable()
export class TransitionRules {
  private readonly completionRules: CompletionRule[] = [];
  private readonly startRules: StartRule[] = [];

  /** Called in the unit of work that has locked the payment, before a capture completes it; a rule locks the rows it reads. */
  registerCompletionRule(rule: CompletionRule): void {
    this.completionRules.push(rule);
  }

  /** Called before a customer is sent to the bank, and again in the unit of work that records it. */
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

  /** @throws a Refusal of a registered rule */
  async requireStartable(payment: PaymentEntity): Promise<void> {
    for (const rule of this.startRules) await rule(payment);
  }
}
