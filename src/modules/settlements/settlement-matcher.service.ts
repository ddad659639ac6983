import { Injectable } from '@nestjs/common';
import { ReadReplica } from '../../database/read-replica.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { judgeBatch, judgeLine, type LineVerdict } from '../../domain/settlement/settlement-rules.js';
import { EventLoopSlices } from '../../runtime/event-loop-slices.js';
import { type BookedAttempt, SettlementLedgerQueries } from './settlement-ledger.queries.js';
import type { Finding } from './settlement-exceptions.repository.js';
import type { StoredBatch } from './settlement-batches.repository.js';
import { SettlementLines } from './settlement-lines.repository.js';
import { type StoredLine, StoredLines } from './stored-lines.queries.js';

/** Lines of one unit of work. */
const PAGE = 100;
const FINDINGS_AT_ONCE = 200;

interface Judged {
  line: StoredLine;
  verdict: LineVerdict;
  attempt: BookedAttempt | null;
}

export interface Judgement {
  lineCount: number;
  matchedCount: number;
  /** Paise, sales less refunds. */
  matchedAmount: number;
  lineAmount: number;
  settledAmount: number;
  charges: number;
  tax: number;
}

/** Merchant profiles by payout row; null: the default one. */
type BatchMerchants = ReadonlyMap<number, string | null>;

type OnFindings = (findings: Finding[]) => Promise<void>;
type OnLines = (lines: number) => Promise<void>;

/** Matches the stored lines of a day's payouts with our records, page by page. */
@Injectable()
export class SettlementMatcher {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly lines: SettlementLines,
    private readonly stored: StoredLines,
    private readonly books: SettlementLedgerQueries,
    private readonly replica: ReadReplica,
  ) {}

  /** Ids of attempts that the bank has settled and that are not completed here, to be asked about. */
  async toAsk(batches: readonly StoredBatch[], onLines: OnLines): Promise<number[]> {
    const ids = new Set<number>();
    const merchants = merchantsOf(batches);
    for await (const lines of this.stored.pages(batches, PAGE)) {
      for (const { verdict } of await this.differing(lines, merchants))
        if (verdict.difference?.kind === 'not_completed' && verdict.attempt) ids.add(verdict.attempt.id);
      await onLines(lines.length);
    }
    return [...ids];
  }

  /** A replica may be behind: what does not agree there is compared with the primary, which decides. */
  private async differing(lines: StoredLine[], merchants: BatchMerchants): Promise<Judged[]> {
    const { value, view } = await this.replica.read(() => this.verdictsOn(lines, merchants));
    const candidates = value.filter(({ verdict }) => verdict.difference !== null);
    if (view === null || candidates.length === 0) return candidates;
    return this.verdictsOn(
      candidates.map(({ line }) => line),
      merchants,
    );
  }

  /** Stores matches and reports differences, by the primary alone. */
  async judge(batches: readonly StoredBatch[], onFindings: OnFindings, onLines: OnLines): Promise<Judgement> {
    const slices = new EventLoopSlices();
    const byId = new Map<number, { batch: StoredBatch; sum: number }>();
    for (const batch of batches) {
      byId.set(batch.id, { batch, sum: 0 });
      await slices.pause();
    }
    const batchOf = new Map(batches.map((batch) => [batch.id, batch]));
    const result: Judgement = { lineCount: 0, matchedCount: 0, ...NO_MONEY };
    for await (const page of this.pages(batches)) {
      await slices.pause();
      await this.uow.run(() => this.record(page, batchOf));
      await slices.pause();
      const findings: Finding[] = [];
      for (const { line, verdict } of page) {
        const entry = byId.get(line.batchId);
        if (!entry) continue;
        entry.sum += line.settledAmount;
        count(result, line, verdict);
        const finding = findingOf(line, verdict, entry.batch);
        if (finding) findings.push(finding);
      }
      if (findings.length > 0) await onFindings(findings);
      await onLines(page.length);
    }
    await this.judgeSums([...byId.values()], onFindings);
    return result;
  }

  /**
   * As `judge`, for some lines of any payouts. Not for a whole day: their sums are not compared.
   * @returns what is found now, by line; null where it agrees
   */
  async judgeLines(
    lines: StoredLine[],
    batches: ReadonlyMap<number, StoredBatch>,
  ): Promise<Map<StoredLine, Finding | null>> {
    const page = await this.verdictsOn(lines, merchantsOf([...batches.values()]));
    await this.uow.run(() => this.record(page, batches));
    return new Map(
      page.map(({ line, verdict }) => {
        const batch = batches.get(line.batchId);
        return [line, batch ? findingOf(line, verdict, batch) : null];
      }),
    );
  }

  private async judgeSums(
    entries: readonly { batch: StoredBatch; sum: number }[],
    onFindings: OnFindings,
  ): Promise<void> {
    const slices = new EventLoopSlices();
    const findings: Finding[] = [];
    for (const { batch, sum } of entries) {
      const difference = judgeBatch(batch.payAmount, sum);
      const about = { subject: batch.settlementId, reference: batch.settlementId, paymentId: null };
      if (difference) findings.push({ ...difference, ...about });
      if (findings.length === FINDINGS_AT_ONCE) await onFindings(findings.splice(0));
      await slices.pause();
    }
    if (findings.length > 0) await onFindings(findings);
  }

  private async *pages(batches: readonly StoredBatch[]): AsyncGenerator<Judged[]> {
    const merchants = merchantsOf(batches);
    for await (const lines of this.stored.pages(batches, PAGE)) yield await this.verdictsOn(lines, merchants);
  }

  /** A payout is one merchant's: nothing of another is in it. */
  private async verdictsOn(lines: StoredLine[], merchants: BatchMerchants): Promise<Judged[]> {
    const attempts = await this.books.attemptsFor(lines);
    const refunds = await this.books.refundsFor(lines);
    const attemptsAt = byMerchant(attempts);
    const refundsAt = byMerchant(refunds);
    const byId = new Map(attempts.map((attempt) => [attempt.id, attempt]));
    return lines.map((line) => {
      const named = { ...line, bankTxnId: line.bankTxnId ?? '' };
      const merchant = merchants.get(line.batchId) ?? null;
      const [sales, returns] = [attemptsAt.get(merchant) ?? [], refundsAt.get(merchant) ?? []];
      const verdict = judgeLine(named, sales, returns, line.isRepeated);
      return { line, verdict, attempt: verdict.attempt && (byId.get(verdict.attempt.id) ?? null) };
    });
  }

  private async record(page: Judged[], batches: ReadonlyMap<number, StoredBatch>): Promise<void> {
    await this.lines.link(
      page.map(({ line, verdict: { attempt, refund } }) => ({
        line,
        attemptId: attempt?.id ?? null,
        refundId: refund?.id ?? null,
      })),
    );
    for (const { line, verdict, attempt } of page) {
      const { difference } = verdict;
      const isPaidOut = attempt && (difference === null || difference.kind === 'amount_differs');
      const batch = batches.get(line.batchId);
      if (isPaidOut && batch) await this.books.noteSettled(attempt, batch, line.settledAmount);
    }
  }
}

