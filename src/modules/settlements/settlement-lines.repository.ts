import { Injectable } from '@nestjs/common';
import { sqlInstant } from '../../database/instants.js';
import type { SettlementRunEntity } from '../../database/entities/settlement-run.entity.js';
import { isUniqueViolation, UnitOfWork } from '../../database/unit-of-work.js';
import { wholeNumber } from '../../database/whole-number.js';
import { Clock } from '../../runtime/clock.js';
import { EventLoopSlices } from '../../runtime/event-loop-slices.js';
import type { BankPayoutLine } from '../gateway/index.js';
import type { StoredLine } from './stored-lines.queries.js';
import { SettlementLineKeys } from './settlement-line-keys.repository.js';
import { SettlementBatches, type StoredBatch } from './settlement-batches.repository.js';
import { type PayoutPart, partsOf, rangesOf } from './settlement-parts.js';
import type { ReportedPayout } from './settlement-report.js';

/** Keeps the lock of an embedded database short. */
const LINES_PER_UNIT = 100;
const BATCHES_PER_COUNT = 1000;
const LINE_COLUMNS =
  'batch_id, line_key, kind, merchant_txn_no, bank_txn_id, amount, settled_amount, charges, tax, transacted_at, card_network, run_id, created_at';
const LINE_MARKS = `(${LINE_COLUMNS.replace(/\w+/g, '?')})`;

