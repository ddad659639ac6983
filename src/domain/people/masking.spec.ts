import { describe, expect, it } from '@jest/globals';
import {
  firstName,
  maskDigest,
  maskEmail,
  maskIp,
  maskName,
  maskPan,
  maskPhone,
  maskReference,
  maskText,
  referenceEnd,
  replacePersonal,
} from './masking.js';

const DIGEST = `ee1c93${'a9876543210f'.repeat(4)}${'0'.repeat(10)}`;

describe('masks', () => {
  it.each([
    [maskEmail, 'asha.rao@example.com', 'a•••@example.com'],
    [maskEmail, 'a@b@example.com', 'a•••@example.com'],
    [maskEmail, 'no-at', '•••'],
    [maskEmail, '@example.com', '•••'],
    [maskEmail, '', '•••'],
    [maskPhone, '+919876543210', '+91 •••••• 3210'],
    [maskPhone, '9876543210', '•••••• 3210'],
    [maskPhone, '3210', '••••••'],
    [maskPan, 'AAAPL5731J', '••••••731J'],
    [maskPan, '731J', '••••••'],
    [maskName, 'Asha Rao', 'A•••'],
    [maskName, '𝒜sha', '𝒜•••'],
    [maskName, '', '•••'],
    [maskReference, '7700230884711', '••••4711'],
    [maskReference, '4711', '••••'],
    [maskDigest, DIGEST, 'ee1c93…'],
  ] as const)('%p of %s', (mask, value, masked) => {
    expect(mask(value)).toBe(masked);
  });

  it.each([
    ['203.0.113.77', '203.0.113.x'],
    ['::ffff:203.0.113.77', '203.0.113.x'],
    ['2001:db8:85a3:8d3:1319:8a2e:370:7348', '2001:db8:85a3:x'],
    ['2001:db8::1', '2001:db8::x'],
    ['::1', '::x'],
    ['fe80::1%eth0', 'fe80::x'],
    ['', null],
    ['not an address', null],
  ])('of %s only %s is kept', (ip, kept) => {
    expect(maskIp(ip)).toBe(kept);
  });

  it('leave the first name, and the end of a long reference', () => {
    expect([firstName('  Asha  Rao '), firstName('')]).toEqual(['Asha', '']);
    expect([referenceEnd('7700230884711'), referenceEnd('23084711')]).toEqual(['4711', null]);
  });
});

describe('free text', () => {
  it.each([
    ['call asha@example.com or +919876543210', 'call a•••@example.com or +91 •••••• 3210'],
    ['919876543210, 9876543210.', '•••••• 3210, •••••• 3210.'],
    ['PAN aaapl5731j or AAAPL5731J', 'PAN ••••••731j or ••••••731J'],
    [`${DIGEST} 9876543210`, 'ee1c93… •••••• 3210'],
    [DIGEST.toUpperCase(), 'EE1C93…'],
    ['txn 77002308847112, amount 51000.00, TD1234567890', 'txn 77002308847112, amount 51000.00, TD1234567890'],
  ])('%s', (text, masked) => {
    expect(maskText(text)).toBe(masked);
  });

  it('is read once for each kind, and a digest is no number', () => {
    const found: [string, string][] = [];
    replacePersonal(`asha@example.com ${DIGEST} 9876543210 AAAPL5731J`, (text, kind) => {
      found.push([kind, text]);
      return '';
    });
    expect(found).toEqual([
      ['email', 'asha@example.com'],
      ['digest', DIGEST],
      ['phone', '9876543210'],
      ['pan', 'AAAPL5731J'],
    ]);
  });
});
