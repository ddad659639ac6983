import { Injectable } from '@nestjs/common';
import type { PageProps } from '../../contracts/pages.js';
import { Clock } from '../../runtime/clock.js';
import { pageInfo } from '../../domain/pagination.js';
import { readAdminQuery } from './admin-filter.js';
import { presentAdminRow } from './admin.presenter.js';
import { AdminQueries } from './admin.queries.js';

type Listing = Pick<PageProps['Admin/Dashboard'], 'payments' | 'pagination' | 'filters'>;

@Injectable()
export class AdminService {
  constructor(
    private readonly queries: AdminQueries,
    private readonly clock: Clock,
  ) {}

  /** @throws FilterInvalid */
  async listing(query: Record<string, unknown>): Promise<Listing> {
    const { filter, order, page, shown } = readAdminQuery(query);
    const { rows, totalCount, totalIsCapped } = await this.queries.list(filter, page, order);
    const { currentPage, totalPages } = pageInfo(page, totalCount);
    return {
      payments: rows.map((row) => presentAdminRow(row, this.clock.now())),
      pagination: { currentPage, totalPages, totalPayments: totalCount, totalIsCapped },
      filters: shown,
    };
  }

  async dashboard(query: Record<string, unknown>): Promise<PageProps['Admin/Dashboard']> {
    const listing = await this.listing(query);
    return { ...listing, stats: await this.queries.stats(), sellers: await this.queries.sellers() };
  }
}
