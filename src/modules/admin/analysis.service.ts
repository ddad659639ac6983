import { Injectable } from '@nestjs/common';
import type { SellerOption } from '../../contracts/admin.js';
import type { AnalysisData, AnalysisFilters, DayRange, TrendPoint } from '../../contracts/analysis.js';
import { OFFICE_MESSAGES } from '../../contracts/messages-office.js';
import { SERVER_MESSAGES } from '../../contracts/messages-server.js';
import { Refusal } from '../../runtime/refusal.js';
import { SUCCEEDED } from '../../domain/bank-hash/bank-codes.js';
import { endingReasonOf } from '../../domain/payment/ending-reasons.js';
import { rangeBefore, trendSteps } from '../../domain/calendar/day-ranges.js';
import { isIstDay, type IstDay, istDayOf, spanOf } from '../../domain/calendar/ist-day.js';
import { toRupees } from '../../domain/money/money.js';
import { ReadReplica } from '../../database/read-replica.js';
import { TOKEN_TYPES } from '../../domain/payment/token-catalogue.js';
import type { DayMoney, DayScope } from '../payment-lists/index.js';
import {
  projectFilterOf,
  type ProjectOption,
  type ProjectScope,
  readChosenProject,
} from '../../domain/projects/project-filter.js';
import type { Principal } from '../../http/index.js';
import { Clock } from '../../runtime/clock.js';
import { ProjectOptions } from '../projects/index.js';
import { AnalysisQueries, type EndingCount, type ManagerSums } from './analysis.queries.js';

type AnalysisPage = AnalysisData & { sellers: SellerOption[]; projects?: ProjectOption[] };

/** Sums over all sellers, for admins. */
@Injectable()
export class AnalysisService {
  constructor(
    private readonly queries: AnalysisQueries,
    private readonly projects: ProjectOptions,
    private readonly replica: ReadReplica,
    private readonly clock: Clock,
  ) {}

  /** @throws INVALID_DAYS, FILTER_INVALID; a fallback to other filters would be taken for those asked for */
  async analysis(user: Principal, query: Record<string, unknown>): Promise<AnalysisData> {
    const { sellers: _sellers, ...data } = await this.figures(user, query);
    return data;
  }

  /** With the sellers, projects and events to choose from. */
  async page(user: Principal, query: Record<string, unknown>): Promise<AnalysisPage> {
    const figures = await this.figures(user, query);
    return user.severalEvents ? { ...figures, projects: await this.projects.list(user.projectIds) } : figures;
  }

  private async figures({ projectIds }: Principal, query: Record<string, unknown>): Promise<AnalysisPage> {
    const filters = readFilters(query);
    const scope = scopeOf(filters, projectIds);
    const { value, view } = await this.replica.read(() => this.read(filters, scope));
    const { managers, funnel, endings, created, paid, sellers, before, trend } = value;
    return {
      ...moneyOf(managers),
      funnel,
      before,
      trend,
      failures: failuresOf(endings),
      hours: created.map((count, hour) => ({ hour, created: count, paid: paid[hour] ?? 0 })),
      asOf: view && view.asOf.toISOString(),
      filters,
      sellers: sellers.map(({ id, name }) => ({ id: String(id), name })),
    };
  }

  today(): IstDay {
    return istDayOf(this.clock.now());
  }

  private async read(filters: AnalysisFilters, scope: DayScope) {
    const figures = await this.queries.of(spanOf(filters.startDate, filters.endDate), scope);
    const earlier = rangeBefore(filters, this.today());
    const { unit, steps } = trendSteps(filters, this.today(), figures.firstDay);
    const ranges = earlier ? [...steps, earlier] : steps;
    const sums = await this.queries.moneyOf(
      ranges.map(({ startDate, endDate }) => spanOf(startDate, endDate)),
      scope,
    );
    const last = sums.at(-1);
    return {
      ...figures,
      before: earlier && last ? { ...earlier, ...metricsOf(last.gross - last.refunded, last.total) } : null,
      trend: { unit, points: steps.map(({ startDate }, index) => pointOf(startDate, sums[index])) },
    };
  }
}

function pointOf(day: IstDay, money: DayMoney | undefined): TrendPoint {
  return { day, revenue: toRupees((money?.gross ?? 0) - (money?.refunded ?? 0)), transactions: money?.total ?? 0 };
}

