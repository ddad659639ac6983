import { Injectable } from '@nestjs/common';
import { In, MoreThan } from 'typeorm';
import { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import { PaymentEntity } from '../../database/entities/payment.entity.js';
import { ReviewEntity } from '../../database/entities/review.entity.js';
import { NUMBERS } from '../../database/payment-numbers.js';
import { findPaymentPage, type PaymentFilter } from '../../database/payment-list.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { toRupees } from '../../domain/money.js';
import { type PageInfo, pageInfo, type PageRequest } from '../../domain/pagination.js';
import type { ReviewEnd } from '../../domain/review-rules.js';
import type { TokenType } from '../../domain/token-catalogue.js';
import { Clock } from '../../runtime/clock.js';
import { PaymentNotFound } from './payments.errors.js';

export interface ListedPayment {
  payment: PaymentEntity;
  /** When the bank is asked next about the open attempt. */
  nextCheckAt: Date | null;
  /** The last review, when none is open and it ended lately. */
  reviewEnded: EndedReview | null;
}

export interface EndedReview {
  at: Date;
  end: ReviewEnd;
}

/** Afterwards it is history and stands in the payment's events alone. */
const TOLD_FOR_MS = 14 * 24 * 60 * 60 * 1000;

@Injectable()
export class PaymentsQueries {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async list(filter: PaymentFilter, page: PageRequest): Promise<{ rows: ListedPayment[]; pagination: PageInfo }> {
    const { ids, totalCount } = await findPaymentPage(this.uow.manager, filter, page);
    return { rows: await this.read(ids), pagination: pageInfo(page, totalCount) };
  }

  /** One payment with its customer and seller. @throws PaymentNotFound */
  async get(publicId: string, salesManagerId: number | null): Promise<PaymentEntity> {
    const payment = await this.uow.manager.getRepository(PaymentEntity).findOne({
      where: { publicId, ...(salesManagerId === null ? {} : { salesManagerId }) },
      relations: { customer: true, salesManager: true },
    });
    if (!payment) throw new PaymentNotFound();
    return payment;
  }

  /** The attempts that a customer would call payments, newest first. */
  attemptsOf(paymentId: number): Promise<PaymentAttemptEntity[]> {
    return this.uow.manager
      .getRepository(PaymentAttemptEntity)
      .find({ where: { paymentId }, order: { number: 'DESC' } });
  }

  /** Completed tokens per type; refunded ones are void and do not count. */
  async tokenCounts(salesManagerId: number): Promise<Record<TokenType, number>> {
    const rows = (await this.uow.manager.query(
      "SELECT token_type AS type, COUNT(*) AS total FROM payments WHERE sales_manager_id = ? AND status = 'completed' GROUP BY token_type",
      [salesManagerId],
    )) as { type: TokenType; total: number | string }[];
    const counts: Record<TokenType, number> = { gold: 0, silver: 0, platinum: 0 };
    for (const row of rows) counts[row.type] = Number(row.total);
    return counts;
  }

  /** Over all rows in reach, not over the page: rupees of completed payments less settled refunds, and counts. */
  async summary(filter: Pick<PaymentFilter, 'salesManagerId'>) {
    const own = filter.salesManagerId === undefined ? '' : 'WHERE p.sales_manager_id = ?';
    const [row] = (await this.uow.manager.query(
      `SELECT COUNT(*) AS total, ${NUMBERS.transactions} AS completed, ${NUMBERS.revenue} AS paise FROM payments p ${own}`,
      filter.salesManagerId === undefined ? [] : [filter.salesManagerId],
    )) as { total: unknown; completed: unknown; paise: unknown }[];
    return {
      totalAmount: toRupees(Number(row?.paise ?? 0)),
      totalTransactions: Number(row?.total ?? 0),
      completedTransactions: Number(row?.completed ?? 0),
    };
  }

  private async read(ids: number[]): Promise<ListedPayment[]> {
    if (ids.length === 0) return [];
    const manager = this.uow.manager;
    const payments = await manager.getRepository(PaymentEntity).find({
      where: { id: In(ids) },
      relations: { customer: true, salesManager: true },
    });
    const open = await manager.getRepository(PaymentAttemptEntity).find({
      select: { openPaymentId: true, nextCheckAt: true },
      where: { openPaymentId: In(ids) },
    });
    const ended = await this.endedReviews(ids);
    const checks = new Map(open.map((attempt) => [attempt.openPaymentId, attempt.nextCheckAt]));
    const byId = new Map(payments.map((payment) => [payment.id, payment]));
    return ids.flatMap((id) => {
      const payment = byId.get(id);
      if (!payment) return [];
      const reviewEnded = payment.reviewReason === null ? (ended.get(id) ?? null) : null;
      return [{ payment, nextCheckAt: checks.get(id) ?? null, reviewEnded }];
    });
  }

  private async endedReviews(paymentIds: number[]): Promise<Map<number, EndedReview>> {
    const since = new Date(this.clock.now().getTime() - TOLD_FOR_MS);
    const rows = await this.uow.manager.getRepository(ReviewEntity).find({
      select: { paymentId: true, decision: true, closedAt: true },
      where: { paymentId: In(paymentIds), state: 'decided', closedAt: MoreThan(since) },
      order: { id: 'ASC' },
    });
    const told = rows.flatMap(({ paymentId, decision: end, closedAt: at }): [number, EndedReview][] =>
      end && at && end !== 'ask_again' ? [[paymentId, { at, end }]] : [],
    );
    return new Map(told);
  }
}
