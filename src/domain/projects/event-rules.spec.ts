import { describe, expect, it } from '@jest/globals';
import { currentEvent, eventFaults, eventStateOf, linkDenial, saleDenial } from './event-rules.js';
import { isProjectCode, projectStateDenial } from './project-rules.js';

const OPEN = { firstDay: null, lastDay: null };
const THREE_DAYS = { firstDay: '2026-12-04', lastDay: '2026-12-06' };

it.each([
  // project, days, today (IST) → why nothing can be sold
  ['selling', OPEN, '2026-12-05', null],
  ['selling', THREE_DAYS, '2026-12-03', 'EVENT_NOT_BEGUN'],
  ['selling', THREE_DAYS, '2026-12-04', null],
  ['selling', THREE_DAYS, '2026-12-06', null],
  ['selling', THREE_DAYS, '2026-12-07', 'EVENT_OVER'],
  ['selling', { firstDay: '2026-12-04', lastDay: null }, '2027-01-01', null],
  ['selling', { firstDay: null, lastDay: '2026-12-06' }, '2026-01-01', null],
  ['draft', OPEN, '2026-12-05', 'PROJECT_NOT_SELLING'],
  ['closed', OPEN, '2026-12-05', 'PROJECT_CLOSED'],
  // The project says it first: its state does not pass by itself.
  ['closed', THREE_DAYS, '2026-12-07', 'PROJECT_CLOSED'],
] as const)('a sale in a project that is %s, in an event of %j, on %s: %s', (state, days, today, denial) => {
  expect(saleDenial(state, days, today)).toBe(denial);
});

it.each([
  ['draft', 'PROJECT_NOT_SELLING'],
  ['selling', null],
  ['closed', 'PROJECT_CLOSED'],
] as const)('an upgrade or a reissue in a project that is %s: %s', (state, denial) => {
  expect(linkDenial(state)).toBe(denial);
});

describe('the event that a seller works in', () => {
  const past = { id: 2, firstDay: '2026-11-01', lastDay: '2026-11-03' };
  const now = { id: 3, firstDay: '2026-12-01', lastDay: '2026-12-09' };
  const next = { id: 4, firstDay: '2027-01-01', lastDay: null };
  it.each([
    // assigned, chosen → current on 2026-12-05
    [[], null, 1],
    [[], 3, 1],
    [[now], null, 3],
    [[now], 4, 3],
    [[past, now], null, 3],
    [[past, now], 2, 3],
    [[past], 2, 'none'],
    [[next], null, 4],
    [[now, next], null, 'choose'],
    [[now, next], 4, 4],
    [[now, next], 2, 'choose'],
    [[now, next], 1, 'choose'],
    [[{ id: 1, ...OPEN }, now], 1, 1],
    [[{ id: 1, ...OPEN }, now], null, 'choose'],
  ] as const)('of %j with the choice %j: %j', (assigned, chosen, current) => {
    expect(currentEvent(assigned, chosen, '2026-12-05')).toBe(current);
  });
});

it.each([
  [THREE_DAYS, '2026-12-03', 'planned'],
  [THREE_DAYS, '2026-12-05', 'running'],
  [THREE_DAYS, '2026-12-07', 'over'],
  [OPEN, '2026-12-05', 'running'],
] as const)('an event of %j on %s is %s', (days, today, state) => {
  expect(eventStateOf(days, today)).toBe(state);
});

it.each([
  [{ name: 'Launch', ...THREE_DAYS }, []],
  [{ name: 'Launch', ...OPEN }, []],
  [{ name: '', ...OPEN }, ['name']],
  [{ name: 'Launch', firstDay: '2026-02-30', lastDay: null }, ['firstDay']],
  [{ name: 'Launch', firstDay: '2026-12-06', lastDay: '2026-12-05' }, ['lastDay']],
  [{ name: 'Launch', firstDay: '2026-12-05', lastDay: '2026-12-05' }, []],
] as const)('an event written as %j has faults in %j', (fields, faults) => {
  expect(Object.keys(eventFaults({ place: null, hours: null, ...fields }))).toEqual(faults);
});

it.each([
  ['draft', 'selling', true],
  ['draft', 'closed', true],
  ['selling', 'closed', true],
  // Reopened, as when an admin closed it too early.
  ['closed', 'selling', true],
  ['selling', 'draft', false],
  ['closed', 'draft', false],
] as const)('a project that is %s becomes %s: %s', (from, to, isAllowed) => {
  expect(projectStateDenial(from, to) === null).toBe(isAllowed);
});

it.each([
  ['meadows', true],
  ['green-meadows-2', true],
  ['a', false],
  ['Meadows', false],
  ['green meadows', false],
  ['-meadows', false],
  ['meadows-', false],
  ['a'.repeat(21), false],
])('%s is the code of a project: %s', (code, isCode) => {
  expect(isProjectCode(code)).toBe(isCode);
});
