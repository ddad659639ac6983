import { ALL_SELLERS, type CountCell } from '../../../domain/payment/counted-payment.js';
import { isPaid, type PaymentStatus } from '../../../domain/payment/payment-status.js';
import type { TokenType } from '../../../domain/payment/token-catalogue.js';
import { PaymentCountEntity } from '../../../database/entities/payment-count.entity.js';
import { NewRowDetector } from '../../../database/new-row-detector.js';
import { PAIRS } from '../../../database/payment-recount.js';
import type { UnitOfWork } from '../../../database/unit-of-work.js';
import { wholeNumber } from '../../../database/whole-number.js';

export interface CountedFilter {
  salesManagerId?: number;
  status?: PaymentStatus;
  tokenType?: TokenType;
}

/** A total and its version, which changes exactly when a payment joins or leaves the list. */
export interface CountedTotal {
  total: number;
  version: number;
}

/** Counters of one seller, or of all. */
export interface SellerFigures {
  /** Links of every status. */
  total: number;
  completed: Record<TokenType, number>;
  /** Paise of paid payments, and of their completed refunds. */
  gross: number;
  refunded: number;
  /** Paise: the one less the other. */
  revenue: number;
}

export interface WrittenCell extends CountCell {
  changes: number;
}

type Sum = 'total' | 'changes' | 'amount' | 'refunded';

/** A consistent read of the cells of one seller, or of all sellers. */
export class SellerCounts {
  /** @param cells one for each tier and status, and the pairs */
  constructor(private readonly cells: Omit<WrittenCell, 'salesManagerId'>[]) {}

  /** @param filter of the same seller */
  totalOf({ tokenType, status }: Omit<CountedFilter, 'salesManagerId'>): CountedTotal {
    const cells = this.payments.filter(
      (cell) => cell.tokenType === (tokenType ?? cell.tokenType) && cell.status === (status ?? cell.status),
    );
    return { total: sumOf(cells, 'total'), version: sumOf(cells, 'changes') };
  }

  get figures(): SellerFigures {
    const completed = this.payments.filter(({ status }) => status === 'completed');
    const paid = this.payments.filter(({ status }) => isPaid(status as PaymentStatus));
    const [gross, refunded] = [sumOf(paid, 'amount'), sumOf(paid, 'refunded')];
    const total = sumOf(this.payments, 'total');
    return { total, completed: byType(completed), gross, refunded, revenue: gross - refunded };
  }

  /** Unique pairs of customer (by email) and tier among completed payments, over all sellers. */
  get pairs(): Record<TokenType, number> {
    return byType(this.cells.filter(({ status }) => status === PAIRS));
  }

  private get payments() {
    return this.cells.filter(({ status }) => status !== PAIRS);
  }
}

function sumOf(cells: Pick<WrittenCell, Sum>[], sum: Sum): number {
  return cells.reduce((total, cell) => total + cell[sum], 0);
}

function byType(cells: Pick<WrittenCell, 'tokenType' | 'total'>[]): Record<TokenType, number> {
  const of = (type: TokenType) => cells.find(({ tokenType }) => tokenType === type)?.total ?? 0;
  return { gold: of('gold'), silver: of('silver'), platinum: of('platinum') };
}

/** Below this number of delta rows, folding saves nothing. */
const WORTH_FOLDING = 32;
const FOLDED_AT_ONCE = 2000;

/** The rows of `payment_counts`: deltas that are summed when read, and folded afterwards. */
export class CounterCells {
  private readonly newRows: NewRowDetector;

  constructor(private readonly uow: UnitOfWork) {
    this.newRows = new NewRowDetector(uow, 'payment_counts');
  }

  /** Must run in the same transaction as the change. */
  async add(cells: WrittenCell[]): Promise<void> {
    if (cells.length === 0) return;
    const rows = cells.map(() => '(?, ?, ?, ?, ?, ?, ?)').join(', ');
    await this.uow.manager.query(
      `INSERT INTO payment_counts (sales_manager_id, token_type, status, total, changes, amount, refunded) VALUES ${rows}`,
      cells.flatMap(({ salesManagerId, tokenType, status, total, changes, amount, refunded }) => [
        salesManagerId,
        tokenType,
        status,
        total,
        changes,
        amount,
        refunded,
      ]),
    );
  }

