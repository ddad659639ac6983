import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ALL_SELLERS, countCellsOf, type CountedPayment, dayCellsOf, differences } from '../domain/counted-payment.js';
import type { TokenType } from '../domain/token-catalogue.js';
import { PeriodicTasks } from '../runtime/periodic-tasks.js';
import { CountCells, type CountedFilter, type CountedTotal, type SellerCounts } from './count-cells.js';
import { type CountedRow, lockPayment, readCountedRow } from './counted-row.js';
import { DaySums } from './day-sums.js';
import { PAIRS } from './payment-recount.js';
import { UnitOfWork } from './unit-of-work.js';
import { wholeNumber } from './whole-number.js';

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
      const old = { ...row, ...was(row) };
      await this.change(old, row);
      if (old.status === row.status) return;
      if (old.status === 'completed') await this.countPair(row, -1);
      if (row.status === 'completed') await this.countPair(row, 1);
    });
  }

  /**
   * For a write that may change which code the last attempt of a payment has. The payment is locked first, so that its status
   * cannot change beside it; only a payment that ended unpaid is counted by its code.
   */
  async aroundCode<T>(paymentId: number, write: () => Promise<T>): Promise<T> {
    return this.uow.run(async () => {
      const status = await lockPayment(this.uow.manager, paymentId);
      if (status !== 'failed' && status !== 'cancelled') return write();
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
    const tx = this.uow.manager;
    const conflict = this.uow.isSqlite
      ? 'ON CONFLICT (email_key, token_type) DO UPDATE SET'
      : 'ON DUPLICATE KEY UPDATE';
    await tx.query(
      `INSERT INTO completed_pairs (email_key, token_type, uses) VALUES (?, ?, ?) ${conflict} uses = completed_pairs.uses + ?`,
      [emailKey, tokenType, difference, difference],
    );
    const [row] = (await tx.query('SELECT uses FROM completed_pairs WHERE email_key = ? AND token_type = ?', [
      emailKey,
      tokenType,
    ])) as { uses: number }[];
    const uses = wholeNumber(row?.uses);
    const total = Number(uses > 0) - Number(uses - difference > 0);
    if (total === 0) return;
    const cell = { salesManagerId: ALL_SELLERS, tokenType, status: PAIRS, total, changes: 0, amount: 0, refunded: 0 };
    await this.cells.add([cell]);
  }
}
