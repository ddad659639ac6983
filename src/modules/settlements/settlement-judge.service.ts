import { Injectable } from '@nestjs/common';
import type { SettlementBatchEntity, SettlementLineEntity } from '../../database/entities/settlement-line.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { judgeBatch, judgeLine, type LineVerdict } from '../../domain/settlement-rules.js';
import { SettlementBooks } from './settlement-books.js';
import type { Finding } from './settlement-exceptions.repository.js';
import { SettlementLines } from './settlement-lines.repository.js';

const PAGE = 200;

interface Judged {
  line: SettlementLineEntity;
  verdict: LineVerdict;
}

export interface Judgement {
  findings: Finding[];
  lineCount: number;
  matchedCount: number;
  /** Paise, sales less refunds. */
  matchedAmount: number;
  lineAmount: number;
  settledAmount: number;
  charges: number;
  tax: number;
}

/** Compares everything that is stored of a day's payouts with our books, as both are now. */
@Injectable()
export class SettlementJudge {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly lines: SettlementLines,
    private readonly books: SettlementBooks,
  ) {}

  /** Attempts that the bank has settled and that are not completed here: to be asked about, by id. */
  async toAsk(batches: SettlementBatchEntity[]): Promise<number[]> {
    const ids = new Set<number>();
    for await (const page of this.pages(batches)) {
      for (const { verdict } of page)
        if (verdict.difference?.kind === 'not_completed' && verdict.attempt) ids.add(verdict.attempt.id);
    }
    return [...ids];
  }

  /** Writes down what matches, and tells the rest. */
  async judge(batches: SettlementBatchEntity[]): Promise<Judgement> {
    const byId = new Map(batches.map((batch) => [batch.id, { batch, sum: 0 }]));
    const result: Judgement = { findings: [], lineCount: 0, matchedCount: 0, ...NO_MONEY };
    for await (const page of this.pages(batches)) {
      await this.uow.run(() => this.writeDown(page, byId));
      for (const { line, verdict } of page) {
        const entry = byId.get(line.batchId);
        if (!entry) continue;
        entry.sum += line.settledAmount;
        count(result, line, verdict);
        const finding = findingOf(line, verdict, entry.batch);
        if (finding) result.findings.push(finding);
      }
    }
    for (const { batch, sum } of byId.values()) {
      const difference = judgeBatch(batch.payAmount, sum);
      if (!difference) continue;
      const about = { subject: batch.settlementId, reference: batch.settlementId, paymentId: null };
      result.findings.push({ ...difference, ...about });
    }
    return result;
  }

  private async *pages(batches: SettlementBatchEntity[]): AsyncGenerator<Judged[]> {
    const ids = batches.map(({ id }) => id);
    if (ids.length === 0) return;
    for (let after = 0; ;) {
      const lines = await this.lines.page(ids, after, PAGE);
      if (lines.length === 0) return;
      after = lines.at(-1)?.id ?? after;
      yield await this.verdictsOn(lines);
    }
  }

  private async verdictsOn(lines: SettlementLineEntity[]): Promise<Judged[]> {
    const attempts = await this.books.attemptsFor(lines);
    const refunds = await this.books.refundsFor(lines);
    const first = await this.lines.firstTellings(lines.flatMap(({ bankTxnId }) => bankTxnId ?? []));
    return lines.map((line) => {
      const bankTxnId = line.bankTxnId ?? '';
      const isRepeated = (first.get(`${line.kind}:${bankTxnId}`) ?? line.id) < line.id;
      return { line, verdict: judgeLine({ ...line, bankTxnId }, attempts, refunds, isRepeated) };
    });
  }

  private async writeDown(
    page: Judged[],
    batches: ReadonlyMap<number, { batch: SettlementBatchEntity }>,
  ): Promise<void> {
    for (const { line, verdict } of page) {
      const { attempt, refund, difference } = verdict;
      await this.lines.link(line, attempt?.id ?? null, refund?.id ?? null);
      const isPaidOut = attempt && (difference === null || difference.kind === 'amount_differs');
      const entry = batches.get(line.batchId);
      if (isPaidOut && entry) await this.books.noteSettled(attempt, entry.batch, line.settledAmount);
    }
  }
}

const NO_MONEY = { matchedAmount: 0, lineAmount: 0, settledAmount: 0, charges: 0, tax: 0 };

function count(result: Judgement, line: SettlementLineEntity, { difference }: LineVerdict): void {
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

function findingOf(line: SettlementLineEntity, verdict: LineVerdict, batch: SettlementBatchEntity): Finding | null {
  if (verdict.difference === null) return null;
  return {
    ...verdict.difference,
    subject: `${batch.settlementId}|${line.lineKey}`,
    paymentId: verdict.attempt?.paymentId ?? verdict.refund?.paymentId ?? null,
    reference: line.merchantTxnNo ?? line.bankTxnId,
    evidence: `${verdict.difference.evidence} Settlement ${batch.settlementId}.`,
  };
}
