import { csvHead, csvRow } from './csv-format.js';
import { type ExportColumn, exportColumns, type ExportRow } from './export-columns.js';
import { ExportReader, type ExportSource, type ReadRows } from './export-reader.js';
import { xlsxBytes, xlsxCells } from './xlsx-format.js';

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export interface ExportChunk {
  bytes: Uint8Array<ArrayBuffer>;
  /** Payments up to its end. */
  rows: number;
}

type Columns = readonly ExportColumn[];

const ENCODER = new TextEncoder();

/** The head of the file, before any row is read. */
export function headOf(format: ExportFormat, source: ExportSource): Uint8Array | null {
  return format === 'csv' ? ENCODER.encode(csvHead(exportColumns(source))) : null;
}

/** The file after its head. Memory is bounded by a block, however many there are. */
export function exportBytes(read: ReadRows, source: ExportSource, format: ExportFormat): AsyncGenerator<ExportChunk> {
  const blocks = new ExportReader(read, source).blocks();
  const columns = exportColumns(source);
  return format === 'xlsx' ? xlsxChunks(blocks, columns) : csvChunks(blocks, columns);
}

async function* csvChunks(blocks: AsyncIterable<ExportRow[]>, columns: Columns): AsyncGenerator<ExportChunk> {
  let rows = 0;
  for await (const block of blocks) {
    rows += block.length;
    if (block.length > 0) yield { bytes: ENCODER.encode(block.map((row) => csvRow(row, columns)).join('')), rows };
  }
}

async function* xlsxChunks(blocks: AsyncIterable<ExportRow[]>, columns: Columns): AsyncGenerator<ExportChunk> {
  let rows = 0;
  async function* cells() {
    for await (const block of blocks) {
      rows += block.length;
      yield* block.map((row) => xlsxCells(row, columns));
    }
  }
  for await (const bytes of xlsxBytes(cells(), columns)) yield { bytes, rows };
}
