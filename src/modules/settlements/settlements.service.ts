import { Injectable } from '@nestjs/common';
import type { Principal } from '../../http/index.js';
import { paymentScopeOf } from '../payment-lists/index.js';
import type { ApiSuccess } from '../../contracts/common.js';
import { OFFICE_MESSAGES } from '../../contracts/messages-office.js';
import type {
  LastSettlementRun,
  PaymentSettlement,
  ReconciliationData,
  SettlementRun,
} from '../../contracts/settlements.js';
import { isIstDay, istDayOf } from '../../domain/calendar/ist-day.js';
import { Clock } from '../../runtime/clock.js';
import { Merchants } from '../gateway/index.js';
import { Reconciliation, type SettlementFile } from './reconcile.service.js';
import type { OnProgress } from './run-progress.js';
import { exceptionsCsv } from './settlements.presenter.js';
import { SettlementsQueries } from './settlements.queries.js';
import { Refusal } from '../../runtime/refusal.js';

const SHOWN = 200;
const MAX_IN_FILE = 100_000;

/** Use cases of the reconciliation page. */
@Injectable()
export class SettlementsService {
  constructor(
    private readonly reconciliation: Reconciliation,
    private readonly queries: SettlementsQueries,
    private readonly clock: Clock,
    private readonly merchants: Merchants,
  ) {}

  /** An invalid day shows today. */
  async overview(day: unknown): Promise<ReconciliationData> {
    const today = istDayOf(this.clock.now());
    const shown = isIstDay(day) && day <= today ? day : today;
    return {
      day: shown,
      today,
      run: await this.queries.lastRun(shown),
      exceptions: await this.queries.exceptions(SHOWN),
      openExceptions: await this.queries.countOpen(),
      runs: await this.queries.runs(),
      merchantProfiles: this.merchants.all().flatMap(({ profile }) => profile ?? []),
    };
  }

  async run(day: unknown, file: SettlementFile | null, onProgress?: OnProgress): Promise<ApiSuccess<SettlementRun>> {
    const run = await this.queries.oneRun(await this.reconciliation.run(day, file, onProgress));
    const words =
      run.status === 'completed' ? OFFICE_MESSAGES.settlements.done : OFFICE_MESSAGES.settlements.incomplete;
    return { success: true, data: run, message: words };
  }

  /** The last run for a day, running ones included. */
  async lastRun(day: unknown): Promise<ApiSuccess<LastSettlementRun>> {
    if (!isIstDay(day)) throw new Refusal('INVALID_DAY');
    return { success: true, data: { run: await this.queries.lastRun(day) } };
  }

  async csv(day: unknown): Promise<string> {
    if (day !== undefined && !isIstDay(day)) throw new Refusal('INVALID_DAY');
    return exceptionsCsv(await this.queries.exceptions(MAX_IN_FILE, isIstDay(day) ? day : null));
  }

  async ofPayment(user: Principal, publicId: string): Promise<ApiSuccess<{ settlements: PaymentSettlement[] }>> {
    return { success: true, data: { settlements: await this.queries.ofPayment(publicId, paymentScopeOf(user)) } };
  }
}