function merchantsOf(batches: readonly StoredBatch[]): BatchMerchants {
  return new Map(batches.map(({ id, merchantProfile }) => [id, merchantProfile]));
}

function byMerchant<Row extends { merchantProfile: string | null }>(rows: readonly Row[]): Map<string | null, Row[]> {
  const groups = new Map<string | null, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.merchantProfile);
    if (group) group.push(row);
    else groups.set(row.merchantProfile, [row]);
  }
  return groups;
}

const NO_MONEY = { matchedAmount: 0, lineAmount: 0, settledAmount: 0, charges: 0, tax: 0 };

function count(result: Judgement, line: StoredLine, { difference }: LineVerdict): void {
  const amount = line.kind === 'refund' ? -line.amount : line.amount;
  result.lineCount += 1;
  result.lineAmount += amount;
  result.settledAmount += line.settledAmount;
  result.charges += line.charges;
  result.tax += line.tax;
  if (difference !== null) return;
  result.matchedCount += 1;
  result.matchedAmount += amount;
}

/** Identifies the line in exceptions. */
export function subjectOf({ lineKey }: StoredLine, { settlementId }: StoredBatch): string {
  return `${settlementId}|${lineKey}`;
}

function findingOf(line: StoredLine, verdict: LineVerdict, batch: StoredBatch): Finding | null {
  if (verdict.difference === null) return null;
  return {
    ...verdict.difference,
    subject: subjectOf(line, batch),
    paymentId: verdict.attempt?.paymentId ?? verdict.refund?.paymentId ?? null,
    reference: line.merchantTxnNo ?? line.bankTxnId,
    evidence: `${verdict.difference.evidence} Settlement ${batch.settlementId}.`,
  };
}
