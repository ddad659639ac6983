import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { wordsOf } from '../../src/contracts/words/index.js';
import { isLanguage, LANGUAGE_NAMES, LANGUAGES } from '../../src/contracts/words/languages.js';

const ROOT = join(import.meta.dirname, '../..');
const DEVANAGARI = /[\u0900-\u097f]/;
/** The same in both: a name. */
const NAMES = new Set(['receipt.modes.UPI']);
/** Latin that a Hindi sentence keeps: names, what the bank's page and the phone call it, and the samples below. */
const LATIN = /ICICI Bank|UPI|OTP|PIN|PDF|XYZ\d?/g;

/** Every text by its path; those with values are asked with samples that no language translates. */
function textsOf(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (Array.isArray(value)) return [[path, value.join('')]];
  if (typeof value === 'function') {
    if (path === 'amountInWords') return [[path, (value as (paise: number) => string)(100)]];
    const samples = Array.from({ length: 3 }, (_, at) => `XYZ${at}`);
    return textsOf((value as (...values: unknown[]) => unknown)(...samples), path);
  }
  return Object.entries(value as object).flatMap(([name, each]) =>
    textsOf(each, path === '' ? name : `${path}.${name}`),
  );
}

function samplesIn(text: string): string[] {
  return [...new Set(text.match(/XYZ\d/g) ?? [])].sort();
}

describe('the words of the customers’ pages', () => {
  const english = new Map(textsOf(wordsOf('en'), ''));
  const hindi = new Map(textsOf(wordsOf('hi'), ''));

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

  it('are all used', () => {
    const source = [
      'resources/components/public',
      'resources/pages/Public',
      'src/modules',
      'src/contracts/words/index.ts',
    ]
      .flatMap((folder) => filesIn(join(ROOT, folder)))
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    const names = [...english.keys()].filter((path) => !BY_CODE.test(path)).map((path) => path.split('.').at(-1) ?? '');
    expect(names.filter((name) => !new RegExp(String.raw`\b${name}\b`).test(source))).toEqual([]);
  });

  it('have a name in their own language', () => {
    expect(LANGUAGE_NAMES).toEqual({ en: 'English', hi: 'हिन्दी' });
    expect(LANGUAGES.every(isLanguage)).toBe(true);
    for (const other of ['', 'HI', 'hi-IN', 'fr', ['hi'], null, undefined, '__proto__'])
      expect(isLanguage(other)).toBe(false);
  });
});

/** Looked up by a code that the payment, the bank's answer or the refusal carries. */
const BY_CODE = /^(tiers|statuses|problems|failures|bankAnswers|refunds\.states|receipt\.modes)\./;

function filesIn(path: string): string[] {
  if (path.endsWith('.ts')) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}
