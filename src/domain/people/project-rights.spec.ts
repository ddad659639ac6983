import { describe, expect, it } from '@jest/globals';
import { isLastOfAll, isWithin, readProjectIds, storedProjectIds } from './project-rights.js';

describe('the projects of an admin', () => {
  it.each([
    [null, null],
    ['[]', []],
    ['[2,3]', [2, 3]],
    ['', []],
    ['null', []],
    ['"2"', []],
    ['{}', []],
    ['[2', []],
    ['[0]', []],
    ['[-1]', []],
    ['[1.5]', []],
    ['["2"]', []],
    ['[1,null]', []],
  ])('%j is read as %j', (stored, ids) => {
    expect(readProjectIds(stored)).toEqual(ids);
  });

  it.each([
    [null, null],
    [[], '[]'],
    [[3, 2, 3], '[2,3]'],
  ])('%j is stored as %j', (ids, stored) => {
    expect(storedProjectIds(ids)).toBe(stored);
  });

  it.each([
    [null, true],
    [[], false],
    [[1], false],
    [[1, 2], true],
  ])('%j holds project 2: %s', (ids, answer) => {
    expect(isWithin(ids, 2)).toBe(answer);
  });
});

describe('the last admin of all projects', () => {
  const all = (id: number) => ({ id, projectIds: null });
  const some = (id: number) => ({ id, projectIds: '[1]' });

  it.each([
    ['the only admin', [all(1)], 1, true],
    ['another one', [all(1)], 2, false],
    ['one of two', [all(1), all(2)], 1, false],
    ['beside a limited one', [all(1), some(2)], 1, true],
    ['a limited one', [all(1), some(2)], 2, false],
    ['one whose list cannot be read is limited', [all(1), { id: 2, projectIds: '' }], 1, true],
    ['nobody', [], 1, false],
  ])('%s', (_name, active, id, answer) => {
    expect(isLastOfAll(active, id)).toBe(answer);
  });
});
