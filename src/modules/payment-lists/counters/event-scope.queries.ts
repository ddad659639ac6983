import { dayNumber, DAYS } from '../../../domain/calendar/day-tree.js';
import type { Span } from '../../../domain/calendar/ist-day.js';
import { DEFAULT_EVENT_ID } from '../../../domain/projects/event-rules.js';
import type { UnitOfWork } from '../../../database/unit-of-work.js';
import { isIn } from '../payment-filter.js';

/** Payments of some projects, of none when the list is empty, and of one event; neither: of all. */
export interface EventScope {
  projectIds?: readonly number[];
  eventId?: number;
}

/** SQL with its parameters. */
export type Part = [sql: string, parameters: (string | number)[]];

/** Above this number of events their rows are chosen one by one, not by a range of the key for each. */
const RANGES_AT_MOST = 20;

/**
 * Where the day totals of some events stand: the figures of all payments in `day_sums`, those of each event but the default one in
 * `event_day_sums`, so that the default event has what the others leave.
 */
export class EventFigures {
  /** @param events ids; null: all */
  private constructor(private readonly events: readonly number[] | null) {}

  /** An event belongs to its project for good, so its payments are the project's. */
  static async of(uow: UnitOfWork, { projectIds, eventId }: EventScope): Promise<EventFigures> {
    if (projectIds === undefined && eventId === undefined) return new EventFigures(null);
    const where = [
      ...(projectIds === undefined ? [] : [isIn('project_id', projectIds)]),
      ...(eventId === undefined ? [] : ['id = ?']),
    ];
    const rows = await uow.read<{ id: unknown }>(`SELECT id FROM events WHERE ${where.join(' AND ')}`, [
      ...(projectIds ?? []),
      ...(eventId === undefined ? [] : [eventId]),
    ]);
    return new EventFigures(rows.map(({ id }) => Number(id)));
  }

  /** All payments. */
  get isAll(): boolean {
    return this.events === null;
  }

  /** Rows `node, kind, name, total, gross, refunded`, to be summed. @param only a condition on kind and name */
  sums(nodes: readonly number[], [only, names]: Part): Part {
    const at = `node IN (${nodes.map(() => '?').join(', ')}) AND ${only}`;
    const parameters = [...nodes, ...names];
    const all = `SELECT node, kind, name, total, gross, refunded FROM day_sums WHERE ${at}`;
    if (this.events === null) return [all, parameters];
    const own = this.events.filter((id) => id !== DEFAULT_EVENT_ID);
    if (own.length === this.events.length) {
      const column = own.length > RANGES_AT_MOST ? 'event_id + 0' : 'event_id';
      const sql = `SELECT node, kind, name, total, gross, refunded FROM event_day_sums WHERE ${at} AND ${isIn(column, own)}`;
      return [sql, [...parameters, ...own]];
    }
    const others = own.length === 0 ? '' : `AND event_id + 0 NOT IN (${own.map(() => '?').join(', ')})`;
    const less = `SELECT node, kind, name, -total, -gross, -refunded FROM event_day_sums WHERE ${at} ${others}`;
    return [`${all} UNION ALL ${less}`, [...parameters, ...parameters, ...own]];
  }

  /** Rows `day, kind, name, total, gross, refunded` that are not folded yet. @param from the first day @param end after the last */
  deltas([from, end]: readonly [number, number], [only, names]: Part): Part {
    const own = this.events === null ? '' : `AND ${isIn('event_id', this.events)}`;
    return [
      `SELECT day, kind, name, total, gross, refunded FROM day_changes WHERE day >= ? AND day < ? AND ${only} ${own}`,
      [from, end, ...names, ...(this.events ?? [])],
    ];
  }

  /** The first link of each event, by its creation: rows `at`. Not for all payments. */
  firstLinks(): Part {
    const events = this.events ?? [];
    const first = '(SELECT p.created_at FROM payments p WHERE p.event_id = e.id ORDER BY p.created_at LIMIT 1)';
    return [`SELECT ${first} AS at FROM events e WHERE ${isIn('e.id', events)}`, [...events]];
  }
}

/** First day and the one after the last, in days since 1970. */
export function daysOf({ from, before }: Span): [number, number] {
  return [from === null ? 0 : dayNumber(from), before === null ? DAYS : dayNumber(before)];
}
