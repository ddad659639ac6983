import { Injectable } from '@nestjs/common';
import { type DayCell, type DayKind, WHOLE_KINDS } from '../../../domain/payment/counted-payment.js';
import { dayNumber, DAYS, nodesAbove, nodesOf } from '../../../domain/calendar/day-tree.js';
import type { Span } from '../../../domain/calendar/ist-day.js';
import type { TokenType } from '../../../domain/payment/token-catalogue.js';
import { DayChangeEntity } from '../../../database/entities/day-sum.entity.js';
import type { EventScope } from './event-scope.js';
import { NewRowDetector } from '../../../database/new-row-detector.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { wholeNumber } from '../../../database/whole-number.js';

export interface DayFigure {
  kind: DayKind;
  name: string;
  total: number;
  /** Paise. */
  gross: number;
  refunded: number;
}

/** Which payments: of one seller, of one tier, of some projects, of one event, of all of these together, or all. */
export interface DayScope extends EventScope {
  salesManagerId?: number;
  tokenType?: TokenType;
}

/** Paid payments of a span. Amounts are paise. */
export interface DayMoney {
  /** Completed payments. */
  total: number;
  gross: number;
  refunded: number;
}

export interface SpanFigures {
  figures: DayFigure[];
  /** The first day that has any figure, in days since 1970; null without one. */
  firstDay: number | null;
}

type Row = Record<keyof DayFigure, unknown>;
type Condition = [sql: string, parameters: string[]];

const WHOLE = WHOLE_KINDS.map((kind) => `'${kind}'`).join(', ');

/** Below this number of delta rows, folding saves nothing. */
const WORTH_FOLDING = 64;
const FOLDED_AT_ONCE = 1000;
const WRITTEN_AT_ONCE = 500;

const ADDED_SQLITE = `ON CONFLICT (node, kind, name) DO UPDATE SET total = day_sums.total + excluded.total,
  gross = day_sums.gross + excluded.gross, refunded = day_sums.refunded + excluded.refunded`;
const ADDED_MYSQL = `ON DUPLICATE KEY UPDATE total = day_sums.total + VALUES(total),
  gross = day_sums.gross + VALUES(gross), refunded = day_sums.refunded + VALUES(refunded)`;

/** Day totals: deltas written with each change of a payment, and their sums over spans of days. */
@Injectable()
export class DayTotals {
  private readonly newRows: NewRowDetector;

  constructor(private readonly uow: UnitOfWork) {
    this.newRows = new NewRowDetector(uow, 'day_changes');
  }

  /** Must run in the same transaction as the change. */
  async add(cells: DayCell[]): Promise<void> {
    for (let at = 0; at < cells.length; at += WRITTEN_AT_ONCE) {
      const some = cells.slice(at, at + WRITTEN_AT_ONCE);
      await this.uow.manager.query(
        `INSERT INTO day_changes (day, kind, name, total, gross, refunded) VALUES ${rowsOf(some.length)}`,
        some.flatMap(({ day, kind, name, total, gross, refunded }) => [day, kind, name, total, gross, refunded]),
      );
    }
  }

  /**
   * Always exact, in one statement: the nodes of the span and the deltas that are not folded yet. With a scope, its figures of the
   * kinds `sale` and `link` stand beside those of all sellers and tiers.
   * @param span whole IST days
   */
  async of(span: Span, scope: DayScope = {}): Promise<SpanFigures> {
    const nodes = nodesOf(span);
    if (nodes.length === 0) return { figures: [], firstDay: null };
    const [only, names] = figuresOf(scope);
    const rows = await this.uow.read<Row>(
      `SELECT kind, name, SUM(total) AS total, SUM(gross) AS gross, SUM(refunded) AS refunded FROM (
         SELECT kind, name, total, gross, refunded FROM day_sums WHERE node IN (${nodes.map(() => '?').join(', ')}) AND ${only}
         UNION ALL SELECT kind, name, total, gross, refunded FROM day_changes WHERE day >= ? AND day < ? AND ${only}
         UNION ALL SELECT 'first', 'sums', MIN(node) - ${DAYS}, 0, 0 FROM day_sums WHERE node >= ${DAYS}
         UNION ALL SELECT 'first', 'changes', MIN(day), 0, 0 FROM day_changes
       ) figures GROUP BY kind, name`,
      [...nodes, ...names, ...daysOf(span), ...names],
    );
    const firsts = rows.filter(({ kind, total }) => kind === 'first' && total !== null);
    return {
      figures: rows
        .filter(({ kind }) => kind !== 'first')
        .map(figureOf)
        .filter(({ total, gross, refunded }) => total !== 0 || gross !== 0 || refunded !== 0),
      firstDay: firsts.length === 0 ? null : Math.min(...firsts.map(({ total }) => wholeNumber(total))),
    };
  }

  /** What was paid in each span, exact, in one statement. @param spans whole IST days, with both ends */
  async moneyOf(spans: readonly Span[], scope: DayScope = {}): Promise<DayMoney[]> {
    if (spans.length === 0) return [];
    const nodes = [...new Set(spans.flatMap((span) => nodesOf(span)))];
    const ends = spans.map(daysOf);
    const [only, names] = moneyOf(scope);
    const rows = await this.uow.read<Record<'node' | keyof DayMoney, unknown>>(
      `SELECT node, SUM(total) AS total, SUM(gross) AS gross, SUM(refunded) AS refunded FROM (
         SELECT node, total, gross, refunded FROM day_sums WHERE node IN (${nodes.map(() => '?').join(', ')}) AND ${only}
         UNION ALL SELECT -day, total, gross, refunded FROM day_changes WHERE day >= ? AND day < ? AND ${only}
       ) figures GROUP BY node`,
      [...nodes, ...names, Math.min(...ends.map(([from]) => from)), Math.max(...ends.map(([, end]) => end)), ...names],
    );
    // A node is positive; a day whose deltas are not folded yet is negative.
    const sums = rows.map(({ node, total, gross, refunded }) => ({
      node: Number(node),
      money: { total: wholeNumber(total), gross: wholeNumber(gross), refunded: wholeNumber(refunded) },
    }));
    return spans.map((span, index) => {
      const own = new Set(nodesOf(span));
      const [from, end] = ends[index] ?? [0, 0];
      return sums
        .filter(({ node }) => (node > 0 ? own.has(node) : -node >= from && -node < end))
        .reduce((sum, { money }) => plus(sum, money), { total: 0, gross: 0, refunded: 0 });
    });
  }

