import { describe, expect, it } from '@jest/globals';
import { chosenExpiry, endOfIstDay, type LinkLifetime, replacementExpiry } from './link-expiry.js';

const USUAL_HOURS = 72;

describe('the expiry of a link', () => {
  it.each<[LinkLifetime | undefined, string, string | null]>([
    [undefined, '2026-11-20T10:00:00.000Z', '2026-11-23T10:00:00.000Z'],
    ['4h', '2026-11-20T10:00:00.000Z', '2026-11-20T14:00:00.000Z'],
    ['24h', '2026-11-20T10:00:00.000Z', '2026-11-21T10:00:00.000Z'],
    ['72h', '2026-11-20T10:00:00.000Z', '2026-11-23T10:00:00.000Z'],
    ['7d', '2026-11-20T10:00:00.000Z', '2026-11-27T10:00:00.000Z'],
    // 15:30 in Kolkata.
    ['today', '2026-11-20T10:00:00.000Z', '2026-11-20T18:29:59.999Z'],
    // 00:00 in Kolkata: a whole day, not none.
    ['today', '2026-11-20T18:30:00.000Z', '2026-11-21T18:29:59.999Z'],
    // 00:30 in Kolkata, still yesterday in London.
    ['today', '2026-11-20T19:00:00.000Z', '2026-11-21T18:29:59.999Z'],
    // 05:30 in Kolkata, midnight in London.
    ['today', '2026-11-21T00:00:00.000Z', '2026-11-21T18:29:59.999Z'],
    // 23:29:59.999 in Kolkata: exactly half an hour is enough.
    ['today', '2026-11-20T17:59:59.999Z', '2026-11-20T18:29:59.999Z'],
    ['today', '2026-11-20T18:00:00.000Z', null],
    // 23:59:59.999 in Kolkata.
    ['today', '2026-11-20T18:29:59.999Z', null],
    ['today', '2026-12-31T12:00:00.000Z', '2026-12-31T18:29:59.999Z'],
    ['today', '2028-02-29T12:00:00.000Z', '2028-02-29T18:29:59.999Z'],
  ])('%s at %s', (lifetime, now, expected) => {
    expect(chosenExpiry(lifetime, new Date(now), USUAL_HOURS)?.toISOString() ?? null).toBe(expected);
  });

  it.each([
    ['2026-11-20T18:29:59.999Z', '2026-11-20T18:29:59.999Z'],
    ['2026-11-20T18:30:00.000Z', '2026-11-21T18:29:59.999Z'],
    ['1969-12-31T18:29:59.999Z', '1969-12-31T18:29:59.999Z'],
  ])('the day of %s ends at %s', (now, end) => expect(endOfIstDay(new Date(now)).toISOString()).toBe(end));

  it.each([
    ['much left', '2026-11-22T10:00:00.000Z', 72, '2026-11-22T10:00:00.000Z'],
    ['longer than usual', '2026-11-27T10:00:00.000Z', 72, '2026-11-27T10:00:00.000Z'],
    ['exactly four hours', '2026-11-20T14:00:00.000Z', 72, '2026-11-20T14:00:00.000Z'],
    ['nearly over', '2026-11-20T13:59:59.999Z', 72, '2026-11-23T10:00:00.000Z'],
    ['over', '2026-11-19T10:00:00.000Z', 72, '2026-11-23T10:00:00.000Z'],
    ['nearly over, and the usual time is shorter still', '2026-11-20T13:00:00.000Z', 1, '2026-11-20T13:00:00.000Z'],
  ])('a replacement: %s', (_name, old, ttl, expected) => {
    const now = new Date('2026-11-20T10:00:00.000Z');
    expect(replacementExpiry(new Date(old), now, ttl).toISOString()).toBe(expected);
  });
});
