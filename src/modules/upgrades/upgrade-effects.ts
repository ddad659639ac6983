import { Injectable, type OnModuleInit } from '@nestjs/common';
import { MESSAGES } from '../../contracts/messages.js';
import { AuditService } from '../audit/index.js';
import type { UpgradeEntity } from '../../database/entities/upgrade.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import { isLinkExpired } from '../../domain/payment/link-expiry.js';
import { isPaid } from '../../domain/payment/payment-status.js';
import {
  upgradeDenial,
  isUpgradeReview,
  reviewPaidUpgrade,
  UPGRADE_FROM,
  type UpgradeReview,
} from '../../domain/upgrade/upgrade-rules.js';
import { Clock } from '../../runtime/clock.js';
import {
  PaymentEventPublisher,
  PaymentsRepository,
  ReviewRecorder,
  ReviewEffects,
  TokensRepository,
  type Review,
  type Transition,
  TransitionEffects,
  TransitionRules,
} from '../payments/index.js';
import { TokenClaims, upgradableOf } from './token-claims.js';
import { UpgradesRepository } from './upgrades.repository.js';
import { Refusal } from '../../runtime/refusal.js';

const NOTES = MESSAGES.upgrade.notes;

/** Effects of an upgrade payment's change on the token, in the same unit of work (docs/product.md#upgrades). */
@Injectable()
export class UpgradeEffects implements OnModuleInit {
  constructor(
    private readonly clock: Clock,
    private readonly rules: TransitionRules,
    private readonly effects: TransitionEffects,
    private readonly reviewEffects: ReviewEffects,
    private readonly claims: TokenClaims,
    private readonly upgrades: UpgradesRepository,
    private readonly uow: UnitOfWork,
    private readonly payments: PaymentsRepository,
    private readonly tokens: TokensRepository,
    private readonly news: PaymentEventPublisher,
    private readonly audit: AuditService,
    private readonly reviews: ReviewRecorder,
  ) {}

  onModuleInit(): void {
    this.rules.registerCompletionRule((payment) => this.completionDenial(payment));
    this.rules.registerStartRule((payment) => this.requireStartable(payment));
    this.effects.register((transition) => this.follow(transition));
    this.reviewEffects.register((review) => this.shelveUnusable(review));
  }

  /** Locks the gold payment: of two captures, or of a capture and a refund of the token, the second sees the first. */
  private async completionDenial(payment: PaymentEntity): Promise<UpgradeReview | null> {
    const upgrade = payment.paymentType === 'upgrade' ? await this.upgrades.findByPayment(payment.id) : null;
    return upgrade && reviewPaidUpgrade(upgradableOf(await this.claims.win(upgrade.sourcePaymentId)));
  }

  /** Refuses to start an upgrade while a reversal of its gold payment is undecided. @throws REVERSAL_UNDECIDED */
  private async requireStartable(payment: PaymentEntity): Promise<void> {
    const upgrade = payment.paymentType === 'upgrade' ? await this.upgrades.findByPayment(payment.id) : null;
    if (upgrade) await this.requireNoReversal(upgrade);
  }

  private async requireNoReversal({ sourcePaymentId }: UpgradeEntity): Promise<void> {
    // Reviews are opened under the payment's lock.
    if (this.uow.isActive) await this.payments.lock(sourcePaymentId);
    if (await this.upgrades.isReversalOpen(sourcePaymentId))
      throw new Refusal('REVERSAL_UNDECIDED', { message: MESSAGES.upgrade.onHold });
  }

  private async follow(transition: Transition): Promise<void> {
    if (transition.payment.paymentType !== 'upgrade') return this.followSource(transition);
    const upgrade = await this.upgrades.findByPayment(transition.payment.id);
    if (!upgrade) return;
    switch (transition.to) {
      case 'completed':
        return this.complete(upgrade, transition);
      case 'failed':
      case 'cancelled':
        return this.close(upgrade, transition);
      case 'pending':
      case 'initiated':
        return this.reopen(upgrade);
      case 'refunded':
        return this.release(upgrade, transition);
    }
  }

  /** Only after `completionDenial` in the same unit of work; the row has been locked since. */
  private async complete(upgrade: UpgradeEntity, transition: Transition): Promise<void> {
    const { source, standing } = await this.claims.win(upgrade.sourcePaymentId);
    const fresh = standing.all.find(({ id }) => id === upgrade.id) ?? upgrade;
    if (standing.open && standing.open.id !== fresh.id) await this.endOpen(standing.open, NOTES.overtaken);
    await this.upgrades.complete(fresh, transition.payment.paidAt ?? this.clock.now());
    await this.tokens.setStatus(source.id, 'upgraded');
    await this.audit.write({
      actorKind: transition.source,
      action: 'token.upgraded',
      subjectType: 'token',
      subjectId: source.tokenNumber ?? '',
      fromValue: source.tokenType,
      toValue: transition.payment.tokenType,
      reason: transition.payment.tokenNumber ?? null,
    });
  }

