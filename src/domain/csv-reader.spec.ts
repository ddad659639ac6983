import { describe, expect, it } from '@jest/globals';
import { csvLine } from './csv.js';
import { readCsv } from './csv-reader.js';

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
      { line: 1, cells: ['a', 'b'] },
      { line: 3, cells: ['x\ny', 'z'] },
      { line: 5, cells: ['last', '1'] },
    ]);
    expect([...readCsv('')]).toEqual([]);
    expect([...readCsv('a,\n')]).toEqual([{ line: 1, cells: ['a', ''] }]);
  });

  it.each([
    ['a\n"open', 2],
    ['a"b', 1],
    ['x\ny\n"a"b', 3],
    ['a\rb', 1],
  ])('refuses %j in line %i', (text, line) => {
    expect(() => [...readCsv(text)]).toThrow(expect.objectContaining({ line }) as unknown as Error);
  });
});
