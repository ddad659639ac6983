/** So that spreadsheets read the file as UTF-8. */
export const CSV_START = '\ufeff';

/** Whatever a spreadsheet takes for the beginning of a formula or of a line, behind blanks and in full-width forms as well. */
const FORMULA = /^(?:[\s\0\u200b\u200e\u200f\u2060\ufeff]*[=+\-@|%\uff1d\uff0b\uff0d\uff20\u2212]|[\t\r\n\0])/;
const NEEDS_QUOTES = /[",;\r\n\t]|^\s|\s$/;

/** True for a text that has to stand behind an apostrophe, lest a spreadsheet runs it. */
export function isFormula(text: string): boolean {
  return FORMULA.test(text);
}

/**
 * One cell. Text that a spreadsheet would run as a formula gets an apostrophe in front and so stays text; a number is what
 * it is, minus sign and all.
 */
export function csvCell(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const safe = isFormula(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One line, with the line end that RFC 4180 asks for. */
export function csvLine(cells: readonly (string | number | null | undefined)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}
