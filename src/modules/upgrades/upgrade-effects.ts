import { Injectable, type OnModuleInit } from '@nestjs/common';
import { MESSAGES } from '../../contracts/messages.js';
import { AuditService } from '../../database/audit.js';
import type { UpgradeEntity } from '../../database/entities/upgrade.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import type { PaymentEntity } from '../../database/entities/payment.entity.js';
import { isLinkExpired } from '../../domain/link-expiry.js';
import { isPaid } from '../../domain/payment-status.js';
import {
  denyUpgrade,
  isUpgradeReview,
  reviewPaidUpgrade,
  UPGRADE_FROM,
  type UpgradeReview,
} from '../../domain/upgrade-rules.js';
import { Clock } from '../../runtime/clock.js';
import {
  PaymentNews,
  PaymentsRepository,
  ReviewBook,
  TokensRepository,
  type Review,
  type Transition,
  TransitionEffects,
} from '../payments/index.js';
import { TokenClaims, upgradableOf } from './token-claims.js';
import { UpgradeClosed, UpgradeOnHold } from './upgrades.errors.js';
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
    private readonly uow: UnitOfWork,
    private readonly payments: PaymentsRepository,
    private readonly tokens: TokensRepository,
    private readonly news: PaymentNews,
    private readonly audit: AuditService,
    private readonly reviews: ReviewBook,
  ) {}

  onModuleInit(): void {
    this.effects.registerCompletionRule((payment) => this.completionDenial(payment));
    this.effects.registerStartRule((payment) => this.requireStartable(payment));
    this.effects.register((transition) => this.follow(transition));
    this.effects.onReview((review) => this.shelveUnusable(review));
  }

  /** Locks the gold token's row: of two captures, or of a capture and a refund of the token, the second sees the first. */
  private async completionDenial(payment: PaymentEntity): Promise<UpgradeReview | null> {
    const upgrade = payment.paymentType === 'upgrade' ? await this.upgrades.findByPayment(payment.id) : null;
    return upgrade && reviewPaidUpgrade(upgradableOf(await this.claims.win(upgrade.sourcePaymentId)));
  }

  /** Nobody is sent to pay for an upgrade of a token whose own payment is in doubt. @throws UpgradeOnHold */
  private async requireStartable(payment: PaymentEntity): Promise<void> {
    const upgrade = payment.paymentType === 'upgrade' ? await this.upgrades.findByPayment(payment.id) : null;
    if (upgrade) await this.requireNoReversal(upgrade);
  }

  private async requireNoReversal({ sourcePaymentId }: UpgradeEntity): Promise<void> {
    // A review is opened by whoever holds the payment.
    if (this.uow.isActive) await this.payments.lock(sourcePaymentId);
    if (await this.upgrades.isReversalOpen(sourcePaymentId)) throw new UpgradeOnHold();
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

  /** Only for a token that `completionDenial` has judged in this unit of work, and whose row is locked since. */
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
   * Nobody may start to pay this link any more: late money has completed an earlier upgrade, or the gold payment is gone. Its
   * payment is left as it is, since a customer may be at the bank with it just now; should that money come too, it is kept
   * and given back.
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

  /** A capture that could not complete its upgrade was recorded: the link ends, whatever state it was in. */
  private async shelveUnusable({ payment, reason }: Review): Promise<void> {
    if (payment.paymentType !== 'upgrade' || !isUpgradeReview(reason) || isPaid(payment.status)) return;
    const upgrade = await this.upgrades.findByPayment(payment.id);
    if (!upgrade) return;
    await this.upgrades.shelve(upgrade, reason === 'upgrade_duplicate' ? NOTES.duplicate : NOTES.sourceRefunded);
    if (!isLinkExpired(payment.expiresAt, this.clock.now())) await this.endLink(payment.id);
    await this.news.changed(upgrade.sourcePaymentId);
  }

  /**
   * The gold payment was given back in full. By a refund this finds no upgrade, since the two exclude each other; by a
   * reversal it ends whatever was built on the token before the bank took the money back.
   */
  private async followSource({ payment, to, source }: Transition): Promise<void> {
    if (to !== 'refunded' || payment.tokenType !== UPGRADE_FROM) return;
    const { open, completed } = await this.upgrades.standingOf(payment.id);
    if (open) await this.endOpen(open, NOTES.sourceReversed);
    if (completed) await this.revoke(completed, source);
  }

  /** The platinum number is void, and the difference that was paid for it has to be given back. */
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

  /** The token can be offered another link; this one can still be paid while it lives. */
  private async close(upgrade: UpgradeEntity, { payment }: Transition): Promise<void> {
    if (upgrade.status !== 'pending') return;
    await this.upgrades.close(upgrade, noteFor(payment.statusReason));
    await this.news.changed(upgrade.sourcePaymentId);
  }

  /**
   * A failed link is paid or issued once more. Refused when the token has another open or completed upgrade, a refund or an
   * undecided reversal, and when money has come on the link that could not be used and is on its way back: the refusal undoes the change before anybody is sent to the bank, so nobody pays for what cannot be given.
   */
  private async reopen(upgrade: UpgradeEntity): Promise<void> {
    await this.requireNoReversal(upgrade);
    if (upgrade.openSourceId !== null) return;
    if (await this.upgrades.hasExcess(upgrade.upgradePaymentId)) throw new UpgradeClosed();
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
