import { describe, expect, it } from '@jest/globals';
import type { Settings } from '../../config/settings.token.js';
import { isPractice } from './signing-policy.js';

const CASES: [what: string, production: boolean, secretKey: string, baseUrl: string, practice: boolean][] = [
  ['the sandbox', false, 'sandbox-key-1', 'http://127.0.0.1:4010/pg', true],
  ['the sandbox by name', false, 'sandbox-key-1', 'http://localhost:4010/pg', true],
  ["a bank's test system with a key of its own", false, 'uat-key', 'https://pgpayuat.icicibank.com/tsp/pg', false],
  ['a key of its own at the sandbox', false, 'uat-key', 'http://127.0.0.1:4010/pg', false],
  ['the published key at another host', false, 'sandbox-key-1', 'https://127.0.0.1.example.com/pg', false],
  ['production, whatever it has', true, 'sandbox-key-1', 'http://127.0.0.1:4010/pg', false],
];

describe('where digests are shown', () => {
  it.each(CASES)('%s', (...[, production, secretKey, baseUrl, practice]) => {
    const settings = { production, gateway: { secretKey, baseUrl } } as Settings;
    expect(isPractice(settings)).toBe(practice);
  });
});
