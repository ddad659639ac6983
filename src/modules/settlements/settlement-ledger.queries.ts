import { Injectable } from '@nestjs/common';
import { type FindOptionsSelect, type FindOptionsWhere, In, type ObjectLiteral } from 'typeorm';
import { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import { RefundEntity } from '../../database/entities/refund.entity.js';
import { sqlInstant } from '../../database/instants.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { wholeNumber } from '../../database/whole-number.js';
import type { KnownAttempt, KnownRefund } from '../../domain/settlement/settlement-rules.js';
import { AttemptsRepository, PaymentEventPublisher } from '../payments/index.js';
import type { StoredBatch } from './settlement-batches.repository.js';
import { IS_ORDERED, IS_REVERSED } from './settlement-expectations.queries.js';
import type { StoredLine } from './stored-lines.queries.js';

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

/** The merchant profiles whose settlements were read, null among them for the default one; null: every merchant's. */
export type MerchantsRead = readonly (string | null)[] | null;

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
      status: row.status,
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

  /** Captures of these days without a settlement, those that the bank took back aside; those not reported yet first. */
  unsettled(from: Date, before: Date, merchants: MerchantsRead): Promise<PaymentAttemptEntity[]> {
    return freshFirst((onlyFresh) =>
      this.attempts
        .createQueryBuilder('a')
        .where('a.settlement_id IS NULL AND a.captured_at >= :from AND a.captured_at < :before', { from, before })
        .andWhere("a.status = 'captured'")
        .andWhere(`NOT ${IS_REVERSED}`)
        .andWhere(...atMerchants(merchants))
        .andWhere(onlyFresh ? UNREPORTED_CAPTURE : ANY)
        .orderBy('a.capturedAt')
        .addOrderBy('a.id')
        .take(MAX_OVERDUE)
        .getMany(),
    );
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

  /** Ordered refunds that were completed in these days, without a settlement; those not reported yet first. */
  undeducted(from: Date, before: Date, merchants: MerchantsRead): Promise<RefundEntity[]> {
    return freshFirst((onlyFresh) =>
      this.refunds
        .createQueryBuilder('r')
        .innerJoin('r.attempt', 'a')
        .where('r.settled_at >= :from AND r.settled_at < :before', { from, before })
        .andWhere("r.status = 'completed'")
        .andWhere(IS_ORDERED)
        .andWhere('NOT EXISTS (SELECT 1 FROM settlement_lines l WHERE l.refund_id = r.id)')
        .andWhere(...atMerchants(merchants))
        .andWhere(onlyFresh ? UNREPORTED_REFUND : ANY)
        .orderBy('r.id')
        .limit(MAX_OVERDUE)
        .getMany(),
    );
  }

  private get attempts() {
    return this.uow.manager.getRepository(PaymentAttemptEntity);
  }

  private get refunds() {
    return this.uow.manager.getRepository(RefundEntity);
  }
}

/**
 * No open exception tells of it. Not as NOT EXISTS, for which SQLite would read all open exceptions for each row: the list is made
 * once a statement, from the index on the status.
 */
const UNREPORTED_CAPTURE = `a.invoice_no NOT IN (SELECT e.reference FROM settlement_exceptions e
  WHERE e.status = 'open' AND e.kind = 'not_settled' AND e.reference IS NOT NULL)`;
const UNREPORTED_REFUND = `r.bank_reference NOT IN (SELECT e.reference FROM settlement_exceptions e
  WHERE e.status = 'open' AND e.kind = 'refund_missing' AND e.reference IS NOT NULL)`;
const ANY = '1 = 1';

/** The oldest; where they are more than the limit, those without an exception before them, which would else never get one. */
async function freshFirst<Row extends { id: number }>(find: (onlyFresh: boolean) => Promise<Row[]>): Promise<Row[]> {
  const oldest = await find(false);
  if (oldest.length < MAX_OVERDUE) return oldest;
  const fresh = await find(true);
  return [...new Map([...fresh, ...oldest].map((row) => [row.id, row])).values()].slice(0, MAX_OVERDUE);
}

/** On the attempt `a`. */
function atMerchants(merchants: MerchantsRead): [sql: string, parameters: ObjectLiteral] {
  if (merchants === null) return [ANY, {}];
  const profiles = merchants.filter((profile) => profile !== null);
  const conditions = [
    ...(profiles.length > 0 ? ['a.merchant_profile IN (:...profiles)'] : []),
    ...(profiles.length < merchants.length ? ['a.merchant_profile IS NULL'] : []),
  ];
  return [`(${conditions.join(' OR ')})`, { profiles }];
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
