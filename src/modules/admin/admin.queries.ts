import { Injectable } from '@nestjs/common';
import type { AdminStats, SellerOption } from '../../contracts/admin.js';
import { UserEntity } from '../../database/entities/user.entity.js';
import { PaymentCounts } from '../../database/payment-counts.js';
import { type PaymentFilter, type PaymentIdPage, PaymentLists } from '../../database/payment-list.js';
import { type ListedPayment, readPaymentRows } from '../../database/payment-rows.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import type { PageRequest } from '../../domain/pagination.js';
import type { PaymentOrder } from '../../domain/payment-sort.js';

export type ListedPayments = Omit<PaymentIdPage, 'ids'> & { rows: ListedPayment[] };

/** What admins read: everything, across all sellers. */
@Injectable()
export class AdminQueries {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly lists: PaymentLists,
    private readonly counts: PaymentCounts,
  ) {}

  async list(filter: PaymentFilter, page: PageRequest, order: PaymentOrder): Promise<ListedPayments> {
    const { ids, ...length } = await this.lists.page(filter, page, order);
    return { rows: await readPaymentRows(this.uow.manager, ids), ...length };
  }

  /** Unique customer-and-token-type pairs among completed payments; a customer is an e-mail address. */
  async stats(): Promise<AdminStats> {
    const { gold, silver, platinum } = await this.counts.pairs();
    return { total: gold + silver + platinum, gold, silver, platinum };
  }

  /** Everybody who can have payments, for the filter. */
  async sellers(): Promise<SellerOption[]> {
    const users = await this.uow.manager
      .getRepository(UserEntity)
      .find({ select: { id: true, name: true }, order: { name: 'ASC', id: 'ASC' } });
    return users.map(({ id, name }) => ({ id: String(id), name }));
  }
}
