import { type DynamicModule, Global, Module } from '@nestjs/common';
import { BacklogMetrics } from './counters/backlog-metrics.js';
import { DayTotals } from './counters/day-totals.repository.js';
import { MoneyFigures } from './counters/money-figures.queries.js';
import { PaymentCounters } from './counters/payment-counters.js';
import { ProjectPairs } from './counters/project-pairs.queries.js';
import { PaymentLists } from './payment-list.js';
import { StatusTotalsReader } from './status-totals.queries.js';
import { PaymentSearch } from './search/payment-search.js';

const PROVIDERS = [
  DayTotals,
  MoneyFigures,
  PaymentCounters,
  PaymentLists,
  PaymentSearch,
  ProjectPairs,
  StatusTotalsReader,
];

/** Lists, search and counters of payments at any size. Global: every writer of payments updates the counters. */
@Global()
@Module({})
export class PaymentListsModule {
  /** @param options `server`: also publishes the backlog as metrics */
  static forRoot(options: { server: boolean }): DynamicModule {
    return {
      module: PaymentListsModule,
      providers: options.server ? [...PROVIDERS, BacklogMetrics] : PROVIDERS,
      exports: PROVIDERS,
    };
  }
}
