import { describe, expect, it } from '@jest/globals';
import { shownBankText } from './bank-text.js';

describe('what the bank said, as it is shown', () => {
  it.each<[string, string | null, string | null]>([
    ['plain words', 'Insufficient funds', 'Insufficient funds'],
    ['nothing', null, null],
    ['an empty text', '', null],
    ['blanks and invisible signs', ' \u200b\u2060\ufeff\u0000\r\n ', null],
    ['lines and tabs', 'Bank\r\nis\tdown\u2028now', 'Bank is down now'],
    ['terminal and control characters', 'a\u001b[31mb\u0007c\u009bd', 'a [31mb c d'],
    ['direction overrides and isolates', 'pay \u202eELOHW\u202c \u2066x\u2069\u200f\u061c!', 'pay ELOHW x!'],
    ['mark-up, which the page escapes', '<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    ['a lone half of a character', 'a\ud800b', 'ab'],
    ['a tower of marks', `e${'\u0301'.repeat(40)}`, '\u00e9\u0301\u0301'],
    ['Hindi', 'अपर्याप्त राशि', 'अपर्याप्त राशि'],
    ['an email address and a telephone number', 'asha.rao@example.com 919876543210', '••• ••••3210'],
    ['a short number', 'Error 91005', 'Error 91005'],
  ])('%s', (_what, text, shown) => {
    expect(shownBankText(text)).toBe(shown);
  });

  it.each(['x'.repeat(121), '😀'.repeat(500), 'word '.repeat(100)])('is never longer than a line or two', (text) => {
    const shown = shownBankText(text) ?? '';
    expect([...shown].length).toBeLessThanOrEqual(120);
    expect(shown.endsWith('…')).toBe(true);
    expect(shownBankText('x'.repeat(120))).toBe('x'.repeat(120));
  });

  it('takes no longer for a hostile text', () => {
    const before = process.cpuUsage();
    for (const part of ['@', 'a', '1', 'e\u0301', ' ', '\u202e', 'a@']) shownBankText(part.repeat(50_000));
    expect(process.cpuUsage(before).user).toBeLessThan(500_000);
  });
});
