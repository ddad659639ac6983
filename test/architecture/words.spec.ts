import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { textsIn } from '../../src/contracts/words/index.js';
import { isLanguage, LANGUAGE_NAMES, LANGUAGES } from '../../src/contracts/words/languages.js';
import { textsOf } from '../documents/texts.js';

const DEVANAGARI = /[\u0900-\u097f]/;
/** The same in both: a name. */
const NAMES = new Set(['receipt.modes.UPI']);
/** Latin that a Hindi sentence keeps: names, what the bank's page and the phone call it, and the samples below. */
const LATIN = /ICICI Bank|UPI|OTP|PIN|PDF|XYZ\d?/g;

/** What screens used to say, and what they say instead: the words that people of the field know. */
const REPLACED = {
  'What a person has to decide, with': 'Payments that need your decision',
  'Another amount than the price': 'Amount does not match',
  'settled here although open': 'open payments were confirmed and completed',
  'Refund taken by the bank': 'Refund accepted by the bank',
  'Present password': 'Current password',
  'present password': 'current password',
} as const;

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

describe('the words of the pages of staff', () => {
  const root = join(import.meta.dirname, '../..');
  const texts = ['src', 'resources']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(root, folder, file)),
    )
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(file, 'utf8'));

  it.each(Object.entries(REPLACED))('“%s” is “%s”', (before, now) => {
    expect(texts.filter((text) => text.includes(before))).toEqual([]);
    expect(texts.some((text) => text.includes(now))).toBe(true);
  });
});