/** Payouts and their lines as reported. Idempotent: a stored line is not stored again. Work and statements are linear. */
@Injectable()
export class SettlementLines {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly batches: SettlementBatches,
    private readonly keys: SettlementLineKeys,
  ) {}

  /**
   * Stores payouts in units of work of limited size.
   * @param onStored lines processed since the last call
   * @returns the number of new lines, and why payouts were refused
   */
  async store(
    run: SettlementRunEntity,
    payouts: readonly ReportedPayout[],
    onStored: (lines: number) => Promise<void>,
  ): Promise<{ added: number; problems: string[] }> {
    await this.keys.renew(run.day);
    const slices = new EventLoopSlices();
    const problems = new Set<string>();
    let added = 0;
    for (const parts of partsOf(payouts, LINES_PER_UNIT)) {
      const stored = await this.storeOnce(run, parts);
      added += stored.added;
      for (const problem of stored.problems) problems.add(problem);
      await onStored(parts.reduce((sum, { lines }) => sum + lines.length, 0));
      await slices.pause();
    }
    return { added, problems: [...problems] };
  }

  async countOf(batches: readonly StoredBatch[]): Promise<number> {
    const slices = new EventLoopSlices();
    let count = 0;
    for (const { from, to } of rangesOf(batches.map(({ id }) => id))) {
      for (let first = from; first <= to; first += BATCHES_PER_COUNT) {
        const [row] = await this.uow.read<{ n: unknown }>(
          'SELECT COUNT(*) AS n FROM settlement_lines WHERE batch_id >= ? AND batch_id <= ?',
          [first, Math.min(to, first + BATCHES_PER_COUNT - 1)],
        );
        count += Number(row?.n ?? 0);
        await slices.pause();
      }
    }
    return count;
  }

  /** Stores which attempt or refund each line is about; linked lines are left alone. */
  async link(links: readonly { line: StoredLine; attemptId: number | null; refundId: number | null }[]): Promise<void> {
    const changed = links.filter(
      ({ line, attemptId, refundId }) => line.attemptId !== attemptId || line.refundId !== refundId,
    );
    if (changed.length === 0) return;
    const cases = changed.map(() => 'WHEN ? THEN ?').join(' ');
    const ids = changed.map(() => '?').join(', ');
    await this.uow.run((tx) =>
      tx.query(
        `UPDATE settlement_lines SET attempt_id = CASE id ${cases} END, refund_id = CASE id ${cases} END WHERE id IN (${ids})`,
        [
          ...changed.flatMap(({ line, attemptId }) => [line.id, attemptId]),
          ...changed.flatMap(({ line, refundId }) => [line.id, refundId]),
          ...changed.map(({ line }) => line.id),
        ],
      ),
    );
  }

  /** A concurrent run may have stored one of the payouts: the retry then finds it. */
  private async storeOnce(run: SettlementRunEntity, parts: readonly PayoutPart[]) {
    const write = () => this.uow.run(() => this.storeParts(run, parts));
    try {
      return await write();
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      return write();
    }
  }

  private async storeParts(run: SettlementRunEntity, parts: readonly PayoutPart[]) {
    const batches = await this.batches.ensure(
      run,
      parts.map(({ payout }) => payout),
    );
    const problems: string[] = [];
    const lines: (PayoutPart['lines'][number] & { batchId: number })[] = [];
    for (const { payout, lines: keyed } of parts) {
      const batch = batches.get(payout.settlementId);
      if (!batch) throw new Error(`settlement ${payout.settlementId} was not stored`);
      if (batch.day !== run.day)
        problems.push(`settlement ${payout.settlementId} was reported for ${batch.day} before`);
      else if (batch.merchantProfile !== payout.merchantProfile)
        problems.push(`settlement ${payout.settlementId} was matched as one of ${merchantText(batch)} before`);
      else for (const line of keyed) lines.push({ ...line, batchId: batch.id });
    }
    let known = await this.knownLines(lines);
    const missing = lines.filter(({ batchId, key }) => !known.has(`${batchId} ${key}`));
    if (await this.keys.retype(missing)) known = await this.knownLines(lines);
    const fresh = new Map(
      lines.map((line) => [`${line.batchId} ${line.key}`, line] as const).filter(([name]) => !known.has(name)),
    );
    await this.insertLines(run, [...fresh.values()]);
    // The last line with a key counts where the bank lists a payout twice.
    const corrected = new Map<number, BankPayoutLine>();
    for (const { batchId, key, line } of lines) {
      const row = known.get(`${batchId} ${key}`);
      if (row && isCorrected(row, line)) corrected.set(row.id, line);
    }
    await this.correct([...corrected]);
    return { added: fresh.size, problems };
  }

  /** Stored lines by payout and key, from the unique index. */
  private async knownLines(lines: readonly { batchId: number; key: string }[]): Promise<Map<string, KnownLine>> {
    if (lines.length === 0) return new Map();
    // As a list of pairs, SQLite and MariaDB look up the payout alone and read all of its lines.
    const either = lines.map(() => '(batch_id = ? AND line_key = ?)').join(' OR ');
    const rows = (await this.uow.manager.query(
      `SELECT id, batch_id, line_key, merchant_txn_no, amount, settled_amount, charges, tax FROM settlement_lines WHERE ${either}`,
      lines.flatMap(({ batchId, key }) => [batchId, key]),
    )) as Record<string, unknown>[];
    return new Map(
      rows.map((row) => [
        `${Number(row['batch_id'])} ${String(row['line_key'])}`,
        {
          id: Number(row['id']),
          merchantTxnNo: row['merchant_txn_no'] as string | null,
          amount: wholeNumber(row['amount']),
          settledAmount: wholeNumber(row['settled_amount']),
          charges: wholeNumber(row['charges']),
          tax: wholeNumber(row['tax']),
        },
      ]),
    );
  }

  private async insertLines(
    run: SettlementRunEntity,
    lines: readonly (PayoutPart['lines'][number] & { batchId: number })[],
  ): Promise<void> {
    if (lines.length === 0) return;
    const at = sqlInstant(this.clock.now());
    const marks = lines.map(() => LINE_MARKS).join(', ');
    await this.uow.manager.query(
      `INSERT INTO settlement_lines (${LINE_COLUMNS}) VALUES ${marks}`,
      lines.flatMap(({ batchId, key, line }) => [
        batchId,
        key,
        line.kind,
        line.merchantTxnNo,
        line.bankTxnId,
        line.amount,
        line.settledAmount,
        line.charges,
        line.tax,
        line.transactedAt && sqlInstant(line.transactedAt),
        line.cardNetwork,
        run.id,
        at,
      ]),
    );
  }

  /** The later reading wins; what it does not name stays. */
  private async correct(lines: readonly (readonly [id: number, line: BankPayoutLine])[]): Promise<void> {
    if (lines.length === 0) return;
    const cases = `CASE id ${lines.map(() => 'WHEN ? THEN ?').join(' ')} END`;
    const ids = lines.map(() => '?').join(', ');
    const values = (valueOf: (line: BankPayoutLine) => number | string | null) =>
      lines.flatMap(([id, line]) => [id, valueOf(line)]);
    await this.uow.manager.query(
      `UPDATE settlement_lines SET amount = ${cases}, settled_amount = ${cases}, charges = ${cases}, tax = ${cases},
              merchant_txn_no = COALESCE(${cases}, merchant_txn_no), transacted_at = COALESCE(${cases}, transacted_at),
              card_network = COALESCE(${cases}, card_network)
        WHERE id IN (${ids})`,
      [
        ...values(({ amount }) => amount),
        ...values(({ settledAmount }) => settledAmount),
        ...values(({ charges }) => charges),
        ...values(({ tax }) => tax),
        ...values(({ merchantTxnNo }) => merchantTxnNo),
        ...values(({ transactedAt }) => transactedAt && sqlInstant(transactedAt)),
        ...values(({ cardNetwork }) => cardNetwork),
        ...lines.map(([id]) => id),
      ],
    );
  }
}

type KnownLine = Pick<StoredLine, 'id' | 'merchantTxnNo' | 'amount' | 'settledAmount' | 'charges' | 'tax'>;

function isCorrected(row: KnownLine, line: BankPayoutLine): boolean {
  if (line.merchantTxnNo !== null && line.merchantTxnNo !== row.merchantTxnNo) return true;
  return (['amount', 'settledAmount', 'charges', 'tax'] as const).some((name) => row[name] !== line[name]);
}

function merchantText({ merchantProfile }: StoredBatch): string {
  return merchantProfile === null ? 'the default merchant' : `merchant profile ${merchantProfile}`;
}
