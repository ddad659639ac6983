import { Injectable } from '@nestjs/common';
import type { AdminStats, AdminTabCounts, SellerOption } from '../../contracts/admin.js';
import {
  PaymentCounters,
  PaymentLists,
  ProjectPairs,
  readPaymentRows,
  type ListedPayment,
  type PaymentFilter,
  type PaymentIdPage,
  type StatusTotals,
  StatusTotalsReader,
} from '../payment-lists/index.js';
import { wholeNumber } from '../../database/whole-number.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import type { PageRequest } from '../../domain/files/pagination.js';
import type { PaymentSortOrder } from '../../domain/payment/payment-sort.js';
import type { TokenType } from '../../domain/payment/token-catalogue.js';

export type Overview = ListedPayments & { stats: AdminStats; tabs: () => Promise<AdminTabCounts> };
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
    private readonly totals: StatusTotalsReader,
    private readonly projectPairs: ProjectPairs,
  ) {}

  /** Three statements when the counters cover the list. */
  async list({ filter, page, order, exact }: ListQuery): Promise<ListedPayments> {
    return this.rowsOf(await this.lists.page(filter, page, order, { exact }));
  }

  async exactTotal({ filter, page, order }: ListQuery): Promise<number> {
    return (await this.lists.page(filter, page, order, { exact: true })).totalCount;
  }

  /**
   * The list with the page's figures. The tabs and the list's own total come from the same read of the counters, so that they
   * cannot disagree; what no counter knows is read when the tabs are asked for. The figures are those of the filter's projects.
   */
  async overview({ filter, page, order, exact }: ListQuery): Promise<Overview> {
    const { salesManagerId, projectIds } = filter;
    const all = this.counts.ofSeller();
    const counts = salesManagerId === undefined ? all : this.counts.ofSeller(salesManagerId);
    const [listed, pairs] = await Promise.all([
      this.lists.page(filter, page, order, { counts, exact }).then((found) => this.rowsOf(found)),
      all.then((known) => this.projectPairs.of(known, projectIds)),
      counts,
    ]);
    return { ...listed, stats: statsOf(pairs), tabs: async () => tabsOf(await this.totals.of(filter, counts)) };
  }

  /** Staff who can have payments, for the filter. */
  async sellers(): Promise<SellerOption[]> {
    const users = await this.uow.read<Named>('SELECT id, name FROM users ORDER BY name, id');
    return users.map(({ id, name }) => ({ id: String(id), name }));
  }

  /** The id of the payment that was made last; 0 without any. */
  async newestId(): Promise<number> {
    const [row] = await this.uow.read<{ id: unknown }>('SELECT MAX(id) AS id FROM payments');
    return wholeNumber(row?.id ?? 0);
  }

  private async rowsOf({ ids, ...length }: PaymentIdPage): Promise<ListedPayments> {
    return { rows: await readPaymentRows(this.uow, ids), ...length };
  }
}

/** Unique pairs of customer (by email) and tier among completed payments (docs/product.md#numbers). */
function statsOf({ gold, silver, platinum }: Record<TokenType, number>): AdminStats {
  return { total: gold + silver + platinum, gold, silver, platinum };
}

function tabsOf({ byStatus, refundPending, needsReview, leftOut }: StatusTotals): AdminTabCounts {
  const { pending, initiated, completed, failed, cancelled, refunded } = byStatus;
  const all = Object.values(byStatus).reduce((sum, total) => sum + total, 0);
  return { all, pending, initiated, completed, failed, cancelled, refundPending, refunded, needsReview, leftOut };
}
