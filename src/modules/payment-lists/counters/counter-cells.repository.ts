import { ALL_SELLERS, type CountCell } from '../../../domain/payment/counted-payment.js';
import { isPaid, type PaymentStatus } from '../../../domain/payment/payment-status.js';
import type { TokenType } from '../../../domain/payment/token-catalogue.js';
import { PaymentCountEntity } from '../../../database/entities/payment-count.entity.js';
import { NewRowDetector } from '../../../database/new-row-detector.js';
import { PAIRS, PAIRS_OF_PROJECT } from '../../../database/counted-pairs.js';
import { isIn } from '../payment-filter.js';
import type { UnitOfWork } from '../../../database/unit-of-work.js';
import { wholeNumber } from '../../../database/whole-number.js';

export interface CountedFilter {
  salesManagerId?: number;
  /** Of these projects; of none when the list is empty. */
  projectIds?: readonly number[];
  status?: PaymentStatus;
  tokenType?: TokenType;
}

/** A total and its version, which changes exactly when a payment joins or leaves the list. */
export interface CountedTotal {
  total: number;
  version: number;
}

/** Counters of one seller, or of all, in all projects or in some. */
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
  /** @param cells one for each project, tier and status, and the pairs */
  constructor(private readonly cells: Omit<WrittenCell, 'salesManagerId'>[]) {}

  /** The same read, of some projects; the pairs are of all. @param projectIds undefined: all projects */
  within(projectIds: readonly number[] | undefined): SellerCounts {
    if (projectIds === undefined) return this;
    return new SellerCounts(
      this.cells.filter(({ status, projectId }) => status === PAIRS || projectIds.includes(projectId)),
    );
  }

  /** @param filter of the same seller */
  totalOf({ tokenType, status, projectIds }: Omit<CountedFilter, 'salesManagerId'>): CountedTotal {
    const cells = this.within(projectIds).payments.filter(
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

  /** Whether all completed payments are of these projects. */
  isCompletedWithin(projectIds: readonly number[]): boolean {
    const { total } = this.totalOf({ status: 'completed', projectIds });
    return total === this.totalOf({ status: 'completed' }).total;
  }

  /** Changes when the pairs of these projects may have: with each completed payment, and with the address of a customer. */
  pairsVersion(projectIds: readonly number[]): number {
    const { version } = this.totalOf({ status: 'completed', projectIds });
    return (
      version +
      sumOf(
        this.cells.filter(({ status }) => status === PAIRS),
        'changes',
      )
    );
  }

  private get payments() {
    return this.cells.filter(({ status }) => status !== PAIRS);
  }
}

function sumOf<Each extends Sum>(cells: Pick<WrittenCell, Each>[], sum: Each): number {
  return cells.reduce((total, cell) => total + Number(cell[sum]), 0);
}

function byType(cells: Pick<WrittenCell, 'tokenType' | 'total'>[]): Record<TokenType, number> {
  const of = (type: TokenType) =>
    sumOf(
      cells.filter(({ tokenType }) => tokenType === type),
      'total',
    );
  return { gold: of('gold'), silver: of('silver'), platinum: of('platinum') };
}

/** Below this number of delta rows, folding saves nothing. */
const WORTH_FOLDING = 32;
const FOLDED_AT_ONCE = 2000;
const CELLS_AT_ONCE = 200;
const ONE_CELL = 'sales_manager_id = ? AND token_type = ? AND status = ? AND project_id = ?';

type Cell = Pick<WrittenCell, 'salesManagerId' | 'tokenType' | 'status' | 'projectId'>;

/** The rows of `payment_counts`: deltas that are summed when read, and folded afterwards. */
export class CounterCells {
  private readonly newRows: NewRowDetector;

  constructor(private readonly uow: UnitOfWork) {
    this.newRows = new NewRowDetector(uow, 'payment_counts');
  }

  /** Must run in the same transaction as the change. */
  async add(cells: WrittenCell[]): Promise<void> {
    if (cells.length === 0) return;
    const rows = cells.map(() => '(?, ?, ?, ?, ?, ?, ?, ?)').join(', ');
    await this.uow.manager.query(
      `INSERT INTO payment_counts (sales_manager_id, project_id, token_type, status, total, changes, amount, refunded) VALUES ${rows}`,
      cells.flatMap(({ salesManagerId, projectId, tokenType, status, total, changes, amount, refunded }) => [
        salesManagerId,
        projectId,
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
    if (filter.projectIds) {
      where.push(isIn('project_id', filter.projectIds));
      parameters.push(...filter.projectIds);
    }
    const [row] = await this.uow.read<{ total: unknown; changes: unknown }>(
      `SELECT COALESCE(SUM(total), 0) AS total, COALESCE(SUM(changes), 0) AS changes
         FROM payment_counts ${this.byCell} WHERE ${where.join(' AND ')}`,
      parameters,
    );
    return { total: wholeNumber(row?.total), version: wholeNumber(row?.changes) };
  }

  /** All counters of one seller, consistent. @param salesManagerId undefined: all sellers */
  async ofSeller(salesManagerId?: number): Promise<SellerCounts> {
    const rows = await this.uow.read<Pick<CountCell, 'tokenType' | 'status'> & Record<Sum | 'projectId', unknown>>(
      `SELECT token_type AS tokenType, status, project_id AS projectId, SUM(total) AS total, SUM(changes) AS changes,
              SUM(amount) AS amount, SUM(refunded) AS refunded
         FROM payment_counts ${this.byCell} WHERE sales_manager_id = ? GROUP BY token_type, status, project_id`,
      [salesManagerId ?? ALL_SELLERS],
    );
    const cells = rows.map(({ tokenType, status, projectId, total, changes, amount, refunded }) => ({
      tokenType,
      status,
      projectId: wholeNumber(projectId),
      total: wholeNumber(total),
      changes: wholeNumber(changes),
      amount: wholeNumber(amount),
      refunded: wholeNumber(refunded),
    }));
    return new SellerCounts(cells);
  }

  /** Unique pairs of customer (by email) and tier among the completed payments of one project. */
  async pairsOfProject(projectId: number): Promise<Record<TokenType, number>> {
    const rows = await this.uow.read<{ tokenType: TokenType; total: unknown }>(
      `SELECT token_type AS tokenType, SUM(total) AS total FROM payment_counts ${this.byCell}
        WHERE sales_manager_id = ? AND status = '${PAIRS}' AND project_id = ? GROUP BY token_type`,
      [PAIRS_OF_PROJECT, projectId],
    );
    return byType(rows.map(({ tokenType, total }) => ({ tokenType, total: wholeNumber(total) })));
  }

  /** Folds delta rows. Concurrency-safe: rows are locked, other instances wait and fold what is left. */
  async fold(): Promise<void> {
    await this.newRows.whenThereAre(async () => {
      for (let again = true; again;) again = await this.uow.run(() => this.foldSome());
    });
  }

  /** The rows of cells that have several, so that it matters neither how many cells there are nor which of them change. */
  private async foldSome(): Promise<boolean> {
    const repeated = await this.repeatedCells();
    if (repeated.reduce((sum, { total }) => sum + total - 1, 0) < WORTH_FOLDING) return false;
    const rows = (await this.uow.manager.query(
      `SELECT id, sales_manager_id AS salesManagerId, project_id AS projectId, token_type AS tokenType, status, total, changes, amount, refunded
         FROM payment_counts ${this.byCell} WHERE ${repeated.map(() => `(${ONE_CELL})`).join(' OR ')}
        LIMIT ${FOLDED_AT_ONCE} ${this.uow.isSqlite ? '' : 'FOR UPDATE'}`,
      repeated.flatMap(({ salesManagerId, tokenType, status, projectId }) => [
        salesManagerId,
        tokenType,
        status,
        projectId,
      ]),
    )) as (WrittenCell & { id: number })[];
    const cells = summedByCell(rows);
    // Another instance may have folded them meanwhile.
    if (rows.length - cells.length < WORTH_FOLDING) return false;
    await this.take(rows.map(({ id }) => id));
    await this.add(cells);
    return true;
  }

  /** Those with most rows, read off the index in its order. `total`: their rows. */
  private async repeatedCells(): Promise<(Cell & { total: number })[]> {
    const rows = await this.uow.read<Cell & { total: unknown }>(
      `SELECT sales_manager_id AS salesManagerId, token_type AS tokenType, status, project_id AS projectId, COUNT(*) AS total
         FROM payment_counts ${this.byCell} GROUP BY sales_manager_id, token_type, status, project_id
       HAVING COUNT(*) > 1 ORDER BY COUNT(*) DESC LIMIT ${CELLS_AT_ONCE}`,
    );
    return rows.map((row) => ({ ...row, total: wholeNumber(row.total) }));
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

function summedByCell(rows: readonly WrittenCell[]): WrittenCell[] {
  const cells = new Map<string, WrittenCell>();
  for (const row of rows) {
    const name = `${row.salesManagerId} ${row.projectId} ${row.tokenType} ${row.status}`;
    const { total = 0, changes = 0, amount = 0, refunded = 0 } = cells.get(name) ?? {};
    cells.set(name, {
      ...row,
      total: total + row.total,
      changes: changes + row.changes,
      amount: amount + wholeNumber(row.amount),
      refunded: refunded + wholeNumber(row.refunded),
    });
  }
  return [...cells.values()];
}
