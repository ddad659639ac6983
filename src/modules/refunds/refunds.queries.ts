import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import { PaymentEntity } from '../../database/entities/payment.entity.js';
import { RefundEntity } from '../../database/entities/refund.entity.js';
import { ReviewEntity } from '../../database/entities/review.entity.js';
import { UpgradeEntity } from '../../database/entities/upgrade.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { summed, wholeNumber } from '../../database/whole-number.js';
import type { Refundable } from '../../domain/refund/refund-rules.js';
import { CAPTURE_DOUBTS } from '../../domain/payment/review-rules.js';
import { PaymentsQueries } from '../payments/index.js';
import { Refusal } from '../../runtime/refusal.js';

/** A capture and the refunds of it. */
export interface Capture {
  attempt: PaymentAttemptEntity;
  /** Paise of completed refunds. */
  settled: number;
}

@Injectable()
export class RefundsQueries {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly payments: PaymentsQueries,
  ) {}

  /** Newest first. */
  listOf(paymentId: number): Promise<RefundEntity[]> {
    return this.uow.manager.getRepository(RefundEntity).find({ where: { paymentId }, order: { id: 'DESC' } });
  }

  /** The bank has accepted the refund, and has neither completed nor rejected it. @param bankReference ours */
  isProcessing(bankReference: string): Promise<boolean> {
    return this.uow.manager.getRepository(RefundEntity).existsBy({ bankReference, status: 'processing' });
  }

  /** With its customer and token. @throws EntityNotFoundError */
  getPaymentWithCustomer(id: number): Promise<PaymentEntity> {
    return this.uow.manager
      .getRepository(PaymentEntity)
      .findOneOrFail({ where: { id }, relations: { customer: true, tokens: true } });
  }

  /** Numbers of what a reversal of the payment has changed besides its own token: its upgrade, or the token that it upgraded. */
  async tokensBeside(paymentId: number): Promise<{ revokedNumber: string | null; restoredNumber: string | null }> {
    const upgrades = this.uow.manager.getRepository(UpgradeEntity);
    const revoked = await upgrades.findOne({
      where: { sourcePaymentId: paymentId, upgradePayment: { status: 'completed' } },
      relations: { upgradePayment: true },
    });
    const restored = await upgrades.findOne({
      where: { upgradePaymentId: paymentId, sourcePayment: { tokens: { status: 'active' } } },
      relations: { sourcePayment: true },
    });
    return {
      revokedNumber: revoked?.upgradePayment?.tokenNumber ?? null,
      restoredNumber: restored?.sourcePayment?.tokenNumber ?? null,
    };
  }

  /** The payment's own capture and the excess ones, oldest first. */
  async capturesOf(paymentId: number): Promise<Capture[]> {
    const attempts = (await this.payments.attemptsOf(paymentId)).filter(({ status }) => status === 'captured');
    if (attempts.length === 0) return [];
    const rows = (await this.uow.manager.query(
      "SELECT attempt_id AS attempt, SUM(amount) AS paise FROM refunds WHERE payment_id = ? AND status = 'completed' GROUP BY attempt_id",
      [paymentId],
    )) as { attempt: number | string; paise: number | string }[];
    const settled = new Map(rows.map((row) => [wholeNumber(row.attempt), summed(row.paise)]));
    return attempts.reverse().map((attempt) => ({ attempt, settled: settled.get(attempt.id) ?? 0 }));
  }

  /**
   * @param duplicateChargeId an excess capture; null means the payment's own
   * @returns null for a payment that was never paid
   * @throws DUPLICATE_CHARGE_NOT_FOUND
   */
  async findCapture(paymentId: number, duplicateChargeId: string | null): Promise<Capture | null> {
    const captures = await this.capturesOf(paymentId);
    if (duplicateChargeId === null) return captures.find(({ attempt }) => !attempt.excess) ?? null;
    const found = captures.find(({ attempt }) => attempt.excess && String(attempt.id) === duplicateChargeId);
    if (!found) throw new Refusal('DUPLICATE_CHARGE_NOT_FOUND');
    return found;
  }

  /** A review of this capture's reversal or missing confirmation is open. */
  isReversalOpen({ paymentId, bankTxnId }: PaymentAttemptEntity): Promise<boolean> {
    const about = { paymentId, reference: bankTxnId ?? '', state: 'open' } as const;
    return this.uow.manager.getRepository(ReviewEntity).existsBy({ ...about, reason: In([...CAPTURE_DOUBTS]) });
  }

  /** The input of the refund rules. */
  async subjectOf(payment: PaymentEntity, capture: Capture | null): Promise<Refundable> {
    return {
      status: payment.status,
      captured: capture?.attempt.amount ?? payment.amount,
      reserved: capture?.attempt.refundReserved ?? 0,
      isExcess: capture?.attempt.excess ?? false,
      ...(await this.upgradesOf(payment.id)),
    };
  }

  /** A refunded upgrade does not count. */
  private async upgradesOf(paymentId: number) {
    const [row] = (await this.uow.manager.query(
      `SELECT COUNT(u.open_source_id) AS open_ones,
              SUM(CASE WHEN u.completed_source_id IS NOT NULL AND p.status <> 'refunded' THEN 1 ELSE 0 END) AS completed_ones
         FROM upgrades u JOIN payments p ON p.id = u.upgrade_payment_id WHERE u.source_payment_id = ?`,
      [paymentId],
    )) as { open_ones: number | string; completed_ones: number | string | null }[];
    return {
      hasOpenUpgrade: wholeNumber(row?.open_ones) > 0,
      hasCompletedUpgrade: summed(row?.completed_ones) > 0,
    };
  }
}
