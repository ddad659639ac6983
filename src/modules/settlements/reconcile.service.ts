import { createHash } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import type { SettlementRunEntity } from '../../database/entities/settlement-run.entity.js';
import type { EvidenceSource } from '../../domain/payment-decisions.js';
import { addDays, isIstDay, istDayOf, startOfIstDay } from '../../domain/ist-day.js';
import { Clock } from '../../runtime/clock.js';
import { requestContext } from '../../runtime/request-context.js';
import { AttemptsRepository, StatusChecker } from '../payments/index.js';
import { BankReport } from './bank-report.service.js';
import { inParallel } from './in-parallel.js';
import { OverdueSettlements } from './overdue-settlements.service.js';
import { type OnProgress, RunProgress } from './run-progress.js';
import { SettlementBatches } from './settlement-batches.repository.js';
import { SettlementBooks } from './settlement-books.js';
import { type Finding, SettlementExceptions } from './settlement-exceptions.repository.js';
import { fileNameOf } from './settlement-file-name.js';
import { readSettlementFile } from './settlement-file.js';
import { SettlementJudge } from './settlement-judge.service.js';
import { SettlementLines } from './settlement-lines.repository.js';
import type { SettlementReport, UnreadableLine } from './settlement-report.js';
import { type RunTotals, SettlementRuns } from './settlement-runs.repository.js';
import { DayInFuture, DayInvalid } from './settlements.errors.js';

const MOST_ASKED = 1000;
const ASKED_AT_ONCE = 10;
/** Banks have been seen to take money back days after they confirmed it. */
const CONFIRMED_AGAIN_DAYS = 7;
/** Questions in a row without a usable answer. */
const SILENCE_LIMIT = 20;
const SIGN_OF_LIFE_MS = 60_000;

export interface SettlementFile {
  /** As given; undefined when it has none. */
  name: unknown;
  text: string;
}

/**
 * Compares a day's payouts with our books. A report is information: whatever it says about a payment that is not completed
 * here only makes the bank be asked for that payment's status. Repeating a run changes nothing.
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
    private readonly judge: SettlementJudge,
    private readonly overdue: OverdueSettlements,
    private readonly books: SettlementBooks,
    private readonly exceptions: SettlementExceptions,
    private readonly checker: StatusChecker,
    private readonly attempts: AttemptsRepository,
  ) {}

  /**
   * @param file read instead of asking the bank
   * @param onProgress hears how far it is, besides the run's row
   * @returns the run, completed or incomplete
   * @throws DayInvalid, DayInFuture, FileNameInvalid, RunUnderWay, SettlementFileInvalid; then nothing was changed
   */
  async run(
    day: unknown,
    file: SettlementFile | null,
    onProgress: OnProgress = () => undefined,
  ): Promise<SettlementRunEntity> {
    if (!isIstDay(day)) throw new DayInvalid();
    if (day > istDayOf(this.clock.now())) throw new DayInFuture();
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
      this.logger.error({ msg: 'a reconciliation broke off', run: run.id, err: error });
      return await this.runs.finish(run, 'Something went wrong here; the log says what.', null);
    } finally {
      clearInterval(signs);
    }
  }

  /** One that is missed does no harm. */
  private async keepAlive(run: SettlementRunEntity): Promise<void> {
    try {
      await this.runs.keepAlive(run);
    } catch (error) {
      this.logger.warn({ msg: 'a reconciliation could not give a sign of life', run: run.id, err: error });
    }
  }

  private async carryOut(run: SettlementRunEntity, report: SettlementReport, progress: RunProgress) {
    const add = (lines: number) => progress.add(lines);
    const { unreadable = [] } = report;
    await progress.begin('storing', linesIn(report));
    const { added: newLineCount, problems } = await this.lines.store(run, report.payouts, add);
    if (unreadable.length > 0) problems.unshift(wordsOf(unreadable.length));
    if (report.problem !== null) problems.unshift(report.problem);
    const batches = await this.batches.batchesOf(run.day);
    const lineCount = await this.lines.countOf(batches);
    await progress.begin('comparing', lineCount);
    const open = await this.judge.toAsk(batches, add);
    await progress.begin('asking', Math.min(open.length, MOST_ASKED));
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
   * Asks the bank again about the payments completed in the week up to that day. Nothing changes by itself: an answer that
   * does not confirm one opens a review.
   */
  private async confirmAgain(day: string): Promise<void> {
    const from = startOfIstDay(addDays(day, -CONFIRMED_AGAIN_DAYS));
    const before = startOfIstDay(addDays(day, 1));
    const ids = await this.books.capturesToConfirm(from, before, MOST_ASKED);
    let silence = 0;
    await inParallel(ids, ASKED_AT_ONCE, async (id) => {
      // A bank that is away would hold the run up for an hour; the next one asks these first.
      if (silence >= SILENCE_LIMIT) return;
      try {
        const outcome = await this.checker.checkAttempt(id, sourceOfRun(), this.clock.now());
        silence = outcome === 'unknown' ? silence + 1 : 0;
      } catch (error) {
        // The next run asks again, and this run is complete without it.
        this.logger.error({ msg: 'completed payment not checked again', attempt: id, err: error });
      }
    });
  }

  /** @returns how many payments the bank's own answer has completed */
  private async askAbout(attemptIds: number[], progress: RunProgress): Promise<number> {
    const source = sourceOfRun();
    let completed = 0;
    await inParallel(attemptIds.slice(0, MOST_ASKED), ASKED_AT_ONCE, async (id) => {
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

function wordsOf(unreadable: number): string {
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
