import { inflateSync } from 'node:zlib';

/**
 * The words of a document that our own printer made, line by line, as a reader that copies text would take them out: through
 * the map from drawn letters back to characters that each embedded font carries.
 */
export function pdfText(pdf: Buffer): string {
  const objects = objectsOf(pdf);
  const fonts = fontsOf(objects);
  return [...objects.values()]
    .map(({ stream }) => stream)
    .filter((stream) => /\bBT\b/.test(stream))
    .map((stream) => drawn(stream, fonts))
    .join('\n');
}

interface PdfObject {
  head: string;
  stream: string;
}

type Letters = Map<number, string>;

function objectsOf(pdf: Buffer): Map<number, PdfObject> {
  const text = pdf.toString('latin1');
  const objects = new Map<number, PdfObject>();
  for (const match of text.matchAll(/(?:^|\n)(\d+) 0 obj\n([^]*?)\nendobj/g)) {
    const [, number, body = ''] = match;
    const [head = '', rest] = body.split(/\nstream\n/, 2);
    const bytes = Buffer.from((rest ?? '').replace(/\nendstream$/, ''), 'latin1');
    const isPacked = head.includes('/FlateDecode');
    objects.set(Number(number), {
      head,
      stream: isPacked ? inflateSync(bytes).toString('latin1') : bytes.toString('latin1'),
    });
  }
  return objects;
}

/** By the name under which the page uses the font. */
function fontsOf(objects: Map<number, PdfObject>): Map<string, Letters> {
  const heads = [...objects.values()].map(({ head }) => head).join('\n');
  const used = [...heads.matchAll(/\/(F\d+) (\d+) 0 R/g)];
  return new Map(
    used.map(([, name = '', number]) => {
      const font = objects.get(Number(number));
      const map = /\/ToUnicode (\d+) 0 R/.exec(font?.head ?? '')?.[1];
      return [name, lettersOf(objects.get(Number(map))?.stream ?? '')];
    }),
  );
}

function lettersOf(map: string): Letters {
  const letters: Letters = new Map();
  for (const [, from = '', to = '', list = ''] of map.matchAll(/<(\w+)> <(\w+)> \[([^\]]*)\]/g)) {
    const values = [...list.matchAll(/<([\w ]+)>/g)].map(([, hex = '']) => characters(hex.replaceAll(' ', '')));
    const first = Number.parseInt(from, 16);
    for (let code = first; code <= Number.parseInt(to, 16); code += 1) letters.set(code, values[code - first] ?? '');
  }
  return letters;
}

function characters(hex: string): string {
  return Buffer.from(hex, 'hex').swap16().toString('utf16le');
}

function drawn(stream: string, fonts: Map<string, Letters>): string {
  const lines: string[] = [];
  let letters: Letters = new Map();
  for (const [, font, shown] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (font) letters = fonts.get(font) ?? new Map();
    if (shown === undefined) continue;
    const hex = [...shown.matchAll(/<(\w*)>/g)].map(([, part = '']) => part).join('');
    lines.push([...hex.matchAll(/\w{4}/g)].map(([code]) => letters.get(Number.parseInt(code, 16)) ?? '�').join(''));
  }
  return lines.join('\n');
}
