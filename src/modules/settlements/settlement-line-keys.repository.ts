import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { EventLoopSlices } from '../../runtime/event-loop-slices.js';
import { SettlementBatches, type StoredBatch } from './settlement-batches.repository.js';
import { SettlementExceptions } from './settlement-exceptions.repository.js';
import { lineKeyOf, lineNameOf, rangesOf } from './settlement-parts.js';

const BATCHES_PER_READ = 1000;
/** Keeps the lock of an embedded database short. */
const LINES_PER_UNIT = 100;
/** Keys of earlier releases are SHA-256 in hex; those of this one begin with `refund` or `sale`. */
const FIRST_KEY = 'g';

interface Row {
  id: number;
  batchId: number;
  lineKey: string;
  kind: 'sale' | 'refund';
  merchantTxnNo: string | null;
  bankTxnId: string | null;
  runId: number;
}

/** What to do with a page of rows. */
interface Renewal {
  keys: { row: Row; key: string }[];
  /** Our numbers that a repetition names and its first row does not. */
  numbers: { id: number; merchantTxnNo: string }[];
  /** Ids of rows that repeat another. */
  repeated: number[];
  /** What becomes of the groups of these rows, by payout and name. */
  groups: Map<string, Group>;
}

/** Lines of one transaction in one payout. */
interface Group {
  count: number;
  /** Those that no other row has repeated. */
  single: Row[];
}

/**
 * Renews the keys of lines that an earlier release stored: they included our number, so that a payout read from two sources, one of
 * them without that number, was stored twice. Such a second row is taken out. Idempotent; goes on after an interruption.
 */
@Injectable()
export class SettlementLineKeys {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly batches: SettlementBatches,
    private readonly exceptions: SettlementExceptions,
  ) {}

  /** To be called before lines of that day's payouts are stored, by the day's only run. */
  async renew(day: string): Promise<void> {
    const slices = new EventLoopSlices();
    const batches = new Map((await this.batches.batchesOf(day)).map((batch) => [batch.id, batch]));
    for (const { from, to } of rangesOf([...batches.keys()])) {
      for (let first = from; first <= to; first += BATCHES_PER_READ) {
        const old = await this.oldBatches(day, first, Math.min(to, first + BATCHES_PER_READ - 1));
        if (old.length > 0) await this.renewLines(old, batches);
        await slices.pause();
      }
    }
  }

  /** Payouts with a line under an old key, one index lookup each. */
  private async oldBatches(day: string, from: number, to: number): Promise<number[]> {
    // Not as EXISTS: MariaDB would read all lines for it.
    const rows = await this.uow.read<{ id: unknown }>(
      `SELECT b.id AS id FROM settlement_batches b WHERE b.day = ? AND b.id >= ? AND b.id <= ?
          AND (SELECT l.id FROM settlement_lines l WHERE l.batch_id = b.id AND l.line_key < '${FIRST_KEY}'
                ORDER BY l.batch_id, l.line_key LIMIT 1) IS NOT NULL
        ORDER BY b.id`,
      [day, from, to],
    );
    return rows.map(({ id }) => Number(id));
  }

  private async renewLines(batchIds: readonly number[], batches: ReadonlyMap<number, StoredBatch>): Promise<void> {
    const slices = new EventLoopSlices();
    const places = new LinePlaces();
    for (const range of rangesOf(batchIds)) {
      for (let last = { batchId: range.from, id: 0 }; ;) {
        const { page, groups } = await this.uow.run(async () => {
          const rows = await this.page(last, range.to);
          const renewal = places.renewalOf(rows);
          await this.apply(renewal, batches);
          return { page: rows, groups: renewal.groups };
        });
        places.keep(page, groups);
        if (page.length < LINES_PER_UNIT) break;
        last = page.at(-1) ?? last;
        await slices.pause();
      }
    }
  }

  /** All lines in order of payout and id: a place counts those under new keys too. */
  private async page(after: { batchId: number; id: number }, lastBatch: number): Promise<Row[]> {
    const part = (where: string) =>
      `SELECT id, batch_id AS batchId, line_key AS lineKey, kind, merchant_txn_no AS merchantTxnNo, bank_txn_id AS bankTxnId,
              run_id AS runId
         FROM settlement_lines WHERE ${where} ORDER BY batch_id, id LIMIT ?`;
    const read = (where: string, parameters: number[]): Promise<Row[]> =>
      this.uow.manager.query(part(where), parameters) as Promise<Row[]>;
    const rows = await read('batch_id = ? AND id > ?', [after.batchId, after.id, LINES_PER_UNIT]);
    if (rows.length < LINES_PER_UNIT) {
      const room = LINES_PER_UNIT - rows.length;
      rows.push(...(await read('batch_id > ? AND batch_id <= ?', [after.batchId, lastBatch, room])));
    }
    return rows.map((row) => ({ ...row, id: Number(row.id), batchId: Number(row.batchId), runId: Number(row.runId) }));
  }

  private async apply({ keys, numbers, repeated }: Renewal, batches: ReadonlyMap<number, StoredBatch>): Promise<void> {
    if (repeated.length > 0) {
      const ids = repeated.map(() => '?').join(', ');
      await this.uow.manager.query(`DELETE FROM settlement_lines WHERE id IN (${ids})`, repeated);
    }
    await this.set(
      'merchant_txn_no',
      numbers.map(({ id, merchantTxnNo }) => [id, merchantTxnNo]),
    );
    await this.set(
      'line_key',
      keys.map(({ row, key }) => [row.id, key]),
    );
    const subjects = keys.flatMap(({ row, key }) => {
      const { settlementId } = batches.get(row.batchId) ?? {};
      return settlementId === undefined
        ? []
        : ([[`${settlementId}|${row.lineKey}`, `${settlementId}|${key}`]] as [string, string][]);
    });
    if (subjects.length > 0) await this.exceptions.renameLines(new Map(subjects));
  }

  private async set(column: 'line_key' | 'merchant_txn_no', values: readonly [number, string][]): Promise<void> {
    if (values.length === 0) return;
    const cases = values.map(() => 'WHEN ? THEN ?').join(' ');
    const ids = values.map(() => '?').join(', ');
    await this.uow.manager.query(`UPDATE settlement_lines SET ${column} = CASE id ${cases} END WHERE id IN (${ids})`, [
      ...values.flat(),
      ...values.map(([id]) => id),
    ]);
  }
}

