import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { In, MoreThan } from 'typeorm';
import { SettlementBatchEntity, SettlementLineEntity } from '../../database/entities/settlement-line.entity.js';
import type { SettlementRunEntity } from '../../database/entities/settlement-run.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { Clock } from '../../runtime/clock.js';
import type { BankPayoutLine } from '../gateway/index.js';
import type { ReportedPayout } from './settlement-report.js';

const ROWS_PER_UNIT = 200;

/** Payouts and their lines as reported. A line that was seen before is not stored again. */
@Injectable()
export class SettlementLines {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @returns how many lines are new, or why the payout cannot be taken */
  async store(run: SettlementRunEntity, payout: ReportedPayout): Promise<number | string> {
    const batch = await this.uow.run(() => this.batchOf(run, payout));
    if (batch.day !== run.day) return `settlement ${payout.settlementId} was reported for ${batch.day} before`;
    const keyed = withKeys(payout.lines);
    let added = 0;
    for (let from = 0; from < keyed.length; from += ROWS_PER_UNIT) {
      const part = keyed.slice(from, from + ROWS_PER_UNIT);
      added += await this.uow.run(() => this.storePart(run, batch.id, part));
    }
    return added;
  }

  batchesOf(day: string): Promise<SettlementBatchEntity[]> {
    return this.uow.manager.getRepository(SettlementBatchEntity).find({ where: { day }, order: { id: 'ASC' } });
  }

  /** The next lines of these batches, in the order in which they were stored. */
  page(batchIds: number[], afterId: number, size: number): Promise<SettlementLineEntity[]> {
    return this.lines.find({
      where: { batchId: In(batchIds), id: MoreThan(afterId) },
      order: { id: 'ASC' },
      take: size,
    });
  }

  /** For each of these transactions the line that told it first: `kind:bankTxnId` → line id. */
  async firstTellings(bankTxnIds: string[]): Promise<Map<string, number>> {
    if (bankTxnIds.length === 0) return new Map();
    const rows = await this.lines
      .createQueryBuilder('line')
      .select('line.kind', 'kind')
      .addSelect('line.bank_txn_id', 'txn')
      .addSelect('MIN(line.id)', 'first')
      .where('line.bank_txn_id IN (:...bankTxnIds)', { bankTxnIds })
      .groupBy('line.kind')
      .addGroupBy('line.bank_txn_id')
      .getRawMany<{ kind: string; txn: string; first: number | string }>();
    return new Map(rows.map(({ kind, txn, first }) => [`${kind}:${txn}`, Number(first)]));
  }

  async link(line: SettlementLineEntity, attemptId: number | null, refundId: number | null): Promise<void> {
    if (line.attemptId === attemptId && line.refundId === refundId) return;
    await this.lines.update({ id: line.id }, { attemptId, refundId });
  }

  private async batchOf(run: SettlementRunEntity, payout: ReportedPayout): Promise<SettlementBatchEntity> {
    const batches = this.uow.manager.getRepository(SettlementBatchEntity);
    const { settlementId, utr, payAmount } = payout;
    const known = await batches.findOneBy({ settlementId });
    if (!known) {
      const row = { settlementId, utr, payAmount, day: run.day, runId: run.id, createdAt: this.clock.now() };
      await batches.insert(row);
      return batches.findOneByOrFail({ settlementId });
    }
    // A file names no total; what the bank has said about it stays.
    const changes = { ...(utr === null ? {} : { utr }), ...(payAmount === null ? {} : { payAmount }) };
    if (known.day === run.day && Object.keys(changes).length > 0) await batches.update({ id: known.id }, changes);
    return known;
  }

  private async storePart(run: SettlementRunEntity, batchId: number, part: KeyedLine[]): Promise<number> {
    const known = await this.lines.find({ where: { batchId, lineKey: In(part.map(({ key }) => key)) } });
    const byKey = new Map(known.map((row) => [row.lineKey, row]));
    const fresh = part.filter(({ key }) => !byKey.has(key));
    const createdAt = this.clock.now();
    if (fresh.length > 0)
      await this.lines.insert(
        fresh.map(({ key, line }) => ({ ...line, batchId, lineKey: key, runId: run.id, createdAt })),
      );
    for (const { key, line } of part) {
      const row = byKey.get(key);
      if (row && isCorrected(row, line)) await this.lines.update({ id: row.id }, { ...line });
    }
    return fresh.length;
  }

  private get lines() {
    return this.uow.manager.getRepository(SettlementLineEntity);
  }
}

interface KeyedLine {
  key: string;
  line: BankPayoutLine;
}

/** By what names the transaction; the same one told again in one payout gets a number, so that it is seen. */
function withKeys(lines: readonly BankPayoutLine[]): KeyedLine[] {
  const told = new Map<string, number>();
  return lines.map((line) => {
    const name = `${line.kind}|${line.merchantTxnNo ?? ''}|${line.bankTxnId}`;
    const times = (told.get(name) ?? 0) + 1;
    told.set(name, times);
    return { key: createHash('sha256').update(`${name}|${times}`).digest('hex'), line };
  });
}

function isCorrected(row: SettlementLineEntity, line: BankPayoutLine): boolean {
  return (['amount', 'settledAmount', 'charges', 'tax'] as const).some((name) => row[name] !== line[name]);
}
