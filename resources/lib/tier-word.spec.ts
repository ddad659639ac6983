import { describe, expect, it } from '@jest/globals';
import { tierWord } from './tier-word';

describe('a tier within a sentence', () => {
  it.each([
    ['platinum', 'Platinum', 'platinum'],
    ['platinum', 'Lotus Platinum', 'Lotus Platinum'],
    ['villa', 'Garden villa', 'Garden villa'],
  ])('%s, called %s, is %s', (code, name, word) => {
    expect(tierWord(code, name)).toBe(word);
  });
});
