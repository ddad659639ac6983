import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { COUNTED, type DayFigures, sumOf } from '../../domain/settlement/day-figures.js';
import { presentSums } from './day-close.presenter.js';
import { DayPlaces } from './day-places.js';

const PROJECTS = [
  { id: '1', name: 'default', events: [{ id: '1', name: 'Default event' }] },
  {
    id: '2',
    name: 'Green Meadows',
    events: [
      { id: '2', name: 'Launch' },
      { id: '3', name: 'River day' },
    ],
  },
];
const NOTHING = { made: 0, opened: 0, paid: 0, unclear: 0, failed: 0, cancelled: 0, refunds: 0, gross: 0, refunded: 0 };
const row = (eventId: number, more: Partial<DayFigures> = {}): DayFigures => ({
  sellerId: 5,
  tokenType: 'gold',
  eventId,
  ...NOTHING,
  ...more,
});
const ROWS = [row(1, { gross: 5_100_000, paid: 1 }), row(2, { gross: 20_000, paid: 2 }), row(3, { refunded: 150 })];

describe('the figures of a day by project and event', () => {
  it.each([
    ['everything', '', '', [1, 2, 3]],
    ['a project', '2', '', [2, 3]],
    ['an event', '', '3', [3]],
    ['an event of its project', '2', '2', [2]],
    ['an event of another project', '1', '2', []],
    ['an unknown project', '9', '', []],
    ['an unknown event', '', '9', []],
  ])('of %s', (_, project, event, events) => {
    const places = new DayPlaces(PROJECTS, { project, event }, true);
    expect(ROWS.filter(places.has).map(({ eventId }) => eventId)).toEqual(events);
  });

  it('of an admin of one project are of that one, whatever is asked for', () => {
    const own = PROJECTS.slice(1);
    const of = (project: string) => ROWS.filter(new DayPlaces(own, { project, event: '' }, false).has).length;
    expect(['', '2', '1'].map(of)).toEqual([2, 2, 0]);
  });

  it('are told as one total for each project and a row for each of its events, in rupees', () => {
    const rows = new DayPlaces(PROJECTS, { project: '', event: '' }, true).rows(ROWS);
    expect(rows.map(({ project, event, paid, net }) => [project, event, paid, net])).toEqual([
      ['default', 'All events', 1, 51_000],
      ['default', 'Default event', 1, 51_000],
      ['Green Meadows', 'All events', 2, 198.5],
      ['Green Meadows', 'Launch', 2, 200],
      ['Green Meadows', 'River day', 0, -1.5],
    ]);
  });

  it('are not told apart where there is one event', () => {
    const places = new DayPlaces(PROJECTS.slice(0, 1), { project: '', event: '' }, true);
    expect([places.areSeveral, places.soldIn(1)]).toEqual([false, undefined]);
  });

  it('add up to the totals of the day, by project and by event', () => {
    const figure = fc.nat({ max: 100_000_000 });
    const rows = fc.array(
      fc.record({
        sellerId: fc.integer({ min: 1, max: 3 }),
        tokenType: fc.constantFrom('gold' as const, 'silver' as const),
        eventId: fc.integer({ min: 1, max: 3 }),
        ...(Object.fromEntries(COUNTED.map((name) => [name, figure])) as Record<
          (typeof COUNTED)[number],
          typeof figure
        >),
      }),
      { maxLength: 20 },
    );
    // Rupees with two decimals: compared in paise.
    const paise = (sums: Record<string, number>) => [...COUNTED, 'net'].map((name) => Math.round(sums[name]! * 100));
    const added = (all: Record<string, number>[]) =>
      all
        .map(paise)
        .reduce((sum, each) => sum.map((value, index) => value + each[index]!), paise({ ...NOTHING, net: 0 }));
    fc.assert(
      fc.property(rows, (day) => {
        const told = new DayPlaces(PROJECTS, { project: '', event: '' }, true).rows(day);
        const total = paise(presentSums(sumOf(day)));
        const sums = told as unknown as (Record<string, number> & { eventId: string })[];
        expect(added(sums.filter(({ eventId }) => String(eventId) === ''))).toEqual(total);
        expect(added(sums.filter(({ eventId }) => String(eventId) !== ''))).toEqual(total);
      }),
    );
  });
});
