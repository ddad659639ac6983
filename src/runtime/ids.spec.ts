import { describe, expect, it } from '@jest/globals';
import { newBankReference, newPublicId, PUBLIC_ID } from './ids.js';

const MANY = 20_000;

describe('an id that opens a page', () => {
  const ids = Array.from({ length: MANY }, newPublicId);

  it('is 130 bits of chance: 26 places with 32 letters, each as likely everywhere', () => {
    for (const id of ids) expect(id).toMatch(PUBLIC_ID);
    expect(new Set(ids).size).toBe(MANY);
    for (let place = 0; place < 26; place += 1) {
      const counts = new Map<string, number>();
      for (const id of ids) counts.set(id[place]!, (counts.get(id[place]!) ?? 0) + 1);
      expect(counts.size).toBe(32);
      // Seven standard deviations from 625.
      for (const count of counts.values()) expect(Math.abs(count - MANY / 32)).toBeLessThan(175);
    }
  });

  it('references for the bank are 18 places with 33 letters, none of them 0, and never come twice', () => {
    const references = Array.from({ length: MANY }, () => newBankReference('TD'));
    for (const reference of references) expect(reference).toMatch(/^TD[1-9A-HJ-NP-Z]{18}$/);
    expect(new Set(references).size).toBe(MANY);
  });
});
