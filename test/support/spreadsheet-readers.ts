/** Separators at which spreadsheets split a text file; which one depends on the locale of the machine and on what a person picks. */
export const SEPARATORS = [',', ';', '\t', '|'] as const;

const BLANKS = /^[\s\0\u200b\u200e\u200f\u2060\ufeff"]+/;
const FORMULA = /^[=+\-@|%\uff1d\uff0b\uff0d\uff20\u2212]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** The cells of a file, for a reader that honours quotes (a quote only opens a cell) … */
function quotedCells(text: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let at = 0;
  let isStart = true;
  let isQuoted = false;
  for (; at < text.length; at += 1) {
    const character = text[at]!;
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') cell += text[(at += 1)];
      else isQuoted = false;
    } else if (character === '"' && isStart) isQuoted = true;
    else if (character === separator || character === '\r' || character === '\n') {
      cells.push(cell);
      cell = '';
      isStart = true;
      continue;
    } else cell += character;
    isStart = false;
  }
  return [...cells, cell];
}

/** … and for one that knows no quotes. */
function plainCells(text: string, separator: string): string[] {
  return text.split(/\r\n|\r|\n/).flatMap((line) => line.split(separator));
}

/** Cells that some spreadsheet would run as a formula, whichever separator it reads by. Numbers are no formulas. */
export function formulaCells(file: string): string[] {
  const text = file.replace(/^\ufeff/, '');
  return SEPARATORS.flatMap((separator) =>
    [...quotedCells(text, separator), ...plainCells(text, separator)].filter((cell) => {
      const bare = cell.replace(BLANKS, '');
      return FORMULA.test(bare) && !NUMBER.test(cell);
    }),
  );
}
