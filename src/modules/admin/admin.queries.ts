import { Injectable } from '@nestjs/common';
import type { AdminStats, SellerOption } from '../../contracts/admin.js';
import { PaymentCounts } from '../../database/payment-counts.js';
import { type PaymentFilter, type PaymentIdPage, PaymentLists } from '../../database/payment-list.js';
import { type ListedPayment, readPaymentRows } from '../../database/payment-rows.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import type { PageRequest } from '../../domain/pagination.js';
import type { PaymentOrder } from '../../domain/payment-sort.js';
import type { TokenType } from '../../domain/token-catalogue.js';

export type Overview = ListedPayments & { stats: AdminStats };
export type ListedPayments = Omit<PaymentIdPage, 'ids'> & { rows: ListedPayment[] };

export interface ListQuery {
  filter: PaymentFilter;
  page: PageRequest;
  order: PaymentOrder;
  /** The exact total is waited for. */
  exact: boolean;
}

interface Named {
  id: number;
  name: string;
}

/** What admins read: everything, across all sellers. */
@Injectable()
export class AdminQueries {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly lists: PaymentLists,
    private readonly counts: PaymentCounts,
  ) {}

  /** Three statements, where the counters know the list. */
  async list({ filter, page, order, exact }: ListQuery): Promise<ListedPayments> {
    return this.rowsOf(await this.lists.page(filter, page, order, { exact }));
  }

  async exactTotal({ filter, page, order }: ListQuery): Promise<number> {
    return (await this.lists.page(filter, page, order, { exact: true })).totalCount;
  }

  /** The same beside the figures of the page; three statements as well, unless the list is of one seller. */
  async overview({ filter, page, order, exact }: ListQuery): Promise<Overview> {
    const counts = this.counts.ofSeller();
    const known = filter.salesManagerId === undefined ? counts : null;
    const [listed, { pairs }] = await Promise.all([
      this.lists.page(filter, page, order, { counts: known, exact }).then((found) => this.rowsOf(found)),
      counts,
    ]);
    return { ...listed, stats: statsOf(pairs) };
  }

  /** Everybody who can have payments, for the filter. */
  async sellers(): Promise<SellerOption[]> {
    const users = await this.uow.read<Named>('SELECT id, name FROM users ORDER BY name, id');
    return users.map(({ id, name }) => ({ id: String(id), name }));
  }

  private async rowsOf({ ids, ...length }: PaymentIdPage): Promise<ListedPayments> {
    return { rows: await readPaymentRows(this.uow, ids), ...length };
  }
}

/** Unique customer-and-token-type pairs among completed payments; a customer is an e-mail address. */
function statsOf({ gold, silver, platinum }: Record<TokenType, number>): AdminStats {
  return { total: gold + silver + platinum, gold, silver, platinum };
}
