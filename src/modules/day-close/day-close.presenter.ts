import { type DayChange, type DayRow, FIGURE_LABELS } from '../../contracts/day-close.js';
import { CSV_START, csvLine, csvRupees } from '../../domain/files/csv.js';
import { COUNTED, type Counted, type DayFigures, type FigureChange } from '../../domain/settlement/day-figures.js';
import { toRupees } from '../../domain/money/money.js';
import { tokenLabel } from '../../domain/payment/token-catalogue.js';

type Names = ReadonlyMap<number, string>;
const MONEY: readonly Counted[] = ['gross', 'refunded'];

const nameOf = (names: Names, id: number) => names.get(id) ?? 'Unknown';

/** By seller's name, then tier. */
export function presentRows(rows: readonly DayFigures[], names: Names): DayRow[] {
  return rows
    .map((row) => ({
      ...shown(row),
      sellerId: String(row.sellerId),
      seller: nameOf(names, row.sellerId),
      tokenType: row.tokenType,
    }))
    .sort((a, b) => (order(a) < order(b) ? -1 : 1));
}

export function presentTotal(rows: readonly DayFigures[]): DayRow {
  const sums = Object.fromEntries(
    COUNTED.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0)]),
  ) as Record<Counted, number>;
  return { ...shown(sums), sellerId: '', seller: 'All sellers', tokenType: null };
}

export function presentChange(change: FigureChange, names: Names): DayChange {
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
  };
}

export function dayCsv(day: string, rows: readonly DayRow[], total: DayRow): string {
  const header = ['Day', 'Sales manager', 'Token type', ...COUNTED.map(headingOf), 'Net (INR)'];
  const line = (row: DayRow) => [
    day,
    row.seller,
    row.tokenType === null ? 'Total' : tokenLabel(row.tokenType),
    ...COUNTED.map((name) => (MONEY.includes(name) ? csvRupees(row[name]) : row[name])),
    csvRupees(row.net),
  ];
  return CSV_START + [header, ...rows.map(line), line(total)].map(csvLine).join('');
}

function headingOf(name: Counted): string {
  return MONEY.includes(name) ? `${FIGURE_LABELS[name]} (INR)` : FIGURE_LABELS[name];
}

function shown(row: Readonly<Record<Counted, number>>): Record<Counted, number> & { net: number } {
  const counts = Object.fromEntries(COUNTED.map((name) => [name, row[name]])) as Record<Counted, number>;
  return {
    ...counts,
    gross: toRupees(row.gross),
    refunded: toRupees(row.refunded),
    net: toRupees(row.gross - row.refunded),
  };
}

function order({ seller, sellerId, tokenType }: DayRow): string {
  return `${seller.toLowerCase()}|${sellerId.padStart(12, '0')}|${tokenType}`;
}
