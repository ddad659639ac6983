import { describe, expect, it } from '@jest/globals';
import { type Goal, judge } from './judge.mjs';
import { median, percentile, rounded } from './stats.mjs';
import { between, markdownTable, textTable } from './table.mjs';

describe('figures of many', () => {
  const values = [5, 1, 4, 2, 3];

  it.each([
    [0, 1],
    [0.5, 3],
    [0.9, 5],
    [0.99, 5],
    [1, 5],
  ])('percentile %d of one to five is %d', (share, expected) => {
    expect(percentile(values, share)).toBe(expected);
  });

  it('leaves what it is given as it was', () => {
    percentile(values, 0.5);
    median(values);
    expect(values).toEqual([5, 1, 4, 2, 3]);
  });

  it('takes the middle, or what lies between the two middle ones', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
  });

  it('has no figure for nothing', () => {
    expect(percentile([], 0.5)).toBeNaN();
  });

  it.each([
    [0.123456, 0.123],
    [12.3456, 12.3],
    [1234.5, 1235],
  ])('rounds %d to %d', (value, expected) => {
    expect(rounded(value)).toBe(expected);
  });
});

describe('a row against its goal', () => {
  const met = (goal: Goal | undefined, ours: number | boolean, floor?: number) =>
    judge({ work: 'x', ours, ...(floor === undefined ? {} : { floor }), ...(goal && { goal }) }).met;

  it.each<[Goal, number, number, boolean]>([
    [{ ratioAtMost: 1.6 }, 1.6, 1, true],
    [{ ratioAtMost: 1.6 }, 1.61, 1, false],
    [{ ratioAtLeast: 0.5 }, 50, 100, true],
    [{ ratioAtLeast: 0.5 }, 49, 100, false],
  ])('%o: %d by %d is %s', (goal, ours, floor, expected) => {
    expect(met(goal, ours, floor)).toBe(expected);
  });

  it.each<[Goal, number | boolean, boolean]>([
    [{ atMost: 25 }, 25, true],
    [{ atMost: 25 }, 26, false],
    [{ atLeast: 97 }, 96, false],
    [{ atMost: 25 }, Number.NaN, false],
    [{ ratioAtMost: 2 }, 1, false],
    [{ holds: true }, true, true],
    [{ holds: true }, false, false],
  ])('%o: %s without a floor is %s', (goal, ours, expected) => {
    expect(met(goal, ours)).toBe(expected);
  });

  it('judges nothing without a goal', () => {
    expect(met(undefined, 3, 1)).toBeNull();
  });

  it('says the ratio and the goal', () => {
    expect(judge({ work: 'x', ours: 3, floor: 2, unit: 'ms', goal: { ratioAtMost: 1.6 } })).toMatchObject({
      ratio: 1.5,
      goalText: '≤ 1.6x',
    });
    expect(judge({ work: 'x', ours: 3, unit: 'ms', goal: { atMost: 5 } })).toMatchObject({
      ratio: null,
      goalText: '≤ 5 ms',
    });
  });
});

describe('the table', () => {
  const rows = [
    judge({ work: 'list', size: '1 M', unit: 'ms', ours: 3, floor: 2, goal: { ratioAtMost: 1.6 } }),
    judge({ work: 'a | b', ours: true, goal: { holds: true } }),
    judge({ work: 'told only', unit: '/s', ours: 12_345.6 }),
  ];

  it('lines its columns up as text', () => {
    const lines = textTable(rows).split('\n');
    expect(lines).toHaveLength(5);
    expect(lines[2]).toMatch(/^list +1 M +3 ms +2 ms +1\.5x +≤ 1\.6x +yes$/);
    expect(lines[4]).toMatch(/^told only +12346 \/s$/);
  });

  it('is a table of Markdown whatever stands in the cells', () => {
    expect(markdownTable(rows).split('\n')[3]).toBe('| a \\| b |  | yes |  |  | holds | yes |');
  });

  it('goes between its markers and nowhere else', () => {
    expect(between('before [s]old[e] after', ['[s]', '[e]'], 'new')).toBe('before [s]\nnew\n[e] after');
    expect(() => between('no place', ['[s]', '[e]'], 'new')).toThrow('no place');
    expect(() => between('[e][s]', ['[s]', '[e]'], 'new')).toThrow('no place');
  });
});
