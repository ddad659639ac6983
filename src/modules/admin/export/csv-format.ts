import { CSV_START, quotedCsvCell } from '../../../domain/files/csv.js';
import { rupeesText } from '../../../domain/money/money.js';
import { EXPORT_COLUMNS, type ExportColumn, type ExportRow, paiseAt } from './export-columns.js';

/** Of an instant, to the second. */
const SECONDS = 'YYYY-MM-DD HH:MM:SS'.length;

/** Start of the file: byte order mark and column names. */
export function csvHead(columns = EXPORT_COLUMNS): string {
  return `${CSV_START}${columns.map(({ header }) => `"${header}"`).join(',')}\r\n`;
}

/** One payment: texts always quoted and never a formula, instants in IST, money in rupees with two decimals. */
export function csvRow(row: ExportRow, columns = EXPORT_COLUMNS): string {
  return `${columns.map((column) => cellOf(row, column)).join(',')}\r\n`;
}

function cellOf(row: ExportRow, { kind, place }: ExportColumn): string {
  if (kind === 'money') return rupeesText(paiseAt(row, place));
  const value = row[place] ?? null;
  if (value === null) return '""';
  const text = String(value);
  return kind === 'instant' ? `"${text.slice(0, SECONDS)}"` : quotedCsvCell(text);
}
