import { type DynamicModule, Module } from '@nestjs/common';
import { CalendarModule } from '../calendar/index.js';
import { GatewayModule } from '../gateway/index.js';
import { ProjectsModule } from '../projects/index.js';
import { AttemptRecheck } from './attempt-recheck.service.js';
import { DayComparison } from './day-comparison.service.js';
import { EarlierDifferences } from './earlier-differences.service.js';
import { SettlementChecks } from './settlement-checks.service.js';
import { BankReport } from './bank-report.service.js';
import { OverdueSettlements } from './overdue-settlements.service.js';
import { Reconciliation } from './reconcile.service.js';
import { SettlementBatches } from './settlement-batches.repository.js';
import { SettlementLedgerQueries } from './settlement-ledger.queries.js';
import { SettlementExceptions } from './settlement-exceptions.repository.js';
import { SettlementMatcher } from './settlement-matcher.service.js';
import { SettlementLineKeys } from './settlement-line-keys.repository.js';
import { SettlementLines } from './settlement-lines.repository.js';
import { SettlementRuns } from './settlement-runs.repository.js';
import { SettlementsApiController } from './settlements.api.controller.js';
import { SettlementsService } from './settlements.service.js';
import { SettlementsPagesController } from './settlements.pages.controller.js';
import { SettlementsQueries } from './settlements.queries.js';
import { StoredLines } from './stored-lines.queries.js';

@Module({})
export class SettlementsModule {
  /** @param options `http` is off for commands; needs the global PaymentsModule */
  static forRoot(options: { http: boolean }): DynamicModule {
    return {
      module: SettlementsModule,
      imports: [CalendarModule, GatewayModule, ProjectsModule],
      controllers: options.http ? [SettlementsApiController, SettlementsPagesController] : [],
      providers: [
        AttemptRecheck,
        BankReport,
        DayComparison,
        EarlierDifferences,
        SettlementChecks,
        OverdueSettlements,
        Reconciliation,
        SettlementBatches,
        SettlementLedgerQueries,
        SettlementExceptions,
        SettlementMatcher,
        SettlementLineKeys,
        SettlementLines,
        SettlementRuns,
        SettlementsService,
        SettlementsQueries,
        StoredLines,
      ],
      exports: [AttemptRecheck, SettlementsService],
    };
  }
}
