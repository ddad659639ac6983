import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import { ReviewEntity } from '../../database/entities/review.entity.js';
import { UpgradeEntity } from '../../database/entities/upgrade.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { CAPTURE_DOUBTS } from '../../domain/review-rules.js';
import { UPGRADE_TYPE } from '../../domain/upgrade-rules.js';
import { Clock } from '../../runtime/clock.js';

/** What has become of a gold token's upgrades so far; each with its payment loaded. */
export interface Standing {
  /** Newest first. */
  all: UpgradeEntity[];
  open: UpgradeEntity | null;
  /** The one that made the token platinum, unless it was refunded. */
  completed: UpgradeEntity | null;
  failed: UpgradeEntity[];
  /** The bank has reported the gold payment as not paid any more, and no admin has decided yet. */
  isReversalOpen: boolean;
}

export interface NewUpgrade {
  sourcePaymentId: number;
  upgradePaymentId: number;
  /** Paise. */
  amount: number;
  createdBy: number;
}

/**
 * The unique keys on the open and on the completed upgrade hold whatever happens; whoever takes one of them has won the gold
 * payment's row before (see TokenClaims), so that they are never hit.
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

  async standingOf(sourcePaymentId: number): Promise<Standing> {
    const all = await this.repository.find({
      where: { sourcePaymentId },
      relations: { upgradePayment: true },
      order: { id: 'DESC' },
    });
    return {
      all,
      open: all.find((upgrade) => upgrade.openSourceId !== null) ?? null,
      completed: all.find((upgrade) => upgrade.completedSourceId !== null) ?? null,
      failed: all.filter((upgrade) => upgrade.status === 'failed'),
      isReversalOpen: await this.isReversalOpen(sourcePaymentId),
    };
  }

  /** Of the capture that paid the gold token; a reversal of a duplicate charge leaves the token alone. */
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

  /** The bank has taken money for the upgrade that cannot be used. */
  hasExcess(upgradePaymentId: number): Promise<boolean> {
    return this.captures.existsBy({ paymentId: upgradePaymentId, status: 'captured', excess: true });
  }

  async insertOpen(upgrade: NewUpgrade): Promise<void> {
    const now = this.clock.now();
    await this.repository.insert({
      ...upgrade,
      openSourceId: upgrade.sourcePaymentId,
      completedSourceId: null,
      upgradeType: UPGRADE_TYPE,
      status: 'pending',
      createdAt: now,
      updatedAt: now,
    });
  }

  async reopen(upgrade: UpgradeEntity): Promise<void> {
    await this.change(upgrade, { status: 'pending', openSourceId: upgrade.sourcePaymentId, notes: null });
  }

  /** Frees the place, for which nobody has to win the token. One that has ended otherwise meanwhile stays as it is. */
  async close(upgrade: UpgradeEntity, notes: string): Promise<void> {
    const changes = { status: 'failed' as const, openSourceId: null, notes, updatedAt: this.clock.now() };
    await this.repository.update({ id: upgrade.id, status: 'pending' }, changes);
  }

  async complete(upgrade: UpgradeEntity, completedAt: Date): Promise<void> {
    const { sourcePaymentId: completedSourceId } = upgrade;
    await this.change(upgrade, {
      status: 'completed',
      openSourceId: null,
      completedSourceId,
      notes: null,
      completedAt,
    });
  }

  /** Money came for it that cannot be used: it stays, or becomes, failed. */
  async shelve(upgrade: UpgradeEntity, notes: string): Promise<void> {
    const changes = { status: 'failed' as const, openSourceId: null, notes, updatedAt: this.clock.now() };
    await this.repository.update({ id: upgrade.id, status: In(['pending', 'failed']) }, changes);
  }

  /** The upgrade was paid and given back: the token is free for another. */
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
