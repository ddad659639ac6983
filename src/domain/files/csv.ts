/** Byte order mark: spreadsheets then read the file as UTF-8. */
export const CSV_START = '\ufeff';

/** Blanks, zero-width characters and quotes, which spreadsheets drop in front of a formula; separators are not among them. */
const BEFORE_FORMULA = String.raw`(?:[^\S\t\r\n]|[\0\u200b\u200e\u200f\u2060\ufeff"])*`;
/** Characters that start a formula, full-width forms included. */
const FORMULA_START = String.raw`[=+\-@|%\uff1d\uff0b\uff0d\uff20\u2212]`;
/** Where a spreadsheet may start a cell: many split at other separators than the comma, some ignore quotes. */
const CELL_START = String.raw`(?<=^|[,;\t|\r\n])`;
const FORMULAS = new RegExp(String.raw`${CELL_START}(?=${BEFORE_FORMULA}${FORMULA_START})|^(?=[\t\r\n\0])`, 'g');
/** Nearly every text: one cell to every spreadsheet, which begins with no formula, and no quote to double. */
const PLAIN = /^[A-Za-z0-9][^",;|\t\r\n]*$/;
const NEEDS_QUOTES = /[",;|\r\n\t]|^\s|\s$/;

/** Money in rupees, written with two decimals. */
export interface CsvRupees {
  rupees: number;
}
export type CsvValue = string | number | CsvRupees | null | undefined;

/**
 * The text with an apostrophe in front of whatever a spreadsheet would run as a formula: at its beginning, and behind each
 * comma, semicolon, tab, bar and line end within it, quotes in between or not. Linear in the length of the text.
 */
export function withoutFormulas(text: string): string {
  return text.replace(FORMULAS, "'");
}

/** Rupees for a CSV cell: a number to every program, always with two decimals. */
export function csvRupees(rupees: number | null): CsvRupees | null {
  return rupees === null ? null : { rupees };
}

/**
 * One cell. Text that a spreadsheet would run as a formula, whatever separator it reads by, stays text; a number is what it is,
 * minus sign and all.
 */
export function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'object') return value.rupees.toFixed(2);
  const safe = withoutFormulas(value);
  return NEEDS_QUOTES.test(safe) ? quoted(safe) : safe;
}

/** A cell of text that is quoted whatever it holds. */
export function quotedCsvCell(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : quoted(withoutFormulas(text));
}

function quoted(safe: string): string {
  return `"${safe.replaceAll('"', '""')}"`;
}

/** One line, with the line end that RFC 4180 asks for. */
export function csvLine(cells: readonly CsvValue[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}
