import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * The one comparison of digests, seals and other secrets: the time it takes tells neither where two texts differ nor how long
 * the expected one is. Letter case counts. Null is equal to nothing but null.
 */
export function sameDigest(given: string | null, expected: string | null): boolean {
  if (given === null || expected === null) return given === expected;
  return timingSafeEqual(ofOneLength(given), ofOneLength(expected));
}

function ofOneLength(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
