import { Injectable } from '@nestjs/common';
import { Between, type FindOptionsSelect, type FindOptionsWhere, In, IsNull } from 'typeorm';
import { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import { RefundEntity } from '../../database/entities/refund.entity.js';
import { sqlInstant } from '../../database/instants.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { wholeNumber } from '../../database/whole-number.js';
import type { KnownAttempt, KnownRefund } from '../../domain/settlement/settlement-rules.js';
import { AttemptsRepository, PaymentEventPublisher } from '../payments/index.js';
import type { StoredBatch } from './settlement-batches.repository.js';
import type { StoredLine } from './settlement-lines.repository.js';

/** More overdue payments than this are one problem at the bank, not many with payments. */
const MAX_OVERDUE = 500;

const ATTEMPT_FIELDS: FindOptionsSelect<PaymentAttemptEntity> = {
  id: true,
  paymentId: true,
  invoiceNo: true,
  bankMerchantTxnNo: true,
  bankTxnId: true,
  status: true,
  amount: true,
  settlementId: true,
  settlementUtr: true,
  settledAmount: true,
  merchantProfile: true,
};

/** The merchant profile at which the money is; null: the default one. */
interface AtMerchant {
  merchantProfile: string | null;
}

/** An attempt with the settlement stored for it. */
export interface BookedAttempt extends KnownAttempt, AtMerchant {
  settlementId: string | null;
  /** Paise. */
  settledAmount: number | null;
  hasUtr: boolean;
}

export interface BookedRefund extends KnownRefund, AtMerchant {}

/** Our records about lines of a settlement. */
@Injectable()
export class SettlementLedgerQueries {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly captures: AttemptsRepository,
    private readonly publisher: PaymentEventPublisher,
  ) {}

  /** One index lookup for each number. */
  async attemptsFor(lines: readonly StoredLine[]): Promise<BookedAttempt[]> {
    const { ours, theirs } = numbersOf(lines.filter(({ kind }) => kind === 'sale'));
    const found = new Map<number, BookedAttempt>();
    const find = async (where: FindOptionsWhere<PaymentAttemptEntity>) => {
      for (const row of await this.attempts.find({ where, select: ATTEMPT_FIELDS })) found.set(row.id, bookedFrom(row));
    };
    if (theirs.length > 0) await find({ bankTxnId: In(theirs) });
    if (ours.length > 0) await find({ invoiceNo: In(ours) });
    if (ours.length > 0) await find({ bankMerchantTxnNo: In(ours) });
    return [...found.values()];
  }

  async refundsFor(lines: readonly StoredLine[]): Promise<BookedRefund[]> {
    const { ours, theirs } = numbersOf(lines.filter(({ kind }) => kind === 'refund'));
    if (ours.length + theirs.length === 0) return [];
    const rows = await this.refunds.find({
      where: [{ bankReference: In(ours) }, { bankTxnId: In(theirs) }],
      relations: { attempt: true },
    });
    return rows.map((row) => ({
      id: row.id,
      paymentId: row.paymentId,
      bankReference: row.bankReference,
      bankTxnId: row.bankTxnId,
      isCompleted: row.status === 'completed',
      merchantProfile: row.attempt?.merchantProfile ?? null,
      amount: row.amount,
    }));
  }

  /** Stores the settlement on the capture, unless one is stored. @param settledAmount paise */
  async noteSettled(attempt: BookedAttempt, batch: StoredBatch, settledAmount: number): Promise<void> {
    if (attempt.settlementId === batch.settlementId && attempt.settledAmount === settledAmount && attempt.hasUtr)
      return;
    const { settlementId, utr, day } = batch;
    const isNew = await this.captures.noteSettled(attempt.id, { settlementId, utr, day, settledAmount });
    if (isNew) await this.publisher.changed(attempt.paymentId);
  }

  /** Captures of these days without a settlement. */
  unsettled(from: Date, before: Date): Promise<PaymentAttemptEntity[]> {
    return this.attempts.find({
      where: { settlementId: IsNull(), capturedAt: Between(from, lastOf(before)), status: 'captured' },
      order: { capturedAt: 'ASC', id: 'ASC' },
      take: MAX_OVERDUE,
    });
  }

  /**
   * Captures of completed payments of these days, least recently checked first, so that the limit starves none. Uses the index on
   * the day of payment.
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

  /** Refunds completed in these days without a settlement. */
  undeducted(from: Date, before: Date): Promise<RefundEntity[]> {
    return this.refunds
      .createQueryBuilder('refund')
      .where('refund.settled_at >= :from AND refund.settled_at < :before', { from, before })
      .andWhere("refund.status = 'completed'")
      .andWhere('NOT EXISTS (SELECT 1 FROM settlement_lines l WHERE l.refund_id = refund.id)')
      .orderBy('refund.id')
      .take(MAX_OVERDUE)
      .getMany();
  }

  private get attempts() {
    return this.uow.manager.getRepository(PaymentAttemptEntity);
  }

  private get refunds() {
    return this.uow.manager.getRepository(RefundEntity);
  }
}

function bookedFrom(row: PaymentAttemptEntity): BookedAttempt {
  return {
    id: row.id,
    paymentId: row.paymentId,
    invoiceNo: row.invoiceNo,
    bankMerchantTxnNo: row.bankMerchantTxnNo,
    bankTxnId: row.bankTxnId,
    isCaptured: row.status === 'captured',
    merchantProfile: row.merchantProfile,
    amount: row.amount,
    settlementId: row.settlementId,
    settledAmount: row.settledAmount,
    hasUtr: row.settlementUtr !== null,
  };
}

/** Without duplicates. */
function numbersOf(lines: readonly StoredLine[]) {
  return {
    ours: [...new Set(lines.flatMap(({ merchantTxnNo }) => merchantTxnNo ?? []))],
    theirs: [...new Set(lines.flatMap(({ bankTxnId }) => bankTxnId ?? []))],
  };
}

function lastOf(before: Date): Date {
  return new Date(before.getTime() - 1);
}
