import { csvHead, csvRow } from './csv-format.js';
import type { ExportRow } from './export-columns.js';
import { ExportReader, type ExportSource, type ReadRows } from './export-reader.js';
import { xlsxBytes, xlsxCells } from './xlsx-format.js';

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export interface ExportChunk {
  bytes: Uint8Array<ArrayBuffer>;
  /** Payments up to its end. */
  rows: number;
}

const ENCODER = new TextEncoder();

/** The head of the file, before any row is read. */
export function headOf(format: ExportFormat): Uint8Array | null {
  return format === 'csv' ? ENCODER.encode(csvHead()) : null;
}

/** The file after its head. Memory is bounded by a block, however many there are. */
export function exportBytes(read: ReadRows, source: ExportSource, format: ExportFormat): AsyncGenerator<ExportChunk> {
  const blocks = new ExportReader(read, source).blocks();
  return format === 'xlsx' ? xlsxChunks(blocks) : csvChunks(blocks);
}

async function* csvChunks(blocks: AsyncIterable<ExportRow[]>): AsyncGenerator<ExportChunk> {
  let rows = 0;
  for await (const block of blocks) {
    rows += block.length;
    if (block.length > 0) yield { bytes: ENCODER.encode(block.map(csvRow).join('')), rows };
  }
}

async function* xlsxChunks(blocks: AsyncIterable<ExportRow[]>): AsyncGenerator<ExportChunk> {
  let rows = 0;
  async function* cells() {
    for await (const block of blocks) {
      rows += block.length;
      yield* block.map(xlsxCells);
    }
  }
  for await (const bytes of xlsxBytes(cells())) yield { bytes, rows };
}