  /** Payments created in the span. @param span whole IST days */
  async createdIn(span: Span): Promise<number> {
    const nodes = nodesOf(span);
    if (nodes.length === 0) return 0;
    const [row] = await this.uow.read<{ total: unknown }>(
      `SELECT COALESCE(SUM(total), 0) AS total FROM (
         SELECT total FROM day_sums WHERE node IN (${nodes.map(() => '?').join(', ')}) AND kind = 'created'
         UNION ALL SELECT total FROM day_changes WHERE day >= ? AND day < ? AND kind = 'created'
       ) figures`,
      [...nodes, ...daysOf(span)],
    );
    return wholeNumber(row?.total);
  }

  /** Folds delta rows. Concurrency-safe: rows are locked, other instances wait and fold what is left. */
  async fold(): Promise<void> {
    await this.newRows.whenThereAre(async () => {
      for (let again = true; again;) again = await this.uow.run(() => this.foldSome());
    });
  }

  private async foldSome(): Promise<boolean> {
    const rows = (await this.uow.manager.query(
      `SELECT id, day, kind, name, total, gross, refunded FROM day_changes ORDER BY id LIMIT ${FOLDED_AT_ONCE}
        ${this.uow.isSqlite ? '' : 'FOR UPDATE'}`,
    )) as (DayCell & { id: number })[];
    const changes = rows.map((row) => ({ ...row, gross: wholeNumber(row.gross), refunded: wholeNumber(row.refunded) }));
    if (changes.length < WORTH_FOLDING) return false;
    await this.take(changes.map(({ id }) => id));
    await this.sumUp(changes);
    return changes.length === FOLDED_AT_ONCE;
  }

  private async take(ids: number[]): Promise<void> {
    const { affected } = await this.uow.manager.getRepository(DayChangeEntity).delete(ids);
    if (affected !== ids.length) throw new Error('some figures of days were folded twice over; the fold is undone');
  }

  private async sumUp(changes: DayCell[]): Promise<void> {
    const sums = new Map<string, DayFigure & { node: number }>();
    for (const { day, kind, name, total, gross, refunded } of changes) {
      for (const node of nodesAbove(day)) {
        const place = `${node} ${kind} ${name}`;
        const sum = sums.get(place) ?? { node, kind, name, total: 0, gross: 0, refunded: 0 };
        sum.total += total;
        sum.gross += gross;
        sum.refunded += refunded;
        sums.set(place, sum);
      }
    }
    const all = [...sums.values()];
    for (let at = 0; at < all.length; at += WRITTEN_AT_ONCE) await this.upsert(all.slice(at, at + WRITTEN_AT_ONCE));
  }

  private async upsert(sums: (DayFigure & { node: number })[]): Promise<void> {
    await this.uow.manager.query(
      `INSERT INTO day_sums (node, kind, name, total, gross, refunded) VALUES ${rowsOf(sums.length)}
       ${this.uow.isSqlite ? ADDED_SQLITE : ADDED_MYSQL}`,
      sums.flatMap(({ node, kind, name, total, gross, refunded }) => [node, kind, name, total, gross, refunded]),
    );
  }
}

/** First day and the one after the last, in days since 1970. */
function daysOf({ from, before }: Span): [number, number] {
  return [from === null ? 0 : dayNumber(from), before === null ? DAYS : dayNumber(before)];
}

function plus(a: DayMoney, b: DayMoney): DayMoney {
  return { total: a.total + b.total, gross: a.gross + b.gross, refunded: a.refunded + b.refunded };
}

/** Conditions of literals; what they compare with are parameters. */
function moneyOf({ salesManagerId, tokenType }: DayScope): Condition {
  if (tokenType === undefined)
    return salesManagerId === undefined
      ? ["kind = 'seller'", []]
      : ["(kind = 'seller' AND name = ?)", [String(salesManagerId)]];
  if (salesManagerId === undefined) return ["(kind = 'sale' AND name LIKE ?)", [`%|${tokenType}`]];
  return ["(kind = 'sale' AND name = ?)", [`${salesManagerId}|${tokenType}`]];
}

function figuresOf(scope: DayScope): Condition {
  const { salesManagerId, tokenType } = scope;
  if (salesManagerId === undefined && tokenType === undefined) return [`kind IN (${WHOLE})`, []];
  const owner = `${salesManagerId ?? '%'}|${tokenType ?? '%'}`;
  return [`(kind IN (${WHOLE}) OR (kind IN ('sale', 'link') AND (name LIKE ? OR name LIKE ?)))`, [owner, `${owner}|%`]];
}

function rowsOf(count: number): string {
  return Array(count).fill('(?, ?, ?, ?, ?, ?)').join(', ');
}

function figureOf({ kind, name, total, gross, refunded }: Row): DayFigure {
  return {
    kind: kind as DayKind,
    name: String(name),
    total: wholeNumber(total),
    gross: wholeNumber(gross),
    refunded: wholeNumber(refunded),
  };
}
