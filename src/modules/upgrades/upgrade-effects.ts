import { Injectable, type OnModuleInit } from '@nestjs/common';
import { SERVER_MESSAGES } from '../../contracts/messages-server.js';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import { isInProgress, type PaymentStatus } from '../../domain/payment/payment-status.js';
import { PaymentHooks, type Transition } from '../payments/index.js';
import { UpgradeClosing } from './upgrade-closing.js';
import { UpgradeRevoker } from './upgrade-revoker.js';
import { UpgradeRules } from './upgrade-rules.service.js';
import { UpgradeTokens } from './upgrade-tokens.js';
import { UpgradesRepository } from './upgrades.repository.js';

/** Effects of an upgrade payment's change on the token, in the same unit of work (docs/product.md#upgrades). */
@Injectable()
export class UpgradeEffects implements OnModuleInit {
  constructor(
    private readonly hooks: PaymentHooks,
    private readonly rules: UpgradeRules,
    private readonly tokens: UpgradeTokens,
    private readonly closing: UpgradeClosing,
    private readonly revoker: UpgradeRevoker,
    private readonly upgrades: UpgradesRepository,
  ) {}

  onModuleInit(): void {
    this.hooks.register({
      completionDenial: (payment) => this.rules.completionDenial(payment),
      upgradesOf: (payment) => this.rules.upgradesOf(payment),
      rivalsOf: (payment) => this.rules.rivalsOf(payment),
      requireStartable: (payment) => this.rules.requireStartable(payment),
      beforeTransition: (payment, to) => this.prepare(payment, to),
      afterTransition: (transition) => this.follow(transition),
      afterReview: (review) => this.closing.shelveUnusable(review),
      afterRefundReserved: (paymentId) => this.endFailed(paymentId),
    });
  }

  private async prepare(payment: PaymentEntity, to: PaymentStatus): Promise<void> {
    if (payment.paymentType !== 'upgrade' || !isInProgress(to)) return;
    const upgrade = await this.upgrades.findByPayment(payment.id);
    if (upgrade) await this.rules.requireReopenable(upgrade);
  }

  /** Nothing can be bought for a token that is being refunded: nobody is sent to the bank on the link of an upgrade that failed. */
  private async endFailed(sourcePaymentId: number): Promise<void> {
    const { failed } = await this.upgrades.standingOf(sourcePaymentId);
    await this.closing.endLinks(failed, 'system');
  }

  private async follow(transition: Transition): Promise<void> {
    if (transition.payment.paymentType !== 'upgrade') return this.followSource(transition);
    const upgrade = await this.upgrades.findByPayment(transition.payment.id);
    if (!upgrade) return;
    switch (transition.to) {
      case 'completed':
        return this.tokens.complete(upgrade, transition);
      case 'failed':
      case 'cancelled':
        return this.closing.close(upgrade, transition);
      case 'pending':
      case 'initiated':
        return upgrade.openSourceId === null ? this.upgrades.reopen(upgrade) : undefined;
      case 'refunded':
        return this.tokens.release(upgrade, transition);
    }
  }

  /**
   * The token's own payment was returned in full. After a refund there is no upgrade, since the two exclude each other; after a reversal
   * every upgrade of the token ends.
   */
  private async followSource({ payment, to, source }: Transition): Promise<void> {
    // No path leads on from the highest tier.
    if (to !== 'refunded' || payment.tokenType === 'platinum') return;
    const { open, completed } = await this.upgrades.standingOf(payment.id);
    if (open) await this.closing.endOpen(open, SERVER_MESSAGES.upgrade.notes.sourceReversed(payment.tokenType));
    if (completed) await this.revoker.revoke(completed, source);
  }
}
