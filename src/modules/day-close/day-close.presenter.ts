import { type DayChange, type DayRow, FIGURE_LABELS } from '../../contracts/day-close.js';
import { CSV_START, csvLine, csvRupees } from '../../domain/files/csv.js';
import type { SoldIn } from '../../contracts/events.js';
import {
  COUNTED,
  type Counted,
  type DayFigures,
  type FigureChange,
  type FigureSums,
  sumOf,
} from '../../domain/settlement/day-figures.js';
import { toRupees } from '../../domain/money/money.js';
import { tokenLabel } from '../../domain/payment/token-catalogue.js';

type Names = ReadonlyMap<number, string>;
const MONEY: readonly Counted[] = ['gross', 'refunded'];

const nameOf = (names: Names, id: number) => names.get(id) ?? 'Unknown';

/** By seller's name, then tier. */
export function presentRows(rows: readonly DayFigures[], names: Names): DayRow[] {
  return inOrder(rows.map((row) => presentRow(row, names)));
}

export function presentTotal(rows: readonly DayFigures[]): DayRow {
  return { ...presentSums(sumOf(rows)), sellerId: '', seller: 'All sellers', tokenType: null };
}

/** @param soldIn missing where there is only the default event */
export function presentChange(change: FigureChange, names: Names, soldIn?: SoldIn): DayChange {
  const isMoney = MONEY.includes(change.figure);
  const value = (number: number) => (isMoney ? toRupees(number) : number);
  return {
    seller: nameOf(names, change.sellerId),
    tokenType: change.tokenType,
    figure: change.figure,
    label: FIGURE_LABELS[change.figure],
    before: value(change.before),
    after: value(change.after),
    isMoney,
    ...(soldIn && { soldIn }),
  };
}

type FileRow = DayRow & { soldIn?: SoldIn | undefined };

/** Rows of a file where there are several events: by seller's name, tier and event. */
export function presentFileRows(
  rows: readonly DayFigures[],
  names: Names,
  soldIn: (eventId: number) => SoldIn | undefined,
): FileRow[] {
  return inOrder(
    [...rows]
      .sort((a, b) => a.eventId - b.eventId)
      .map((row) => ({ ...presentRow(row, names), soldIn: soldIn(row.eventId) })),
  );
}

/** @param hasPlaces project and event are told at the end */
export function dayCsv(day: string, rows: readonly FileRow[], total: DayRow, hasPlaces: boolean): string {
  const places = hasPlaces ? ['Project', 'Event'] : [];
  const header = ['Day', 'Sales manager', 'Token type', ...COUNTED.map(headingOf), 'Net (INR)', ...places];
  const line = (row: FileRow) => [
    day,
    row.seller,
    row.tokenType === null ? 'Total' : tokenLabel(row.tokenType),
    ...COUNTED.map((name) => (MONEY.includes(name) ? csvRupees(row[name]) : row[name])),
    csvRupees(row.net),
    ...(hasPlaces ? [row.soldIn?.project ?? '', row.soldIn?.event ?? ''] : []),
  ];
  return CSV_START + [header, ...rows.map(line), line(total)].map(csvLine).join('');
}

function headingOf(name: Counted): string {
  return MONEY.includes(name) ? `${FIGURE_LABELS[name]} (INR)` : FIGURE_LABELS[name];
}

/** @param row paise @returns rupees */
export function presentSums(row: Readonly<FigureSums>): FigureSums & { net: number } {
  const counts = Object.fromEntries(COUNTED.map((name) => [name, row[name]])) as FigureSums;
  return {
    ...counts,
    gross: toRupees(row.gross),
    refunded: toRupees(row.refunded),
    net: toRupees(row.gross - row.refunded),
  };
}

function presentRow(row: DayFigures, names: Names): DayRow {
  return {
    ...presentSums(row),
    sellerId: String(row.sellerId),
    seller: nameOf(names, row.sellerId),
    tokenType: row.tokenType,
  };
}

function inOrder<Row extends DayRow>(rows: Row[]): Row[] {
  return rows.sort((a, b) => compare(order(a), order(b)));
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function order({ seller, sellerId, tokenType }: DayRow): string {
  return `${seller.toLowerCase()}|${sellerId.padStart(12, '0')}|${tokenType}`;
}
