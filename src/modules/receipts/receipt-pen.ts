import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import { NOTO_SANS_DEVANAGARI } from './fonts/noto-sans-devanagari.js';

const { resolve } = createRequire(import.meta.url);

/** Scripts of receipts, without ligatures, which stand for several letters. */
const LAST_LETTER = 0x25ff;

/**
 * Opened once: parsing a font costs more than drawing a receipt. pdfkit accepts an opened font in place of its bytes, which its
 * types do not say; a document embeds only the letters used. A letter must be requested by its character before it is met as a
 * part of another (the o of ö): the font maps a glyph to the first character, by which readers copy text.
 */
function opened(content: Buffer): Font {
  const font = create(content) as Font;
  for (const character of font.characterSet) if (character <= LAST_LETTER) font.glyphForCodePoint(character);
  return font;
}

const dejaVu = (file: string) => opened(readFileSync(resolve(`dejavu-fonts-ttf/ttf/${file}`)));
const noto = (weight: 'regular' | 'bold') => opened(Buffer.from(NOTO_SANS_DEVANAGARI[weight], 'base64'));

const FONTS = {
  regular: dejaVu('DejaVuSans.ttf'),
  bold: dejaVu('DejaVuSans-Bold.ttf'),
  'regular-hindi': noto('regular'),
  'bold-hindi': noto('bold'),
};

/** Scripts that the embedded fonts are drawn in; others would print as empty boxes, or in the wrong direction. */
const PRINTABLE =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Devanagari}\p{Script=Common}\p{Script=Inherited}]*$/u;
/** Words of Devanagari with the spaces between them, joiners and the full stop included, or anything else. */
const HINDI_WORD = String.raw`(?:\p{Script=Devanagari}|\u200c|\u200d|।)+`;
const RUNS = new RegExp(String.raw`${HINDI_WORD}(?:\s+${HINDI_WORD})*|[^\p{Script=Devanagari}]+`, 'gu');
const HINDI = /\p{Script=Devanagari}/u;
/** Controls become spaces; joiners and their like are never drawn. */
const NOT_DRAWN = /[\p{Cc}\u2028\u2029\p{Default_Ignorable_Code_Point}]/u;

export type Pdf = PDFKit.PDFDocument;

export interface Style {
  size: number;
  ink: string;
  bold?: boolean;
  /** Points from the left edge; where the last text ended if it is missing, as `y`. */
  x?: number;
  y?: number;
  width?: number;
  strike?: boolean;
  link?: string;
}

/** False where a letter would be an empty box: of another script, or a picture such as 🌸, which belongs to none. */
export function canPrint(text: string): boolean {
  return PRINTABLE.test(text) && Array.from(text).every((letter) => NOT_DRAWN.test(letter) || isDrawn(letter));
}

function isDrawn(letter: string): boolean {
  return FONTS[HINDI.test(letter) ? 'regular-hindi' : 'regular'].hasGlyphForCodePoint(letter.codePointAt(0)!);
}

/** Writes text of any length in both scripts: no font of a document has all letters. */
export class Pen {
  constructor(readonly pdf: Pdf) {
    for (const [name, font] of Object.entries(FONTS)) pdf.registerFont(name, font as unknown as Uint8Array);
  }

  /** Points that the text takes up. */
  heightOf(text: string, { size, bold = false, width }: Pick<Style, 'size' | 'bold' | 'width'>): number {
    const weight = bold ? 'bold' : 'regular';
    this.pdf.font(HINDI.test(text) ? `${weight}-hindi` : weight).fontSize(size);
    return this.pdf.heightOfString(oneLine(text), width === undefined ? {} : { width });
  }

  /** Goes on at the top of the next page where less than this is left: what belongs together is not torn apart. */
  keep(height: number): void {
    if (this.pdf.y + height > this.pdf.page.maxY()) this.pdf.addPage();
  }

  write(text: string, { size, ink, bold = false, x, y, width, strike = false, link }: Style): void {
    const weight = bold ? 'bold' : 'regular';
    const runs = oneLine(text).match(RUNS) ?? [];
    runs.forEach((run, at) => {
      const font = HINDI.test(run) ? `${weight}-hindi` : weight;
      const options = {
        continued: at < runs.length - 1,
        strike,
        ...(width !== undefined && { width }),
        ...(link !== undefined && { link, underline: true }),
      };
      this.pdf.font(font).fontSize(size).fillColor(ink);
      if (at === 0) this.pdf.text(run, x ?? this.pdf.x, y ?? this.pdf.y, options);
      else this.pdf.text(run, options);
    });
  }
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
