import { csvHead, csvLines } from './csv-format.js';
import { ExportReader, type ExportSource, type RunSql } from './export-reader.js';
import { xlsxBytes } from './xlsx-format.js';

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export interface ExportChunk {
  /** With a buffer of their own. */
  bytes: Uint8Array;
  /** Payments read so far. */
  rows: number;
}

/** What a file starts with before anything is read. */
export function headOf(format: ExportFormat): Uint8Array | null {
  return format === 'csv' ? new TextEncoder().encode(csvHead()) : null;
}

/** The file behind its head. Memory is bounded by a block, however many there are. */
export async function* exportBytes(
  run: RunSql,
  source: ExportSource,
  format: ExportFormat,
): AsyncGenerator<ExportChunk> {
  const counted = { rows: 0 };
  const blocks = counting(new ExportReader(run, source).blocks(), counted);
  if (format === 'xlsx') {
    for await (const bytes of xlsxBytes(blocks)) yield { bytes, rows: counted.rows };
    return;
  }
  const encoder = new TextEncoder();
  for await (const rows of blocks) yield { bytes: encoder.encode(csvLines(rows)), rows: counted.rows };
}

async function* counting<Row>(blocks: AsyncIterable<Row[]>, counted: { rows: number }): AsyncGenerator<Row[]> {
  for await (const rows of blocks) {
    counted.rows += rows.length;
    yield rows;
  }
}
