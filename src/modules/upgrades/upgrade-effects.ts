import { Injectable, type OnModuleInit } from '@nestjs/common';
import { MESSAGES } from '../../contracts/messages.js';
import { AuditService } from '../../database/audit.js';
import type { UpgradeEntity } from '../../database/entities/upgrade.entity.js';
import { denyUpgrade, reviewPaidUpgrade, type UpgradeReview } from '../../domain/upgrade-rules.js';
import { Clock } from '../../runtime/clock.js';
import {
  PaymentNews,
  PaymentsRepository,
  ReviewBook,
  TokensRepository,
  type Transition,
  TransitionEffects,
} from '../payments/index.js';
import { TokenClaims, upgradableOf } from './token-claims.js';
import { UpgradeClosed } from './upgrades.errors.js';
import { UpgradesRepository } from './upgrades.repository.js';

const NOTES = MESSAGES.upgrade.notes;

/** What follows for the token when the payment of its upgrade changes; in the same unit of work. */
@Injectable()
export class UpgradeEffects implements OnModuleInit {
  constructor(
    private readonly clock: Clock,
    private readonly effects: TransitionEffects,
    private readonly claims: TokenClaims,
    private readonly upgrades: UpgradesRepository,
    private readonly payments: PaymentsRepository,
    private readonly tokens: TokensRepository,
    private readonly news: PaymentNews,
    private readonly audit: AuditService,
    private readonly reviews: ReviewBook,
  ) {}

  onModuleInit(): void {
    this.effects.register((transition) => this.follow(transition));
  }

  private async follow(transition: Transition): Promise<void> {
    if (transition.payment.paymentType !== 'upgrade') return;
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

  /** Money counts whenever it arrives, so this never refuses: what cannot be given is kept for a person to give back. */
  private async complete(upgrade: UpgradeEntity, transition: Transition): Promise<void> {
    const token = await this.claims.win(upgrade.sourcePaymentId);
    const { source, standing } = token;
    // Another upgrade may have overtaken this one while its token was being won.
    const fresh = standing.all.find(({ id }) => id === upgrade.id) ?? upgrade;
    const review = reviewPaidUpgrade(upgradableOf(token));
    if (review) return this.keepForReview(fresh, transition, review);
    if (standing.open && standing.open.id !== fresh.id) await this.overtake(standing.open);
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
   * Late money has completed an earlier upgrade: nobody may start to pay the newer link. Its payment is left as it is,
   * since a customer may be at the bank with it just now; should that money come too, it is kept as a duplicate.
   */
  private async overtake(open: UpgradeEntity): Promise<void> {
    await this.upgrades.close(open, NOTES.overtaken);
    await this.payments.renewLink(open.upgradePaymentId, this.clock.now());
    await this.payments.addEvent({ paymentId: open.upgradePaymentId, type: 'link-ended', source: 'system' });
    await this.news.changed(open.upgradePaymentId);
  }

  /** The number that the payment was given is void at once: a token is made platinum only once. */
  private async keepForReview(upgrade: UpgradeEntity, transition: Transition, review: UpgradeReview): Promise<void> {
    const { payment, attempt, evidence, source } = transition;
    const notes = review === 'upgrade_duplicate' ? NOTES.duplicate : NOTES.sourceRefunded;
    await this.upgrades.completeInVain(upgrade, payment.paidAt ?? this.clock.now(), notes);
    await this.tokens.setStatus(payment.id, 'void');
    const txnId = evidence.kind === 'captured' ? evidence.txnId : '';
    await this.reviews.open({
      payment,
      reason: review,
      reference: txnId,
      attemptId: attempt?.id ?? null,
      evidence,
      said: { invoiceNo: attempt?.invoiceNo ?? null },
      source,
    });
  }

  /** The token can be offered another link; this one can still be paid while it lives. */
  private async close(upgrade: UpgradeEntity, { payment }: Transition): Promise<void> {
    if (upgrade.status !== 'pending') return;
    await this.upgrades.close(upgrade, noteFor(payment.statusReason));
    await this.news.changed(upgrade.sourcePaymentId);
  }

  /**
   * A failed link is paid or issued once more. Refused when the token has another open or completed upgrade, or a refund:
   * the refusal undoes the change before anybody is sent to the bank, so nobody pays for what cannot be given.
   */
  private async reopen(upgrade: UpgradeEntity): Promise<void> {
    if (upgrade.openSourceId !== null) return;
    await this.claims.winUnrefunded(upgrade.sourcePaymentId, (token) => {
      if (denyUpgrade(upgradableOf(token)) !== null) throw new UpgradeClosed();
    });
    await this.upgrades.reopen(upgrade);
  }

  /** The whole difference was given back: the gold token is valid again, and can be refunded or upgraded anew. */
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
