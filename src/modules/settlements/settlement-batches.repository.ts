import { Injectable } from '@nestjs/common';
import type { SettlementRunEntity } from '../../database/entities/settlement-run.entity.js';
import { sqlInstant } from '../../database/instants.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { wholeNumber } from '../../database/whole-number.js';
import { Clock } from '../../runtime/clock.js';
import { EventLoopSlices } from '../../runtime/event-loop-slices.js';
import type { ReportedPayout } from './settlement-report.js';
import { SettlementRuns } from './settlement-runs.repository.js';

const BATCHES_PER_READ = 1000;
const BATCH_MARKS = '(?, ?, ?, ?, ?, ?, ?)';
const BATCH_COLUMNS =
  'id, settlement_id AS settlementId, utr, day, pay_amount AS payAmount, merchant_profile AS merchantProfile';

export interface StoredBatch {
  id: number;
  /** The merchant profile that it was paid to; null: the default one. */
  merchantProfile: string | null;
  settlementId: string;
  utr: string | null;
  day: string;
  /** Paise; null when the source names no total. */
  payAmount: number | null;
}

type Raw<Row> = { [Name in keyof Row]: unknown };

/** Payouts as reported, each once. */
@Injectable()
export class SettlementBatches {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly runs: SettlementRuns,
  ) {}

  /** Payouts of a day, in order of id. */
  async batchesOf(day: string): Promise<StoredBatch[]> {
    const slices = new EventLoopSlices();
    const batches: StoredBatch[] = [];
    for (let after = 0; ;) {
      const rows = await this.uow.read<Raw<StoredBatch>>(
        `SELECT ${BATCH_COLUMNS} FROM settlement_batches
          WHERE day = ? AND id > ? ORDER BY id LIMIT ${BATCHES_PER_READ}`,
        [day, after],
      );
      for (const row of rows) batches.push(batchFrom(row));
      if (rows.length < BATCHES_PER_READ) return batches;
      after = batches.at(-1)?.id ?? after;
      await slices.pause();
    }
  }

  /** By id. */
  async withIds(ids: readonly number[]): Promise<Map<number, StoredBatch>> {
    if (ids.length === 0) return new Map();
    const rows = await this.uow.read<Raw<StoredBatch>>(
      `SELECT ${BATCH_COLUMNS} FROM settlement_batches WHERE id IN (${ids.map(() => '?').join(', ')})`,
      [...ids],
    );
    return new Map(rows.map(batchFrom).map((batch) => [batch.id, batch]));
  }

  /** Inserts new payouts and completes stored ones. In a unit of work. @returns by the bank's id @throws RunGivenUp */
  async ensure(run: SettlementRunEntity, payouts: readonly ReportedPayout[]): Promise<Map<string, StoredBatch>> {
    await this.runs.requireRunning(run);
    const ids = [...new Set(payouts.map(({ settlementId }) => settlementId))];
    const known = await this.find(ids);
    // The bank may list a payout twice.
    const byId = new Map(payouts.map((payout) => [payout.settlementId, payout]));
    const missing = [...byId.values()].filter(({ settlementId }) => !known.has(settlementId));
    if (missing.length > 0) {
      const at = sqlInstant(this.clock.now());
      const marks = missing.map(() => BATCH_MARKS).join(', ');
      await this.uow.manager.query(
        `INSERT INTO settlement_batches (settlement_id, utr, pay_amount, merchant_profile, day, run_id, created_at) VALUES ${marks}`,
        missing.flatMap(({ settlementId, utr, payAmount, merchantProfile }) => [
          settlementId,
          utr,
          payAmount,
          merchantProfile,
          run.day,
          run.id,
          at,
        ]),
      );
    }
    for (const payout of payouts) {
      const batch = known.get(payout.settlementId);
      if (batch?.day !== run.day) continue;
      if (batch.merchantProfile !== payout.merchantProfile) await this.reassign(batch, payout.merchantProfile);
      if (batch.merchantProfile === payout.merchantProfile) await this.complete(batch, payout);
    }
    return missing.length > 0 ? this.find(ids) : known;
  }

  private async find(settlementIds: readonly string[]): Promise<Map<string, StoredBatch>> {
    const marks = settlementIds.map(() => '?').join(', ');
    const rows = (await this.uow.manager.query(
      `SELECT ${BATCH_COLUMNS} FROM settlement_batches
        WHERE settlement_id IN (${marks})`,
      [...settlementIds],
    )) as Raw<StoredBatch>[];
    return new Map(rows.map(batchFrom).map((batch) => [batch.settlementId, batch]));
  }

  /** A report was read for another merchant by mistake: it can be, as long as nothing of the payout was matched. */
  private async reassign(batch: StoredBatch, merchantProfile: string | null): Promise<void> {
    await this.uow.manager.query(
      `UPDATE settlement_batches SET merchant_profile = ? WHERE id = ? AND NOT EXISTS
        (SELECT 1 FROM settlement_lines l WHERE l.batch_id = ? AND (l.attempt_id IS NOT NULL OR l.refund_id IS NOT NULL))`,
      [merchantProfile, batch.id, batch.id],
    );
    batch.merchantProfile = (await this.find([batch.settlementId])).get(batch.settlementId)?.merchantProfile ?? null;
  }

  /** A file names no total; the one from the bank is kept. */
  private async complete(batch: StoredBatch, { utr, payAmount }: ReportedPayout): Promise<void> {
    const changed = { utr: utr ?? batch.utr, payAmount: payAmount ?? batch.payAmount };
    if (changed.utr === batch.utr && changed.payAmount === batch.payAmount) return;
    await this.uow.manager.query('UPDATE settlement_batches SET utr = ?, pay_amount = ? WHERE id = ?', [
      changed.utr,
      changed.payAmount,
      batch.id,
    ]);
  }
}

function batchFrom(row: Raw<StoredBatch>): StoredBatch {
  return {
    id: Number(row.id),
    settlementId: String(row.settlementId),
    merchantProfile: row.merchantProfile as string | null,
    utr: row.utr as string | null,
    day: String(row.day),
    payAmount: row.payAmount === null ? null : wholeNumber(row.payAmount),
  };
}