function scopeOf(
  { tokenType, salesManager, project = '', event = '' }: AnalysisFilters,
  scope: ProjectScope,
): DayScope {
  return {
    ...(tokenType && { tokenType }),
    ...(salesManager && { salesManagerId: Number(salesManager) }),
    ...projectFilterOf({ project, event }, scope),
  };
}

function readFilters(query: Record<string, unknown>): AnalysisFilters {
  const { tokenType = '', salesManager = '' } = query;
  const tier = tokenType === '' ? '' : TOKEN_TYPES.find((each) => each === tokenType);
  const isSeller = typeof salesManager === 'string' && /^(?:[1-9]\d{0,8})?$/.test(salesManager);
  const { project, event } = readChosenProject(query);
  const details = {
    ...(tier === undefined && { tokenType: SERVER_MESSAGES.admin.unknownValue }),
    ...(!isSeller && { salesManager: SERVER_MESSAGES.admin.unknownValue }),
    ...(project === null && { project: SERVER_MESSAGES.admin.unknownValue }),
    ...(event === null && { event: SERVER_MESSAGES.admin.unknownValue }),
  };
  if (tier === undefined || !isSeller || project === null || event === null)
    throw new Refusal('FILTER_INVALID', { details });
  return { ...readRange(query), tokenType: tier, salesManager, ...(project && { project }), ...(event && { event }) };
}

function readRange({ startDate = '', endDate = '' }: Record<string, unknown>): DayRange {
  const isFine = (text: unknown): text is string => text === '' || isIstDay(text);
  const details = {
    ...(isFine(startDate) ? {} : { startDate: OFFICE_MESSAGES.days.malformed }),
    ...(isFine(endDate) ? {} : { endDate: OFFICE_MESSAGES.days.malformed }),
  };
  if (!isFine(startDate) || !isFine(endDate)) throw new Refusal('INVALID_DAYS', { details });
  if (startDate !== '' && endDate !== '' && startDate > endDate)
    throw new Refusal('INVALID_DAYS', { details: { startDate: OFFICE_MESSAGES.days.reversed } });
  return { startDate, endDate };
}

/** @param revenue paise */
function metricsOf(revenue: number, totalTransactions: number): AnalysisData['keyMetrics'] {
  return {
    totalTransactions,
    totalRevenue: toRupees(revenue),
    averageTransactionValue: totalTransactions === 0 ? 0 : toRupees(Math.round(revenue / totalTransactions)),
  };
}

function moneyOf(
  managers: ManagerSums[],
): Pick<AnalysisData, 'keyMetrics' | 'salesManagerChartData' | 'money' | 'managers'> {
  const total = (of: (row: ManagerSums) => number) => managers.reduce((sum, row) => sum + of(row), 0);
  const revenue = total((row) => row.revenue);
  return {
    keyMetrics: metricsOf(
      revenue,
      total((row) => row.transactions),
    ),
    salesManagerChartData: {
      labels: managers.map((row) => row.label),
      revenueData: managers.map((row) => toRupees(row.revenue)),
      countData: managers.map((row) => row.transactions),
    },
    money: {
      gross: toRupees(total((row) => row.gross)),
      refunded: toRupees(total((row) => row.refunded)),
      net: toRupees(revenue),
    },
    managers: managers.map((row) => ({
      id: String(row.id),
      label: row.label,
      gross: toRupees(row.gross),
      refunded: toRupees(row.refunded),
      revenue: toRupees(row.revenue),
      transactions: row.transactions,
    })),
  };
}

function failuresOf(endings: EndingCount[]): AnalysisData['failures'] {
  const found = new Map<string, { count: number; codes: Set<string> }>();
  for (const ending of endings) {
    const reason = endingReasonOf(ending);
    const entry = found.get(reason) ?? { count: 0, codes: new Set<string>() };
    entry.count += ending.count;
    // That the link was made at the bank is no reason why nobody paid.
    if (ending.code !== null && !SUCCEEDED.some((code) => code === ending.code)) entry.codes.add(ending.code);
    found.set(reason, entry);
  }
  return [...found]
    .map(([reason, { count, codes }]) => ({ reason, count, codes: [...codes].sort() }))
    .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));
}
