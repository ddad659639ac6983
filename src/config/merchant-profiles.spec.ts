import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { InvalidSettings, settingsFrom } from './env.js';

const directory = mkdtempSync(join(tmpdir(), 'tokendesk-profiles-'));
afterAll(() => rmSync(directory, { recursive: true }));

const TEST = { NODE_ENV: 'test', DATA_DIR: directory, GATEWAY_BASE_URL: 'https://bank.example/pg' };
const TWO = {
  ...TEST,
  GATEWAY_PROFILES: 'north, south',
  GATEWAY_NORTH_MERCHANT_ID: '100000000000002',
  GATEWAY_NORTH_SECRET_KEY: 'key-of-the-north',
  GATEWAY_SOUTH_MERCHANT_ID: '100000000000003',
  GATEWAY_SOUTH_SECRET_KEY: 'key-of-the-south',
};
const PRODUCTION = {
  ...TWO,
  NODE_ENV: 'production',
  APP_URL: 'https://pay.example.com',
  DATABASE_URL: 'mysql://u:p@db:3306/tokendesk',
  JWT_SECRET: 'kX9-a-long-random-value-for-signing-7Q',
  ENCRYPTION_KEY: 'Zt4-another-long-random-value-here-2W',
  GATEWAY_MERCHANT_ID: '100000000000001',
  GATEWAY_SECRET_KEY: 'a-real-merchant-key',
};
type Environment = Record<string, string | undefined>;

function problemsOf(environment: Environment): string[] {
  try {
    settingsFrom(environment);
    return [];
  } catch (error) {
    if (error instanceof InvalidSettings) return error.problems;
    throw error;
  }
}

