import { Injectable } from '@nestjs/common';
import type { SettlementRunEntity } from '../../database/entities/settlement-run.entity.js';
import { EarlierDifferences } from './earlier-differences.service.js';
import { OverdueSettlements } from './overdue-settlements.service.js';
import type { MerchantsRead } from './settlement-ledger.queries.js';
import type { RunProgress } from './run-progress.js';
import { SettlementBatches } from './settlement-batches.repository.js';
import { MAX_ASKED, SettlementChecks } from './settlement-checks.service.js';
import { type Finding, SettlementExceptions } from './settlement-exceptions.repository.js';
import { SettlementLines } from './settlement-lines.repository.js';
import { SettlementMatcher } from './settlement-matcher.service.js';
import type { SettlementReport, UnreadableLine } from './settlement-report.js';
import type { RunTotals } from './settlement-runs.repository.js';

/** Stores a report and compares its day with our payments. */
@Injectable()
export class DayComparison {
  constructor(
    private readonly batches: SettlementBatches,
    private readonly lines: SettlementLines,
    private readonly matcher: SettlementMatcher,
    private readonly earlier: EarlierDifferences,
    private readonly overdue: OverdueSettlements,
    private readonly exceptions: SettlementExceptions,
    private readonly checks: SettlementChecks,
  ) {}

  async carryOut(run: SettlementRunEntity, report: SettlementReport, progress: RunProgress) {
    const add = (lines: number) => progress.add(lines);
    const { unreadable = [] } = report;
    await progress.begin('storing', linesIn(report));
    const { added: newLineCount, problems } = await this.lines.store(run, report.payouts, add);
    if (unreadable.length > 0) problems.unshift(unreadableText(unreadable.length));
    if (report.problem !== null) problems.unshift(report.problem);
    const batches = await this.batches.batchesOf(run.day);
    const lineCount = await this.lines.countOf(batches);
    await progress.begin('comparing', lineCount);
    const open = await this.matcher.toAsk(batches, add);
    await progress.begin('asking', Math.min(open.length, MAX_ASKED));
    const recoveredCount = await this.checks.askAbout(open, progress);
    await this.checks.confirmAgain(run.day);
    await progress.begin('recording', lineCount);
    const openBefore = await this.exceptions.openOf(run);
    let exceptionCount = 0;
    const addFindings = async (findings: Finding[]) => {
      exceptionCount += findings.length;
      await this.exceptions.add(run, findings);
    };
    const counted = await this.matcher.judge(batches, addFindings, add);
    await addFindings(unreadable.map((line) => unreadableFinding(run, line)));
    if (problems.length === 0) {
      await this.earlier.judgeAgain(run);
      await addFindings(await this.overdue.find(run.day, merchantsRead(run, report)));
      await this.exceptions.resolveOthers(run, openBefore);
    }
    const totals: RunTotals = { ...counted, batchCount: batches.length, newLineCount, recoveredCount, exceptionCount };
    return { problem: problems.length > 0 ? problems.join('; ') : null, totals };
  }
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

/** A file tells nothing of the other merchants. @returns null: all were read */
function merchantsRead(run: SettlementRunEntity, { payouts }: SettlementReport): MerchantsRead {
  return run.source === 'bank' ? null : [...new Set(payouts.map(({ merchantProfile }) => merchantProfile))];
}
