import { describe, expect, it } from '@jest/globals';
import { secureHashV1 } from '../../domain/bank-hash/secure-hash.js';
import { chosenNotice, noticesBy } from './callback-choice.js';
import type { CallbackProblem } from './callback.js';
import type { GatewaySettings } from './gateway-settings.js';
import { Merchants } from './merchants.js';

const NORTH = { name: 'north', merchantId: 'M_NORTH', secretKey: 'key-north', previousSecretKey: 'older-north' };
const SOUTH = { name: 'south', merchantId: 'M_SOUTH', secretKey: 'key-south', previousSecretKey: null };
/** Under one aggregator, with one key. */
const EAST = { name: 'east', merchantId: 'M_EAST', secretKey: 'key-agg', previousSecretKey: null };
const WEST = { name: 'west', merchantId: 'M_WEST', secretKey: 'key-agg', previousSecretKey: null };
const settings = { merchantId: 'M_DEFAULT', secretKey: 'key-default', profiles: [NORTH, SOUTH, EAST, WEST] };
const merchants = new Merchants(settings as unknown as GatewaySettings).all();

const FIELDS = { invoiceNo: 'TD1', paymentID: '7', responseCode: '0000', amount: '1.00' };

function judged(key: string | null, merchantId: string | null, attemptAt: string | null | undefined) {
  const fields: Record<string, string> = { ...FIELDS, ...(merchantId === null ? {} : { merchantId }) };
  const signed = key === null ? fields : { ...fields, secureHash: secureHashV1(fields, key) };
  const notices = noticesBy({ entries: Object.entries(signed) }, merchants);
  return chosenNotice(notices, attemptAt === undefined ? null : { merchantProfile: attemptAt });
}

type Verdict = 'good' | CallbackProblem;

describe('which merchant’s key a callback is held against', () => {
  // The key that made its hash, the merchant id in it, and the profile of the attempt that it names.
  it.each<[string, string | null, string | null, string | null | undefined, Verdict]>([
    ['of the default merchant', 'key-default', 'M_DEFAULT', null, 'good'],
    ['of the attempt’s profile', 'key-north', 'M_NORTH', 'north', 'good'],
    ['with its previous key', 'older-north', 'M_NORTH', 'north', 'good'],
    ['without a merchant id', 'key-north', null, 'north', 'good'],
    ['another profile’s key', 'key-south', 'M_SOUTH', 'north', 'bad_hash'],
    ['another profile’s key and the attempt’s merchant id', 'key-south', 'M_NORTH', 'north', 'bad_hash'],
    ['another profile’s key, no merchant id', 'key-south', null, 'north', 'bad_hash'],
    ['the default key for a profile’s attempt', 'key-default', 'M_NORTH', 'north', 'bad_hash'],
    ['a profile’s key for the default’s attempt', 'key-north', 'M_DEFAULT', null, 'bad_hash'],
    ['the attempt’s key, another merchant’s id', 'key-north', 'M_SOUTH', 'north', 'other_merchant'],
    ['the attempt’s key, a stranger’s id', 'key-north', 'M_NOBODY', 'north', 'other_merchant'],
    ['a stranger’s key', 'key-stranger', 'M_NORTH', 'north', 'bad_hash'],
    ['no hash', null, 'M_NORTH', 'north', 'missing_hash'],
    ['one key of an aggregator, the attempt’s merchant id', 'key-agg', 'M_EAST', 'east', 'good'],
    ['one key of an aggregator, another’s merchant id', 'key-agg', 'M_WEST', 'east', 'other_merchant'],
    ['a profile that is not configured, signed by the default', 'key-default', 'M_DEFAULT', 'gone', 'bad_hash'],
    ['a profile that is not configured, signed by a stranger', 'key-stranger', 'M_GONE', 'gone', 'bad_hash'],
    ['a profile that is not configured, no hash', null, 'M_GONE', 'gone', 'missing_hash'],
    ['unknown reference, of the default merchant', 'key-default', 'M_DEFAULT', undefined, 'good'],
    ['unknown reference, of a profile', 'key-south', 'M_SOUTH', undefined, 'good'],
    ['unknown reference, a key and another’s merchant id', 'key-south', 'M_NORTH', undefined, 'other_merchant'],
    ['unknown reference, a key of several merchants', 'key-agg', 'M_WEST', undefined, 'good'],
    ['unknown reference, a stranger’s key', 'key-stranger', 'M_SOUTH', undefined, 'bad_hash'],
  ])('%s', (_case, key, merchantId, attemptAt, verdict) => {
    const notice = judged(key, merchantId, attemptAt);
    expect(notice.problem ?? 'good').toBe(verdict);
    expect(notice.ok).toBe(verdict === 'good');
    expect(notice.hashValid).toBe(verdict === 'good' || verdict === 'other_merchant');
  });

  it('what is wrong with the message itself stays', () => {
    const notices = noticesBy({ rawBody: 'a=1&a=2', contentType: 'application/x-www-form-urlencoded' }, merchants);
    expect(chosenNotice(notices, { merchantProfile: 'gone' })).toEqual(chosenNotice(notices, null));
    expect(chosenNotice(notices, null)).toMatchObject({ hashValid: false });
  });
});

describe('the merchants of an installation', () => {
  const all = new Merchants(settings as unknown as GatewaySettings);

  it('are found by profile; a profile that is not configured is nobody', () => {
    expect([null, 'north', 'gone'].map((profile) => all.find(profile)?.merchantId ?? null)).toEqual([
      'M_DEFAULT',
      'M_NORTH',
      null,
    ]);
  });

  it.each([[undefined], [''], ['default']])('%p names the default one', (name) => {
    expect(all.named(name)).toBeNull();
  });

  it.each([['gone'], [['north']], [{}], ['NORTH']])('%p names nobody', (name) => {
    expect(() => all.named(name)).toThrow('north, south');
  });
});
