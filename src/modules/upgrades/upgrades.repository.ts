import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import { ReviewEntity } from '../../database/entities/review.entity.js';
import { UpgradeEntity } from '../../database/entities/upgrade.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { CAPTURE_DOUBTS, WAITING_MONEY } from '../../domain/payment/review-rules.js';
import type { UpgradeType } from '../../domain/upgrade/upgrade-paths.js';
import { Clock } from '../../runtime/clock.js';

/** The upgrades of a token, each with its payment and that one's token loaded. */
export interface Standing {
  /** Newest first. */
  all: UpgradeEntity[];
  open: UpgradeEntity | null;
  /** The completed upgrade, unless it was refunded. */
  completed: UpgradeEntity | null;
  failed: UpgradeEntity[];
  /** A review of the token's payment's reversal or missing confirmation is open. */
  isReversalOpen: boolean;
  /** As `isMoneyWaiting` says. */
  moneyWaits: boolean;
}

export interface NewUpgrade {
  sourcePaymentId: number;
  upgradePaymentId: number;
  upgradeType: UpgradeType;
  /** Paise. */
  amount: number;
  createdBy: number;
}

/**
 * Unique keys allow one open and one completed upgrade of a token; callers lock the token's payment before (see TokenClaims), so
 * they never collide.
 */
@Injectable()
export class UpgradesRepository {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  findByPayment(upgradePaymentId: number): Promise<UpgradeEntity | null> {
    return this.repository.findOneBy({ upgradePaymentId });
  }

  /** A completed upgrade of the token stands. */
  isUpgraded(sourcePaymentId: number): Promise<boolean> {
    return this.repository.existsBy({ completedSourceId: sourcePaymentId });
  }

  async standingOf(sourcePaymentId: number): Promise<Standing> {
    const all = await this.repository.find({
      where: { sourcePaymentId },
      relations: { upgradePayment: { tokens: true } },
      order: { id: 'DESC' },
    });
    return {
      all,
      open: all.find((upgrade) => upgrade.openSourceId !== null) ?? null,
      completed: all.find((upgrade) => upgrade.completedSourceId !== null) ?? null,
      failed: all.filter((upgrade) => upgrade.status === 'failed'),
      isReversalOpen: await this.isReversalOpen(sourcePaymentId),
      // A payment without `review_reason` has no open review.
      moneyWaits:
        all.some(({ upgradePayment }) => (upgradePayment?.reviewReason ?? null) !== null) &&
        (await this.isMoneyWaiting(sourcePaymentId)),
    };
  }

  /** Whether money that came for an upgrade of the token and completed nothing waits: undecided, or its refund under way. */
  isMoneyWaiting(sourcePaymentId: number): Promise<boolean> {
    return this.uow.manager
      .getRepository(ReviewEntity)
      .createQueryBuilder('r')
      .innerJoin(UpgradeEntity, 'u', 'u.upgrade_payment_id = r.payment_id')
      .where("u.source_payment_id = :sourcePaymentId AND r.reason IN (:...reasons) AND r.state <> 'decided'", {
        sourcePaymentId,
        reasons: WAITING_MONEY,
      })
      .getExists();
  }

  /** For the capture that paid the token; a reversal of an excess capture leaves the token alone. */
  isReversalOpen(sourcePaymentId: number): Promise<boolean> {
    return this.uow.manager
      .getRepository(ReviewEntity)
      .createQueryBuilder('r')
      .where("r.payment_id = :sourcePaymentId AND r.reason IN (:...doubts) AND r.state = 'open'", {
        sourcePaymentId,
        doubts: [...CAPTURE_DOUBTS],
      })
      .andWhere(
        'NOT EXISTS (SELECT 1 FROM payment_attempts a WHERE a.payment_id = r.payment_id AND a.bank_txn_id = r.reference AND a.excess = 1)',
      )
      .getExists();
  }

  /** The capture that completed the upgrade's payment. */
  findOwnCapture(upgradePaymentId: number): Promise<PaymentAttemptEntity | null> {
    return this.captures.findOneBy({ paymentId: upgradePaymentId, status: 'captured', excess: false });
  }

  /** The upgrade payment has an excess capture. */
  hasExcess(upgradePaymentId: number): Promise<boolean> {
    return this.captures.existsBy({ paymentId: upgradePaymentId, status: 'captured', excess: true });
  }

  async insertOpen(upgrade: NewUpgrade): Promise<void> {
    const now = this.clock.now();
    await this.repository.insert({
      ...upgrade,
      openSourceId: upgrade.sourcePaymentId,
      completedSourceId: null,
      status: 'pending',
      createdAt: now,
      updatedAt: now,
    });
  }

  async reopen(upgrade: UpgradeEntity): Promise<void> {
    await this.change(upgrade, { status: 'pending', openSourceId: upgrade.sourcePaymentId, notes: null });
  }

  /** Fails an open upgrade; needs no lock on the token. One that has ended otherwise stays as it is. */
  async close(upgrade: UpgradeEntity, notes: string): Promise<void> {
    const changes = { status: 'failed' as const, openSourceId: null, notes, updatedAt: this.clock.now() };
    await this.repository.update({ id: upgrade.id, status: 'pending' }, changes);
  }

  async complete(upgrade: UpgradeEntity, completedAt: Date | null): Promise<void> {
    const { sourcePaymentId: completedSourceId } = upgrade;
    await this.change(upgrade, {
      status: 'completed',
      openSourceId: null,
      completedSourceId,
      notes: null,
      completedAt: completedAt ?? this.clock.now(),
    });
  }

  /** Marks an upgrade with an unusable capture as failed. */
  async shelve(upgrade: UpgradeEntity, notes: string): Promise<void> {
    const changes = { status: 'failed' as const, openSourceId: null, notes, updatedAt: this.clock.now() };
    await this.repository.update({ id: upgrade.id, status: In(['pending', 'failed']) }, changes);
  }

  /** Releases the token after the upgrade's refund or revocation. */
  async release(upgrade: UpgradeEntity, notes: string): Promise<void> {
    await this.change(upgrade, { completedSourceId: null, notes });
  }

  private async change(upgrade: UpgradeEntity, changes: Partial<UpgradeEntity>): Promise<void> {
    const { id, status } = upgrade;
    const result = await this.repository.update({ id, status }, { ...changes, updatedAt: this.clock.now() });
    if (result.affected !== 1) throw new Error(`upgrade row ${id} changed although its token was claimed`);
  }

  private get captures() {
    return this.uow.manager.getRepository(PaymentAttemptEntity);
  }

  private get repository() {
    return this.uow.manager.getRepository(UpgradeEntity);
  }
}
