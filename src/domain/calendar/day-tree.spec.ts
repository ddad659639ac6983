import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { dayNumber, DAYS, istHour, nodesAbove, nodesOf } from './day-tree.js';
import { startOfIstDay } from './ist-day.js';

const NEW_YEAR = Date.UTC(2026, 0, 1) / 86_400_000;
const dayOf = (number: number) => startOfIstDay(new Date(number * 86_400_000).toISOString().slice(0, 10));

describe('the tree of days', () => {
  it.each([
    ['2025-12-31T18:29:59.999Z', NEW_YEAR - 1, '23'],
    ['2025-12-31T18:30:00.000Z', NEW_YEAR, '00'],
    ['2026-01-01T00:29:59.999Z', NEW_YEAR, '05'],
    ['2026-01-01T18:29:59.999Z', NEW_YEAR, '23'],
  ])('%s is in India on day %d at %s', (instant, day, hour) => {
    expect([dayNumber(new Date(instant)), istHour(new Date(instant))]).toEqual([day, hour]);
  });

  it('a span is made of nodes that hold each of its days once, and no other', () => {
    const number = fc.integer({ min: 10_958, max: 47_482 });
    fc.assert(
      fc.property(number, number, fc.boolean(), fc.boolean(), (one, other, fromOpen, beforeOpen) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        const nodes = nodesOf({ from: fromOpen ? null : dayOf(low), before: beforeOpen ? null : dayOf(high) });
        expect(nodes.length).toBeLessThanOrEqual(32);
        for (const day of [low - 1, low, Math.floor((low + high) / 2), high - 1, high]) {
          const inside = (fromOpen || day >= low) && (beforeOpen || day < high);
          expect(nodesAbove(day).filter((node) => nodes.includes(node))).toHaveLength(Number(inside));
        }
      }),
    );
  });

  it('all time is one node, and nothing is none', () => {
    expect(nodesOf({ from: null, before: null })).toEqual([1]);
    expect(nodesOf({ from: dayOf(20_000), before: dayOf(20_000) })).toEqual([]);
    expect(nodesAbove(0)).toContain(DAYS);
  });
});
