import { Injectable } from '@nestjs/common';
import type { SettlementRunEntity } from '../../database/entities/settlement-run.entity.js';
import { SettlementBatches, type StoredBatch } from './settlement-batches.repository.js';
import {
  type Finding,
  fingerprintOf,
  type OpenDifference,
  SettlementExceptions,
} from './settlement-exceptions.repository.js';
import { SettlementMatcher, subjectOf } from './settlement-matcher.service.js';
import { type StoredLine, StoredLines } from './stored-lines.queries.js';

/**
 * Lines that differed when their day was compared, and that our records have come to agree with since: an answer of the bank has
 * completed the payment or the refund, or a person has recorded it. Nobody runs their day again, and the money would be called
 * missing.
 */
@Injectable()
export class EarlierDifferences {
  constructor(
    private readonly exceptions: SettlementExceptions,
    private readonly lines: StoredLines,
    private readonly batches: SettlementBatches,
    private readonly matcher: SettlementMatcher,
  ) {}

  /**
   * Judges the lines behind open differences of all days but the run's again, as a run of their day would.
   * @throws RunGivenUp
   */
  async judgeAgain(run: SettlementRunEntity): Promise<void> {
    for await (const open of this.exceptions.openElsewhere(run)) {
      const lines = await this.lines.behind(open);
      const batches = await this.batches.withIds([...new Set(lines.map(({ batchId }) => batchId))]);
      const about = differencesByLine(open, lines, batches);
      const judged = await this.matcher.judgeLines([...about.keys()], batches);
      const findings: Finding[] = [];
      const ended: number[] = [];
      for (const [line, finding] of judged) {
        const day = batches.get(line.batchId)?.day;
        if (finding && day !== undefined) findings.push({ ...finding, day });
        for (const { id, kind } of about.get(line) ?? []) if (kind !== finding?.kind) ended.push(id);
      }
      await this.exceptions.add(run, findings);
      await this.exceptions.resolve(run, ended);
    }
  }
}

/** Lines without an open difference are left out. */
function differencesByLine(
  open: readonly OpenDifference[],
  lines: readonly StoredLine[],
  batches: ReadonlyMap<number, StoredBatch>,
): Map<StoredLine, OpenDifference[]> {
  const byFingerprint = new Map(open.map((row) => [row.fingerprint, row]));
  const kinds = [...new Set(open.map(({ kind }) => kind))];
  const about = new Map<StoredLine, OpenDifference[]>();
  for (const line of lines) {
    const batch = batches.get(line.batchId);
    if (!batch) continue;
    const subject = subjectOf(line, batch);
    const rows = kinds.flatMap((kind) => byFingerprint.get(fingerprintOf({ kind, subject })) ?? []);
    if (rows.length > 0) about.set(line, rows);
  }
  return about;
}
