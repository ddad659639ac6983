export interface CsvRow {
  /** The line of the file that the row begins on, from 1. */
  line: number;
  cells: string[];
  /** Why the row is not valid CSV; its cells are then meaningless. */
  fault: string | null;
}

class CsvMalformed extends Error {}

/**
 * Reads RFC 4180 exactly: quotes only around whole cells, CRLF or LF. Empty lines are skipped. An invalid row is
 * reported, and reading goes on with the next line. Linear in the length of the text.
 */
export function* readCsv(text: string): Generator<CsvRow> {
  const source = text.startsWith('\ufeff') ? text.slice(1) : text;
  let at = 0;
  let line = 1;
  while (at < source.length) {
    try {
      const row = rowAt(source, at);
      const { cells } = row;
      if (cells.length > 1 || cells[0] !== '') yield { line, cells, fault: null };
      at = row.end;
      line += row.lines;
    } catch (error) {
      if (!(error instanceof CsvMalformed)) throw error;
      yield { line, cells: [], fault: error.message };
      const lineEnd = source.indexOf('\n', at);
      at = lineEnd === -1 ? source.length : lineEnd + 1;
      line += 1;
    }
  }
}

function rowAt(source: string, from: number) {
  const cells: string[] = [];
  let at = from;
  let lines = 1;
  for (let more = true; more;) {
    const cell = source[at] === '"' ? quotedCell(source, at) : plainCell(source, at);
    cells.push(cell.text);
    lines += cell.lines;
    at = cell.end;
    more = source[at] === ',';
    if (more) at += 1;
  }
  if (source[at] === '\r') at += 1;
  if (source[at] === '\n') at += 1;
  return { cells, end: at, lines };
}

function plainCell(source: string, from: number) {
  let end = from;
  while (end < source.length && source[end] !== ',' && source[end] !== '\n' && source[end] !== '\r') end += 1;
  if (source[end] === '\r' && source[end + 1] !== '\n') throw new CsvMalformed('a line break without line feed');
  const text = source.slice(from, end);
  if (text.includes('"')) throw new CsvMalformed('a quote inside a cell that is not quoted');
  return { text, end, lines: 0 };
}

function quotedCell(source: string, from: number) {
  let text = '';
  for (let at = from + 1; ; at += 1) {
    const next = source.indexOf('"', at);
    if (next === -1) throw new CsvMalformed('a quote that is never closed');
    text += source.slice(at, next);
    if (source[next + 1] === '"') {
      text += '"';
      at = next + 1;
      continue;
    }
    const end = next + 1;
    if (end < source.length && !',\r\n'.includes(source[end] ?? ''))
      throw new CsvMalformed('text after a closing quote');
    return { text, end, lines: text.split('\n').length - 1 };
  }
}