  /**
   * Ends the link: late money has completed an earlier upgrade, or the gold payment is gone. Its payment keeps its status, since
   * a customer may be at the bank with it; should that money arrive, it is excess.
   */
  private async endOpen(open: UpgradeEntity, notes: string): Promise<void> {
    await this.upgrades.close(open, notes);
    await this.endLink(open.upgradePaymentId);
  }

  private async endLink(upgradePaymentId: number): Promise<void> {
    await this.payments.renewLink(upgradePaymentId, this.clock.now());
    await this.payments.addEvent({ paymentId: upgradePaymentId, type: 'link-ended', source: 'system' });
    await this.news.changed(upgradePaymentId);
  }

  /** Ends the link of an upgrade whose capture could not be used. */
  private async shelveUnusable({ payment, reason }: Review): Promise<void> {
    if (payment.paymentType !== 'upgrade' || !isUpgradeReview(reason) || isPaid(payment.status)) return;
    const upgrade = await this.upgrades.findByPayment(payment.id);
    if (!upgrade) return;
    await this.upgrades.shelve(upgrade, reason === 'upgrade_duplicate' ? NOTES.duplicate : NOTES.sourceRefunded);
    if (!isLinkExpired(payment.expiresAt, this.clock.now())) await this.endLink(payment.id);
    await this.news.changed(upgrade.sourcePaymentId);
  }

  /**
   * The gold payment was returned in full. After a refund there is no upgrade, since the two exclude each other; after a reversal
   * every upgrade of the token ends.
   */
  private async followSource({ payment, to, source }: Transition): Promise<void> {
    if (to !== 'refunded' || payment.tokenType !== UPGRADE_FROM) return;
    const { open, completed } = await this.upgrades.standingOf(payment.id);
    if (open) await this.endOpen(open, NOTES.sourceReversed);
    if (completed) await this.revoke(completed, source);
  }

  /** Voids the platinum number and opens a review to refund the difference. */
  private async revoke(upgrade: UpgradeEntity, source: Transition['source']): Promise<void> {
    const payment = await this.payments.lock(upgrade.upgradePaymentId);
    const attempt = await this.upgrades.findOwnCapture(upgrade.upgradePaymentId);
    if (!payment || !attempt) throw new Error(`upgrade row ${upgrade.id} is completed without a capture`);
    await this.upgrades.release(upgrade, NOTES.sourceReversed);
    await this.tokens.setStatus(payment.id, 'void');
    await this.audit.write({
      actorKind: source,
      action: 'token.upgrade_revoked',
      subjectType: 'token',
      subjectId: payment.tokenNumber ?? '',
      fromValue: 'active',
      toValue: 'void',
      reason: payment.originalTokenNumber,
    });
    await this.reviews.open({
      payment,
      reason: 'upgrade_source_refunded',
      reference: attempt.bankTxnId ?? '',
      attemptId: attempt.id,
      evidence: null,
      said: { invoiceNo: attempt.invoiceNo },
      source,
    });
    await this.news.changed(payment.id);
  }

  /** Frees the token for another upgrade link; this one can still be paid until it expires. */
  private async close(upgrade: UpgradeEntity, { payment }: Transition): Promise<void> {
    if (upgrade.status !== 'pending') return;
    await this.upgrades.close(upgrade, noteFor(payment.statusReason));
    await this.news.changed(upgrade.sourcePaymentId);
  }

  /**
   * A failed upgrade is paid or reissued. Refused when the token has another open or completed upgrade, a refund or an undecided
   * reversal, or when the link has an excess capture: the refusal rolls the change back before the customer is sent to the bank.
   */
  private async reopen(upgrade: UpgradeEntity): Promise<void> {
    await this.requireNoReversal(upgrade);
    if (upgrade.openSourceId !== null) return;
    if (await this.upgrades.hasExcess(upgrade.upgradePaymentId)) throw new Refusal('UPGRADE_CLOSED');
    await this.claims.winUnrefunded(upgrade.sourcePaymentId, (token) => {
      if (upgradeDenial(upgradableOf(token)) !== null) throw new Refusal('UPGRADE_CLOSED');
    });
    await this.upgrades.reopen(upgrade);
  }

  /** After a full refund of the difference the gold token is valid again and can be refunded or upgraded anew. */
  private async release(upgrade: UpgradeEntity, { payment, source: evidence }: Transition): Promise<void> {
    if (upgrade.completedSourceId === null) return;
    const { source } = await this.claims.win(upgrade.sourcePaymentId);
    await this.upgrades.release(upgrade, NOTES.refunded);
    await this.tokens.setStatus(source.id, 'active');
    await this.audit.write({
      actorKind: evidence,
      action: 'token.upgrade_refunded',
      subjectType: 'token',
      subjectId: source.tokenNumber ?? '',
      fromValue: payment.tokenType,
      toValue: source.tokenType,
      reason: payment.tokenNumber,
    });
  }
}

function noteFor(reason: string | null): string {
  if (reason === 'declined') return NOTES.declined;
  if (reason === 'cancelled_by_staff') return NOTES.withdrawn;
  return reason === 'link_expired' ? NOTES.expired : NOTES.cancelled;
}
