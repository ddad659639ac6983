import { describe, expect, it } from '@jest/globals';
import { secureHashV1 } from '../../domain/bank-hash/secure-hash.js';
import { DOCUMENTED_EXAMPLE } from './documented-vectors.js';
import { testHash } from './hash-test.js';

const OPEN = { secretKey: 'sandbox-key-1', hashVersion: 'v1', showsDigest: true } as const;
const CLOSED = { secretKey: 'a-live-merchant-key', hashVersion: 'v1', showsDigest: false } as const;
const FIELDS = { merchantId: 'M1', amount: '1.00', invoiceNo: 'TP1', empty: '', oth_charge: false };
const MESSAGE = '1.00TP1M1';
const LIVE = secureHashV1(FIELDS, CLOSED.secretKey);

describe('the hash test', () => {
  it('shows message and hash while the published key is in use', () => {
    const right = secureHashV1(FIELDS, OPEN.secretKey);
    expect(testHash({ ...FIELDS, expectedHash: right }, OPEN)).toMatchObject({
      messageString: MESSAGE,
      messageLength: MESSAGE.length,
      generatedHash: right,
      expectedHash: right,
      match: true,
      causes: [],
      docGeneratedHash: DOCUMENTED_EXAMPLE.expectedHash,
      docMatch: true,
    });
  });

  it.each([
    ['right', LIVE, true],
    ['right in capitals', LIVE.toUpperCase(), true],
    ['wrong', LIVE.replace(/^./, (digit) => (digit === '0' ? '1' : '0')), false],
    ['none', undefined, null],
  ])('with a key of its own it reports %s and nothing more', (_name, expectedHash, match) => {
    const answer = testHash({ ...FIELDS, ...(expectedHash === undefined ? {} : { expectedHash }) }, CLOSED);
    expect(answer).toMatchObject({ generatedHash: null, generatedLength: 64, match });
    // What the caller brought is the caller's; a digest that was made here must not be found anywhere.
    expect(JSON.stringify({ ...answer, expectedHash: null })).not.toContain(LIVE);
  });

  it("takes the payload's own hash when no other is given, and hashes neither", () => {
    const secureHash = secureHashV1(FIELDS, OPEN.secretKey);
    expect(testHash({ ...FIELDS, secureHash }, OPEN)).toMatchObject({ messageString: MESSAGE, match: true });
    expect(testHash({ ...FIELDS, secureHash, expectedHash: 'ab' }, OPEN)).toMatchObject({
      expectedHash: 'ab',
      expectedLength: 2,
      match: false,
    });
  });

  it('names the likely cause of a mismatch', () => {
    const expectedHash = secureHashV1({ ...FIELDS, amount: '1' }, OPEN.secretKey);
    const causes = testHash({ ...FIELDS, expectedHash }, OPEN).causes.map(({ cause }) => cause);
    expect(causes).toContain('amount-without-decimals');
  });

  it.each([
    ['a list', [FIELDS]],
    ['a text', 'amount=1.00'],
    ['nothing', null],
    ['no content', { amount: '', secureHash: 'ab' }],
    ['nesting', { amount: { rupees: 1 } }],
    ['too many fields', Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`f${index}`, 'x']))],
    ['an expected hash that is none', { ...FIELDS, expectedHash: 'not hex' }],
    ['an expected hash that is no text', { ...FIELDS, expectedHash: 7 }],
  ])('refuses %s', (_name, payload) => {
    expect(() => testHash(payload, OPEN)).toThrow(expect.objectContaining({ code: 'PAYLOAD_NOT_HASHABLE' }));
  });
});
