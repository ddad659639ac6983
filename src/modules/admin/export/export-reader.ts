import type { Conditions } from '../../../database/payment-filter.js';
import { placeOf, READ_SQL, READ_WITH_KEYS_SQL } from './export-columns.js';
import { ExportRow } from './export-row.js';

/** Where rows go: each is put into `next`, then taken. */
export interface RowSink {
  readonly next: ExportRow;
  take(): void;
}

export type ReadRows = (sql: string, parameters: (string | number)[], sink: RowSink) => Promise<void>;

/** What is exported: plain data, since it may be handed to another thread. */
export interface ExportSource extends Conditions {
  isSqlite: boolean;
  /** The newest payment when the export began. Payments made meanwhile are not part of it. */
  highestId: number;
  /** The payments themselves, where a search has found few enough; else null. */
  ids: number[] | null;
  /** Parts of which a customer has to have one; null without such a search. */
  parts: string[] | null;
}

const BLOCK_MYSQL = 5000;
/** The embedded database answers on this very thread. */
const BLOCK_SQLITE = 500;
const ID = placeOf('id');
const ATTEMPT = placeOf('attempt');
const IS_PAYING = placeOf('isPaying');
const SEARCHED = [placeOf('nameKey'), placeOf('emailKey'), placeOf('customerPhone')];

/**
 * Reads payments in blocks of neighbouring ids, oldest first, with what they refer to. Every statement is short, so that it
 * never holds up others and ends soon when nobody wants it any more.
 */
export class ExportReader {
  private readonly sink: ChosenAttempts;

  constructor(
    private readonly read: ReadRows,
    private readonly source: ExportSource,
    /** Has to be done with the row before it returns. */
    onPayment: (row: ExportRow) => void,
  ) {
    const { parts } = source;
    this.sink = new ChosenAttempts((row) => {
      if (parts === null || hasPart(row, parts)) onPayment(row);
    });
  }

  /** Gives pause after each block. */
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
   * Left alone the databases would take the index of a filter, and read all of it for each block. Sorting by the attempt's
   * number as well would make them sort what the keys hold in order.
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

/** Of the rows of a payment the capture that paid it; of one that nobody paid, the last attempt. */
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
