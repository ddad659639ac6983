export interface CsvRow {
  /** The line of the file that the row begins on, from 1. */
  line: number;
  cells: string[];
}

/** A text that is no CSV. */
export class CsvMalformed extends Error {
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Reads RFC 4180 exactly: quotes only around whole cells, CRLF or LF. Empty lines are skipped.
 * @throws CsvMalformed with the line
 */
export function* readCsv(text: string): Generator<CsvRow> {
  const source = text.startsWith('\ufeff') ? text.slice(1) : text;
  let at = 0;
  let line = 1;
  while (at < source.length) {
    const row: CsvRow = { line, cells: [] };
    for (let more = true; more;) {
      const cell = source[at] === '"' ? quotedCell(source, at, line) : plainCell(source, at, line);
      row.cells.push(cell.text);
      line += cell.lines;
      at = cell.end;
      more = source[at] === ',';
      if (more) at += 1;
    }
    if (source[at] === '\r') at += 1;
    if (source[at] === '\n') at += 1;
    line += 1;
    if (row.cells.length > 1 || row.cells[0] !== '') yield row;
  }
}

function plainCell(source: string, from: number, line: number) {
  let end = from;
  while (end < source.length && source[end] !== ',' && source[end] !== '\n' && source[end] !== '\r') end += 1;
  if (source[end] === '\r' && source[end + 1] !== '\n') throw new CsvMalformed(line, 'a line break without line feed');
  const text = source.slice(from, end);
  if (text.includes('"')) throw new CsvMalformed(line, 'a quote inside a cell that is not quoted');
  return { text, end, lines: 0 };
}

function quotedCell(source: string, from: number, line: number) {
  let text = '';
  for (let at = from + 1; ; at += 1) {
    const next = source.indexOf('"', at);
    if (next === -1) throw new CsvMalformed(line, 'a quote that is never closed');
    text += source.slice(at, next);
    if (source[next + 1] === '"') {
      text += '"';
      at = next + 1;
      continue;
    }
    const end = next + 1;
    if (end < source.length && !',\r\n'.includes(source[end] ?? ''))
      throw new CsvMalformed(line, 'text after a closing quote');
    return { text, end, lines: text.split('\n').length - 1 };
  }
}
