import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';

const { resolve } = createRequire(import.meta.url);

/** Scripts of receipts, without ligatures, which stand for several letters. */
const LAST_LETTER = 0x25ff;

/**
 * Opened once: parsing a font costs more than drawing a receipt. pdfkit accepts an opened font in place of its bytes, which its
 * types do not say; a document embeds only the letters used. A letter must be requested by its character before it is met as a
 * part of another (the o of ö): the font maps a glyph to the first character, by which readers copy text.
 */
function opened(file: string): Uint8Array {
  const font = create(readFileSync(resolve(`dejavu-fonts-ttf/ttf/${file}`))) as Font;
  for (const character of font.characterSet) if (character <= LAST_LETTER) font.glyphForCodePoint(character);
  return font as unknown as Uint8Array;
}

export const REGULAR = opened('DejaVuSans.ttf');
export const BOLD = opened('DejaVuSans-Bold.ttf');
