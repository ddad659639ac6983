import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { EventLoopSlices } from '../../runtime/event-loop-slices.js';
import { isRefundReference } from '../../runtime/ids.js';
import { SettlementBatches, type StoredBatch } from './settlement-batches.repository.js';
import { SettlementExceptions } from './settlement-exceptions.repository.js';
import { type KeyedLine, lineKeyOf, lineNameOf, rangesOf } from './settlement-parts.js';

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
  groups: Map<string, Row[]>;
}

/**
 * Renews the keys of lines that an earlier release stored: they included our number, so that a payout read from two sources, one of
 * them without that number, was stored twice, and so is one that this release has read before an earlier one did. Such a second row is
 * taken out. Idempotent; goes on after an interruption.
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

  /**
   * Makes refunds of rows that an earlier release stored as sales, as it did not tell a refund by our reference. Their amounts are
   * left to whoever stores the reading. Inside a unit of work.
   * @param missing lines without a row under their key
   * @returns whether there was such a row
   */
  async retype(missing: readonly (KeyedLine & { batchId: number })[]): Promise<boolean> {
    const refunds = new Map<string, (typeof missing)[number]>();
    for (const one of missing)
      if (one.line.kind === 'refund' && isRefundReference(one.line.merchantTxnNo ?? ''))
        refunds.set(`${one.batchId} ${one.key}`, one);
    if (refunds.size === 0) return false;
    const sought = [...refunds.values()];
    const rows = (await this.uow.manager.query(
      `SELECT id, batch_id AS batchId, merchant_txn_no AS merchantTxnNo, bank_txn_id AS bankTxnId FROM settlement_lines
        WHERE bank_txn_id IN (${sought.map(() => '?').join(', ')}) AND kind = 'sale'
          AND batch_id IN (${sought.map(() => '?').join(', ')})
          AND merchant_txn_no IN (${sought.map(() => '?').join(', ')})
        ORDER BY id`,
      [
        ...sought.map(({ line }) => line.bankTxnId),
        ...sought.map(({ batchId }) => batchId),
        ...sought.map(({ line }) => line.merchantTxnNo),
      ],
    )) as Pick<Row, 'id' | 'batchId' | 'merchantTxnNo' | 'bankTxnId'>[];
    const renamed: [number, string][] = [];
    for (const { batchId, key, line } of sought) {
      const at = rows.findIndex(
        (row) =>
          Number(row.batchId) === batchId &&
          row.bankTxnId === line.bankTxnId &&
          row.merchantTxnNo === line.merchantTxnNo,
      );
      for (const { id } of at < 0 ? [] : rows.splice(at, 1)) renamed.push([Number(id), key]);
    }
    if (renamed.length === 0) return false;
    await this.uow.manager.query(
      `UPDATE settlement_lines SET kind = 'refund' WHERE id IN (${renamed.map(() => '?').join(', ')})`,
      renamed.map(([id]) => id),
    );
    await this.set('line_key', renamed);
    return true;
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
  private readonly groups = new Map<string, Row[]>();

  /**
   * Changes nothing here: a unit of work may be repeated.
   * @param rows of consecutive pages, in order of payout and id
   */
  renewalOf(rows: readonly Row[]): Renewal {
    const renewal: Renewal = { keys: [], numbers: [], repeated: [], groups: new Map() };
    for (const row of rows) {
      const { id, merchantTxnNo } = row;
      const name = lineNameOf(row.kind, row.bankTxnId ?? '');
      const group = this.copyOf(`${row.batchId}|${name}`, renewal.groups);
      const isOld = row.lineKey < FIRST_KEY;
      const at = isOld ? repeatedBy(row, group) : -1;
      const kept = group[at];
      if (kept) {
        renewal.repeated.push(id);
        if (kept.merchantTxnNo !== null || merchantTxnNo === null) continue;
        renewal.numbers.push({ id: kept.id, merchantTxnNo });
        group[at] = { ...kept, merchantTxnNo };
        continue;
      }
      group.push(row);
      if (isOld) renewal.keys.push({ row, key: lineKeyOf(name, group.length) });
    }
    return renewal;
  }

  /** To be called once the renewal of these rows is committed. */
  keep(rows: readonly Row[], groups: ReadonlyMap<string, Row[]>): void {
    const batchId = rows.at(-1)?.batchId ?? this.batchId;
    if (batchId !== this.batchId) this.groups.clear();
    this.batchId = batchId;
    for (const [id, group] of groups) this.groups.set(id, group);
  }

  private copyOf(id: string, copies: Map<string, Row[]>): Row[] {
    const copy = copies.get(id) ?? [...(this.groups.get(id) ?? [])];
    copies.set(id, copy);
    return copy;
  }
}

/**
 * Where the line stands that a row under an old key repeats: the old key says how often its run had read the transaction by then, so
 * it is that one of the lines which other runs have read. Two lines of one reading stay two.
 * @returns -1 when it repeats none
 */
function repeatedBy(row: Row, group: readonly Row[]): number {
  let times = 0;
  return group.findIndex((other) => {
    if (other.runId === row.runId || !mayBeSame(other.merchantTxnNo, row.merchantTxnNo)) return false;
    times += 1;
    return row.lineKey === oldKeyOf(row, times);
  });
}

function mayBeSame(one: string | null, other: string | null): boolean {
  return one === null || other === null || one === other;
}

function oldKeyOf({ kind, merchantTxnNo, bankTxnId }: Row, times: number): string {
  return createHash('sha256')
    .update(`${kind}|${merchantTxnNo ?? ''}|${bankTxnId ?? ''}|${times}`)
    .digest('hex');
}
