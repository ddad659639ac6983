import { createHash } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import type { SettlementRunEntity } from '../../database/entities/settlement-run.entity.js';
import type { EvidenceSource } from '../../domain/payment/payment-decisions.js';
import { addDays, isIstDay, istDayOf, startOfIstDay } from '../../domain/calendar/ist-day.js';
import { Clock } from '../../runtime/clock.js';
import { requestContext } from '../../runtime/request-context.js';
import { AttemptsRepository, StatusChecker } from '../payments/index.js';
import { BankReport } from './bank-report.service.js';
import { inParallel } from '../../runtime/in-parallel.js';
import { OverdueSettlements } from './overdue-settlements.service.js';
import { type OnProgress, RunProgress } from './run-progress.js';
import { SettlementBatches } from './settlement-batches.repository.js';
import { SettlementLedgerQueries } from './settlement-ledger.queries.js';
import { type Finding, SettlementExceptions } from './settlement-exceptions.repository.js';
import { fileNameOf } from './settlement-file-name.js';
import { readSettlementFile } from './settlement-file.js';
import { SettlementMatcher } from './settlement-matcher.service.js';
import { SettlementLines } from './settlement-lines.repository.js';
import type { SettlementReport, UnreadableLine } from './settlement-report.js';
import { type RunTotals, SettlementRuns } from './settlement-runs.repository.js';
import { Refusal } from '../../runtime/refusal.js';
import { MINUTE_MS } from '../../domain/calendar/durations.js';

const MAX_ASKED = 1000;
const ASKED_AT_ONCE = 10;
/** Reversals come days after the confirmation (docs/bank-protocol.md#clocks). */
const CONFIRMED_AGAIN_DAYS = 7;
/** Consecutive checks without a usable answer. */
const SILENCE_LIMIT = 20;
const SIGN_OF_LIFE_MS = MINUTE_MS;

