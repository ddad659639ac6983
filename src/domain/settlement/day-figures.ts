import type { IstDay } from '../calendar/ist-day.js';
import type { TokenType } from '../payment/token-catalogue.js';

/** Figures of one seller, tier and IST day (docs/product.md#reconciliation). Sums are paise. */
export interface DayFigures {
  sellerId: number;
  tokenType: TokenType;
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

/**
 * The canonical text of these figures, to be hashed: sellers and tiers in a fixed order, empty rows left out, whole numbers
 * only. The first field is the version of the format.
 */
export function canonicalDay(day: IstDay, rows: readonly DayFigures[]): string {
  const kept = rows
    .filter((row) => COUNTED.some((name) => row[name] !== 0))
    .sort((a, b) => a.sellerId - b.sellerId || (a.tokenType < b.tokenType ? -1 : 1))
    .map((row) => [row.sellerId, row.tokenType, ...COUNTED.map((name) => whole(row[name]))]);
  return JSON.stringify([FORM, day, kept]);
}

/** @returns the rows of a canonical text; null for any other text */
export function readCanonicalDay(text: string): DayFigures[] | null {
  try {
    const [form, , rows] = JSON.parse(text) as [string, string, (string | number)[][]];
    if (form !== FORM) return null;
    return rows.map(([sellerId, tokenType, ...numbers]) => ({
      sellerId: Number(sellerId),
      tokenType: tokenType as TokenType,
      ...(Object.fromEntries(COUNTED.map((name, index) => [name, Number(numbers[index])])) as Record<Counted, number>),
    }));
  } catch {
    return null;
  }
}

export interface FigureChange {
  sellerId: number;
  tokenType: TokenType;
  figure: Counted;
  before: number;
  after: number;
}

/** What differs between two states of a day, in a fixed order. */
export function changesOf(before: readonly DayFigures[], after: readonly DayFigures[]): FigureChange[] {
  const keyOf = (row: DayFigures) => `${row.sellerId}|${row.tokenType}`;
  const [was, is] = [new Map(before.map((row) => [keyOf(row), row])), new Map(after.map((row) => [keyOf(row), row]))];
  const keys = [...new Set([...was.keys(), ...is.keys()])].sort();
  return keys.flatMap((key) => {
    const [old, fresh] = [was.get(key), is.get(key)];
    const { sellerId, tokenType } = old ?? fresh ?? { sellerId: 0, tokenType: 'gold' as const };
    return COUNTED.flatMap((figure) => {
      const [then, now] = [old?.[figure] ?? 0, fresh?.[figure] ?? 0];
      return then === now ? [] : [{ sellerId, tokenType, figure, before: then, after: now }];
    });
  });
}

function whole(value: number): number {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`not a figure of a day: ${value}`);
  return value;
}
