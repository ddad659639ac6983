import { describe, expect, it } from '@jest/globals';
import { isVisibleName } from './person-name.js';

describe('a name with at least two visible characters', () => {
  it.each([
    'Asha Rao',
    'Al',
    "O'B",
    'अनीता',
    'जी',
    'जू',
    '李明',
    'Łż',
    'A. B.',
    'நா',
    'Q8 Realty',
    '𐐀𐐀',
    '{{7*7}}',
    '4711',
  ])('%s', (name) => expect(isVisibleName(name)).toBe(true));

  it.each([
    ['one letter', 'A'],
    ['one letter with accents', 'a\u0332\u0301'],
    ['Hangul fillers', '\u3164\u3164\u3164'],
    ['halfwidth and jamo fillers', '\uffa0\u115f\u1160'],
    ['zero-width joiners', '\u200d\u200c\u200d'],
    ['one letter among zero-width characters', 'A\u200d\u200b\ufeff'],
    ['bidirectional controls', '\u202e\u2066\u2069'],
    ['combining marks alone', '\u0301\u0302\u0308'],
    ['vowel signs alone', '\u093e\u0940'],
    ['variation selectors', '\ufe0f\ufe0f'],
    ['tags', '\u{e0041}\u{e0042}'],
    ['soft hyphens and invisible operators', '\u00ad\u2063\u180e'],
    ['a blank braille pattern', '\u2800\u2800'],
    ['spaces', '\u00a0\u2003'],
    ['nothing', ''],
  ])('not %s', (_what, name) => expect(isVisibleName(name)).toBe(false));
});