  async totalOf(filter: CountedFilter): Promise<CountedTotal> {
    const where = ['sales_manager_id = ?', `status <> '${PAIRS}'`];
    const parameters: (string | number)[] = [filter.salesManagerId ?? ALL_SELLERS];
    if (filter.tokenType) where.push('token_type = ?');
    if (filter.status) where.push('status = ?');
    parameters.push(...[filter.tokenType, filter.status].filter((value) => value !== undefined));
    const [row] = await this.uow.read<{ total: unknown; changes: unknown }>(
      `SELECT COALESCE(SUM(total), 0) AS total, COALESCE(SUM(changes), 0) AS changes
         FROM payment_counts ${this.byCell} WHERE ${where.join(' AND ')}`,
      parameters,
    );
    return { total: wholeNumber(row?.total), version: wholeNumber(row?.changes) };
  }

  /** All counters of one seller, consistent. @param salesManagerId undefined: all sellers */
  async ofSeller(salesManagerId?: number): Promise<SellerCounts> {
    const rows = await this.uow.read<Pick<CountCell, 'tokenType' | 'status'> & Record<Sum, unknown>>(
      `SELECT token_type AS tokenType, status, SUM(total) AS total, SUM(changes) AS changes, SUM(amount) AS amount,
              SUM(refunded) AS refunded
         FROM payment_counts ${this.byCell} WHERE sales_manager_id = ? GROUP BY token_type, status`,
      [salesManagerId ?? ALL_SELLERS],
    );
    const cells = rows.map(({ tokenType, status, total, changes, amount, refunded }) => ({
      tokenType,
      status,
      total: wholeNumber(total),
      changes: wholeNumber(changes),
      amount: wholeNumber(amount),
      refunded: wholeNumber(refunded),
    }));
    return new SellerCounts(cells);
  }

  /** Folds delta rows. Concurrency-safe: rows are locked, other instances wait and fold what is left. */
  async fold(): Promise<void> {
    await this.newRows.whenThereAre(async () => {
      for (let again = true; again;) again = await this.uow.run(() => this.foldSome());
    });
  }

  private async foldSome(): Promise<boolean> {
    const rows = (await this.uow.manager.query(
      `SELECT id, sales_manager_id AS salesManagerId, token_type AS tokenType, status, total, changes, amount, refunded
         FROM payment_counts ORDER BY id LIMIT ${FOLDED_AT_ONCE} ${this.uow.isSqlite ? '' : 'FOR UPDATE'}`,
    )) as (WrittenCell & { id: number })[];
    const cells = new Map<string, WrittenCell>();
    for (const row of rows) {
      const name = `${row.salesManagerId} ${row.tokenType} ${row.status}`;
      const { total = 0, changes = 0, amount = 0, refunded = 0 } = cells.get(name) ?? {};
      cells.set(name, {
        ...row,
        total: total + row.total,
        changes: changes + row.changes,
        amount: amount + wholeNumber(row.amount),
        refunded: refunded + wholeNumber(row.refunded),
      });
    }
    if (rows.length - cells.size < WORTH_FOLDING) return false;
    await this.take(rows.map(({ id }) => id));
    await this.add([...cells.values()]);
    return rows.length === FOLDED_AT_ONCE;
  }

  private async take(ids: number[]): Promise<void> {
    const { affected } = await this.uow.manager.getRepository(PaymentCountEntity).delete(ids);
    if (affected !== ids.length) throw new Error('some payment counts were folded twice over; the fold is undone');
  }

  /** Index hint: MySQL would otherwise scan the whole table. */
  private get byCell(): string {
    return this.uow.isSqlite ? '' : 'FORCE INDEX (ix_counts_cell)';
  }
}
