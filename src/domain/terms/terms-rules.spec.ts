import { describe, expect, it } from '@jest/globals';
import {
  beginDenial,
  type Consent,
  type ConsentVerdict,
  judgeConsent,
  type TermsInForce,
  versionInForce,
} from './terms-rules.js';

const BOTH: TermsInForce = { id: 70, number: 3, languages: ['en', 'hi'] };
const ENGLISH: TermsInForce = { id: 71, number: 3, languages: ['en'] };
const none: Consent = { version: null, language: null };
const agreed = (language: 'en' | 'hi', versionId = 70): ConsentVerdict => ({ kind: 'agreed', versionId, language });

describe('may this press of Pay go to the bank', () => {
  it.each<[string, TermsInForce | null, Consent, 'en' | 'hi', ConsentVerdict]>([
    ['no terms, no box', null, none, 'en', { kind: 'not-needed' }],
    ['no terms, a version of no use', null, { version: '1', language: 'en' }, 'en', { kind: 'not-needed' }],
    ['terms, no box', BOTH, none, 'en', { kind: 'missing' }],
    ['terms, an empty box', BOTH, { version: '', language: 'en' }, 'en', { kind: 'missing' }],
    ['a language alone agrees to nothing', BOTH, { version: null, language: 'en' }, 'en', { kind: 'missing' }],
    ['the version in force', BOTH, { version: '3', language: 'en' }, 'hi', agreed('en')],
    ['in Hindi', BOTH, { version: '3', language: 'hi' }, 'en', agreed('hi')],
    ['without a language: that of the request', BOTH, { version: '3', language: null }, 'hi', agreed('hi')],
    [
      'in a language without a text: the one there is',
      ENGLISH,
      { version: '3', language: 'hi' },
      'hi',
      agreed('en', 71),
    ],
    ['in a language of the moon', BOTH, { version: '3', language: 'xx' }, 'en', agreed('en')],
    ['an older version', BOTH, { version: '2', language: 'en' }, 'en', { kind: 'stale' }],
    ['a version that has not begun', BOTH, { version: '4', language: 'en' }, 'en', { kind: 'stale' }],
    ['the number in another spelling', BOTH, { version: '03', language: 'en' }, 'en', { kind: 'stale' }],
    ['a number with blanks', BOTH, { version: ' 3', language: 'en' }, 'en', { kind: 'stale' }],
    ['what a tick box sends by itself', BOTH, { version: 'on', language: 'en' }, 'en', { kind: 'stale' }],
    ['terms without a text', { ...BOTH, languages: [] }, { version: '3', language: 'en' }, 'en', { kind: 'missing' }],
  ])('%s', (_case, terms, consent, spoken, verdict) => {
    expect(judgeConsent(terms, consent, spoken)).toEqual(verdict);
  });
});

describe('the version in force', () => {
  const versions = [
    { number: 1, effectiveFrom: '2026-11-20' },
    { number: 2, effectiveFrom: '2026-12-01' },
    { number: 3, effectiveFrom: '2026-12-01' },
    { number: 4, effectiveFrom: '2027-01-10' },
  ];

  it.each([
    ['2026-11-19', null],
    ['2026-11-20', 1],
    ['2026-11-30', 1],
    // A version that was replaced before its first day was never in force.
    ['2026-12-01', 3],
    ['2027-01-09', 3],
    ['2027-01-10', 4],
  ])('on %s', (today, number) => {
    expect(versionInForce(versions, today)).toBe(number);
  });
});

describe('the first day of a version', () => {
  it.each([
    ['2026-11-22', null, 'past'],
    ['2026-11-23', null, null],
    ['2026-11-24', null, null],
    ['2026-11-24', '2026-11-24', null],
    ['2026-11-24', '2026-11-25', 'before_latest'],
    ['2026-11-23', '2026-01-01', null],
  ])('%s after a version from %s', (from, latest, denial) => {
    expect(beginDenial(from, '2026-11-23', latest)).toBe(denial);
  });
});
