import { describe, expect, it } from '@jest/globals';
import { nameKey } from './customers.repository.js';

const lengthOf = (text: string) => [...text].length;

describe('the key of a name', () => {
  it('is lower case with single spaces', () => {
    expect(nameKey('  Asha \u00a0 RAO ')).toBe('asha rao');
    expect(nameKey('İpek Öz')).toBe('i\u0307pek öz');
    expect(nameKey(`${'İ'.repeat(60)}`)).toBe('i\u0307'.repeat(60));
  });

  it.each([
    ['İ'.repeat(120), 'İ'.repeat(120)],
    ['İ'.repeat(61), `${'i\u0307'.repeat(59)}İİ`],
    [`İ${'A'.repeat(118)}İ`, `İ${'a'.repeat(118)}İ`],
    [`İ${'A'.repeat(117)}İ`, `i\u0307${'a'.repeat(117)}İ`],
  ])('of %s has 120 characters at most', (name, key) => {
    expect([nameKey(name), lengthOf(nameKey(name))]).toEqual([key, 120]);
  });

  it('differs between names that differ, at any length', () => {
    const ends = ['a', 'b', 'İ', 'i', 'i\u0307b'];
    const names = [58, 59, 60, 100, 117, 118].flatMap((count) => ends.map((end) => `${'İ'.repeat(count)}${end}`));
    const full = names.map((name) => name.toLowerCase());
    expect(new Set(names.map(nameKey)).size).toBe(new Set(full).size);
    for (const name of names) {
      expect(nameKey(name.toLowerCase()) === nameKey(name)).toBe(true);
      expect(nameKey(name).replaceAll('İ', 'i\u0307')).toBe(name.toLowerCase());
    }
  });
});
