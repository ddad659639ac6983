import type { IstDay } from '../calendar/ist-day.js';
import type { TokenType } from '../payment/token-catalogue.js';
import { DEFAULT_EVENT_ID } from '../projects/event-rules.js';

/** Figures of one seller, tier, event and IST day (docs/product.md#reconciliation). Sums are paise. */
export interface DayFigures {
  sellerId: number;
  tokenType: TokenType;
  eventId: number;
  /** Links created. */
  made: number;
  /** Of those, opened by the customer on the same day. */
  opened: number;
  paid: number;
  /** Sent to the bank that day, outcome unknown. */
  unclear: number;
  failed: number;
  /** Cancelled payments, expired links included. */
  cancelled: number;
  /** Refunds completed. */
  refunds: number;
  gross: number;
  refunded: number;
}

export const COUNTED = [
  'made',
  'opened',
  'paid',
  'unclear',
  'failed',
  'cancelled',
  'refunds',
  'gross',
  'refunded',
] as const satisfies readonly (keyof DayFigures)[];
export type Counted = (typeof COUNTED)[number];

const FORM = 'tokendesk-day-1';
/** Each row names its event after the tier. */
const FORM_BY_EVENT = 'tokendesk-day-2';

/**
 * The canonical text of these figures, to be hashed: sellers, tiers and events in a fixed order, empty rows left out, whole numbers
 * only. The first field is the version of the format: a day that happened in the default event alone is written as before there were
 * events.
 */
export function canonicalDay(day: IstDay, rows: readonly DayFigures[]): string {
  const kept = rows
    .filter((row) => COUNTED.some((name) => row[name] !== 0))
    .sort((a, b) => a.sellerId - b.sellerId || compare(a.tokenType, b.tokenType) || a.eventId - b.eventId);
  const isByEvent = kept.some(({ eventId }) => eventId !== DEFAULT_EVENT_ID);
  const lines = kept.map((row) => [
    row.sellerId,
    row.tokenType,
    ...(isByEvent ? [row.eventId] : []),
    ...COUNTED.map((name) => whole(row[name])),
  ]);
  return JSON.stringify([isByEvent ? FORM_BY_EVENT : FORM, day, lines]);
}

/** @returns the rows of a canonical text; null for any other text */
export function readCanonicalDay(text: string): DayFigures[] | null {
  try {
    const [form, , rows] = JSON.parse(text) as [string, string, (string | number)[][]];
    if (form !== FORM && form !== FORM_BY_EVENT) return null;
    return rows.map(([sellerId, tokenType, ...rest]) => {
      const [eventId = 0, ...numbers] = form === FORM_BY_EVENT ? rest : [DEFAULT_EVENT_ID, ...rest];
      return {
        sellerId: Number(sellerId),
        tokenType: tokenType as TokenType,
        eventId: Number(eventId),
        ...(Object.fromEntries(COUNTED.map((name, index) => [name, Number(numbers[index])])) as Record<
          Counted,
          number
        >),
      };
    });
  } catch {
    return null;
  }
}

/** @returns the day that a canonical text is about; null for any other text */
export function dayOfCanonical(text: string): string | null {
  try {
    const [form, day] = JSON.parse(text) as [string, string];
    return form === FORM || form === FORM_BY_EVENT ? day : null;
  } catch {
    return null;
  }
}

export type FigureSums = Record<Counted, number>;

export function sumOf(rows: readonly FigureSums[]): FigureSums {
  const sum = (name: Counted) => rows.reduce((total, row) => total + row[name], 0);
  return Object.fromEntries(COUNTED.map((name) => [name, sum(name)])) as FigureSums;
}

/** The rows under each key, in the order of their first one. */
export function groupedBy<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}

/** Figures by seller and tier, of all events together. */
export function bySeller(rows: readonly DayFigures[]): DayFigures[] {
  return [...groupedBy(rows, ({ sellerId, tokenType }) => `${sellerId}|${tokenType}`).values()].flatMap((group) =>
    group.slice(0, 1).map((first) => ({ ...first, ...sumOf(group) })),
  );
}

export interface FigureChange {
  sellerId: number;
  tokenType: TokenType;
  eventId: number;
  figure: Counted;
  before: number;
  after: number;
}

/** What differs between two states of a day, in a fixed order. */
export function changesOf(before: readonly DayFigures[], after: readonly DayFigures[]): FigureChange[] {
  const keyOf = (row: DayFigures) => `${row.sellerId}|${row.tokenType}|${row.eventId}`;
  const [was, is] = [new Map(before.map((row) => [keyOf(row), row])), new Map(after.map((row) => [keyOf(row), row]))];
  const keys = [...new Set([...was.keys(), ...is.keys()])].sort();
  return keys.flatMap((key) => {
    const [old, fresh] = [was.get(key), is.get(key)];
    const { sellerId, tokenType, eventId } = (old ?? fresh)!;
    return COUNTED.flatMap((figure) => {
      const [then, now] = [old?.[figure] ?? 0, fresh?.[figure] ?? 0];
      return then === now ? [] : [{ sellerId, tokenType, eventId, figure, before: then, after: now }];
    });
  });
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function whole(value: number): number {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`not a figure of a day: ${value}`);
  return value;
}