describe('merchant profiles', () => {
  it('there are none without GATEWAY_PROFILES, whatever else is set', () => {
    const { GATEWAY_PROFILES: _list, ...others } = TWO;
    expect(settingsFrom(others).gateway.profiles).toEqual([]);
    expect(settingsFrom({ ...others, GATEWAY_PROFILES: '' }).gateway.profiles).toEqual([]);
  });

  it('each has its own merchant, and the default one’s base URL unless it names another', () => {
    const { gateway } = settingsFrom({
      ...TWO,
      GATEWAY_SOUTH_BASE_URL: 'https://other.example/pg/',
      GATEWAY_SOUTH_AGGREGATOR_ID: 'AGG2',
      GATEWAY_SOUTH_SECRET_KEY_PREVIOUS: 'older-key-of-the-south',
    });
    expect(gateway).toMatchObject({ merchantId: 'T_SANDBOX1', allowedHosts: ['bank.example'] });
    expect(gateway.profiles).toEqual([
      {
        name: 'north',
        baseUrl: 'https://bank.example/pg',
        merchantId: '100000000000002',
        secretKey: 'key-of-the-north',
        previousSecretKey: null,
        aggregatorId: null,
        allowedHosts: ['bank.example'],
      },
      {
        name: 'south',
        baseUrl: 'https://other.example/pg',
        merchantId: '100000000000003',
        secretKey: 'key-of-the-south',
        previousSecretKey: 'older-key-of-the-south',
        aggregatorId: 'AGG2',
        allowedHosts: ['other.example'],
      },
    ]);
  });

  it('keys may be files', () => {
    const file = join(directory, 'north-key');
    writeFileSync(file, 'key-in-a-file\n');
    const { GATEWAY_NORTH_SECRET_KEY: _key, ...others } = TWO;
    const { profiles } = settingsFrom({ ...others, GATEWAY_NORTH_SECRET_KEY_FILE: file }).gateway;
    expect(profiles[0]?.secretKey).toBe('key-in-a-file');
    expect(problemsOf({ ...TWO, GATEWAY_NORTH_SECRET_KEY_FILE: file })).toEqual([
      'GATEWAY_NORTH_SECRET_KEY and GATEWAY_NORTH_SECRET_KEY_FILE are both set: use one',
    ]);
    expect(problemsOf({ ...others, GATEWAY_NORTH_SECRET_KEY_FILE: '/nowhere' })).toEqual([
      'GATEWAY_NORTH_SECRET_KEY_FILE cannot be read (ENOENT)',
    ]);
  });

  it.each<[string, Environment, string[]]>([
    [
      'names',
      { GATEWAY_PROFILES: 'North' },
      ['GATEWAY_PROFILES must list names of small letters, digits and _ that begin with a letter, at most 30 long'],
    ],
    [
      'a name that is too long',
      { GATEWAY_PROFILES: 'n'.repeat(31) },
      ['GATEWAY_PROFILES must list names of small letters, digits and _ that begin with a letter, at most 30 long'],
    ],
    [
      'the name of the default one',
      { GATEWAY_PROFILES: 'north,default' },
      ['GATEWAY_PROFILES must not list default: that is the merchant of GATEWAY_MERCHANT_ID'],
    ],
    ['a name twice', { GATEWAY_PROFILES: 'north,north' }, ['GATEWAY_PROFILES lists north twice']],
    [
      'one without anything',
      { GATEWAY_PROFILES: 'north,east' },
      ['GATEWAY_EAST_MERCHANT_ID is required', 'GATEWAY_EAST_SECRET_KEY is required'],
    ],
    ['an empty key', { GATEWAY_NORTH_SECRET_KEY: '' }, ['GATEWAY_NORTH_SECRET_KEY is required']],
    [
      'a key with a line end',
      { GATEWAY_NORTH_SECRET_KEY: 'key-of-the-north\n' },
      ['GATEWAY_NORTH_SECRET_KEY has spaces or a line end around it'],
    ],
    ['no address', { GATEWAY_NORTH_BASE_URL: 'bank' }, ['GATEWAY_NORTH_BASE_URL must be an http or https URL']],
    [
      'the default merchant again',
      { GATEWAY_NORTH_MERCHANT_ID: 'T_SANDBOX1' },
      ['GATEWAY_NORTH_MERCHANT_ID must not be the value of GATEWAY_MERCHANT_ID'],
    ],
    [
      'one merchant in two profiles',
      { GATEWAY_SOUTH_MERCHANT_ID: '100000000000002' },
      ['GATEWAY_SOUTH_MERCHANT_ID must not be the value of GATEWAY_NORTH_MERCHANT_ID'],
    ],
    [
      'two banks may have one number',
      { GATEWAY_SOUTH_MERCHANT_ID: '100000000000002', GATEWAY_SOUTH_BASE_URL: 'https://b.example' },
      [],
    ],
    [
      'the default one’s key',
      { GATEWAY_NORTH_SECRET_KEY: 'sandbox-key-1' },
      ['GATEWAY_NORTH_SECRET_KEY must not be a key of the merchant of GATEWAY_SECRET_KEY'],
    ],
    [
      'another’s key',
      { GATEWAY_SOUTH_SECRET_KEY: 'key-of-the-north' },
      ['GATEWAY_SOUTH_SECRET_KEY must not be a key of the merchant of GATEWAY_NORTH_SECRET_KEY'],
    ],
    [
      'another’s key as the previous one',
      { GATEWAY_SOUTH_SECRET_KEY_PREVIOUS: 'key-of-the-north' },
      ['GATEWAY_SOUTH_SECRET_KEY_PREVIOUS must not be a key of the merchant of GATEWAY_NORTH_SECRET_KEY'],
    ],
    [
      'an aggregator may have one key for its merchants',
      {
        GATEWAY_SOUTH_SECRET_KEY: 'key-of-the-north',
        GATEWAY_NORTH_AGGREGATOR_ID: 'A',
        GATEWAY_SOUTH_AGGREGATOR_ID: 'A',
      },
      [],
    ],
  ])('refused at the start: %s', (_case, change, problems) => {
    expect(problemsOf({ ...TWO, ...change })).toEqual(problems);
  });

  it.each<[string, string, string]>([
    ['GATEWAY_NORTH_MERCHANT_ID', 'T_SANDBOX1', "GATEWAY_NORTH_MERCHANT_ID is the sandbox's"],
    ['GATEWAY_NORTH_SECRET_KEY', 'sandbox-key-1', "GATEWAY_NORTH_SECRET_KEY is the sandbox's"],
    ['GATEWAY_NORTH_SECRET_KEY', 'short', 'GATEWAY_NORTH_SECRET_KEY is too short'],
    ['GATEWAY_NORTH_SECRET_KEY_PREVIOUS', 'short', 'GATEWAY_NORTH_SECRET_KEY_PREVIOUS is too short'],
    ['GATEWAY_NORTH_BASE_URL', 'http://bank.example/pg', 'GATEWAY_NORTH_BASE_URL must be https in production'],
    ['GATEWAY_NORTH_SECRET_KEY', PRODUCTION.JWT_SECRET, 'GATEWAY_NORTH_SECRET_KEY must not be the value of JWT_SECRET'],
  ])('production refuses %s=%s', (name, value, problem) => {
    expect(problemsOf(PRODUCTION)).toEqual([]);
    const problems = problemsOf({ ...PRODUCTION, [name]: value });
    expect(problems).toEqual([problem]);
    if (name.includes('KEY')) expect(problems.join().replaceAll("sandbox's", '')).not.toContain(`=${value}`);
  });

  it('names every problem at once', () => {
    const problems = problemsOf({ NODE_ENV: 'production', DATA_DIR: directory, GATEWAY_PROFILES: 'north' }).join('\n');
    for (const name of ['APP_URL', 'GATEWAY_MERCHANT_ID', 'GATEWAY_NORTH_MERCHANT_ID', 'GATEWAY_NORTH_SECRET_KEY'])
      expect(problems).toContain(`${name} is required`);
  });
});
