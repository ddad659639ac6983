import { Injectable } from '@nestjs/common';
import type { AnalysisData, DayRange } from '../../contracts/analysis.js';
import { OFFICE_MESSAGES } from '../../contracts/messages-office.js';
import { Refusal } from '../../runtime/refusal.js';
import { endingReasonOf } from '../../domain/payment/ending-reasons.js';
import { isIstDay, istDayOf, spanOf } from '../../domain/calendar/ist-day.js';
import { toRupees } from '../../domain/money/money.js';
import { ReadReplica } from '../../database/read-replica.js';
import { Clock } from '../../runtime/clock.js';
import { AnalysisQueries, type EndingCount, type ManagerSums } from './analysis.queries.js';

/** Sums over all sellers, for admins. */
@Injectable()
export class AnalysisService {
  constructor(
    private readonly queries: AnalysisQueries,
    private readonly replica: ReadReplica,
    private readonly clock: Clock,
  ) {}

  /** @throws INVALID_DAYS; a fallback to other days would be taken for the days asked for */
  async analysis(query: Record<string, unknown>): Promise<AnalysisData> {
    const filters = readRange(query);
    const span = spanOf(filters.startDate, filters.endDate);
    const { value, view } = await this.replica.read(() => this.queries.of(span));
    const { managers, funnel, endings, created, paid } = value;
    return {
      ...moneyOf(managers),
      funnel,
      failures: failuresOf(endings),
      hours: created.map((count, hour) => ({ hour, created: count, paid: paid[hour] ?? 0 })),
      asOf: view && view.asOf.toISOString(),
      filters,
    };
  }

  today(): string {
    return istDayOf(this.clock.now());
  }
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

function moneyOf(
  managers: ManagerSums[],
): Pick<AnalysisData, 'keyMetrics' | 'salesManagerChartData' | 'money' | 'managers'> {
  const total = (of: (row: ManagerSums) => number) => managers.reduce((sum, row) => sum + of(row), 0);
  const revenue = total((row) => row.revenue);
  const totalTransactions = total((row) => row.transactions);
  return {
    keyMetrics: {
      totalTransactions,
      totalRevenue: toRupees(revenue),
      averageTransactionValue: totalTransactions === 0 ? 0 : toRupees(Math.round(revenue / totalTransactions)),
    },
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
    if (ending.code !== null) entry.codes.add(ending.code);
    found.set(reason, entry);
  }
  return [...found]
    .map(([reason, { count, codes }]) => ({ reason, count, codes: [...codes].sort() }))
    .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));
}
