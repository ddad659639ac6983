import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { PaymentStatus } from '../domain/payment-status.js';
import type { TokenType } from '../domain/token-catalogue.js';
import { PeriodicTasks } from '../runtime/periodic-tasks.js';
import { PaymentCountEntity } from './entities/payment-count.entity.js';
import { ALL_SELLERS, PAIRS } from './payment-cells.js';
import { UnitOfWork } from './unit-of-work.js';

export interface CountedPayment {
  customerId: number;
  salesManagerId: number;
  tokenType: TokenType;
}

export interface CountedFilter {
  salesManagerId?: number;
  status?: PaymentStatus;
  tokenType?: TokenType;
}

interface Cell {
  salesManagerId: number;
  tokenType: string;
  status: string;
  total: number;
  changes: number;
}

/** Fewer loose rows than this are summed as quickly as they would be folded. */
const WORTH_FOLDING = 32;
const FOLDED_AT_ONCE = 2000;

/** Exact totals without counting. Whoever writes a payment or its status says so here, in the same unit of work. */
@Injectable()
export class PaymentCounts implements OnModuleInit {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly tasks: PeriodicTasks,
  ) {}

  onModuleInit(): void {
    this.tasks.register('payment counts', () => this.fold());
  }

  /** @param to the status it was made with */
  async created(payment: CountedPayment, to: PaymentStatus): Promise<void> {
    await this.add(cellsOf(payment, to, 1));
    if (to === 'completed') await this.countPair(payment, 1);
  }

  async moved(payment: CountedPayment, from: PaymentStatus, to: PaymentStatus): Promise<void> {
    await this.add([...cellsOf(payment, from, -1), ...cellsOf(payment, to, 1)]);
    if (from === 'completed') await this.countPair(payment, -1);
    if (to === 'completed') await this.countPair(payment, 1);
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

  /** @returns `version` is the same exactly as long as no payment has come into or left the list */
  async totalOf(filter: CountedFilter): Promise<{ total: number; version: number }> {
    const where = ['sales_manager_id = ?', `status <> '${PAIRS}'`];
    const parameters: (string | number)[] = [filter.salesManagerId ?? ALL_SELLERS];
    if (filter.tokenType) where.push('token_type = ?');
    if (filter.status) where.push('status = ?');
    parameters.push(...[filter.tokenType, filter.status].filter((value) => value !== undefined));
    const [row] = (await this.uow.manager.query(
      `SELECT COALESCE(SUM(total), 0) AS total, COALESCE(SUM(changes), 0) AS changes
         FROM payment_counts ${this.byCell} WHERE ${where.join(' AND ')}`,
      parameters,
    )) as { total: unknown; changes: unknown }[];
    return { total: Number(row?.total), version: Number(row?.changes) };
  }

  /** Unique pairs of customer (by e-mail) and token type among completed payments. */
  async pairs(): Promise<Record<TokenType, number>> {
    const rows = (await this.uow.manager.query(
      `SELECT token_type AS type, SUM(total) AS total FROM payment_counts ${this.byCell}
        WHERE sales_manager_id = ? AND status = ? GROUP BY token_type`,
      [ALL_SELLERS, PAIRS],
    )) as { type: TokenType; total: unknown }[];
    const pairs = { gold: 0, silver: 0, platinum: 0 };
    for (const { type, total } of rows) pairs[type] = Number(total);
    return pairs;
  }

  /** Puts loose rows together. Of several instances that try at the same moment one does it. */
  async fold(): Promise<void> {
    for (let again = true; again;) again = await this.uow.run(() => this.foldSome());
  }

  private async foldSome(): Promise<boolean> {
    const rows = (await this.uow.manager.query(
      `SELECT id, sales_manager_id AS salesManagerId, token_type AS tokenType, status, total, changes
         FROM payment_counts ORDER BY id LIMIT ${FOLDED_AT_ONCE}`,
    )) as (Cell & { id: number })[];
    const cells = new Map<string, Cell>();
    for (const row of rows) {
      const name = `${row.salesManagerId} ${row.tokenType} ${row.status}`;
      const { total = 0, changes = 0 } = cells.get(name) ?? {};
      cells.set(name, { ...row, total: total + row.total, changes: changes + row.changes });
    }
    if (rows.length - cells.size < WORTH_FOLDING) return false;
    if (!(await this.take(rows.map(({ id }) => id)))) return false;
    await this.insert([...cells.values()]);
    return rows.length === FOLDED_AT_ONCE;
  }

  /** @returns false when another instance has folded some of them: it has done the work */
  private async take(ids: number[]): Promise<boolean> {
    const result = await this.uow.manager
      .createQueryBuilder()
      .delete()
      .from(PaymentCountEntity)
      .where('id IN (:...ids)', { ids })
      .execute();
    if (result.affected === ids.length) return true;
    if (result.affected === 0) return false;
    throw new Error('some payment counts were folded twice over; the fold is undone');
  }

  /** The table looks small enough to MySQL to be read whole, every seller's cells as well. */
  private get byCell(): string {
    return this.isSqlite ? '' : 'FORCE INDEX (ix_counts_cell)';
  }

  private get isSqlite(): boolean {
    return this.uow.manager.connection.options.type === 'better-sqlite3';
  }

  private add(cells: Cell[]): Promise<void> {
    return this.uow.run(() => this.insert(cells));
  }

  private async insert(cells: Cell[]): Promise<void> {
    const rows = cells.map(() => '(?, ?, ?, ?, ?)').join(', ');
    await this.uow.manager.query(
      `INSERT INTO payment_counts (sales_manager_id, token_type, status, total, changes) VALUES ${rows}`,
      cells.flatMap((cell) => [cell.salesManagerId, cell.tokenType, cell.status, cell.total, cell.changes]),
    );
  }

  private async countPair({ customerId, tokenType }: CountedPayment, difference: 1 | -1): Promise<void> {
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
    const conflict = this.isSqlite ? 'ON CONFLICT (email_key, token_type) DO UPDATE SET' : 'ON DUPLICATE KEY UPDATE';
    await tx.query(
      `INSERT INTO completed_pairs (email_key, token_type, uses) VALUES (?, ?, ?) ${conflict} uses = completed_pairs.uses + ?`,
      [emailKey, tokenType, difference, difference],
    );
    const [row] = (await tx.query('SELECT uses FROM completed_pairs WHERE email_key = ? AND token_type = ?', [
      emailKey,
      tokenType,
    ])) as { uses: number }[];
    const uses = Number(row?.uses);
    const total = Number(uses > 0) - Number(uses - difference > 0);
    if (total === 0) return;
    await this.insert([{ salesManagerId: ALL_SELLERS, tokenType, status: PAIRS, total, changes: 0 }]);
  }
}

function cellsOf({ salesManagerId, tokenType }: CountedPayment, status: PaymentStatus, total: 1 | -1): Cell[] {
  const cell = { tokenType, status, total, changes: 1 };
  return [
    { ...cell, salesManagerId: ALL_SELLERS },
    { ...cell, salesManagerId },
  ];
}
