import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  ALL_SELLERS,
  countCellsOf,
  type CountedPayment,
  dayCellsOf,
  differences,
} from '../../../domain/payment/counted-payment.js';
import type { Span } from '../../../domain/calendar/ist-day.js';
import type { PaymentStatus } from '../../../domain/payment/payment-status.js';
import type { TokenType } from '../../../domain/payment/token-catalogue.js';
import { DEFAULT_PROJECT_ID } from '../../../domain/projects/project-rules.js';
import { PeriodicTasks } from '../../../runtime/periodic-tasks.js';
import {
  CounterCells,
  type CountedFilter,
  type CountedTotal,
  type SellerCounts,
  type WrittenCell,
} from './counter-cells.repository.js';
import { type CountedRow, lockPaymentRow, readCountedRow } from './counted-row.js';
import type { EventScope } from './event-scope.queries.js';
import { DayTotals } from './day-totals.repository.js';
import { PAIRS } from '../../../database/payment-recount.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { wholeNumber } from '../../../database/whole-number.js';

/** The columns of a payment that are counted. */
export type CountedPaymentRow = Omit<CountedRow, 'code'> & { id: number };

function isUnpaidEnd(status: PaymentStatus | undefined): boolean {
  return status === 'failed' || status === 'cancelled';
}

/**
 * Exact payment counters. Every write of a payment, or of the bank's code on its last attempt, calls this in the same unit of
 * work (docs/adr/0016-counters.md).
 */
@Injectable()
export class PaymentCounters implements OnModuleInit {
  private readonly cells: CounterCells;
  private readonly days: DayTotals;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly tasks: PeriodicTasks,
  ) {
    this.cells = new CounterCells(uow);
    this.days = new DayTotals(uow);
  }

  onModuleInit(): void {
    this.tasks.register('payment counts', () => this.fold());
  }

  /** @param row as inserted */
  async created(row: CountedRow): Promise<void> {
    await this.uow.run(async () => {
      await this.change(null, row);
      if (row.status === 'completed') await this.countPair(row, 1);
    });
  }

  /**
   * Call after a write of one payment's row, which locks it until the end of the unit of work.
   * @param was returns the changed columns as before
   */
  async changed(paymentId: number, was: (row: CountedRow) => Partial<CountedPayment>): Promise<void> {
    await this.uow.run(async () => {
      const row = await readCountedRow(this.uow.manager, paymentId);
      await this.moved({ ...row, ...was(row) }, row);
    });
  }

  /** As `changed`, for a caller that has locked and read the row, and has just changed its status. */
  async statusChanged(before: CountedPaymentRow, after: CountedPaymentRow): Promise<void> {
    // The bank's code is counted for payments that ended unpaid only.
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
   * Wraps a write that may change the last attempt's code. The payment is locked first, so its status cannot change; only
   * payments that ended unpaid are counted by code.
   * @param held the status, if the caller has locked the payment
   */
  async aroundCode<T>(paymentId: number, write: () => Promise<T>, held?: PaymentStatus): Promise<T> {
    return this.uow.run(async () => {
      const status = held ?? (await lockPaymentRow(this.uow.manager, paymentId));
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
   * Customers are counted by email: a change of the address moves the completed payments, in the same unit of work and after
   * locking each of them.
   * @param completed the tiers of the customer's completed payments, one each
   */
  async renamed(fromKey: string, toKey: string, completed: readonly TokenType[]): Promise<void> {
    await this.uow.run(async (tx) => {
      for (const tokenType of new Set(completed)) {
        const uses = completed.filter((each) => each === tokenType).length;
        await this.changePair(fromKey, tokenType, -uses);
        await this.changePair(toKey, tokenType, uses);
        // Without uses the row would hold nothing but the address.
        await tx.query('DELETE FROM completed_pairs WHERE email_key = ? AND uses = 0', [fromKey]);
        // Pairs are the same in number, but others: what was counted of some projects is out of date.
        await this.cells.add([{ ...pairCell(tokenType, 0), changes: 1 }]);
      }
    });
  }

  /** Exact. */
  totalOf(filter: CountedFilter): Promise<CountedTotal> {
    return this.cells.totalOf(filter);
  }

  /** Exact. @param span whole IST days */
  createdIn(span: Span, scope: EventScope = {}): Promise<number> {
    return this.days.createdIn(span, scope);
  }

  /** For callers that need several totals. @param salesManagerId undefined: all sellers @param projectIds undefined: all */
  async ofSeller(salesManagerId?: number, projectIds?: readonly number[]): Promise<SellerCounts> {
    return (await this.cells.ofSeller(salesManagerId)).within(projectIds);
  }

  /** Folds delta rows. */
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

  /** The update locks the pair's row, so two payments of one customer see each other. */
  private async changePair(emailKey: string, tokenType: TokenType, difference: number): Promise<void> {
    const pair: Pair = [emailKey, tokenType, difference, difference];
    const uses = await (this.uow.isSqlite ? this.usesOnSqlite(pair) : this.usesOnMysql(pair));
    const total = Number(uses > 0) - Number(uses - difference > 0);
    if (total === 0) return;
    await this.cells.add([pairCell(tokenType, total)]);
  }

  /** MySQL returns the new value of an update; an inserted row holds the difference. */
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

function pairCell(tokenType: TokenType, total: number): WrittenCell {
  const nothing = { changes: 0, amount: 0, refunded: 0 };
  return { salesManagerId: ALL_SELLERS, projectId: DEFAULT_PROJECT_ID, tokenType, status: PAIRS, total, ...nothing };
}

/** Parameters: the pair's key, then the difference for the insert and again for the update. */
type Pair = [emailKey: string, tokenType: TokenType, difference: number, again: number];
