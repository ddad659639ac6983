import { describe, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import {
  INVOICE,
  INVOICE_TAIL,
  MIXED_CASES,
  CHARGE_HEADS,
  STATUS_ANSWER,
  RETURN,
  RETURN_WITH_EXTRAS,
  SAMPLE_KEY,
} from '../../../test/support/bank-samples.js';
import { explainMismatch } from './secure-hash-explain.js';
import { secureHashV1 } from './secure-hash.js';

describe('explainMismatch', () => {
  const hmac = (message: string, key = SAMPLE_KEY) => createHmac('sha256', key).update(message).digest('hex');
  const causes = (fields: Record<string, unknown>, expected: string, key = SAMPLE_KEY) =>
    explainMismatch(fields, key, expected).map(({ cause }) => cause);
  const named: [string, Record<string, unknown>, string][] = [
    ['case-insensitive-sort', MIXED_CASES, 'a4fb012d18c7b6f16dd431bb2dd4babbb5dcb7fd7b8ac42f19fa34c7e29a3e11'],
    ['natural-sort', { ...CHARGE_HEADS, chargeHead10: '1.00' }, hmac('10000.003000.004000.001.00')],
    ['unsorted', { b: '1', a: '2' }, hmac('12')],
    ['kept-empties', { ...INVOICE, addlParam2: null }, hmac(`goldnull${INVOICE_TAIL}`)],
    ['kept-empties', { a: '1', b: '', c: '2' }, hmac('1||2')],
    [
      'zero-dropped',
      { ...INVOICE, addlParam2: '0' },
      '72126e54bd2a9fe96ec081cb9a2281563542e474b25b7ef5699dd3858a605648',
    ],
    ['double-hex', INVOICE, Buffer.from(secureHashV1(INVOICE, SAMPLE_KEY)).toString('hex')],
    [
      'number-not-string',
      { ...INVOICE, addlParam1: '007', addlParam2: '1e3' },
      '43465e339fb87d8461555e7c80651fd1d33836089216e5aa850b62d3d069d7df',
    ],
    [
      'number-not-string',
      { ...INVOICE, chargeAmount: 51000, chargeHead1: '51000.00' },
      secureHashV1(INVOICE, SAMPLE_KEY),
    ],
    ['amount-without-decimals', INVOICE, '773d821459035f326e85ef4ae338e0c1d6eb0299a38ed87d62cea57e870eb159'],
    ['key-whitespace', INVOICE, '953b2ccfdb4ca34961449a705d0c43c6108987de871f1a033b25f935f6144985'],
    [
      'trimmed-values',
      { ...INVOICE, addlParam2: ' ' },
      '72126e54bd2a9fe96ec081cb9a2281563542e474b25b7ef5699dd3858a605648',
    ],
    ['names-or-separators', { a: '1', b: '2' }, hmac('a=1&b=2')],
    ['names-or-separators', { a: '1', b: '2' }, hmac('1|2')],
    [
      'non-ascii-as-question-mark',
      { ...INVOICE, userName: 'आरती राव' },
      '577e85c3a8f5b5ffd2c6530112ed2e16de7a690dbc73793ecc4b52bc55102ab8',
    ],
    [
      'other-text-encoding',
      { ...INVOICE, userName: 'Jos\u00e9' },
      'a01588478ba18969043163d6479858a62fe99602c903cd121d34d7e495ba86a5',
    ],
    ['percent-encoded', RETURN, '648563969c3a28f38e8ceaa06d7287836f09030e5fea34770b54aa8692fa4223'],
    ['percent-encoded', RETURN, 'd91684ab53e5235a7518c063577c6cff769f69070b656172a1043e46329c1a6e'],
    ['not-decoded', { ...RETURN, paymentSubInstType: 'HDFC+Bank' }, secureHashV1(RETURN, SAMPLE_KEY)],
    ['unknown-fields-dropped', RETURN_WITH_EXTRAS, secureHashV1(RETURN, SAMPLE_KEY)],
    ['false-as-text', STATUS_ANSWER, 'd8147d528b5454961ad152e5cde508a688edec7cda6c05a2a331184d3e86d081'],
    ['false-as-text', { ...STATUS_ANSWER, oth_charge: 'false' }, secureHashV1(STATUS_ANSWER, SAMPLE_KEY)],
    ['hash-included', { a: '1', secureHash: 'abc', z: '2' }, hmac('1abc2')],
    ['v2-body', INVOICE, '961c8c2fb77e3bc18c73b79fbb90721d0c4c92cb1afca4c7c820632a3215f421'],
  ];
  it.each(named)('%s', (cause, fields, expected) => expect(causes(fields, expected)).toContain(cause));
  it('a key stored with a newline is found from the other side too', () => {
    expect(causes(INVOICE, secureHashV1(INVOICE, SAMPLE_KEY), `${SAMPLE_KEY}\n`)).toContain('key-whitespace');
  });
  it('says nothing when the digest is right or unexplained', () => {
    expect(causes(INVOICE, secureHashV1(INVOICE, SAMPLE_KEY).toUpperCase())).toEqual([]);
    expect(causes(INVOICE, 'f'.repeat(64))).toEqual([]);
  });
});
