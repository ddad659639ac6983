import type { Conditions } from '../../payment-lists/index.js';
import { type ExportExtras, type ExportRow, placeOf, readSql, KEYS_SQL } from './export-columns.js';

export type ReadRows = (sql: string, parameters: (string | number)[]) => Promise<ExportRow[]>;

/** The rows to export, as plain data that can be passed to another thread. */
export interface ExportSource extends Conditions, ExportExtras {
  isSqlite: boolean;
  /** The newest payment at the start; later ones are not exported. */
  highestId: number;
  /** The ids, where a search found few enough; else null. */
  ids: number[] | null;
  /** Parts of customer data to match; null without such a search. */
  parts: string[] | null;
}

const BLOCK_MYSQL = 1000;
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
  constructor(
    private readonly read: ReadRows,
    private readonly source: ExportSource,
  ) {}

  /** Yields the payments of each block. */
  async *blocks(): AsyncGenerator<ExportRow[]> {
    const { parts } = this.source;
    for await (const rows of this.readAhead()) {
      const payments = withChosenAttempts(rows);
      yield parts === null ? payments : payments.filter((row) => hasPart(row, parts));
    }
  }

  /** The database reads a block while the one before it is written. */
  private async *readAhead(): AsyncGenerator<ExportRow[]> {
    let ahead: Promise<ExportRow[]> | null = null;
    for (const { where, parameters } of this.ranges()) {
      const next = this.block([...where, ...this.source.where], [...parameters, ...this.source.parameters]);
      next.catch(() => undefined);
      if (ahead) yield await ahead;
      ahead = next;
    }
    if (ahead) yield await ahead;
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
  private block(where: string[], parameters: (string | number)[]): Promise<ExportRow[]> {
    const { isSqlite, hasEvents, parts } = this.source;
    const sql = `SELECT ${readSql(isSqlite, hasEvents)}${parts ? KEYS_SQL : ''}
      FROM payments p ${isSqlite ? 'NOT INDEXED' : 'FORCE INDEX (PRIMARY)'}
      LEFT JOIN customers c ON c.id = p.customer_id
      LEFT JOIN users s ON s.id = p.sales_manager_id
      LEFT JOIN payment_attempts a ON a.payment_id = p.id
      LEFT JOIN tokens t ON t.payment_id = p.id
      LEFT JOIN upgrades g ON g.completed_source_id = p.id
      LEFT JOIN payments q ON q.id = g.upgrade_payment_id
      WHERE ${where.join(' AND ')} ORDER BY p.id`;
    return this.read(sql, parameters);
  }
}

/** Keeps, of a payment's neighbouring rows, the capture that paid it, else the last attempt. */
function withChosenAttempts(rows: readonly ExportRow[]): ExportRow[] {
  const chosen: ExportRow[] = [];
  for (const row of rows) {
    const held = chosen.at(-1);
    if (!held || held[ID] !== row[ID]) chosen.push(row);
    else if (isBetter(row, held)) chosen[chosen.length - 1] = row;
  }
  return chosen;
}

function isBetter(row: ExportRow, than: ExportRow): boolean {
  const isPaying = Number(row[IS_PAYING]) === 1;
  if (isPaying !== (Number(than[IS_PAYING]) === 1)) return isPaying;
  const isLater = Number(row[ATTEMPT]) > Number(than[ATTEMPT]);
  return isPaying ? !isLater : isLater;
}

function hasPart(row: ExportRow, parts: readonly string[]): boolean {
  const texts = SEARCHED.map((at) => String(row[at] ?? ''));
  return parts.some((part) => texts.some((text) => text.includes(part)));
}
