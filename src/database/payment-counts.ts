import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ALL_SELLERS, countCellsOf, type CountedPayment, dayCellsOf, differences } from '../domain/counted-payment.js';
import type { Span } from '../domain/ist-day.js';
import type { PaymentStatus } from '../domain/payment-status.js';
import type { TokenType } from '../domain/token-catalogue.js';
import { PeriodicTasks } from '../runtime/periodic-tasks.js';
import { CountCells, type CountedFilter, type CountedTotal, type SellerCounts } from './count-cells.js';
import { type CountedRow, lockPayment, readCountedRow } from './counted-row.js';
import { DaySums } from './day-sums.js';
import { PAIRS } from './payment-recount.js';
import { UnitOfWork } from './unit-of-work.js';
import { wholeNumber } from './whole-number.js';

/** As much of a payment's row as is counted. */
export type HeldPayment = Omit<CountedRow, 'code'> & { id: number };

function isUnpaidEnd(status: PaymentStatus | undefined): boolean {
  return status === 'failed' || status === 'cancelled';
}

/**
 * Exact figures without counting. Whoever writes a payment, or the bank's code on its last attempt, says so here, in the same
 * unit of work: see docs/adr/0016-counters.md.
 */
@Injectable()
export class PaymentCounts implements OnModuleInit {
  private readonly cells: CountCells;
  private readonly days: DaySums;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly tasks: PeriodicTasks,
  ) {
    this.cells = new CountCells(uow);
    this.days = new DaySums(uow);
  }

  onModuleInit(): void {
    this.tasks.register('payment counts', () => this.fold());
  }

  /** @param row as it was written */
  async created(row: CountedRow): Promise<void> {
    await this.uow.run(async () => {
      await this.change(null, row);
      if (row.status === 'completed') await this.countPair(row, 1);
    });
  }

  /**
   * After a write of one payment's row, which locks it until the end of this unit: so what is read here is what was written.
   * @param was what the write has changed, as it was before
   */
  async changed(paymentId: number, was: (row: CountedRow) => Partial<CountedPayment>): Promise<void> {
    await this.uow.run(async () => {
      const row = await readCountedRow(this.uow.manager, paymentId);
      await this.moved({ ...row, ...was(row) }, row);
    });
  }

  /** As `changed`, for a caller that holds the row, has read it whole since, and has just changed its status. */
  async statusChanged(before: HeldPayment, after: HeldPayment): Promise<void> {
    // The bank's code counts for what ended unpaid, and for nothing else.
    if (isUnpaidEnd(before.status) || isUnpaidEnd(after.status)) {
      const { status, statusReason, initiatedAt, paidAt } = before;
      return this.changed(before.id, () => ({ status, statusReason, initiatedAt, paidAt }));
    }
    await this.uow.run(() => this.moved({ ...before, code: null }, { ...after, code: null }));
  }

  private async moved(old: CountedPayment, row: CountedRow): Promise<void> {
    await this.change(old, row);
    if (old.status === row.status) return;
    if (old.status === 'completed') await this.countPair(row, -1);
    if (row.status === 'completed') await this.countPair(row, 1);
  }

  /**
   * For a write that may change which code the last attempt of a payment has. The payment is locked first, so that its status
   * cannot change beside it; only a payment that ended unpaid is counted by its code.
   * @param held the status, where the caller has locked the payment already
   */
  async aroundCode<T>(paymentId: number, write: () => Promise<T>, held?: PaymentStatus): Promise<T> {
    return this.uow.run(async () => {
      const status = held ?? (await lockPayment(this.uow.manager, paymentId));
      if (!isUnpaidEnd(status)) return write();
      const { code } = await readCountedRow(this.uow.manager, paymentId);
      const result = await write();
      await this.changed(paymentId, () => ({ code }));
      return result;
    });
  }

  private async change(before: CountedPayment | null, after: CountedPayment): Promise<void> {
    const cells = differences(before ? countCellsOf(before) : [], countCellsOf(after));
    await this.cells.add(cells.map((cell) => ({ ...cell, changes: Math.abs(cell.total) })));
    await this.days.add(differences(before ? dayCellsOf(before) : [], dayCellsOf(after)));
  }

  /**
   * A customer is counted by e-mail: whoever changes the address takes the completed payments along, in the same unit of work and
   * after winning each of them. @param completed the tiers of the customer's completed payments, one each
   */
  async renamed(fromKey: string, toKey: string, completed: readonly TokenType[]): Promise<void> {
    await this.uow.run(async (tx) => {
      for (const tokenType of new Set(completed)) {
        const uses = completed.filter((each) => each === tokenType).length;
        await this.changePair(fromKey, tokenType, -uses);
        await this.changePair(toKey, tokenType, uses);
        // With its last use gone the row would hold nothing but the address.
        await tx.query('DELETE FROM completed_pairs WHERE email_key = ? AND uses = 0', [fromKey]);
      }
    });
  }

  /** Exact. */
  totalOf(filter: CountedFilter): Promise<CountedTotal> {
    return this.cells.totalOf(filter);
  }

  /** Exact. @param span whole Indian days */
  createdIn(span: Span): Promise<number> {
    return this.days.createdIn(span);
  }

  /** For whoever shows more than one total. @param salesManagerId undefined: of all sellers together */
  ofSeller(salesManagerId?: number): Promise<SellerCounts> {
    return this.cells.ofSeller(salesManagerId);
  }

  /** Puts loose rows together. */
  async fold(): Promise<void> {
    await this.cells.fold();
    await this.days.fold();
  }

  private async countPair({ customerId, tokenType }: CountedRow, difference: 1 | -1): Promise<void> {
    await this.uow.run(async (tx) => {
      const [customer] = (await tx.query('SELECT email_key AS emailKey FROM customers WHERE id = ?', [customerId])) as {
        emailKey: string;
      }[];
      await this.changePair(customer?.emailKey ?? '', tokenType, difference);
    });
  }

  /** The pair's own row is locked by the change of its use: of two payments of one customer each sees the other. */
  private async changePair(emailKey: string, tokenType: TokenType, difference: number): Promise<void> {
    const pair: Pair = [emailKey, tokenType, difference, difference];
    const uses = await (this.uow.isSqlite ? this.usesOnSqlite(pair) : this.usesOnMysql(pair));
    const total = Number(uses > 0) - Number(uses - difference > 0);
    if (total === 0) return;
    const cell = { salesManagerId: ALL_SELLERS, tokenType, status: PAIRS, total, changes: 0, amount: 0, refunded: 0 };
    await this.cells.add([cell]);
  }

  /** The server tells the new value with its answer to an update; a row that it has just made holds the difference. */
  private async usesOnMysql(pair: Pair): Promise<number> {
    const { affectedRows, insertId } = (await this.uow.manager.query(
      `INSERT INTO completed_pairs (email_key, token_type, uses) VALUES (?, ?, ?)
        ON DUPLICATE KEY UPDATE uses = LAST_INSERT_ID(completed_pairs.uses + ?)`,
      pair,
    )) as { affectedRows: number; insertId: number | string };
    return affectedRows === 1 ? pair[2] : wholeNumber(insertId);
  }

  private async usesOnSqlite(pair: Pair): Promise<number> {
    const tx = this.uow.manager;
    await tx.query(
      `INSERT INTO completed_pairs (email_key, token_type, uses) VALUES (?, ?, ?)
        ON CONFLICT (email_key, token_type) DO UPDATE SET uses = completed_pairs.uses + ?`,
      pair,
    );
    const sql = 'SELECT uses FROM completed_pairs WHERE email_key = ? AND token_type = ?';
    const [row] = (await tx.query(sql, pair.slice(0, 2))) as { uses: number }[];
    return wholeNumber(row?.uses);
  }
}

/** Key of the pair, then the change of its use, for a new row and for one that is there. */
type Pair = [emailKey: string, tokenType: TokenType, difference: number, again: number];
