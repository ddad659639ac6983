import { describe, expect, it } from '@jest/globals';
import { MESSAGES } from './messages.js';
import { waitIn, waitWords } from './wait.js';
import { textsIn } from './words/index.js';

const { script: english } = textsIn('en');
const { script: hindi } = textsIn('hi');

describe('a wait', () => {
  it.each([
    [1, '1 second', '1 s', '1 सेकंड'],
    [30, '30 seconds', '30 s', '30 सेकंड'],
    [90, '90 seconds', '90 s', '90 सेकंड'],
    // Never less than the server asked for.
    [91, '2 minutes', '2 min', '2 मिनट'],
    [599, '10 minutes', '10 min', '10 मिनट'],
    [601, '11 minutes', '11 min', '11 मिनट'],
    [3600, '60 minutes', '60 min', '60 मिनट'],
  ])('of %d seconds is %s', (seconds, forStaff, inEnglish, inHindi) => {
    expect(waitWords(seconds)).toBe(forStaff);
    expect(waitIn(english.waits, seconds)).toBe(inEnglish);
    expect(waitIn(hindi.waits, seconds)).toBe(inHindi);
  });

  it('stands so in every text of a request that came too often', () => {
    const { login, dashboard, general } = MESSAGES;
    for (const { throttled } of [login, dashboard, general])
      expect(throttled(599)).toMatch(/Please try again in 10 minutes\.$/);
    expect(english.throttled('10 min')).toBe('Too many requests. Please try again in 10 min.');
    expect(hindi.throttled('10 मिनट')).toContain('कृपया 10 मिनट बाद');
  });
});
