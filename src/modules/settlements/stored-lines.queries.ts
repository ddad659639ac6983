import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { wholeNumber } from '../../database/whole-number.js';
import { EventLoopSlices } from '../../runtime/event-loop-slices.js';
import type { StoredBatch } from './settlement-batches.repository.js';
import type { OpenDifference } from './settlement-exceptions.repository.js';
import { rangesOf } from './settlement-parts.js';

export interface StoredLine {
  id: number;
  batchId: number;
  lineKey: string;
  kind: 'sale' | 'refund';
  merchantTxnNo: string | null;
  bankTxnId: string | null;
  /** Paise, as the next three. */
  amount: number;
  settledAmount: number;
  charges: number;
  tax: number;
  attemptId: number | null;
  refundId: number | null;
  /** An earlier line names the same transaction. */
  isRepeated: boolean;
}

type Raw<Row> = { [Name in keyof Row]: unknown };

/** The stored lines of payouts, read from indexes. */
@Injectable()
export class StoredLines {
  constructor(private readonly uow: UnitOfWork) {}

  /** The lines of these payouts, page by page, in order of payout and line, read from an index. */
  async *pages(batches: readonly StoredBatch[], size: number): AsyncGenerator<StoredLine[]> {
    const slices = new EventLoopSlices();
    for (const range of rangesOf(batches.map(({ id }) => id))) {
      let last: { batchId: number; id: number } | null = null;
      for (;;) {
        const page: StoredLine[] = last === null ? [] : await this.restOf(last, size);
        if (page.length < size)
          page.push(...(await this.following(last?.batchId ?? range.from - 1, range.to, size - page.length)));
        if (page.length === 0) break;
        yield page;
        last = page.at(-1) ?? last;
        await slices.pause();
        if (page.length < size) break;
      }
    }
  }

  /**
   * The lines that these differences are about, and others: by the payment, or where no payment or refund here is known, by the
   * number that the difference quotes: the bank's, or the one that the line calls ours.
   */
  async behind(open: readonly OpenDifference[]): Promise<StoredLine[]> {
    const payments = distinct(open.flatMap(({ paymentId }) => paymentId ?? []));
    const found = new Map<number, StoredLine>();
    const find = async (
      values: readonly (number | string)[],
      where: (marks: string) => string,
      more: readonly string[] = [],
    ) => {
      if (values.length === 0) return;
      const lines = await this.linesWhere(where(values.map(() => '?').join(', ')), [...values, ...more]);
      for (const line of lines) found.set(line.id, line);
    };
    const OF = 'WHERE x.payment_id IN';
    await find(payments, (marks) => `l.attempt_id IN (SELECT x.id FROM payment_attempts x ${OF} (${marks}))`);
    await find(payments, (marks) => `l.refund_id IN (SELECT x.id FROM refunds x ${OF} (${marks}))`);
    const strangers = open.filter(({ paymentId }) => paymentId === null);
    await find(
      distinct(strangers.flatMap(({ reference }) => reference ?? [])),
      (marks) => `l.bank_txn_id IN (${marks})`,
    );
    // A difference quotes the bank's number only where its line has no other; a number that a line calls ours may be another line's at the bank.
    const byBank = new Set([...found.values()].flatMap((line) => (line.merchantTxnNo === null ? line.bankTxnId : [])));
    const slices = new EventLoopSlices();
    for (const [day, references] of byDay(strangers)) {
      const others = references.filter((reference) => !byBank.has(reference));
      // Its payouts' lines are read for it, as no index has that number.
      const OF_DAY = 'l.batch_id IN (SELECT b.id FROM settlement_batches b WHERE b.day = ?)';
      await find(others, (marks) => `l.merchant_txn_no IN (${marks}) AND ${OF_DAY}`, [day]);
      await slices.pause();
    }
    return [...found.values()];
  }

  private restOf(last: { batchId: number; id: number }, size: number): Promise<StoredLine[]> {
    return this.linesWhere('l.batch_id = ? AND l.id > ?', [last.batchId, last.id], size);
  }

  private following(afterBatch: number, lastBatch: number, size: number): Promise<StoredLine[]> {
    return this.linesWhere('l.batch_id > ? AND l.batch_id <= ?', [afterBatch, lastBatch], size);
  }

  /** `isRepeated` is one lookup at the start of an index. */
  private async linesWhere(
    where: string,
    parameters: readonly (number | string)[],
    size: number | null = null,
  ): Promise<StoredLine[]> {
    const rows = (await this.uow.manager.query(
      `SELECT l.id AS id, l.batch_id AS batchId, l.line_key AS lineKey, l.kind AS kind,
              l.merchant_txn_no AS merchantTxnNo, l.bank_txn_id AS bankTxnId, l.amount AS amount,
              l.settled_amount AS settledAmount, l.charges AS charges, l.tax AS tax, l.attempt_id AS attemptId,
              l.refund_id AS refundId,
              (SELECT f.id FROM settlement_lines f WHERE f.bank_txn_id = l.bank_txn_id AND f.kind = l.kind
                ORDER BY f.bank_txn_id, f.kind, f.id LIMIT 1) AS isRepeated
         FROM settlement_lines l WHERE ${where} ORDER BY l.batch_id, l.id ${size === null ? '' : 'LIMIT ?'}`,
      size === null ? [...parameters] : [...parameters, size],
    )) as Raw<StoredLine>[];
    return rows.map(lineFrom);
  }
}

function byDay(differences: readonly OpenDifference[]): Map<string, string[]> {
  const days = new Map<string, string[]>();
  for (const { day, reference } of differences)
    if (reference !== null) days.set(day, distinct([...(days.get(day) ?? []), reference]));
  return days;
}

function distinct<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)];
}

/** The raw column `isRepeated` holds the id of the transaction's first line. */
function lineFrom(row: Raw<StoredLine>): StoredLine {
  const id = Number(row.id);
  return {
    id,
    batchId: Number(row.batchId),
    lineKey: String(row.lineKey),
    kind: row.kind as StoredLine['kind'],
    merchantTxnNo: row.merchantTxnNo as string | null,
    bankTxnId: row.bankTxnId as string | null,
    amount: wholeNumber(row.amount),
    settledAmount: wholeNumber(row.settledAmount),
    charges: wholeNumber(row.charges),
    tax: wholeNumber(row.tax),
    attemptId: row.attemptId === null ? null : Number(row.attemptId),
    refundId: row.refundId === null ? null : Number(row.refundId),
    isRepeated: row.isRepeated !== null && Number(row.isRepeated) < id,
  };
}
