import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config/settings.token.js';
import { filtersKey, type PageProps } from '../../contracts/pages.js';
import type { DashboardData } from '../../contracts/payments.js';
import { PAGE_SIZE, pageRequest } from '../../domain/files/pagination.js';
import { pageSizeOf } from '../../domain/people/preferences.js';
import { endOfIstDay } from '../../domain/payment/link-expiry.js';
import { STATUS_FILTERS, statusCondition, type StatusFilter } from '../../domain/payment/status-filter.js';
import { type EventOption, readChosenProject } from '../../domain/projects/project-filter.js';
import type { Principal } from '../../http/index.js';
import { defer, type PropsInput } from '../../inertia/index.js';
import { Clock } from '../../runtime/clock.js';
import { MoneyFigures, ownPaymentsOf, type PaymentFilter } from '../payment-lists/index.js';
import { ProjectOptions } from '../projects/index.js';
import { presentRow } from './payment.presenter.js';
import { PaymentsQueries } from './payments.queries.js';
import { clipped } from '../../domain/files/clipped.js';

type DashboardPage = PageProps['Dashboard/Index'];
type Late = 'exactTotal' | 'events';
type DashboardProps = Omit<DashboardPage, Late> & PropsInput<Pick<DashboardPage, Late>>;

/** The list of a person's own payments, for an admin too. */
@Injectable()
export class DashboardService {
  constructor(
    private readonly queries: PaymentsQueries,
    private readonly figures: MoneyFigures,
    private readonly projects: ProjectOptions,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @param size rows a page where the query names no limit */
  async list(
    user: Principal,
    query: Record<string, unknown>,
    size: number = PAGE_SIZE.dashboard,
  ): Promise<DashboardData> {
    const page = pageRequest(query.page, query.limit, size);
    const now = this.clock.now();
    const filter = dashboardFilter(user, query, now);
    const { rows, pagination, figures } = await this.queries.overview(filter, page, query.total === 'exact');
    return {
      allCustomers: rows.map((row) => presentRow(row, this.settings.appUrl, now)),
      tokenCounts: figures.completed,
      pagination,
    };
  }

  async page(user: Principal, query: Record<string, unknown>): Promise<DashboardProps> {
    const pageSize = pageSizeOf(user.preferences, 'dashboard');
    // Before it is read: what changes later is read again (src/contracts/live.ts).
    const now = this.clock.now().toISOString();
    const data = await this.list(user, query, pageSize);
    const { currentPage: page, totalIsCapped } = data.pagination;
    const filters = {
      search: searchText(query.search) ?? '',
      page,
      expires: expiresOf(query),
      status: statusOf(query.status),
      ...(user.severalEvents && { event: eventOf(query.event) }),
    };
    const exactTotal = async () => {
      const asked = pageRequest(query.page, query.limit, pageSize);
      const filter = dashboardFilter(user, query, this.clock.now());
      const { totalCount, totalPages } = await this.queries.exactTotal(filter, asked);
      return { of: filtersKey(filters), totalCount, totalPages };
    };
    return {
      ...data,
      heading: user.role === 'admin' ? 'My Dashboard - My Payments Only' : 'Dashboard',
      filters,
      ...(user.severalEvents && { events: () => this.events(user) }),
      now,
      pageSize: pageRequest(query.page, query.limit, pageSize).limit,
      exactTotal: totalIsCapped ? defer(exactTotal, 'total', { rescue: true }) : null,
    };
  }

  private async events({ userId }: Principal): Promise<EventOption[]> {
    return this.projects.ofSeller(userId, await this.figures.eventsOf(userId));
  }
}

/** Own payments, for an admin too. */
export function dashboardFilter(user: Principal, query: Record<string, unknown>, now: Date): PaymentFilter {
  const search = searchText(query.search);
  return {
    ...ownPaymentsOf(user),
    ...(search ? { search } : {}),
    ...(expiresOf(query) && { expiring: { after: now, upTo: endOfIstDay(now) } }),
    ...statusCondition(statusOf(query.status)),
    ...eventCondition(query.event),
  };
}

function expiresOf({ expires }: Record<string, unknown>): 'today' | '' {
  return expires === 'today' ? 'today' : '';
}

/** Text only; an array or object in the query string is ignored. */
export function searchText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() ? clipped(value.trim(), 100) : undefined;
}

/** What is no id means no filter. */
export function eventOf(value: unknown): string {
  return readChosenProject({ event: value }).event ?? '';
}

export function eventCondition(value: unknown): Pick<PaymentFilter, 'eventId'> {
  const event = eventOf(value);
  return event === '' ? {} : { eventId: Number(event) };
}

/** An unknown status means no filter. */
export function statusOf(value: unknown): StatusFilter | '' {
  return STATUS_FILTERS.find((status) => status === value) ?? '';
}
