import { describe, expect, it } from '@jest/globals';
import { csvLine } from './csv.js';
import { readCsv } from './csv-reader.js';

/** A text that counts how many characters of it are looked at. */
function countingReads(text: string): { text: string; reads: () => number } {
  let reads = 0;
  const look = (name: 'indexOf', at: number, found: number) => {
    reads += name === 'indexOf' ? (found === -1 ? text.length : found) - at : 1;
  };
  const counting = new Proxy(Object(text) as object, {
    get(target, name) {
      if (name === 'startsWith') return (what: string) => text.startsWith(what);
      if (name === 'indexOf')
        return (what: string, at = 0) => {
          const found = text.indexOf(what, at);
          look('indexOf', at, found);
          return found;
        };
      if (name === 'slice')
        return (from: number, to: number) => {
          reads += to - from;
          return text.slice(from, to);
        };
      reads += 1;
      return Reflect.get(target, name, target) as unknown;
    },
  });
  return { text: counting as unknown as string, reads: () => reads };
}

describe('reading CSV', () => {
  it('reads what it writes', () => {
    const rows = [
      ['a', 'b "c"', 'd,e'],
      ['two\nlines', '', 'x'],
    ];
    expect([...readCsv(rows.map(csvLine).join(''))].map(({ cells }) => cells)).toEqual(rows);
  });

  it('knows the lines, skips empty ones and a byte order mark', () => {
    expect([...readCsv('\ufeffa,b\n\n"x\ny",z\r\nlast,1')]).toEqual([
      { line: 1, cells: ['a', 'b'], fault: null },
      { line: 3, cells: ['x\ny', 'z'], fault: null },
      { line: 5, cells: ['last', '1'], fault: null },
    ]);
    expect([...readCsv('')]).toEqual([]);
    expect([...readCsv('a,\n')]).toEqual([{ line: 1, cells: ['a', ''], fault: null }]);
  });

  it.each([
    ['a\n"open', 2],
    ['a"b', 1],
    ['x\ny\n"a"b', 3],
    ['a\rb', 1],
  ])('finds %j faulty in line %i', (text, line) => {
    const faulty = [...readCsv(text)].filter(({ fault }) => fault !== null);
    expect(faulty.map((row) => row.line)).toEqual([line]);
  });

  it('goes on behind a faulty line', () => {
    const rows = [...readCsv('a\n"open\nb\nc"d\ne\n"x\ny"z\nf\n')];
    expect(rows.map(({ line, cells, fault }) => (fault === null ? `${line} ${cells.join()}` : line))).toEqual([
      '1 a', 2, '3 b', 4, '5 e', 6, 7, '8 f',
    ]); // prettier-ignore
  });

  it.each([
    ['quotes that are never closed', '"open\n'],
    ['cells that are closed too late', '"a\nb"c\n'],
    ['quotes in plain cells', 'a"b\n'],
    ['one cell over all lines', '""x\n'],
  ])('takes twice as long for twice as many lines of %s, not four times', (_, line) => {
    const reads = (lines: number) => {
      const source = countingReads(line.repeat(lines));
      for (const row of readCsv(source.text)) if (row.line < 0) break;
      return source.reads();
    };
    expect(reads(2000)).toBeLessThan(2.2 * reads(1000));
  });
});
