import { describe, expect, it } from '@jest/globals';
import { textsIn } from '../../src/contracts/words/index.js';
import { isLanguage, LANGUAGE_NAMES, LANGUAGES } from '../../src/contracts/words/languages.js';
import { textsOf } from '../documents/texts.js';

const DEVANAGARI = /[\u0900-\u097f]/;
/** The same in both: a name. */
const NAMES = new Set(['receipt.modes.UPI']);
/** Latin that a Hindi sentence keeps: names, what the bank's page and the phone call it, and the samples below. */
const LATIN = /ICICI Bank|UPI|OTP|PIN|PDF|XYZ\d?/g;

function samplesIn(text: string): string[] {
  return [...new Set(text.match(/XYZ\d/g) ?? [])].sort();
}

describe('the words of the customers’ pages', () => {
  const english = new Map(textsOf(textsIn('en'), ''));
  const hindi = new Map(textsOf(textsIn('hi'), ''));

  it('are the same list in every language', () => {
    expect(english.size).toBeGreaterThan(200);
    expect([...hindi.keys()].sort()).toEqual([...english.keys()].sort());
  });

  it('are Hindi in the Hindi ones, save for names', () => {
    const foreign = [...hindi].filter(([path, text]) => !DEVANAGARI.test(text) && !NAMES.has(path));
    expect(foreign).toEqual([]);
    const mixed = [...hindi].filter(([, text]) => /[A-Za-z]/.test(text.replaceAll(LATIN, '')));
    expect(mixed).toEqual([]);
    expect([...english].filter(([, text]) => DEVANAGARI.test(text))).toEqual([]);
  });

  it('say every value that the English sentence says', () => {
    const lost = [...english].filter(([path, text]) => {
      return JSON.stringify(samplesIn(text)) !== JSON.stringify(samplesIn(hindi.get(path) ?? ''));
    });
    expect(lost).toEqual([]);
  });

  it('have a name in their own language', () => {
    expect(LANGUAGE_NAMES).toEqual({ en: 'English', hi: 'हिन्दी' });
    expect(LANGUAGES.every(isLanguage)).toBe(true);
    for (const other of ['', 'HI', 'hi-IN', 'fr', ['hi'], null, undefined, '__proto__'])
      expect(isLanguage(other)).toBe(false);
  });
});
