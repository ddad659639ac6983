import { Injectable } from '@nestjs/common';
import { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';
import { PaymentEntity } from '../../database/entities/payment.entity.js';
import { NUMBERS } from '../../database/payment-numbers.js';
import { type PaymentFilter, PaymentLists } from '../../database/payment-list.js';
import { type ListedPayment, readPaymentRows } from '../../database/payment-rows.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { toRupees } from '../../domain/money.js';
import { type PageInfo, pageInfo, type PageRequest } from '../../domain/pagination.js';
import type { TokenType } from '../../domain/token-catalogue.js';
import { PaymentNotFound } from './payments.errors.js';

@Injectable()
export class PaymentsQueries {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly lists: PaymentLists,
  ) {}

  async list(filter: PaymentFilter, page: PageRequest): Promise<{ rows: ListedPayment[]; pagination: PageInfo }> {
    const { ids, totalCount } = await this.lists.page(filter, page);
    return { rows: await readPaymentRows(this.uow.manager, ids), pagination: pageInfo(page, totalCount) };
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

  /** One payment as a row of a list. @throws PaymentNotFound */
  async getListed(publicId: string, salesManagerId: number | null): Promise<ListedPayment> {
    const { id } = await this.get(publicId, salesManagerId);
    const [listed] = await readPaymentRows(this.uow.manager, [id]);
    if (!listed) throw new PaymentNotFound();
    return listed;
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
}
