import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config/settings.token.js';
import { filtersKey, type PageProps } from '../../../contracts/pages.js';
import { MoneyFigures, type PaymentFilter } from '../../payment-lists/index.js';
import type { SellerMoney } from '../../../contracts/seller-money.js';
import { dayNumber } from '../../../domain/calendar/day-tree.js';
import { pageRequest } from '../../../domain/files/pagination.js';
import { pageSizeOf } from '../../../domain/people/preferences.js';
import { statusCondition } from '../../../domain/payment/status-filter.js';
import type { Principal } from '../../../http/index.js';
import { defer, type PropsInput } from '../../../inertia/index.js';
import { Clock } from '../../../runtime/clock.js';
import { presentRow } from '../payment.presenter.js';
import { searchText, statusOf } from '../dashboard.service.js';
import { moneySummaryOf, PaymentsQueries } from '../payments.queries.js';
import { presentSellerMoney } from './seller-money.presenter.js';

type Page = PageProps['Transactions/Index'];
type Late = 'exactTotal' | 'money';
type TransactionsProps = Omit<Page, Late> & PropsInput<Pick<Page, Late>>;

/** The days of which the page shows the money. */
const REACH_DAYS = 31;

/** Transaction History: the seller's own payments, an admin's view of all. */
@Injectable()
export class TransactionsService {
  constructor(
    private readonly queries: PaymentsQueries,
    private readonly figures: MoneyFigures,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async page(user: Principal, query: Record<string, unknown>): Promise<TransactionsProps> {
    const scope: PaymentFilter = user.role === 'admin' ? {} : { salesManagerId: user.userId };
    const search = searchText(query.search);
    const status = statusOf(query.status);
    const pageSize = pageSizeOf(user.preferences, 'transactions');
    const page = pageRequest(query.page, undefined, pageSize);
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
      pageSize,
      now: now.toISOString(),
      summary: moneySummaryOf(figures),
      money: () => this.money(scope),
      exactTotal: pagination.totalIsCapped ? defer(exactTotal, 'total', { rescue: true }) : null,
    };
  }

  private async money(scope: PaymentFilter): Promise<SellerMoney> {
    const today = dayNumber(this.clock.now());
    const rows = await this.figures.of(scope.salesManagerId, { first: today - REACH_DAYS + 1, last: today }, scope);
    return presentSellerMoney(rows, REACH_DAYS);
  }
}
