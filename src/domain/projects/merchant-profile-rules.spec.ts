import { describe, expect, it } from '@jest/globals';
import { missingProfilesText, type ProfileUse } from './merchant-profile-rules.js';

const use = (profile: string, more: Partial<ProfileUse> = {}): ProfileUse => ({
  profile,
  projects: [],
  attempts: 0,
  refunds: 0,
  ...more,
});

describe('a start without a merchant profile', () => {
  it.each<[string, ProfileUse[], string[], string | null]>([
    ['nothing uses a profile', [], [], null],
    ['nothing uses any, some are configured', [], ['north'], null],
    ['all that are used are configured', [use('north', { attempts: 2, refunds: 1 })], ['south', 'north'], null],
    ['nothing of it is under way any more', [use('north')], [], null],
    [
      'a project names it',
      [use('north', { projects: ['hills', 'lake'] })],
      ['south'],
      'GATEWAY_PROFILES must list north: project hills, lake names it',
    ],
    [
      'attempts are unresolved',
      [use('north', { attempts: 3 })],
      [],
      'GATEWAY_PROFILES must list north: 3 of its payment attempts may still be paid',
    ],
    [
      'refunds are under way',
      [use('north', { refunds: 1 })],
      [],
      'GATEWAY_PROFILES must list north: 1 of its refunds are under way',
    ],
    [
      'two are missing, one is there',
      [use('north', { attempts: 1, refunds: 1 }), use('east', { attempts: 5 }), use('south', { projects: ['hills'] })],
      ['east'],
      'GATEWAY_PROFILES must list north: 1 of its payment attempts may still be paid, 1 of its refunds are under way; ' +
        'GATEWAY_PROFILES must list south: project hills names it',
    ],
    [
      'a name in other letters is another name',
      [use('north', { attempts: 1 })],
      ['North'],
      expect.any(String) as never,
    ],
  ])('%s', (_case, uses, configured, expected) => {
    expect(missingProfilesText(uses, configured)).toEqual(expected);
  });
});