/** The places of lines among those of their transaction, payout by payout. */
class LinePlaces {
  private batchId = 0;
  private readonly groups = new Map<string, Group>();

  /**
   * Changes nothing here: a unit of work may be repeated.
   * @param rows of consecutive pages, in order of payout and id
   */
  renewalOf(rows: readonly Row[]): Renewal {
    const renewal: Renewal = { keys: [], numbers: [], repeated: [], groups: new Map() };
    for (const row of rows) {
      const name = lineNameOf(row.kind, row.bankTxnId ?? '');
      const group = this.copyOf(`${row.batchId}|${name}`, renewal.groups);
      const isOld = row.lineKey < FIRST_KEY;
      const first = isOld ? group.single.findIndex((other) => isSameLine(other, row)) : -1;
      if (first !== -1) {
        const [kept] = group.single.splice(first, 1);
        renewal.repeated.push(row.id);
        if (kept && row.merchantTxnNo !== null) renewal.numbers.push({ id: kept.id, merchantTxnNo: row.merchantTxnNo });
        continue;
      }
      group.count += 1;
      group.single.push(row);
      if (isOld) renewal.keys.push({ row, key: lineKeyOf(name, group.count) });
    }
    return renewal;
  }

  /** To be called once the renewal of these rows is committed. */
  keep(rows: readonly Row[], groups: ReadonlyMap<string, Group>): void {
    const batchId = rows.at(-1)?.batchId ?? this.batchId;
    if (batchId !== this.batchId) this.groups.clear();
    this.batchId = batchId;
    for (const [id, group] of groups) this.groups.set(id, group);
  }

  private copyOf(id: string, copies: Map<string, Group>): Group {
    const { count, single } = this.groups.get(id) ?? { count: 0, single: [] };
    const copy = copies.get(id) ?? { count, single: [...single] };
    copies.set(id, copy);
    return copy;
  }
}

/** Read by two runs, one with our number and one without: an earlier release stored one line twice. */
function isSameLine(one: Row, other: Row): boolean {
  return one.runId !== other.runId && (one.merchantTxnNo === null) !== (other.merchantTxnNo === null);
}
