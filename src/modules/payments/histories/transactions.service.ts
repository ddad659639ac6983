import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config/settings.token.js';
import { filtersKey, type PageProps } from '../../../contracts/pages.js';
import { type EventScope, MoneyFigures, type PaymentScope, paymentScopeOf } from '../../payment-lists/index.js';
import type { SellerMoney } from '../../../contracts/seller-money.js';
import { dayNumber } from '../../../domain/calendar/day-tree.js';
import { pageRequest } from '../../../domain/files/pagination.js';
import { pageSizeOf } from '../../../domain/people/preferences.js';
import { statusCondition } from '../../../domain/payment/status-filter.js';
import type { EventOption } from '../../../domain/projects/project-filter.js';
import type { Principal } from '../../../http/index.js';
import { defer, type PropsInput } from '../../../inertia/index.js';
import { Clock } from '../../../runtime/clock.js';
import { presentRow } from '../payment.presenter.js';
import { ProjectOptions } from '../../projects/index.js';
import { eventCondition, eventOf, searchText, statusOf } from '../dashboard.service.js';
import { moneySummaryOf, PaymentsQueries } from '../payments.queries.js';
import { presentSellerMoney } from './seller-money.presenter.js';

type Page = PageProps['Transactions/Index'];
type Late = 'exactTotal' | 'money' | 'events';
type TransactionsProps = Omit<Page, Late> & PropsInput<Pick<Page, Late>>;

/** The days of which the page shows the money. */
const REACH_DAYS = 31;

/** Transaction History: the seller's own payments, an admin's view of all. */
@Injectable()
export class TransactionsService {
  constructor(
    private readonly queries: PaymentsQueries,
    private readonly figures: MoneyFigures,
    private readonly projects: ProjectOptions,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async page(user: Principal, query: Record<string, unknown>): Promise<TransactionsProps> {
    const scope = paymentScopeOf(user);
    const search = searchText(query.search);
    const status = statusOf(query.status);
    const pageSize = pageSizeOf(user.preferences, 'transactions');
    const page = pageRequest(query.page, undefined, pageSize);
    const place = { ...scope, ...eventCondition(query.event) };
    const filter = { ...place, ...(search ? { search } : {}), ...statusCondition(status) };
    // Before it is read: what changes later is read again (src/contracts/live.ts).
    const now = this.clock.now();
    const { rows, pagination, figures } = await this.queries.overview(filter, page, query.total === 'exact');
    const filters = {
      search: search ?? '',
      status,
      page: pagination.currentPage,
      ...(user.severalEvents && { event: eventOf(query.event) }),
    };
    const exactTotal = async () => {
      const { totalCount, totalPages } = await this.queries.exactTotal(filter, page);
      return { of: filtersKey(filters), totalCount, totalPages };
    };
    return {
      rows: rows.map((row) => presentRow(row, this.settings.appUrl, now)),
      pagination,
      filters,
      ...(user.severalEvents && { events: () => this.events(user) }),
      pageSize,
      now: now.toISOString(),
      summary: moneySummaryOf(figures),
      money: () => this.money(place),
      exactTotal: pagination.totalIsCapped ? defer(exactTotal, 'total', { rescue: true }) : null,
    };
  }

  private async events({ role, userId, projectIds }: Principal): Promise<EventOption[]> {
    if (role !== 'admin') return this.projects.ofSeller(userId, await this.figures.eventsOf(userId));
    return (await this.projects.list(projectIds)).flatMap(({ events }) => events);
  }

  private async money({ salesManagerId, ...place }: PaymentScope & EventScope): Promise<SellerMoney> {
    const today = dayNumber(this.clock.now());
    const rows = await this.figures.of(salesManagerId, { first: today - REACH_DAYS + 1, last: today }, place);
    return presentSellerMoney(rows, REACH_DAYS);
  }
}
