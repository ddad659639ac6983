import { writeXlsxStream } from 'hucre/xlsx';
import { istInstant } from './csv-format.js';
import { EXPORT_COLUMNS, type ExportColumn, type ExportRow } from './export-columns.js';

const CHUNK_BYTES = 64 * 1024;
/** XML has no place for these, escaped or not. */
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const FORMATS: Readonly<Record<ExportColumn['kind'], { numFmt?: string; width: number }>> = {
  text: { width: 22 },
  money: { numFmt: '0.00', width: 16 },
  instant: { numFmt: 'yyyy-mm-dd hh:mm:ss', width: 20 },
};

/**
 * A workbook, written while its rows are read: texts stand in their cells as texts, so nothing in them is a formula, and a
 * sheet that is full is followed by another.
 */
export async function* xlsxBytes(blocks: AsyncIterable<ExportRow[]>): AsyncGenerator<Uint8Array> {
  const stream = writeXlsxStream(cellsOf(blocks), {
    name: 'Payments',
    columns: EXPORT_COLUMNS.map(({ header, kind }) => ({ header, ...FORMATS[kind] })),
    freezePane: { rows: 1 },
    zip64: false,
  });
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const part of stream as unknown as AsyncIterable<Uint8Array>) {
    waiting.push(part);
    size += part.length;
    if (size < CHUNK_BYTES) continue;
    yield joined(waiting, size);
    [waiting, size] = [[], 0];
  }
  if (size > 0) yield joined(waiting, size);
}

async function* cellsOf(blocks: AsyncIterable<ExportRow[]>) {
  for await (const rows of blocks) {
    for (const row of rows) yield EXPORT_COLUMNS.map((column) => cell(column, row));
  }
}

function cell(column: ExportColumn, row: ExportRow): string | number | Date | null {
  const value = column.value(row);
  if (value === null || value === '') return null;
  if (column.kind === 'money') return Number(value) / 100;
  return column.kind === 'instant' ? istInstant(String(value)) : String(value).replace(UNWRITABLE, '');
}

/** Bytes of their own, which can be handed to another thread. */
function joined(parts: Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
