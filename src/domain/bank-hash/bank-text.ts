import { maskReference } from '../people/masking.js';

const MAX_SHOWN = 120;
/** Characters read: more than the 120 that are kept, since removed ones do not count. */
const MAX_READ = 1000;

/**
 * The bank's own description, fit to be shown: on one line, without control, invisible and bidirectional characters, at
 * most 120 characters long, and without an email address or the whole of a long number. Callers escape it like
 * any other text.
 * @returns null where the bank said nothing
 */
export function shownBankText(text: string | null): string | null {
  const characters = [
    ...(text ?? '')
      .slice(0, MAX_READ)
      .normalize('NFC')
      .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
      .replace(/[\p{C}\p{Variation_Selector}]/gu, '')
      // More than two marks on one letter reach over other lines.
      .replace(/(\p{M}{2})\p{M}+/gu, '$1')
      .split(' ')
      .map((word) => (word.includes('@') ? '•••' : word))
      .join(' ')
      .replace(/\d{9,}/g, maskReference)
      .trim(),
  ];
  if (characters.length === 0) return null;
  if (characters.length <= MAX_SHOWN) return characters.join('');
  return `${characters
    .slice(0, MAX_SHOWN - 1)
    .join('')
    .trimEnd()}…`;
}
