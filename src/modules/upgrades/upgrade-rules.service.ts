import { Injectable } from '@nestjs/common';
import { CUSTOMER_MESSAGES } from '../../contracts/messages-customers.js';
import { textsIn } from '../../contracts/words/index.js';
import { tierInSentence } from '../../contracts/words/tier-name.js';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import type { UpgradeEntity } from '../../database/entities/upgrade.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { tiersOfUpgrade } from '../../domain/upgrade/upgrade-paths.js';
import { reviewPaidUpgrade, upgradeDenial, type UpgradeReview } from '../../domain/upgrade/upgrade-rules.js';
import { Clock } from '../../runtime/clock.js';
import { Refusal } from '../../runtime/refusal.js';
import { tierNameOf } from '../catalogue/index.js';
import { PaymentsRepository } from '../payments/index.js';
import { availableOf, TokenClaims, upgradableOf } from './token-claims.js';
import { UpgradesRepository } from './upgrades.repository.js';

/** What has to hold before an upgrade is paid, started or started again (docs/product.md#upgrades). */
@Injectable()
export class UpgradeRules {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly payments: PaymentsRepository,
    private readonly claims: TokenClaims,
    private readonly upgrades: UpgradesRepository,
    private readonly clock: Clock,
  ) {}

  /** Locks the token's own payment: of two captures, or of a capture and a refund of the token, the second sees the first. */
  async completionDenial(payment: PaymentEntity): Promise<UpgradeReview | null> {
    const upgrade = payment.paymentType === 'upgrade' ? await this.upgrades.findByPayment(payment.id) : null;
    return upgrade && reviewPaidUpgrade(upgradableOf(await this.claims.win(upgrade.sourcePaymentId)));
  }

  /** Codes of the tiers to which the token of a sale can be upgraded now. */
  async upgradesOf(payment: PaymentEntity): Promise<string[]> {
    return availableOf(await this.claims.read(payment), this.clock.now()).map(({ toCode }) => toCode);
  }

  /** Payments of the token's other upgrades that failed: the bank's page of one may still be open, and its money completes it. */
  async rivalsOf(payment: PaymentEntity): Promise<number[]> {
    const upgrade = payment.paymentType === 'upgrade' ? await this.upgrades.findByPayment(payment.id) : null;
    if (!upgrade) return [];
    const { failed } = await this.upgrades.standingOf(upgrade.sourcePaymentId);
    return failed.map(({ upgradePaymentId }) => upgradePaymentId).filter((id) => id !== payment.id);
  }

  /**
   * Refuses to start an upgrade while a reversal of its token's payment is undecided, or money for an upgrade of the token waits; in a unit
   * of work also one that ended, as `requireReopenable` does: its link may be live by a clock that was set since.
   * @throws REVERSAL_UNDECIDED, UPGRADE_CLOSED
   */
  async requireStartable(payment: PaymentEntity): Promise<void> {
    const upgrade = payment.paymentType === 'upgrade' ? await this.upgrades.findByPayment(payment.id) : null;
    if (!upgrade) return;
    // A payment that is at the bank already keeps its status, and nothing else asks whether its upgrade has ended since.
    if (this.uow.isActive) return this.requireReopenable(upgrade);
    await this.requireNoReversal(upgrade);
    await this.requireNoWaitingMoney(upgrade);
  }

  /** Behind the lock of the token's payment, which every capture of an upgrade takes before it is judged. */
  private async requireNoWaitingMoney({ sourcePaymentId }: UpgradeEntity): Promise<void> {
    if (await this.upgrades.isMoneyWaiting(sourcePaymentId)) throw new Refusal('UPGRADE_CLOSED');
  }

  private async requireNoReversal({ sourcePaymentId, upgradeType }: UpgradeEntity): Promise<void> {
    // Reviews are opened under the payment's lock.
    if (this.uow.isActive) await this.payments.lock(sourcePaymentId);
    if (!(await this.upgrades.isReversalOpen(sourcePaymentId))) return;
    const { from } = tiersOfUpgrade(upgradeType);
    const source = await this.payments.findById(sourcePaymentId);
    const name = source ? await tierNameOf(this.uow, source) : '';
    const message = CUSTOMER_MESSAGES.upgrade.onHold(tierInSentence(textsIn('en'), from, name));
    throw new Refusal('REVERSAL_UNDECIDED', { message });
  }

  /**
   * An upgrade is paid or reissued. Refused when the token has an undecided reversal or money that waits; one that failed also when the
   * token has another open or completed upgrade or a refund, or when the link has an excess capture: the refusal rolls the change back before the customer is sent to the bank.
   */
  async requireReopenable(upgrade: UpgradeEntity): Promise<void> {
    await this.requireNoReversal(upgrade);
    await this.requireNoWaitingMoney(upgrade);
    if (upgrade.openSourceId !== null) return;
    if (await this.upgrades.hasExcess(upgrade.upgradePaymentId)) throw new Refusal('UPGRADE_CLOSED');
    await this.claims.winUnrefunded(upgrade.sourcePaymentId, (token) => {
      // The link keeps the path under which it was made.
      if (upgradeDenial({ ...upgradableOf(token), hasPath: true }) !== null) throw new Refusal('UPGRADE_CLOSED');
    });
  }
}
