import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config/settings.token.js';
import { filtersKey, type PageProps } from '../../../contracts/pages.js';
import type { PaymentFilter } from '../../payment-lists/index.js';
import { PAGE_SIZE, pageRequest } from '../../../domain/files/pagination.js';
import { statusCondition } from '../../../domain/payment/status-filter.js';
import type { Principal } from '../../../http/index.js';
import { defer, type PropsInput } from '../../../inertia/index.js';
import { Clock } from '../../../runtime/clock.js';
import { presentRow } from '../payment.presenter.js';
import { searchText, statusOf } from '../dashboard.service.js';
import { PaymentsQueries, summaryOf } from '../payments.queries.js';

type Page = PageProps['Transactions/Index'];
type TransactionsProps = Omit<Page, 'exactTotal'> & PropsInput<Pick<Page, 'exactTotal'>>;

/** Transaction History: the seller's own payments, an admin's view of all. */
@Injectable()
export class TransactionsService {
  constructor(
    private readonly queries: PaymentsQueries,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async page(user: Principal, query: Record<string, unknown>): Promise<TransactionsProps> {
    const scope: PaymentFilter = user.role === 'admin' ? {} : { salesManagerId: user.userId };
    const search = searchText(query.search);
    const status = statusOf(query.status);
    const page = pageRequest(query.page, undefined, PAGE_SIZE.transactions);
    const filter = { ...scope, ...(search ? { search } : {}), ...statusCondition(status) };
    const { rows, pagination, figures } = await this.queries.overview(filter, page, query.total === 'exact');
    const now = this.clock.now();
    const filters = { search: search ?? '', status, page: pagination.currentPage };
    const exactTotal = async () => {
      const { totalCount, totalPages } = await this.queries.exactTotal(filter, page);
      return { of: filtersKey(filters), totalCount, totalPages };
    };
    return {
      rows: rows.map((row) => presentRow(row, this.settings.appUrl, now)),
      pagination,
      filters,
      summary: summaryOf(figures),
      exactTotal: pagination.totalIsCapped ? defer(exactTotal, 'total', { rescue: true }) : null,
    };
  }
}
