import { Injectable } from '@nestjs/common';
import type { PaymentEntity } from '../../../database/entities/payment.entity.js';
import type { PaymentStatus } from '../../../domain/payment/payment-status.js';
import type { UpgradeReview } from '../../../domain/upgrade/upgrade-rules.js';
import type { Review, Transition } from './transition.js';

interface Hooks {
  /**
   * Called in the unit of work that has locked the payment, before a capture completes it; locks the rows it reads.
   * @returns why the capture cannot complete the payment, or null
   */
  completionDenial(payment: PaymentEntity): Promise<UpgradeReview | null>;
  /** @returns codes of the tiers to which the payment's token can be upgraded now */
  upgradesOf(payment: PaymentEntity): Promise<string[]>;
  /** Called before a customer is sent to the bank. @returns other payments whose money, should it have come, leaves nothing to be paid here */
  rivalsOf(payment: PaymentEntity): Promise<number[]>;
  /** Called before a customer is sent to the bank, and again in the unit of work that records it. @throws a Refusal */
  requireStartable(payment: PaymentEntity): Promise<void>;
  /** Called before anything of a change to this status, or of a renewal in it, is written: locks the rows of others first. @throws a Refusal */
  beforeTransition(payment: PaymentEntity, to: PaymentStatus): Promise<void>;
  /** At the place of upgrades in the order of `TransitionEffects`. */
  afterTransition(transition: Transition): Promise<void>;
  /** At the place of upgrades in the order of `ReviewEffects`. */
  afterReview(review: Review): Promise<void>;
  /** Called in the unit of work that has reserved a refund of the payment itself, not of an excess capture. */
  afterRefundReserved(paymentId: number): Promise<void>;
}

/** What upgrades add to payments. They register here, because payments does not know them. */
@Injectable()
export class PaymentHooks implements Hooks {
  private readonly registered: Partial<Hooks>[] = [];

  register(hooks: Partial<Hooks>): void {
    this.registered.push(hooks);
  }

  async completionDenial(payment: PaymentEntity): Promise<UpgradeReview | null> {
    for (const hooks of this.registered) {
      const denial = await hooks.completionDenial?.(payment);
      if (denial) return denial;
    }
    return null;
  }

  async upgradesOf(payment: PaymentEntity): Promise<string[]> {
    const codes: string[] = [];
    for (const hooks of this.registered) codes.push(...((await hooks.upgradesOf?.(payment)) ?? []));
    return codes;
  }

  async rivalsOf(payment: PaymentEntity): Promise<number[]> {
    const rivals: number[] = [];
    for (const hooks of this.registered) rivals.push(...((await hooks.rivalsOf?.(payment)) ?? []));
    return rivals;
  }

  async requireStartable(payment: PaymentEntity): Promise<void> {
    for (const hooks of this.registered) await hooks.requireStartable?.(payment);
  }

  async beforeTransition(payment: PaymentEntity, to: PaymentStatus): Promise<void> {
    for (const hooks of this.registered) await hooks.beforeTransition?.(payment, to);
  }

  async afterTransition(transition: Transition): Promise<void> {
    for (const hooks of this.registered) await hooks.afterTransition?.(transition);
  }

  async afterReview(review: Review): Promise<void> {
    for (const hooks of this.registered) await hooks.afterReview?.(review);
  }

  async afterRefundReserved(paymentId: number): Promise<void> {
    for (const hooks of this.registered) await hooks.afterRefundReserved?.(paymentId);
  }
}
