import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Compares digests, seals and other secrets in a time that depends neither on where two texts differ nor on the length of
 * the expected one. Letter case counts. Null is equal to nothing but null.
 */
export function sameDigest(given: string | null, expected: string | null): boolean {
  if (given === null || expected === null) return given === expected;
  return timingSafeEqual(ofOneLength(given), ofOneLength(expected));
}

function ofOneLength(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
