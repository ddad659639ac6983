import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, In } from 'typeorm';
import type { TransactionsSummary } from '../../contracts/seller-money.js';
import { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import { PaymentEntity } from '../../database/entities/payment.entity.js';
import {
  MoneyFigures,
  PaymentCounters,
  PaymentLists,
  readPaymentRows,
  type ListOptions,
  type ListedPayment,
  type PaymentFilter,
  type PaymentScope,
  paymentScopeOf,
  type SellerFigures,
} from '../payment-lists/index.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { toRupees } from '../../domain/money/money.js';
import { type PageInfo, pageInfo, type PageRequest } from '../../domain/files/pagination.js';
import { NEWEST_FIRST } from '../../domain/payment/payment-sort.js';
import type { Principal } from '../../http/index.js';
import { PUBLIC_ID } from '../../runtime/ids.js';
import { Refusal } from '../../runtime/refusal.js';

export type PaymentsPageInfo = PageInfo & { totalIsCapped: boolean };

export interface Overview {
  rows: ListedPayment[];
  pagination: PaymentsPageInfo;
  /** Completed tokens count by type; refunded ones are void and do not. */
  figures: SellerFigures;
}

@Injectable()
export class PaymentsQueries {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly lists: PaymentLists,
    private readonly counts: PaymentCounters,
    private readonly money: MoneyFigures,
  ) {}

  /** A page of a list, and the figures of its whole scope: one seller, or all; some projects, or all; an event. Three statements. */
  async overview(filter: PaymentFilter, page: PageRequest, exact = false): Promise<Overview> {
    const counts = this.counts.ofSeller(filter.salesManagerId, filter.projectIds);
    const [{ rows, pagination }, figures] = await Promise.all([
      this.rows(filter, page, { counts, exact }),
      filter.eventId === undefined
        ? counts.then((known) => known.figures)
        : this.money.ofEvent(filter.salesManagerId, filter),
    ]);
    return { rows, pagination, figures };
  }

  async exactTotal(filter: PaymentFilter, page: PageRequest): Promise<PageInfo> {
    const found = await this.lists.page(filter, page, NEWEST_FIRST, { exact: true });
    return pageInfo({ ...page, page: found.page }, found.totalCount);
  }

  private async rows(filter: PaymentFilter, { page, limit }: PageRequest, options: ListOptions) {
    const { ids, totalCount, totalIsCapped, ...found } = await this.lists.page(
      filter,
      { page, limit },
      NEWEST_FIRST,
      options,
    );
    const pagination = { ...pageInfo({ page: found.page, limit }, totalCount), totalIsCapped };
    return { rows: await readPaymentRows(this.uow, ids), pagination };
  }

  /** As `get`, of what the person may see: another seller's or project's payment is not found. */
  getFor(user: Principal, publicId: string): Promise<PaymentEntity> {
    return this.get(publicId, paymentScopeOf(user));
  }

  /** One payment with its customer, seller and token. @throws PAYMENT_NOT_FOUND */
  async get(publicId: string, scope: PaymentScope): Promise<PaymentEntity> {
    // An id from a body may contain NUL, which SQLite's driver refuses in a query.
    if (!PUBLIC_ID.test(publicId)) throw new Refusal('PAYMENT_NOT_FOUND');
    // `findOne` would take two statements: one for the id, one for the rest.
    const payment = await this.uow.manager
      .getRepository(PaymentEntity)
      .createQueryBuilder('payment')
      .innerJoinAndSelect('payment.customer', 'customer')
      .innerJoinAndSelect('payment.salesManager', 'seller')
      .leftJoinAndSelect('payment.tokens', 'token')
      .where({ publicId, ...paymentsWithin(scope) })
      .getOne();
    if (!payment) throw new Refusal('PAYMENT_NOT_FOUND');
    return payment;
  }

  /** One payment as a row of a list. @throws PAYMENT_NOT_FOUND */
  async listed({ id }: Pick<PaymentEntity, 'id'>): Promise<ListedPayment> {
    const [listed] = await readPaymentRows(this.uow, [id]);
    if (!listed) throw new Refusal('PAYMENT_NOT_FOUND');
    return listed;
  }

  /** All attempts, second captures included, newest first. */
  attemptsOf(paymentId: number): Promise<PaymentAttemptEntity[]> {
    return this.uow.manager
      .getRepository(PaymentAttemptEntity)
      .find({ where: { paymentId }, order: { number: 'DESC' } });
  }
}

/** The conditions of a scope, for a repository. */
export function paymentsWithin({ salesManagerId, projectIds }: PaymentScope): FindOptionsWhere<PaymentEntity> {
  return {
    ...(salesManagerId !== undefined && { salesManagerId }),
    ...(projectIds && { projectId: In([...projectIds]) }),
  };
}

/** The same, with what came in and what of it went back. */
export function moneySummaryOf(figures: SellerFigures): TransactionsSummary {
  return { ...summaryOf(figures), gross: toRupees(figures.gross), refunded: toRupees(figures.refunded) };
}

/** Over the whole scope, not the page: rupees of completed payments less completed refunds, and counts. */
export function summaryOf({ total, completed, revenue }: SellerFigures) {
  return {
    totalAmount: toRupees(revenue),
    totalTransactions: total,
    completedTransactions: completed.gold + completed.silver + completed.platinum,
  };
}
