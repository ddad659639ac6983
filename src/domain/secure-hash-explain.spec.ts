import { describe, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { explainMismatch } from './secure-hash-explain.js';
import { secureHashV1 } from './secure-hash.js';

const KEY = 'sandbox-key-1';
const B = {
  addlParam1: 'gold',
  addlParam2: 'direct',
  chargeAmount: '51000.00',
  chargeHead1: '51000.00',
  currencyCode: '356',
  desc: 'Gold token',
  dueDate: '31/12/2026',
  emailID: 'asha@example.com',
  invoiceNo: 'INV2024000001',
  merchantId: 'T_SANDBOX1',
  mobileNo: '9876543210',
  paymentReturnURL: 'https://app.example.com/api/payments/return',
  userName: 'Asha Rao',
};
const T =
  '51000.0051000.00356Gold token31/12/2026asha@example.comINV2024000001T_SANDBOX19876543210https://app.example.com/api/payments/returnAsha Rao';
const CASES = { TransmissionDateTime: '20261008175302', acqName: 'PayPhi', amount: '51000.00', bankCode: 'HDFC' };
const HEADS = { chargeAmount: '10000.00', chargeHead1: '3000.00', chargeHead10: '3000.00', chargeHead2: '4000.00' };
const R = {
  TransmissionDateTime: '20261008175302',
  amount: '51000.00',
  merchantId: 'T_SANDBOX1',
  merchantTxnNo: 'INV2024000001',
  oth_charge: false,
  paymentDateTime: '20261008175302',
  paymentMode: 'NB',
  respDescription: 'Request processed successfully',
  responseCode: '000',
  txnID: '7700230883725',
  txnRespDescription: 'Transaction successful',
  txnResponseCode: '0000',
  txnStatus: 'SUC',
};
const C = {
  addlParam1: 'gold',
  amount: '51000.00',
  bankCode: '',
  chargeAmount: '51000.00',
  customerEmailID: 'asha@example.com',
  customerMobileNo: '9876543210',
  invoiceNo: 'INV2024000001',
  invoiceStatus: 'PAID',
  merchantId: 'T_SANDBOX1',
  merchantTxnNo: 'INV2024000001',
  paymentDateTime: '20261008175302',
  paymentID: '700788003737',
  paymentMode: 'NB',
  paymentSubInstType: 'HDFC Bank',
  respDescription: 'Transaction successful',
  responseCode: '0000',
  txnID: '7700230883725',
};
const EXTRAS = {
  ...C,
  TransmissionDateTime: '20261008175302',
  acqName: 'PayPhi',
  oth_charge: 'false',
  txnType: 'SALE',
};

describe('explainMismatch', () => {
  const hmac = (message: string, key = KEY) => createHmac('sha256', key).update(message).digest('hex');
  const causes = (fields: Record<string, unknown>, expected: string, key = KEY) =>
    explainMismatch(fields, key, expected).map(({ cause }) => cause);
  const named: [string, Record<string, unknown>, string][] = [
    ['case-insensitive-sort', CASES, 'a4fb012d18c7b6f16dd431bb2dd4babbb5dcb7fd7b8ac42f19fa34c7e29a3e11'],
    ['natural-sort', { ...HEADS, chargeHead10: '1.00' }, hmac('10000.003000.004000.001.00')],
    ['unsorted', { b: '1', a: '2' }, hmac('12')],
    ['kept-empties', { ...B, addlParam2: null }, hmac(`goldnull${T}`)],
    ['kept-empties', { a: '1', b: '', c: '2' }, hmac('1||2')],
    ['zero-dropped', { ...B, addlParam2: '0' }, '72126e54bd2a9fe96ec081cb9a2281563542e474b25b7ef5699dd3858a605648'],
    ['double-hex', B, Buffer.from(secureHashV1(B, KEY)).toString('hex')],
    [
      'number-not-string',
      { ...B, addlParam1: '007', addlParam2: '1e3' },
      '43465e339fb87d8461555e7c80651fd1d33836089216e5aa850b62d3d069d7df',
    ],
    ['number-not-string', { ...B, chargeAmount: 51000, chargeHead1: '51000.00' }, secureHashV1(B, KEY)],
    ['amount-without-decimals', B, '773d821459035f326e85ef4ae338e0c1d6eb0299a38ed87d62cea57e870eb159'],
    ['key-whitespace', B, '953b2ccfdb4ca34961449a705d0c43c6108987de871f1a033b25f935f6144985'],
    ['trimmed-values', { ...B, addlParam2: ' ' }, '72126e54bd2a9fe96ec081cb9a2281563542e474b25b7ef5699dd3858a605648'],
    ['names-or-separators', { a: '1', b: '2' }, hmac('a=1&b=2')],
    ['names-or-separators', { a: '1', b: '2' }, hmac('1|2')],
    [
      'non-ascii-as-question-mark',
      { ...B, userName: 'आरती राव' },
      '577e85c3a8f5b5ffd2c6530112ed2e16de7a690dbc73793ecc4b52bc55102ab8',
    ],
    [
      'other-text-encoding',
      { ...B, userName: 'Jos\u00e9' },
      'a01588478ba18969043163d6479858a62fe99602c903cd121d34d7e495ba86a5',
    ],
    ['percent-encoded', C, '648563969c3a28f38e8ceaa06d7287836f09030e5fea34770b54aa8692fa4223'],
    ['percent-encoded', C, 'd91684ab53e5235a7518c063577c6cff769f69070b656172a1043e46329c1a6e'],
    ['not-decoded', { ...C, paymentSubInstType: 'HDFC+Bank' }, secureHashV1(C, KEY)],
    ['unknown-fields-dropped', EXTRAS, secureHashV1(C, KEY)],
    ['false-as-text', R, 'd8147d528b5454961ad152e5cde508a688edec7cda6c05a2a331184d3e86d081'],
    ['false-as-text', { ...R, oth_charge: 'false' }, secureHashV1(R, KEY)],
    ['hash-included', { a: '1', secureHash: 'abc', z: '2' }, hmac('1abc2')],
    ['v2-body', B, '961c8c2fb77e3bc18c73b79fbb90721d0c4c92cb1afca4c7c820632a3215f421'],
  ];
  it.each(named)('%s', (cause, fields, expected) => expect(causes(fields, expected)).toContain(cause));
  it('a key stored with a newline is found from the other side too', () => {
    expect(causes(B, secureHashV1(B, KEY), `${KEY}\n`)).toContain('key-whitespace');
  });
  it('says nothing when the digest is right or unexplained', () => {
    expect(causes(B, secureHashV1(B, KEY).toUpperCase())).toEqual([]);
    expect(causes(B, 'f'.repeat(64))).toEqual([]);
  });
});
