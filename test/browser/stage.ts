import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { Cast, type CastOptions } from '../gallery/cast.js';

/** A product, its people and a browser for the tests of one file; there from the first test on. */
export function stage(options: CastOptions = {}): Cast {
  const cast = new Cast(options);
  beforeAll(() => cast.open());
  afterEach(() => cast.clear());
  afterAll(() => cast.close());
  return cast;
}
