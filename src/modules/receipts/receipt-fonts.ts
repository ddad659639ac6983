import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';

const { resolve } = createRequire(import.meta.url);

/** The scripts that a receipt prints, without ligatures: those stand for letters. */
const LAST_LETTER = 0x25ff;

/**
 * Opened once: reading a font's tables anew costs more than drawing a receipt with them. pdfkit takes an opened font in the
 * place of its bytes, which its types do not say; a document takes out only the letters that it uses.
 *
 * A letter must be asked for by its character before it is met as a part of another (the o of ö): the font remembers for which
 * character it made a letter first, and readers copy the text of the document by that.
 */
function opened(file: string): Uint8Array {
  const font = create(readFileSync(resolve(`dejavu-fonts-ttf/ttf/${file}`))) as Font;
  for (const character of font.characterSet) if (character <= LAST_LETTER) font.glyphForCodePoint(character);
  return font as unknown as Uint8Array;
}

export const REGULAR = opened('DejaVuSans.ttf');
export const BOLD = opened('DejaVuSans-Bold.ttf');
