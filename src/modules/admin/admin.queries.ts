import { Injectable } from '@nestjs/common';
import type { AdminStats, SellerOption } from '../../contracts/admin.js';
import {
  PaymentCounters,
  PaymentLists,
  readPaymentRows,
  type ListedPayment,
  type PaymentFilter,
  type PaymentIdPage,
} from '../payment-lists/index.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import type { PageRequest } from '../../domain/files/pagination.js';
import type { PaymentSortOrder } from '../../domain/payment/payment-sort.js';
import type { TokenType } from '../../domain/payment/token-catalogue.js';

export type Overview = ListedPayments & { stats: AdminStats };
export type ListedPayments = Omit<PaymentIdPage, 'ids'> & { rows: ListedPayment[] };

export interface ListQuery {
  filter: PaymentFilter;
  page: PageRequest;
  order: PaymentSortOrder;
  /** The exact total is waited for. */
  exact: boolean;
}

interface Named {
  id: number;
  name: string;
}

/** Payments of all sellers, for admins. */
@Injectable()
export class AdminQueries {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly lists: PaymentLists,
    private readonly counts: PaymentCounters,
  ) {}

  /** Three statements when the counters cover the list. */
  async list({ filter, page, order, exact }: ListQuery): Promise<ListedPayments> {
    return this.rowsOf(await this.lists.page(filter, page, order, { exact }));
  }

  async exactTotal({ filter, page, order }: ListQuery): Promise<number> {
    return (await this.lists.page(filter, page, order, { exact: true })).totalCount;
  }

  /** The list with the page's figures; three statements as well, unless the list is of one seller. */
  async overview({ filter, page, order, exact }: ListQuery): Promise<Overview> {
    const counts = this.counts.ofSeller();
    const known = filter.salesManagerId === undefined ? counts : null;
    const [listed, { pairs }] = await Promise.all([
      this.lists.page(filter, page, order, { counts: known, exact }).then((found) => this.rowsOf(found)),
      counts,
    ]);
    return { ...listed, stats: statsOf(pairs) };
  }

  /** Staff who can have payments, for the filter. */
  async sellers(): Promise<SellerOption[]> {
    const users = await this.uow.read<Named>('SELECT id, name FROM users ORDER BY name, id');
    return users.map(({ id, name }) => ({ id: String(id), name }));
  }

  private async rowsOf({ ids, ...length }: PaymentIdPage): Promise<ListedPayments> {
    return { rows: await readPaymentRows(this.uow, ids), ...length };
  }
}

/** Unique pairs of customer (by email) and tier among completed payments (docs/product.md#numbers). */
function statsOf({ gold, silver, platinum }: Record<TokenType, number>): AdminStats {
  return { total: gold + silver + platinum, gold, silver, platinum };
}
