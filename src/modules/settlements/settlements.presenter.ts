import {
  EXCEPTION_WORDS,
  type SettlementException,
  type SettlementProgress,
  type SettlementRun,
} from '../../contracts/settlements.js';
import type { SettlementRunEntity } from '../../database/entities/settlement-run.entity.js';
import { wholeNumber } from '../../database/whole-number.js';
import { CSV_START, csvLine, csvRupees } from '../../domain/files/csv.js';
import { toRupees } from '../../domain/money/money.js';
import type { ExceptionKind } from '../../domain/settlement/settlement-rules.js';

export interface ExceptionRow {
  id: number;
  kind: ExceptionKind;
  day: string;
  reference: string | null;
  expected: number | string | null;
  found: number | string | null;
  evidence: string;
  payment: string | null;
  customer: string | null;
}

const WHO: Readonly<Record<string, string>> = { cli: 'Command line', system: 'The product' };

export function presentRun(run: SettlementRunEntity, name: string | null): SettlementRun {
  return {
    id: run.publicId,
    day: run.day,
    source: run.source,
    fileName: run.fileName,
    status: run.status,
    problem: run.problem,
    progress: progressOf(run),
    startedAt: run.startedAt.toISOString(),
    finishedAt: run.finishedAt?.toISOString() ?? null,
    startedBy: name ?? WHO[run.actorKind] ?? 'Unknown',
    payouts: run.batchCount,
    lines: run.lineCount,
    newLines: run.newLineCount,
    matched: run.matchedCount,
    exceptions: run.exceptionCount,
    recovered: run.recoveredCount,
    matchedAmount: toRupees(run.matchedAmount),
    lineAmount: toRupees(run.lineAmount),
    settledAmount: toRupees(run.settledAmount),
    charges: toRupees(run.charges),
    tax: toRupees(run.tax),
  };
}

function progressOf(run: SettlementRunEntity): SettlementProgress | null {
  if (run.status !== 'running' || run.progressStep === null) return null;
  return { step: run.progressStep, done: run.progressDone, total: run.progressTotal };
}

export function presentException(row: ExceptionRow): SettlementException {
  const rupees = (paise: number | string | null) => (paise === null ? null : toRupees(wholeNumber(paise)));
  return {
    id: String(row.id),
    kind: row.kind,
    ...EXCEPTION_WORDS[row.kind],
    day: row.day,
    paymentId: row.payment,
    customerName: row.customer,
    reference: row.reference,
    expected: rupees(row.expected),
    found: rupees(row.found),
    evidence: row.evidence,
  };
}

const HEADER = [
  'Day', 'Exception', 'Reference', 'Payment ID', 'Customer', 'Expected (INR)', 'Found (INR)', 'Evidence', 'What to do',
]; // prettier-ignore

/** @param hasPlaces project and event are told at the end */
export function exceptionsHeader(hasPlaces: boolean): string {
  return CSV_START + csvLine(hasPlaces ? [...HEADER, 'Project', 'Event'] : HEADER);
}

export function exceptionsLines(rows: readonly SettlementException[], hasPlaces: boolean): string {
  const lines = rows.map((row) => [
    row.day,
    row.label,
    row.reference,
    row.paymentId,
    row.customerName,
    csvRupees(row.expected),
    csvRupees(row.found),
    row.evidence,
    row.advice,
    ...(hasPlaces ? [row.soldIn?.project ?? '', row.soldIn?.event ?? ''] : []),
  ]);
  return lines.map(csvLine).join('');
}
