import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  bySeller,
  canonicalDay,
  changesOf,
  COUNTED,
  dayOfCanonical,
  type DayFigures,
  readCanonicalDay,
  sumOf,
} from './day-figures.js';

const NOTHING = { made: 0, opened: 0, paid: 0, unclear: 0, failed: 0, cancelled: 0, refunds: 0, gross: 0, refunded: 0 };
const row = (more: Partial<DayFigures>): DayFigures => ({
  sellerId: 2,
  tokenType: 'gold',
  eventId: 1,
  ...NOTHING,
  ...more,
});

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
    expect(dayOfCanonical(text)).toBe('2026-11-20');
    for (const bad of ['', '[]', '["other","2026-11-20",[]]', '{'])
      expect([readCanonicalDay(bad), dayOfCanonical(bad)]).toEqual([null, null]);
  });

  it.each([[0.5], [-1], [Number.NaN], [2 ** 53]])('%p is no figure', (gross) => {
    expect(() => canonicalDay('2026-11-20', [row({ gross })])).toThrow(RangeError);
  });

  it('changes are named one by one', () => {
    expect(changesOf([row({ unclear: 1 })], [row({ unclear: 1 })])).toEqual([]);
    expect(changesOf([row({ unclear: 2 })], [row({ unclear: 1 }), row({ sellerId: 3, paid: 1 })])).toEqual([
      { sellerId: 2, tokenType: 'gold', eventId: 1, figure: 'unclear', before: 2, after: 1 },
      { sellerId: 3, tokenType: 'gold', eventId: 1, figure: 'paid', before: 0, after: 1 },
    ]);
  });

  describe('of several events', () => {
    const launch = row({ eventId: 3, paid: 1, gross: 10_000 });

    it('have a text of their own form, and that of the default event alone has the one from before', () => {
      const text =
        '["tokendesk-day-2","2026-11-20",[[2,"gold",1,0,0,1,0,0,0,0,5100000,0],[2,"gold",3,0,0,1,0,0,0,0,10000,0]]]';
      const both = [launch, row({ paid: 1, gross: 5_100_000 })];
      expect(canonicalDay('2026-11-20', both)).toBe(text);
      expect(canonicalDay('2026-11-20', [...both].reverse())).toBe(text);
      expect(readCanonicalDay(text)).toEqual([...both].reverse());
      // An empty row of another event leaves the form as it is.
      expect(canonicalDay('2026-11-20', [row({ made: 1 }), row({ eventId: 3 })])).toContain('tokendesk-day-1');
    });

    it('changes are told by event', () => {
      expect(changesOf([launch, row({ paid: 1 })], [{ ...launch, paid: 2 }, row({ paid: 1 })])).toEqual([
        { sellerId: 2, tokenType: 'gold', eventId: 3, figure: 'paid', before: 1, after: 2 },
      ]);
    });

    it.each([
      ['one seller in two events', [row({ paid: 1 }), launch], [row({ paid: 2, gross: 10_000 })]],
      ['two sellers', [row({ made: 1 }), row({ sellerId: 3, eventId: 3, made: 2 })], [1, 2]],
      ['two tiers', [row({ made: 1 }), row({ tokenType: 'silver', eventId: 3, made: 2 })], [1, 2]],
      ['nothing', [], []],
    ])('%s are summed by seller and tier', (_, given, sums) => {
      const merged = bySeller(given as DayFigures[]);
      if (typeof sums[0] === 'number') expect(merged.map(({ made }) => made)).toEqual(sums);
      else expect(merged).toEqual(sums);
    });

    it('add up to the same totals, however they are told', () => {
      const figure = fc.nat({ max: 1_000_000 });
      const rows = fc.uniqueArray(
        fc.record({
          sellerId: fc.integer({ min: 1, max: 4 }),
          tokenType: fc.constantFrom('gold' as const, 'silver' as const, 'platinum' as const),
          eventId: fc.integer({ min: 1, max: 5 }),
          ...(Object.fromEntries(COUNTED.map((name) => [name, figure])) as Record<
            (typeof COUNTED)[number],
            typeof figure
          >),
        }),
        { selector: ({ sellerId, tokenType, eventId }) => `${sellerId}|${tokenType}|${eventId}`, maxLength: 30 },
      );
      fc.assert(
        fc.property(rows, (day) => {
          const total = sumOf(day);
          expect(sumOf(bySeller(day))).toEqual(total);
          const events = [...new Set(day.map(({ eventId }) => eventId))];
          expect(sumOf(events.map((id) => sumOf(day.filter(({ eventId }) => eventId === id))))).toEqual(total);
          expect(sumOf(readCanonicalDay(canonicalDay('2026-11-20', day)) ?? [])).toEqual(total);
          expect(changesOf(day, readCanonicalDay(canonicalDay('2026-11-20', day)) ?? [])).toEqual([]);
        }),
      );
    });
  });
});
