import { Injectable } from '@nestjs/common';
import { type DayCell, type DayKind, WHOLE_KINDS } from '../../../domain/payment/counted-payment.js';
import { dayNumber, DAYS, nodesOf } from '../../../domain/calendar/day-tree.js';
import type { Span } from '../../../domain/calendar/ist-day.js';
import type { TokenType } from '../../../domain/payment/token-catalogue.js';
import { readInstant } from '../../../database/instants.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { wholeNumber } from '../../../database/whole-number.js';
import { DayFold } from './day-fold.repository.js';
import { daysOf, EventFigures, type EventScope, type Part } from './event-scope.queries.js';

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

const WHOLE = WHOLE_KINDS.map((kind) => `'${kind}'`).join(', ');
const CREATED: Part = ["kind = 'created'", []];

const WRITTEN_AT_ONCE = 500;

/** Day totals: deltas written with each change of a payment, and their sums over spans of days. */
@Injectable()
export class DayTotals {
  private readonly folds: DayFold;

  constructor(private readonly uow: UnitOfWork) {
    this.folds = new DayFold(uow);
  }

  /** Must run in the same transaction as the change. */
  async add(cells: DayCell[]): Promise<void> {
    for (let at = 0; at < cells.length; at += WRITTEN_AT_ONCE) {
      const some = cells.slice(at, at + WRITTEN_AT_ONCE);
      await this.uow.manager.query(
        `INSERT INTO day_changes (day, event_id, kind, name, total, gross, refunded)
         VALUES ${some.map(() => '(?, ?, ?, ?, ?, ?, ?)').join(', ')}`,
        some.flatMap(({ day, eventId, kind, name, total, gross, refunded }) => [
          day,
          eventId,
          kind,
          name,
          total,
          gross,
          refunded,
        ]),
      );
    }
  }

  /**
   * Always exact, in one statement: the nodes of the span and the deltas that are not folded yet. With a seller or a tier, its figures
   * of the kinds `sale` and `link` stand beside those of all sellers and tiers. Projects or an event take two statements more.
   * @param span whole IST days
   */
  async of(span: Span, scope: DayScope = {}): Promise<SpanFigures> {
    const nodes = nodesOf(span);
    if (nodes.length === 0) return { figures: [], firstDay: null };
    const events = await EventFigures.of(this.uow, scope);
    const [sums, ofSums] = events.sums(nodes, figuresOf(scope));
    const [deltas, ofDeltas] = events.deltas(daysOf(span), figuresOf(scope));
    const rows = await this.uow.read<Row>(
      `SELECT kind, name, SUM(total) AS total, SUM(gross) AS gross, SUM(refunded) AS refunded FROM (
         SELECT kind, name, total, gross, refunded FROM (${sums}) sums
         UNION ALL SELECT kind, name, total, gross, refunded FROM (${deltas}) deltas
         UNION ALL SELECT 'first', 'sums', MIN(node) - ${DAYS}, 0, 0 FROM day_sums WHERE node >= ${DAYS}
         UNION ALL SELECT 'first', 'changes', MIN(day), 0, 0 FROM day_changes
       ) figures GROUP BY kind, name`,
      [...ofSums, ...ofDeltas],
    );
    const firsts = rows.filter(({ kind, total }) => kind === 'first' && total !== null);
    const first = firsts.length === 0 ? null : Math.min(...firsts.map(({ total }) => wholeNumber(total)));
    return {
      figures: rows
        .filter(({ kind }) => kind !== 'first')
        .map(figureOf)
        .filter(({ total, gross, refunded }) => total !== 0 || gross !== 0 || refunded !== 0),
      firstDay: events.isAll ? first : await this.firstDayOf(events),
    };
  }

