import { createHash } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import type { SettlementRunEntity } from '../../database/entities/settlement-run.entity.js';
import { isIstDay, istDayOf } from '../../domain/calendar/ist-day.js';
import { BackgroundTasks } from '../../runtime/background.js';
import { Clock } from '../../runtime/clock.js';
import { BankReport } from './bank-report.service.js';
import { type OnProgress, RunProgress } from './run-progress.js';
import { fileNameOf, readSettlementFile } from './settlement-file.js';
import { Merchants } from '../gateway/index.js';
import type { SettlementReport } from './settlement-report.js';
import { LOST_AFTER_MS, SettlementRuns } from './settlement-runs.repository.js';
import { Refusal } from '../../runtime/refusal.js';
import { DayComparison } from './day-comparison.service.js';
import { MINUTE_MS, SECOND_MS } from '../../domain/calendar/durations.js';

const SIGN_OF_LIFE_MS = MINUTE_MS;
/** Its day is refused until a run that failed has ended. */
const END_RETRY_MS = 1 * SECOND_MS;

export interface SettlementFile {
  /** As uploaded; undefined when missing. */
  name: unknown;
  text: string;
  /** The merchant profile whose report it is; undefined, empty or `default`: the default one. */
  profile?: unknown;
}

/**
 * Reconciles a day's payouts with our payments (docs/product.md#reconciliation). A report is no evidence: an open payment that it
 * names is asked about by STATUS. Idempotent.
 */
@Injectable()
export class Reconciliation {
  private readonly logger = new Logger(Reconciliation.name);

  constructor(
    private readonly clock: Clock,
    private readonly runs: SettlementRuns,
    private readonly bank: BankReport,
    private readonly comparison: DayComparison,
    private readonly merchants: Merchants,
    private readonly tasks: BackgroundTasks,
  ) {}

  /**
   * @param file read instead of asking the bank
   * @param onProgress called besides storing the progress
   * @returns the run, completed or incomplete
   * @throws INVALID_DAY, DAY_IN_FUTURE, INVALID_FILE_NAME, MERCHANT_PROFILE_UNKNOWN, RECONCILIATION_RUNNING,
   * SETTLEMENT_FILE_INVALID; then nothing was changed
   */
  async run(
    day: unknown,
    file: SettlementFile | null,
    onProgress: OnProgress = () => undefined,
  ): Promise<SettlementRunEntity> {
    if (!isIstDay(day)) throw new Refusal('INVALID_DAY');
    if (day > istDayOf(this.clock.now())) throw new Refusal('DAY_IN_FUTURE');
    const fileName = file === null ? null : fileNameOf(file.name);
    const read = file === null ? null : await this.reportOf(file, day);
    const run = await this.runs.open({
      day,
      source: file === null ? 'bank' : 'file',
      fileName,
      fileHash: file === null ? null : createHash('sha256').update(file.text).digest('hex'),
    });
    const signs = setInterval(() => void this.keepAlive(run), SIGN_OF_LIFE_MS);
    const progress = new RunProgress(async (current) => {
      await this.runs.noteProgress(run, current);
      await onProgress(current);
    });
    try {
      const { problem, totals } = await this.comparison.carryOut(run, read ?? (await this.bank.read(day)), progress);
      return await this.runs.finish(run, problem, totals);
    } catch (error) {
      this.logger.error({ msg: 'reconciliation failed', run: run.id, err: error });
      return await this.endFailed(run);
    } finally {
      clearInterval(signs);
    }
  }

  /** What failed the run may keep its end from being stored as well: it is repeated until others take the run for dead anyway. */
  private async endFailed(run: SettlementRunEntity): Promise<SettlementRunEntity> {
    const end = () => this.runs.finish(run, 'Something went wrong here; the log says what.', null);
    try {
      return await end();
    } catch (error) {
      this.tasks.retry('reconciliation end', END_RETRY_MS, LOST_AFTER_MS, end);
      throw error;
    }
  }

  /** A file names no merchant: whoever uploads it does. */
  private async reportOf({ text, profile }: SettlementFile, day: string): Promise<SettlementReport> {
    const merchantProfile = this.merchants.named(profile);
    const report = await readSettlementFile(text, day);
    return { ...report, payouts: report.payouts.map((payout) => ({ ...payout, merchantProfile })) };
  }

  /** A missed heartbeat does no harm. */
  private async keepAlive(run: SettlementRunEntity): Promise<void> {
    try {
      await this.runs.keepAlive(run);
    } catch (error) {
      this.logger.warn({ msg: 'reconciliation heartbeat failed', run: run.id, err: error });
    }
  }
}