export interface SettlementFile {
  /** As uploaded; undefined when missing. */
  name: unknown;
  text: string;
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
    private readonly batches: SettlementBatches,
    private readonly lines: SettlementLines,
    private readonly judge: SettlementMatcher,
    private readonly overdue: OverdueSettlements,
    private readonly books: SettlementLedgerQueries,
    private readonly exceptions: SettlementExceptions,
    private readonly checker: StatusChecker,
    private readonly attempts: AttemptsRepository,
  ) {}

  /**
   * @param file read instead of asking the bank
   * @param onProgress called besides storing the progress
   * @returns the run, completed or incomplete
   * @throws INVALID_DAY, DAY_IN_FUTURE, INVALID_FILE_NAME, RECONCILIATION_RUNNING, SETTLEMENT_FILE_INVALID; then nothing was changed
   */
  async run(
    day: unknown,
    file: SettlementFile | null,
    onProgress: OnProgress = () => undefined,
  ): Promise<SettlementRunEntity> {
    if (!isIstDay(day)) throw new Refusal('INVALID_DAY');
    if (day > istDayOf(this.clock.now())) throw new Refusal('DAY_IN_FUTURE');
    const fileName = file === null ? null : fileNameOf(file.name);
    const read = file === null ? null : await readSettlementFile(file.text, day);
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
      const { problem, totals } = await this.carryOut(run, read ?? (await this.bank.read(day)), progress);
      return await this.runs.finish(run, problem, totals);
    } catch (error) {
      this.logger.error({ msg: 'reconciliation failed', run: run.id, err: error });
      return await this.runs.finish(run, 'Something went wrong here; the log says what.', null);
    } finally {
      clearInterval(signs);
    }
  }

  /** A missed heartbeat does no harm. */
  private async keepAlive(run: SettlementRunEntity): Promise<void> {
    try {
      await this.runs.keepAlive(run);
    } catch (error) {
      this.logger.warn({ msg: 'reconciliation heartbeat failed', run: run.id, err: error });
    }
  }

  private async carryOut(run: SettlementRunEntity, report: SettlementReport, progress: RunProgress) {
    const add = (lines: number) => progress.add(lines);
    const { unreadable = [] } = report;
    await progress.begin('storing', linesIn(report));
    const { added: newLineCount, problems } = await this.lines.store(run, report.payouts, add);
    if (unreadable.length > 0) problems.unshift(unreadableText(unreadable.length));
    if (report.problem !== null) problems.unshift(report.problem);
    const batches = await this.batches.batchesOf(run.day);
    const lineCount = await this.lines.countOf(batches);
    await progress.begin('comparing', lineCount);
    const open = await this.judge.toAsk(batches, add);
    await progress.begin('asking', Math.min(open.length, MAX_ASKED));
    const recoveredCount = await this.askAbout(open, progress);
    await this.confirmAgain(run.day);
    await progress.begin('recording', lineCount);
    let exceptionCount = 0;
    const addFindings = async (findings: Finding[]) => {
      exceptionCount += findings.length;
      await this.exceptions.add(run, findings);
    };
    const counted = await this.judge.judge(batches, addFindings, add);
    await addFindings(unreadable.map((line) => unreadableFinding(run, line)));
    if (problems.length === 0) {
      await addFindings(await this.overdue.find(run.day, earlier(await this.runs.firstDay(), run.day)));
      await this.exceptions.resolveOthers(run);
    }
    const totals: RunTotals = { ...counted, batchCount: batches.length, newLineCount, recoveredCount, exceptionCount };
    return { problem: problems.length > 0 ? problems.join('; ') : null, totals };
  }

  /**
   * Asks STATUS again about the payments completed in the week up to that day. A result that does not confirm one opens a review.
   */
  private async confirmAgain(day: string): Promise<void> {
    const from = startOfIstDay(addDays(day, -CONFIRMED_AGAIN_DAYS));
    const before = startOfIstDay(addDays(day, 1));
    const ids = await this.books.capturesToConfirm(from, before, MAX_ASKED);
    let silence = 0;
    await inParallel(ids, ASKED_AT_ONCE, async (id) => {
      // An unreachable bank would delay the run by an hour; the next run asks these first.
      if (silence >= SILENCE_LIMIT) return;
      try {
        const outcome = await this.checker.checkAttempt(id, sourceOfRun(), this.clock.now());
        silence = outcome === 'unknown' ? silence + 1 : 0;
      } catch (error) {
        // The next run asks again; this run counts as complete.
        this.logger.error({ msg: 'repeated status check of a completed payment failed', attempt: id, err: error });
      }
    });
  }

  /** @returns how many payments a STATUS answer has completed */
  private async askAbout(attemptIds: number[], progress: RunProgress): Promise<number> {
    const source = sourceOfRun();
    let completed = 0;
    await inParallel(attemptIds.slice(0, MAX_ASKED), ASKED_AT_ONCE, async (id) => {
      const before = await this.attempts.findById(id);
      await this.checker.checkAttempt(id, source, this.clock.now());
      const after = await this.attempts.findById(id);
      if (before?.status !== 'captured' && after?.status === 'captured') completed += 1;
      await progress.add(1);
    });
    return completed;
  }
}

function sourceOfRun(): EvidenceSource {
  return requestContext()?.principal ? 'staff' : 'cli';
}

function linesIn({ payouts }: SettlementReport): number {
  return payouts.reduce((sum, { lines }) => sum + lines.length, 0);
}

function unreadableText(unreadable: number): string {
  return unreadable === 1
    ? 'one line of the file could not be read: see the exceptions'
    : `${unreadable} lines of the file could not be read: see the exceptions`;
}

function unreadableFinding({ day, fileName }: SettlementRunEntity, { line, text }: UnreadableLine): Finding {
  return {
    kind: 'line_unreadable',
    subject: `${day}|${fileName}|${line}`,
    paymentId: null,
    reference: `line ${line}`,
    expected: null,
    found: null,
    evidence: `Line ${line} of ${fileName}: ${text}.`,
  };
}

function earlier(first: string | null, day: string): string {
  return first !== null && first < day ? first : day;
}
