import { describe, expect, it } from '@jest/globals';
import { callbackStep } from './complete-flow.service.js';
import { DOCUMENTED_EXAMPLE, DOCUMENTED_VECTORS, recompute } from './documented-vectors.js';

describe('the documented examples', () => {
  it.each(DOCUMENTED_VECTORS.map((vector) => [vector.id, vector] as const))('%s matches', (_id, vector) => {
    expect(recompute(vector)).toMatchObject({ generatedHash: vector.expectedHash, match: true });
  });

  it('a change is found', () => {
    const message = { ...(DOCUMENTED_EXAMPLE.message as Record<string, string>), chargeAmount: '1.00' };
    expect(recompute({ ...DOCUMENTED_EXAMPLE, message }).match).toBe(false);
  });

  it.each(['sandbox-key-1', 'a-live-merchant-key'])('returns are judged rightly beside the key %s', (secretKey) => {
    expect(callbackStep({ secretKey })).toMatchObject({ state: 'ok' });
  });
});