  /** What was paid in each span, exact, in one statement. @param spans whole IST days, with both ends */
  async moneyOf(spans: readonly Span[], scope: DayScope = {}): Promise<DayMoney[]> {
    if (spans.length === 0) return [];
    const nodes = [...new Set(spans.flatMap((span) => nodesOf(span)))];
    const ends = spans.map(daysOf);
    const events = await EventFigures.of(this.uow, scope);
    const [sums, ofSums] = events.sums(nodes, moneyOf(scope));
    const whole = [Math.min(...ends.map(([from]) => from)), Math.max(...ends.map(([, end]) => end))] as const;
    const [deltas, ofDeltas] = events.deltas(whole, moneyOf(scope));
    const rows = await this.uow.read<Record<'node' | keyof DayMoney, unknown>>(
      `SELECT node, SUM(total) AS total, SUM(gross) AS gross, SUM(refunded) AS refunded FROM (
         SELECT node, total, gross, refunded FROM (${sums}) sums
         UNION ALL SELECT -day, total, gross, refunded FROM (${deltas}) deltas
       ) figures GROUP BY node`,
      [...ofSums, ...ofDeltas],
    );
    // A node is positive; a day whose deltas are not folded yet is negative.
    const found = rows.map(({ node, total, gross, refunded }) => ({
      node: Number(node),
      money: { total: wholeNumber(total), gross: wholeNumber(gross), refunded: wholeNumber(refunded) },
    }));
    return spans.map((span, index) => {
      const own = new Set(nodesOf(span));
      const [from, end] = ends[index] ?? [0, 0];
      return found
        .filter(({ node }) => (node > 0 ? own.has(node) : -node >= from && -node < end))
        .reduce((sum, { money }) => plus(sum, money), { total: 0, gross: 0, refunded: 0 });
    });
  }

  /** Payments created in the span. @param span whole IST days */
  async createdIn(span: Span, scope: EventScope = {}): Promise<number> {
    const nodes = nodesOf(span);
    if (nodes.length === 0) return 0;
    const events = await EventFigures.of(this.uow, scope);
    const [sums, ofSums] = events.sums(nodes, CREATED);
    const [deltas, ofDeltas] = events.deltas(daysOf(span), CREATED);
    const [row] = await this.uow.read<{ total: unknown }>(
      `SELECT COALESCE(SUM(total), 0) AS total FROM (
         SELECT total FROM (${sums}) sums UNION ALL SELECT total FROM (${deltas}) deltas
       ) figures`,
      [...ofSums, ...ofDeltas],
    );
    return wholeNumber(row?.total);
  }

  /** Folds delta rows. Concurrency-safe: rows are locked, other instances wait and fold what is left. */
  async fold(): Promise<void> {
    await this.folds.fold();
  }

  /** The day of the first link: nothing of a payment is counted on an earlier one. */
  private async firstDayOf(events: EventFigures): Promise<number | null> {
    const rows = await this.uow.read<{ at: Date | string | null }>(...events.firstLinks());
    const days = rows.flatMap(({ at }) => (at === null ? [] : [dayNumber(readInstant(at))]));
    return days.length === 0 ? null : Math.min(...days);
  }
}

function plus(a: DayMoney, b: DayMoney): DayMoney {
  return { total: a.total + b.total, gross: a.gross + b.gross, refunded: a.refunded + b.refunded };
}

/** Conditions of literals; what they compare with are parameters. */
function moneyOf({ salesManagerId, tokenType }: DayScope): Part {
  if (tokenType === undefined)
    return salesManagerId === undefined
      ? ["kind = 'seller'", []]
      : ["(kind = 'seller' AND name = ?)", [String(salesManagerId)]];
  if (salesManagerId === undefined) return ["(kind = 'sale' AND name LIKE ?)", [`%|${tokenType}`]];
  return ["(kind = 'sale' AND name = ?)", [`${salesManagerId}|${tokenType}`]];
}

function figuresOf(scope: DayScope): Part {
  const { salesManagerId, tokenType } = scope;
  if (salesManagerId === undefined && tokenType === undefined) return [`kind IN (${WHOLE})`, []];
  const owner = `${salesManagerId ?? '%'}|${tokenType ?? '%'}`;
  return [`(kind IN (${WHOLE}) OR (kind IN ('sale', 'link') AND (name LIKE ? OR name LIKE ?)))`, [owner, `${owner}|%`]];
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
