import { describe, expect, it } from '@jest/globals';
import { isRecoveryCode, newRecoveryCodes, plainRecoveryCode } from './recovery-codes.service.js';
import { matchingStep, newTotpSecret, totpCodeOf, totpUri } from './totp-rules.js';

/** RFC 6238, appendix B: the ASCII text 12345678901234567890; the last six of its eight digits. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('codes', () => {
  it.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('of the RFC at %d s', (seconds, code) => {
    expect(matchingStep(SECRET, code, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30));
  });

  it.each([
    ['in its own step', 59_000, 1],
    ['one step late, to the last moment', 89_999, 1],
    ['two steps late', 90_000, null],
    ['one step early', 0, 1],
  ])('%s', (_name, at, step) => {
    expect(matchingStep(SECRET, '287082', new Date(at))).toBe(step);
  });

  it('two steps early', () => {
    expect(matchingStep(SECRET, '081804', new Date((37037036 - 1) * 30_000 - 1))).toBeNull();
    expect(matchingStep(SECRET, '081804', new Date((37037036 - 1) * 30_000))).toBe(37037036);
  });

  it.each([
    ['287082', '287082'],
    [' 287 082 ', '287082'],
    ['28708', null],
    ['2870822', null],
    ['28708a', null],
    ['２８７０８２', null],
    ['', null],
  ])('%j is typed for %j', (typed, code) => {
    expect(totpCodeOf(typed)).toBe(code);
  });

  it('secrets have 160 bits and are never the same; the address names product and person', () => {
    const secrets = new Set(Array.from({ length: 50 }, newTotpSecret));
    expect(secrets.size).toBe(50);
    for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(totpUri(SECRET, 'asha@example.com'));
    expect(decodeURIComponent(uri.pathname)).toContain('TokenDesk:asha@example.com');
    expect(uri.searchParams.get('secret')).toBe(SECRET);
  });
});

describe('recovery codes', () => {
  it('are ten different ones that are read as they are typed', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) {
      expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
      expect(isRecoveryCode(code)).toBe(true);
      expect(plainRecoveryCode(` ${code.toUpperCase().replace('-', ' ')} `)).toBe(code.replace('-', ''));
    }
  });

  it.each(['', '123456', 'abcde-fghi', 'abcde-fghjkm', 'abcde-fghi0'])('%j is none', (typed) => {
    expect(isRecoveryCode(typed)).toBe(false);
  });
});
