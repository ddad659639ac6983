import { describe, expect, it } from '@jest/globals';
import { amountInHindi } from './amount-in-hindi.js';

/** Read by the ear: each ten by its own endings, written down apart from the table that is tested. */
const ONES = 'एक दो तीन चार पाँच छह सात आठ नौ दस ग्यारह बारह तेरह चौदह पंद्रह सोलह सत्रह अठारह'.split(' ');
const TENS = ['', '', 'बीस', 'तीस', 'चालीस', 'पचास', 'साठ', 'सत्तर', 'अस्सी', 'नब्बे'];
/** How each ten ends when a digit stands before it; the last nine of a ten belongs to the next one. */
const ENDINGS: readonly RegExp[] = [
  /^$/,
  /^$/,
  /(ईस|बीस|च्चीस|क्कीस|ब्बीस)$/,
  /तीस$/,
  /(ालीस)$/,
  /(वन|पन|प्पन|चास)$/,
  /सठ$/,
  /(हत्तर)$/,
  /ासी$/,
  /नवे$/,
];
const STARTS: readonly RegExp[] = [
  /^$/,
  /^(इक|इक्)/,
  /^(बा|ब|बया)/,
  /^(ते|तै|ति)/,
  /^(चौ)/,
  /^(प)/,
  /^(छ)/,
  /^(स)/,
  /^(अ)/,
  /^(उन|नवासी|निन्या)/,
];
const SCALES: Readonly<Record<string, number>> = { सौ: 100, हज़ार: 1000, लाख: 1_00_000, करोड़: 1_00_00_000 };

function digitsOf(word: string): number {
  const one = ONES.indexOf(word);
  if (one >= 0) return one + 1;
  if (word === 'उन्नीस') return 19;
  const ten = TENS.indexOf(word);
  if (ten > 1) return ten * 10;
  const last = STARTS.findLastIndex((pattern) => pattern.test(word) && pattern.source !== '^$');
  if (word === 'नवासी') return 89;
  if (word === 'निन्यानवे') return 99;
  const full = ENDINGS.findLastIndex((pattern) => pattern.test(word) && pattern.source !== '^$');
  if (last < 1 || full < 1) throw new Error(`not a number: ${word}`);
  return last === 9 ? (full - 1) * 10 + 9 : full * 10 + last;
}

function numberOf(text: string): number {
  let sum = 0;
  let open = 0;
  for (const word of text.split(' ')) {
    const scale = SCALES[word];
    if (scale === undefined) open += digitsOf(word);
    else if (scale === 1_00_00_000) [sum, open] = [(sum + open) * scale, 0];
    else if (scale === 100) open *= 100;
    else [sum, open] = [sum + open * scale, 0];
  }
  return sum + open;
}

describe('an amount in Hindi words', () => {
  it.each([
    [0, 'शून्य रुपये'],
    [1_00, 'एक रुपया'],
    [2_00, 'दो रुपये'],
    [100_00, 'एक सौ रुपये'],
    [49_000_00, 'उनचास हज़ार रुपये'],
    [51_000_00, 'इक्यावन हज़ार रुपये'],
    [1_00_000_00, 'एक लाख रुपये'],
    [1_51_100_50, 'एक लाख इक्यावन हज़ार एक सौ रुपये और पचास पैसे'],
    [99_99_999_01, 'निन्यानवे लाख निन्यानवे हज़ार नौ सौ निन्यानवे रुपये और एक पैसा'],
    [5_00_00_000_00, 'पाँच करोड़ रुपये'],
  ])('%d paise', (paise, text) => expect(amountInHindi(paise)).toBe(text));

  it('is read back as the number that it was made from', () => {
    const many = Array.from({ length: 2000 }, (_, at) => 1 + ((at * 7_919_317 + at * at * 104_729) % 9_99_99_999));
    const all = [...Array.from({ length: 999 }, (_, at) => at + 1), ...many];
    const wrong = all.filter((rupees) => numberOf(amountInHindi(rupees * 100).replace(/ रुप(या|ये)$/, '')) !== rupees);
    expect(wrong).toEqual([]);
  });

  it.each([-1, 0.5, Number.NaN, 2 ** 53])('refuses %d', (value) =>
    expect(() => amountInHindi(value)).toThrow(RangeError),
  );
});
