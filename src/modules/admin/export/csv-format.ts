import { istWallTime } from '../../../domain/ist-day.js';
import { EXPORT_COLUMNS, type ExportColumn, type ExportRow } from './export-columns.js';

/** Spreadsheets take a cell with such a beginning for a formula, behind blanks and in its full-width form as well. */
const FORMULA = /^(?:[\s\0]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n\0])/;
const BYTE_ORDER_MARK = '\ufeff';
const LINE_END = '\r\n';

/** What a CSV file begins with: the mark by which spreadsheets know UTF-8, and the names of the columns. */
export function csvHead(): string {
  return BYTE_ORDER_MARK + EXPORT_COLUMNS.map(({ header }) => textCell(header)).join(',') + LINE_END;
}

export function csvLines(rows: readonly ExportRow[]): string {
  let lines = '';
  for (const row of rows) {
    for (let at = 0; at < EXPORT_COLUMNS.length; at += 1)
      lines += (at === 0 ? '' : ',') + cell(EXPORT_COLUMNS[at]!, row);
    lines += LINE_END;
  }
  return lines;
}

function cell(column: ExportColumn, row: ExportRow): string {
  switch (column.kind) {
    case 'money':
      return rupees(column.value(row));
    case 'instant':
      return istText(column.value(row));
    case 'text':
      return textCell(column.value(row));
  }
}

/** Always quoted; what could be a formula is kept from being one by an apostrophe. */
export function textCell(value: string | null): string {
  if (value === null || value === '') return '""';
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return `"${safe.includes('"') ? safe.replaceAll('"', '""') : safe}"`;
}

/** Paise as `51000.00`: a number to every program, in whole steps of a paisa. */
export function rupees(paise: number): string {
  const size = Math.abs(paise);
  const whole = Math.trunc(size / 100);
  return `${paise < 0 ? '-' : ''}${whole}.${String(size - whole * 100).padStart(2, '0')}`;
}

/** `"2026-11-20 18:05:00"` in Asia/Kolkata, from UTC text of the database. */
export function istText(utc: string | null): string {
  if (utc === null) return '""';
  return `"${istInstant(utc).toISOString().slice(0, 19).replace('T', ' ')}"`;
}

/** With the wall time of India in its UTC fields. */
export function istInstant(utc: string): Date {
  return istWallTime(new Date(`${utc.replace(' ', 'T')}Z`));
}
