import { describe, expect, it } from '@jest/globals';
import { sameDigest } from './same-digest.js';

const DIGEST = 'a9bfa9c90820bb22f7ceb79a86aa05b8ae0bd75f268cbd5bd81cb2f2814e3880';

describe('sameDigest', () => {
  it.each<[string | null, string | null, boolean]>([
    [DIGEST, DIGEST, true],
    ['', '', true],
    [null, null, true],
    [DIGEST.toUpperCase(), DIGEST, false],
    [DIGEST.slice(1), DIGEST, false],
    [`${DIGEST}0`, DIGEST, false],
    [`${DIGEST}\0`, DIGEST, false],
    [`b${DIGEST.slice(1)}`, DIGEST, false],
    [`${DIGEST.slice(0, -1)}1`, DIGEST, false],
    ['ä', 'a\u0308', false],
    ['', DIGEST, false],
    [null, DIGEST, false],
    [null, '', false],
  ])('%p and %p: %p', (given, expected, answer) => {
    expect(sameDigest(given, expected)).toBe(answer);
    expect(sameDigest(expected, given)).toBe(answer);
  });
});
