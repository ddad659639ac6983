import type { Conditions } from '../../payment-lists/index.js';
import { placeOf, READ_SQL, READ_WITH_KEYS_SQL } from './export-columns.js';
import { ExportRow } from './export-row.js';

/** Receives rows: each is written into `next`, then taken. */
export interface RowSink {
  readonly next: ExportRow;
  take(): void;
}

export type ReadRows = (sql: string, parameters: (string | number)[], sink: RowSink) => Promise<void>;

/** The rows to export, as plain data that can be passed to another thread. */
export interface ExportSource extends Conditions {
  isSqlite: boolean;
  /** The newest payment at the start; later ones are not exported. */
  highestId: number;
  /** The ids, where a search found few enough; else null. */
  ids: number[] | null;
  /** Parts of customer data to match; null without such a search. */
  parts: string[] | null;
}

const BLOCK_MYSQL = 5000;
/** SQLite runs on this thread, so its blocks are small. */
const BLOCK_SQLITE = 500;
const ID = placeOf('id');
const ATTEMPT = placeOf('attempt');
const IS_PAYING = placeOf('isPaying');
const SEARCHED = [placeOf('nameKey'), placeOf('emailKey'), placeOf('customerPhone')];

/**
 * Reads payments in blocks of neighbouring ids, oldest first. Every statement is short: it does not block others and ends soon
 * after a cancellation.
 */
export class ExportReader {
  private readonly sink: ChosenAttempts;

  constructor(
    private readonly read: ReadRows,
    private readonly source: ExportSource,
    /** Must consume the row before it returns. */
    onPayment: (row: ExportRow) => void,
  ) {
    const { parts } = source;
    this.sink = new ChosenAttempts((row) => {
      if (parts === null || hasPart(row, parts)) onPayment(row);
    });
  }

  /** Yields after each block. */
  async *blocks(): AsyncGenerator<void> {
    for (const { where, parameters } of this.ranges()) {
      await this.block([...where, ...this.source.where], [...parameters, ...this.source.parameters]);
      yield;
    }
  }

  private *ranges(): Generator<Conditions> {
    const { ids, highestId, isSqlite } = this.source;
    const size = isSqlite ? BLOCK_SQLITE : BLOCK_MYSQL;
    if (ids) {
      for (let at = 0; at < ids.length; at += size) {
        const some = ids.slice(at, at + size).map(Number);
        yield { where: [`p.id IN (${some.join(', ')})`], parameters: [] };
      }
      return;
    }
    for (let from = 0; from < highestId; from += size)
      yield { where: ['p.id > ?', 'p.id <= ?'], parameters: [from, Math.min(from + size, highestId)] };
  }

  /**
   * Index hints: the databases would otherwise read all of a filter's index for each block. Sorting by attempt number too would
   * sort what the keys hold in order.
   */
  private async block(where: string[], parameters: (string | number)[]): Promise<void> {
    const { isSqlite, parts } = this.source;
    const sql = `SELECT ${parts ? READ_WITH_KEYS_SQL : READ_SQL}
      FROM payments p ${isSqlite ? 'NOT INDEXED' : 'FORCE INDEX (PRIMARY)'}
      LEFT JOIN customers c ON c.id = p.customer_id
      LEFT JOIN users s ON s.id = p.sales_manager_id
      LEFT JOIN payment_attempts a ON a.payment_id = p.id
      LEFT JOIN upgrades g ON g.completed_source_id = p.id
      LEFT JOIN payments q ON q.id = g.upgrade_payment_id
      WHERE ${where.join(' AND ')} ORDER BY p.id`;
    await this.read(sql, parameters, this.sink);
    this.sink.end();
  }
}

/** Picks, of a payment's rows, the capture that paid it, else the last attempt. */
class ChosenAttempts implements RowSink {
  next = new ExportRow();
  private held = new ExportRow();
  private isHolding = false;

  constructor(private readonly onPayment: (row: ExportRow) => void) {}

  take(): void {
    const { next, held } = this;
    if (this.isHolding && held.whole(ID) === next.whole(ID)) {
      if (!isBetter(next, held)) return;
    } else {
      this.end();
      this.isHolding = true;
    }
    this.next = held;
    this.held = next;
  }

  end(): void {
    if (this.isHolding) this.onPayment(this.held);
    this.isHolding = false;
  }
}

function isBetter(row: ExportRow, than: ExportRow): boolean {
  const isPaying = row.whole(IS_PAYING) === 1;
  if (isPaying !== (than.whole(IS_PAYING) === 1)) return isPaying;
  const isLater = row.whole(ATTEMPT) > than.whole(ATTEMPT);
  return isPaying ? !isLater : isLater;
}

function hasPart(row: ExportRow, parts: readonly string[]): boolean {
  const texts = SEARCHED.map((at) => row.text(at) ?? '');
  return parts.some((part) => texts.some((text) => text.includes(part)));
}
