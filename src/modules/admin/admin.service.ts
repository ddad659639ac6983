import { Injectable } from '@nestjs/common';
import type { PageProps } from '../../contracts/pages.js';
import type { PaymentFilter } from '../../database/payment-list.js';
import { PAGE_SIZE, pageInfo, pageRequest } from '../../domain/pagination.js';
import { PAYMENT_STATUSES } from '../../domain/payment-status.js';
import { TOKEN_TYPES } from '../../domain/token-catalogue.js';
import { presentAdminRow } from './admin.presenter.js';
import { AdminQueries } from './admin.queries.js';

type Listing = Pick<PageProps['Admin/Dashboard'], 'payments' | 'pagination' | 'filters'>;

@Injectable()
export class AdminService {
  constructor(private readonly queries: AdminQueries) {}

  /** Unknown filter values are no filters; the page shows which ones count. */
  async listing(query: Record<string, unknown>): Promise<Listing> {
    const search = typeof query.search === 'string' ? [...query.search.trim()].slice(0, 100).join('') : '';
    const status = PAYMENT_STATUSES.find((known) => known === query.status);
    const tokenType = TOKEN_TYPES.find((known) => known === query.tokenType);
    const page = pageRequest(query.page, query.limit, PAGE_SIZE.admin);
    const filter: PaymentFilter = {
      ...(search ? { search } : {}),
      ...(status ? { status } : {}),
      ...(tokenType ? { tokenType } : {}),
    };
    const { rows, totalCount } = await this.queries.list(filter, page);
    const info = pageInfo(page, totalCount);
    return {
      payments: rows.map(presentAdminRow),
      pagination: { currentPage: info.currentPage, totalPages: info.totalPages, totalPayments: totalCount },
      filters: { search, status: status ?? '', tokenType: tokenType ?? '', page: page.page },
    };
  }

  async dashboard(query: Record<string, unknown>): Promise<PageProps['Admin/Dashboard']> {
    return { ...(await this.listing(query)), stats: await this.queries.stats() };
  }
}
