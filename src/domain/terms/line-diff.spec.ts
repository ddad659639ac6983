import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { diffLines } from './line-diff.js';

const shown = (before: string, after: string) =>
  diffLines(before, after).map(({ kind, text }) => `${{ same: ' ', added: '+', removed: '-' }[kind]}${text}`);

describe('comparing two texts line by line', () => {
  it.each([
    ['', '', []],
    ['', 'a', ['+a']],
    ['a', '', ['-a']],
    ['a\nb\nc', 'a\nc', [' a', '-b', ' c']],
    ['a\nb', 'a\nx\nb', [' a', '+x', ' b']],
    ['30 days', '15 days', ['-30 days', '+15 days']],
  ])('%j to %j', (before, after, lines) => {
    expect(shown(before, after)).toEqual(lines);
  });

  it('gives back both texts', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const diff = diffLines(before.join('\n'), after.join('\n'));
        const side = (without: string) => diff.filter(({ kind }) => kind !== without).map(({ text }) => text);
        expect(side('added').join('\n')).toBe(before.join('\n'));
        expect(side('removed').join('\n')).toBe(after.join('\n'));
      }),
    );
  });
});
