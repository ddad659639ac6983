import { Injectable } from '@nestjs/common';
import type { PageProps } from '../../contracts/pages.js';
import { pageInfo } from '../../domain/pagination.js';
import type { PropsInput } from '../../inertia/index.js';
import { Clock } from '../../runtime/clock.js';
import { type AdminQuery, readAdminQuery } from './admin-filter.js';
import { presentAdminRow } from './admin.presenter.js';
import { AdminQueries, type ListedPayments } from './admin.queries.js';

type Listing = Pick<PageProps['Admin/Dashboard'], 'payments' | 'pagination' | 'filters'>;

@Injectable()
export class AdminService {
  constructor(
    private readonly queries: AdminQueries,
    private readonly clock: Clock,
  ) {}

  /** @throws FilterInvalid */
  async listing(query: Record<string, unknown>): Promise<Listing> {
    const asked = readAdminQuery(query);
    return this.presented(asked, await this.queries.list(asked.filter, asked.page, asked.order));
  }

  /** The names of the sellers are read only where they are asked for: a page that turns over its list has them. */
  async dashboard(query: Record<string, unknown>): Promise<PropsInput<PageProps['Admin/Dashboard']>> {
    const asked = readAdminQuery(query);
    const { stats, ...listed } = await this.queries.overview(asked.filter, asked.page, asked.order);
    const now = this.clock.now().toISOString();
    return { ...this.presented(asked, listed), stats, now, sellers: () => this.queries.sellers() };
  }

  private presented({ page, shown }: AdminQuery, { rows, totalCount, totalIsCapped }: ListedPayments): Listing {
    const { currentPage, totalPages } = pageInfo(page, totalCount);
    return {
      payments: rows.map((row) => presentAdminRow(row, this.clock.now())),
      pagination: { currentPage, totalPages, totalPayments: totalCount, totalIsCapped },
      filters: shown,
    };
  }
}
