import { readInstant } from '../../../database/instants.js';
import { toRupees } from '../../../domain/money/money.js';
import { EXPORT_COLUMNS, type ExportColumn, type ExportRow, paiseAt } from './export-columns.js';

export type XlsxCell = string | number | Date | null;

const CHUNK_BYTES = 64 * 1024;
/** Not allowed in XML, escaped or not. */
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const FORMATS: Readonly<Record<ExportColumn['kind'], { numFmt?: string; width: number }>> = {
  text: { width: 22 },
  money: { numFmt: '0.00', width: 16 },
  instant: { numFmt: 'yyyy-mm-dd hh:mm:ss', width: 20 },
};

/**
 * A workbook, written while its rows are read: texts are text cells, so never formulas, and a full sheet is followed by another.
 */
export async function* xlsxBytes(
  rows: AsyncIterable<XlsxCell[]>,
  columns = EXPORT_COLUMNS,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const { writeXlsxStream } = await import('hucre/xlsx');
  const stream = writeXlsxStream(rows, {
    name: 'Payments',
    columns: columns.map(({ header, kind }) => ({ header, ...FORMATS[kind] })),
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

/** Cells of one payment; dates hold IST wall time in their UTC fields. */
export function xlsxCells(row: ExportRow, columns = EXPORT_COLUMNS): XlsxCell[] {
  return columns.map(({ kind, place }) => {
    if (kind === 'money') return toRupees(paiseAt(row, place));
    const text = String(row[place] ?? '');
    if (text === '') return null;
    return kind === 'instant' ? readInstant(text) : text.replace(UNWRITABLE, '');
  });
}

/** A copy that can be transferred to another thread. */
function joined(parts: Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
