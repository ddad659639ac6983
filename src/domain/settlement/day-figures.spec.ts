import { describe, expect, it } from '@jest/globals';
import { canonicalDay, changesOf, type DayFigures, readCanonicalDay } from './day-figures.js';

const NOTHING = { made: 0, opened: 0, paid: 0, unclear: 0, failed: 0, cancelled: 0, refunds: 0, gross: 0, refunded: 0 };
const row = (more: Partial<DayFigures>): DayFigures => ({ sellerId: 2, tokenType: 'gold', ...NOTHING, ...more });

describe('the figures of a day', () => {
  const rows = [row({ sellerId: 10, made: 1 }), row({ paid: 1, gross: 5_100_000 }), row({ tokenType: 'silver' })];

  it('have one text, whatever their order, without empty rows', () => {
    const text = '["tokendesk-day-1","2026-11-20",[[2,"gold",0,0,1,0,0,0,0,5100000,0],[10,"gold",1,0,0,0,0,0,0,0,0]]]';
    expect(canonicalDay('2026-11-20', rows)).toBe(text);
    expect(canonicalDay('2026-11-20', [...rows].reverse())).toBe(text);
    expect(canonicalDay('2026-11-21', rows)).not.toBe(text);
  });

  it('can be read back', () => {
    const text = canonicalDay('2026-11-20', rows);
    expect(canonicalDay('2026-11-20', readCanonicalDay(text) ?? [])).toBe(text);
    for (const bad of ['', '[]', '["other","2026-11-20",[]]', '{']) expect(readCanonicalDay(bad)).toBeNull();
  });

  it.each([[0.5], [-1], [Number.NaN], [2 ** 53]])('%p is no figure', (gross) => {
    expect(() => canonicalDay('2026-11-20', [row({ gross })])).toThrow(RangeError);
  });

  it('changes are named one by one', () => {
    expect(changesOf([row({ unclear: 1 })], [row({ unclear: 1 })])).toEqual([]);
    expect(changesOf([row({ unclear: 2 })], [row({ unclear: 1 }), row({ sellerId: 3, paid: 1 })])).toEqual([
      { sellerId: 2, tokenType: 'gold', figure: 'unclear', before: 2, after: 1 },
      { sellerId: 3, tokenType: 'gold', figure: 'paid', before: 0, after: 1 },
    ]);
  });
});
