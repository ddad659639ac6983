import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formulaCells } from '../../../test/support/spreadsheet-readers.js';
import { csvCell, csvLine, csvRupees, withoutFormulas } from './csv.js';

describe('a cell of a CSV file', () => {
  it.each([
    ['plain', 'plain'],
    ['', ''],
    [null, ''],
    [undefined, ''],
    [0, '0'],
    [-12.5, '-12.5'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    [' padded', '" padded"'],
    ['=1+1', "'=1+1"],
    ['+91 98', "'+91 98"],
    ['-5', "'-5"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['|cmd', '"\'|cmd"'],
    ['%0A', "'%0A"],
    ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
    ['  =1', "'  =1"],
    ['\t=1', '"\'\t\'=1"'],
    ['\rplain', '"\'\rplain"'],
    ['\u200b=1', "'\u200b=1"],
    ['\0=1', "'\0=1"],
    ['\0plain', "'\0plain"],
    [' \0 =1', "' \0 =1"],
    ['\ufeff=1', "'\ufeff=1"],
    ['\uff1d1+1', "'\uff1d1+1"],
    ['\uff0b1', "'\uff0b1"],
    ['\uff0d1', "'\uff0d1"],
    ['\uff20SUM', "'\uff20SUM"],
    ['\u22121', "'\u22121"],
    [';=1+1', '";\'=1+1"'],
    ['Asha;=1+1', '"Asha;\'=1+1"'],
    ['Asha, =1', '"Asha,\' =1"'],
    ['Asha\t-1|@x', '"Asha\t\'-1|\'@x"'],
    ['two\n+lines', '"two\n\'+lines"'],
    ['a";"=1', '"a"";\'""=1"'],
    ['"=1', '"\'""=1"'],
    ['a; b', '"a; b"'],
    ['a|b', '"a|b"'],
    [csvRupees(51000), '51000.00'],
    [csvRupees(-0.5), '-0.50'],
    [csvRupees(null), ''],
    ['a=b', 'a=b'],
    ['asha@example.com', 'asha@example.com'],
    ['₹51,000', '"₹51,000"'],
  ])('%j becomes %j', (value, cell) => {
    expect(csvCell(value)).toBe(cell);
  });

  it('stands in a line of its own', () => {
    expect(csvLine(['a', 1, null, 'x,y'])).toBe('a,1,,"x,y"\r\n');
  });

  it('is no formula to any spreadsheet, whatever it splits at', () => {
    const text = fc.string({ unit: fc.constantFrom(...'=+-@|%;,\t\r\n" \'a1\0\u200b\uff1d'), maxLength: 12 });
    const cell = fc.oneof(text, fc.string(), fc.integer(), fc.constant(null));
    // No file of the product begins its lines with a number below zero.
    const file = fc.array(fc.tuple(text, fc.array(cell, { maxLength: 4 })), { maxLength: 4 });
    fc.assert(
      fc.property(file, (rows) => {
        expect(formulaCells(rows.map(([first, others]) => csvLine([first, ...others])).join(''))).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  it('takes time in proportion to its length', () => {
    const before = process.cpuUsage();
    for (const part of [' ', '"', ';', '; ', ';"', '|', '\t']) withoutFormulas(part.repeat(200_000));
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
  });
});
