import { csvHead, CsvLines, type ExportChunk } from './csv-format.js';
import { ExportReader, type ExportSource, type ReadRows } from './export-reader.js';
import { type XlsxCell, xlsxBytes, xlsxCells } from './xlsx-format.js';

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The head of the file, before any row is read. */
export function headOf(format: ExportFormat): Uint8Array | null {
  return format === 'csv' ? new TextEncoder().encode(csvHead()) : null;
}

/**
 * The file after its head. Memory is bounded by a block, however many there are.
 * @param fresh returns a buffer of at least so many bytes, for consumers that give written buffers back
 */
export function exportBytes(
  read: ReadRows,
  source: ExportSource,
  format: ExportFormat,
  fresh = (bytes: number) => new Uint8Array(bytes),
): AsyncGenerator<ExportChunk> {
  return format === 'xlsx' ? xlsxChunks(read, source) : csvChunks(read, source, fresh);
}

async function* csvChunks(read: ReadRows, source: ExportSource, fresh: (bytes: number) => Uint8Array) {
  const lines = new CsvLines(fresh);
  const blocks = new ExportReader(read, source, (row) => lines.add(row)).blocks();
  for await (const _ of blocks) yield* lines.take(false);
  yield* lines.take(true);
}

async function* xlsxChunks(read: ReadRows, source: ExportSource): AsyncGenerator<ExportChunk> {
  let block: XlsxCell[][] = [];
  let rows = 0;
  const blocks = new ExportReader(read, source, (row) => block.push(xlsxCells(row))).blocks();
  async function* cells() {
    for await (const _ of blocks) {
      rows += block.length;
      yield* block;
      block = [];
    }
  }
  for await (const bytes of xlsxBytes(cells())) yield { bytes, rows };
}
