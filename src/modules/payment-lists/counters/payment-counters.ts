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
import { PAIRS, PAIRS_OF_PROJECT } from '../../../database/counted-pairs.js';
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
   * @param completed the customer's completed payments
   */
  async renamed(fromKey: string, toKey: string, completed: readonly CountedUse[]): Promise<void> {
    await this.uow.run(async (tx) => {
      for (const use of completed) {
        await this.changePair(fromKey, use, -1);
        await this.changePair(toKey, use, 1);
      }
      // Without uses a row would hold nothing but the address.
      for (const table of ['completed_pairs', 'project_pairs'])
        await tx.query(`DELETE FROM ${table} WHERE email_key = ? AND uses = 0`, [fromKey]);
      // Pairs are the same in number, but others: what was counted of several projects is out of date.
      const tiers = [...new Set(completed.map(({ tokenType }) => tokenType))];
      await this.cells.add(tiers.map((tokenType) => ({ ...pairCell(tokenType, 0), changes: 1 })));
    });
  }

  /** Exact: unique pairs of customer (by email) and tier among the completed payments of one project. */
  pairsOfProject(projectId: number): Promise<Record<TokenType, number>> {
    return this.cells.pairsOfProject(projectId);
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

  private async countPair({ customerId, ...use }: CountedRow, difference: 1 | -1): Promise<void> {
    await this.uow.run(async (tx) => {
      const [customer] = (await tx.query('SELECT email_key AS emailKey FROM customers WHERE id = ?', [customerId])) as {
        emailKey: string;
      }[];
      await this.changePair(customer?.emailKey ?? '', use, difference);
    });
  }

  /** The updates lock the pair's rows, so two payments of one customer see each other. */
  private async changePair(emailKey: string, { tokenType, projectId }: CountedUse, difference: 1 | -1): Promise<void> {
    const all = await this.changeUses('completed_pairs', { email_key: emailKey, token_type: tokenType }, difference);
    const own = { email_key: emailKey, token_type: tokenType, project_id: projectId };
    const ofProject = await this.changeUses('project_pairs', own, difference);
    const cells = [
      pairCell(tokenType, all),
      { ...pairCell(tokenType, ofProject), salesManagerId: PAIRS_OF_PROJECT, projectId },
    ];
    await this.cells.add(cells.filter(({ total }) => total !== 0));
  }

  /** @returns 1 when the pair has come to have uses, -1 when it has none any more */
  private async changeUses(table: string, pair: Record<string, string | number>, difference: number): Promise<number> {
    const uses = await (this.uow.isSqlite
      ? this.usesOnSqlite(table, pair, difference)
      : this.usesOnMysql(table, pair, difference));
    return Number(uses > 0) - Number(uses - difference > 0);
  }

  /**
   * MySQL returns the new value of an update; an inserted row holds the difference. The function is unsigned, and what an older instance
   * has not counted can go below zero until a recount.
   */
  private async usesOnMysql(table: string, pair: Record<string, unknown>, difference: number): Promise<number> {
    const { affectedRows, insertId } = (await this.uow.manager.query(
      `INSERT INTO ${table} (${columnsOf(pair)}, uses) VALUES (${placesOf(pair)}, ?)
        ON DUPLICATE KEY UPDATE uses = CAST(LAST_INSERT_ID(${table}.uses + ?) AS SIGNED)`,
      [...Object.values(pair), difference, difference],
    )) as { affectedRows: number; insertId: number | string };
    return affectedRows === 1 ? difference : wholeNumber(insertId);
  }

  private async usesOnSqlite(table: string, pair: Record<string, unknown>, difference: number): Promise<number> {
    const [row] = (await this.uow.manager.query(
      `INSERT INTO ${table} (${columnsOf(pair)}, uses) VALUES (${placesOf(pair)}, ?)
        ON CONFLICT (${columnsOf(pair)}) DO UPDATE SET uses = ${table}.uses + ? RETURNING uses`,
      [...Object.values(pair), difference, difference],
    )) as { uses: number }[];
    return wholeNumber(row?.uses);
  }
}

/** What is counted of a completed payment. */
type CountedUse = Pick<CountedRow, 'tokenType' | 'projectId'>;

function columnsOf(pair: Record<string, unknown>): string {
  return Object.keys(pair).join(', ');
}

function placesOf(pair: Record<string, unknown>): string {
  return Object.keys(pair)
    .map(() => '?')
    .join(', ');
}

function pairCell(tokenType: TokenType, total: number): WrittenCell {
  const nothing = { changes: 0, amount: 0, refunded: 0 };
  return { salesManagerId: ALL_SELLERS, projectId: DEFAULT_PROJECT_ID, tokenType, status: PAIRS, total, ...nothing };
}
