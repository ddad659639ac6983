import { Injectable } from '@nestjs/common';
import { type ExactTotal, filtersKey, type PageProps } from '../../contracts/pages.js';
import { pageInfo } from '../../domain/files/pagination.js';
import type { Principal } from '../../http/index.js';
import { pageSizeOf } from '../../domain/people/preferences.js';
import { defer, type PropsInput } from '../../inertia/index.js';
import { Clock } from '../../runtime/clock.js';
import { ProjectOptions } from '../projects/index.js';
import { type AdminQuery, readAdminQuery } from './admin-filter.js';
import { presentAdminRow } from './admin.presenter.js';
import { AdminQueries, type ListedPayments } from './admin.queries.js';

type Listing = Pick<PageProps['Admin/Dashboard'], 'payments' | 'pagination' | 'filters'>;
type DashboardProps = Listing & PropsInput<Omit<PageProps['Admin/Dashboard'], keyof Listing | 'views'>>;

@Injectable()
export class AdminService {
  constructor(
    private readonly queries: AdminQueries,
    private readonly projects: ProjectOptions,
    private readonly clock: Clock,
  ) {}

  /** @throws FILTER_INVALID */
  async listing(user: Principal, query: Record<string, unknown>): Promise<Listing> {
    const asked = readAdminQuery(query, user.projectIds);
    return this.presented(user, asked, await this.queries.list(asked));
  }

  /** Names of sellers and projects are read only for requests that ask for them: a page that turns over its list has them. */
  async dashboard(user: Principal, query: Record<string, unknown>): Promise<DashboardProps> {
    const asked = readAdminQuery(query, user.projectIds, pageSizeOf(user.preferences, 'admin'));
    // Before it is read: what changes later is read again (src/contracts/live.ts).
    const now = this.clock.now().toISOString();
    const { stats, tabs, ...listed } = await this.queries.overview(asked);
    const exactTotal = listed.totalIsCapped ? defer(() => this.exactTotal(asked), 'total', { rescue: true }) : null;
    const pageSize = asked.page.limit;
    return {
      ...(await this.presented(user, asked, listed)),
      pageSize,
      stats,
      tabs,
      now,
      sellers: () => this.queries.sellers(),
      ...(user.severalEvents && { projects: () => this.projects.list(user.projectIds) }),
      exactTotal,
    };
  }

  private async exactTotal(asked: AdminQuery): Promise<ExactTotal> {
    const totalCount = await this.queries.exactTotal(asked);
    return { of: filtersKey(asked.shown), totalCount, totalPages: pageInfo(asked.page, totalCount).totalPages };
  }

  private async presented(
    user: Principal,
    { page: { limit }, shown }: AdminQuery,
    listed: ListedPayments,
  ): Promise<Listing> {
    const { rows, page, totalCount, totalIsCapped } = listed;
    const { currentPage, totalPages } = pageInfo({ page, limit }, totalCount);
    const soldIn = user.severalEvents ? await this.projects.soldIn(rows.map(({ payment }) => payment.eventId)) : null;
    const now = this.clock.now();
    return {
      payments: rows.map((row) => presentAdminRow(row, now, soldIn?.get(row.payment.eventId))),
      pagination: { currentPage, totalPages, totalPayments: totalCount, totalIsCapped },
      filters: { ...shown, page },
    };
  }
}
