import type { DayCell } from '../../../domain/payment/counted-payment.js';
import { nodesAbove } from '../../../domain/calendar/day-tree.js';
import { DEFAULT_EVENT_ID } from '../../../domain/projects/event-rules.js';
import { DayChangeEntity } from '../../../database/entities/day-sum.entity.js';
import { NewRowDetector } from '../../../database/new-row-detector.js';
import type { UnitOfWork } from '../../../database/unit-of-work.js';
import { wholeNumber } from '../../../database/whole-number.js';

/** Figures of a node of the day tree. */
type NodeSum = Omit<DayCell, 'day'> & { node: number };

/** Below this number of delta rows, folding saves nothing. */
const WORTH_FOLDING = 64;
const FOLDED_AT_ONCE = 1000;
const WRITTEN_AT_ONCE = 500;

/** Sums the deltas of days over the spans that hold them: of all payments, and of each event but the default one. */
export class DayFold {
  private readonly newRows: NewRowDetector;

  constructor(private readonly uow: UnitOfWork) {
    this.newRows = new NewRowDetector(uow, 'day_changes');
  }

  /** Folds delta rows. Concurrency-safe: rows are locked, other instances wait and fold what is left. */
  async fold(): Promise<void> {
    await this.newRows.whenThereAre(async () => {
      for (let again = true; again;) again = await this.uow.run(() => this.foldSome());
    });
  }

  /** Adds to the sums of events alone. Must run in a unit of work. */
  async addToEvents(changes: readonly DayCell[]): Promise<void> {
    await this.write(
      'event_day_sums',
      changes.filter(({ eventId }) => eventId !== DEFAULT_EVENT_ID),
    );
  }

  private async foldSome(): Promise<boolean> {
    const rows = (await this.uow.manager.query(
      `SELECT id, day, event_id AS eventId, kind, name, total, gross, refunded FROM day_changes
        ORDER BY id LIMIT ${FOLDED_AT_ONCE} ${this.uow.isSqlite ? '' : 'FOR UPDATE'}`,
    )) as (DayCell & { id: number })[];
    const changes = rows.map((row) => ({ ...row, gross: wholeNumber(row.gross), refunded: wholeNumber(row.refunded) }));
    if (changes.length < WORTH_FOLDING) return false;
    await this.take(changes.map(({ id }) => id));
    await this.write(
      'day_sums',
      changes.map((change) => ({ ...change, eventId: DEFAULT_EVENT_ID })),
    );
    await this.addToEvents(changes);
    return changes.length === FOLDED_AT_ONCE;
  }

  private async take(ids: number[]): Promise<void> {
    const { affected } = await this.uow.manager.getRepository(DayChangeEntity).delete(ids);
    if (affected !== ids.length) throw new Error('some figures of days were folded twice over; the fold is undone');
  }

  private async write(table: SumTable, changes: readonly DayCell[]): Promise<void> {
    const sums = new Map<string, NodeSum>();
    for (const { day, eventId, kind, name, total, gross, refunded } of changes) {
      for (const node of nodesAbove(day)) {
        const place = `${node} ${kind} ${eventId} ${name}`;
        const sum = sums.get(place) ?? { node, eventId, kind, name, total: 0, gross: 0, refunded: 0 };
        sum.total += total;
        sum.gross += gross;
        sum.refunded += refunded;
        sums.set(place, sum);
      }
    }
    const all = [...sums.values()];
    for (let at = 0; at < all.length; at += WRITTEN_AT_ONCE)
      await this.upsert(table, all.slice(at, at + WRITTEN_AT_ONCE));
  }

  private async upsert(table: SumTable, sums: NodeSum[]): Promise<void> {
    const key = KEYS[table];
    const columns = [...key, 'total', 'gross', 'refunded'];
    const row = `(${columns.map(() => '?').join(', ')})`;
    await this.uow.manager.query(
      `INSERT INTO ${table} (${columns.map((column) => NAMES[column] ?? column).join(', ')}) VALUES ${Array(sums.length).fill(row).join(', ')}
       ${this.uow.isSqlite ? addedOnSqlite(table) : addedOnMysql(table)}`,
      sums.flatMap((sum) => columns.map((column) => sum[column as keyof NodeSum])),
    );
  }
}

const KEYS = {
  day_sums: ['node', 'kind', 'name'],
  event_day_sums: ['node', 'kind', 'eventId', 'name'],
} as const;
type SumTable = keyof typeof KEYS;

const NAMES: Readonly<Record<string, string>> = { eventId: 'event_id' };

function addedOnSqlite(table: SumTable): string {
  const key = KEYS[table].map((column) => NAMES[column] ?? column).join(', ');
  return `ON CONFLICT (${key}) DO UPDATE SET total = ${table}.total + excluded.total,
    gross = ${table}.gross + excluded.gross, refunded = ${table}.refunded + excluded.refunded`;
}

function addedOnMysql(table: SumTable): string {
  return `ON DUPLICATE KEY UPDATE total = ${table}.total + VALUES(total),
    gross = ${table}.gross + VALUES(gross), refunded = ${table}.refunded + VALUES(refunded)`;
}
