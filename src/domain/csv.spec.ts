import { describe, expect, it } from '@jest/globals';
import { csvCell, csvLine } from './csv.js';

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
    ['|cmd', "'|cmd"],
    ['%0A', "'%0A"],
    ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
    ['  =1', "'  =1"],
    ['\t=1', '"\'\t=1"'],
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
    ['a=b', 'a=b'],
    ['asha@example.com', 'asha@example.com'],
    ['₹51,000', '"₹51,000"'],
  ])('%j becomes %j', (value, cell) => {
    expect(csvCell(value)).toBe(cell);
  });

  it('stands in a line of its own', () => {
    expect(csvLine(['a', 1, null, 'x,y'])).toBe('a,1,,"x,y"\r\n');
  });
});
