import { Injectable } from '@nestjs/common';
import { Between, In, IsNull } from 'typeorm';
import { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import { RefundEntity } from '../../database/entities/refund.entity.js';
import type { SettlementBatchEntity, SettlementLineEntity } from '../../database/entities/settlement-line.entity.js';
import { sqlInstant } from '../../database/instants.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { wholeNumber } from '../../database/whole-number.js';
import type { KnownAttempt, KnownRefund } from '../../domain/settlement-rules.js';
import { AttemptsRepository, PaymentNews } from '../payments/index.js';

/** More than this many overdue payments are one problem with the bank, not many with payments. */
const MOST_OVERDUE = 500;

/** What our books hold about lines of a settlement. */
@Injectable()
export class SettlementBooks {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly captures: AttemptsRepository,
    private readonly news: PaymentNews,
  ) {}

  async attemptsFor(lines: readonly SettlementLineEntity[]): Promise<KnownAttempt[]> {
    const { ours, theirs } = numbersOf(lines.filter(({ kind }) => kind === 'sale'));
    const rows = await this.attempts.find({
      where: [{ bankTxnId: In(theirs) }, { invoiceNo: In(ours) }, { bankMerchantTxnNo: In(ours) }],
    });
    return rows.map((row) => ({
      id: row.id,
      paymentId: row.paymentId,
      invoiceNo: row.invoiceNo,
      bankMerchantTxnNo: row.bankMerchantTxnNo,
      bankTxnId: row.bankTxnId,
      isCaptured: row.status === 'captured',
      amount: row.amount,
    }));
  }

  async refundsFor(lines: readonly SettlementLineEntity[]): Promise<KnownRefund[]> {
    const { ours, theirs } = numbersOf(lines.filter(({ kind }) => kind === 'refund'));
    const rows = await this.refunds.find({ where: [{ bankReference: In(ours) }, { bankTxnId: In(theirs) }] });
    return rows.map((row) => ({
      id: row.id,
      paymentId: row.paymentId,
      bankReference: row.bankReference,
      bankTxnId: row.bankTxnId,
      isCompleted: row.status === 'completed',
      amount: row.amount,
    }));
  }

  /** Writes the settlement beside the capture. @param settledAmount paise */
  async noteSettled(attempt: KnownAttempt, batch: SettlementBatchEntity, settledAmount: number): Promise<void> {
    const { settlementId, utr, day } = batch;
    const isNews = await this.captures.noteSettled(attempt.id, { settlementId, utr, day, settledAmount });
    if (isNews) await this.news.changed(attempt.paymentId);
  }

  /** Captures of these days that no settlement has named. */
  unsettled(from: Date, before: Date): Promise<PaymentAttemptEntity[]> {
    return this.attempts.find({
      where: { settlementId: IsNull(), capturedAt: Between(from, lastOf(before)), status: 'captured' },
      order: { capturedAt: 'ASC', id: 'ASC' },
      take: MOST_OVERDUE,
    });
  }

  /**
   * Captures of completed payments of these days, the one asked about longest ago first, so that a limit leaves out none for
   * ever. Led by the index of the day of payment.
   */
  async capturesToConfirm(from: Date, before: Date, limit: number): Promise<number[]> {
    const rows = (await this.uow.manager.query(
      `SELECT a.id AS id FROM payments p JOIN payment_attempts a ON a.payment_id = p.id
        WHERE p.paid_at >= ? AND p.paid_at < ? AND p.status = 'completed' AND a.status = 'captured' AND a.excess = 0
        ORDER BY a.last_checked_at, a.id LIMIT ?`,
      [sqlInstant(from), sqlInstant(before), limit],
    )) as { id: number | string }[];
    return rows.map(({ id }) => wholeNumber(id));
  }

  /** Refunds completed in these days that no settlement has deducted. */
  undeducted(from: Date, before: Date): Promise<RefundEntity[]> {
    return this.refunds
      .createQueryBuilder('refund')
      .where('refund.settled_at >= :from AND refund.settled_at < :before', { from, before })
      .andWhere("refund.status = 'completed'")
      .andWhere('NOT EXISTS (SELECT 1 FROM settlement_lines l WHERE l.refund_id = refund.id)')
      .orderBy('refund.id')
      .take(MOST_OVERDUE)
      .getMany();
  }

  private get attempts() {
    return this.uow.manager.getRepository(PaymentAttemptEntity);
  }

  private get refunds() {
    return this.uow.manager.getRepository(RefundEntity);
  }
}

function numbersOf(lines: readonly SettlementLineEntity[]) {
  return {
    ours: lines.flatMap(({ merchantTxnNo }) => merchantTxnNo ?? []),
    theirs: lines.flatMap(({ bankTxnId }) => bankTxnId ?? []),
  };
}

function lastOf(before: Date): Date {
  return new Date(before.getTime() - 1);
}
