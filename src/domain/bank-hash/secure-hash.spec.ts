import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  INVOICE,
  INVOICE_TAIL,
  MIXED_CASES,
  CHARGE_HEADS,
  STATUS_QUESTION,
  STATUS_ANSWER,
  STATUS_ANSWER_HASH,
  RETURN,
  RETURN_HASH,
  RETURN_WITH_EXTRAS,
  SAMPLE_KEY,
} from '../../../test/support/bank-samples.js';
import { hashMessageV1, secureHashV1, secureHashV2, verifySecureHash } from './secure-hash.js';

const D = {
  addlParam1: 'gold',
  amount: '51000.00',
  invoiceNo: 'INV2024000001',
  merchantId: 'T_SANDBOX1',
  merchantTxnNo: 'INV2024000001',
  paymentDateTime: '20261008175302',
  respDescription: 'Transaction rejected',
  responseCode: '039',
  txnID: '7700230883725',
};
const F = {
  addlParam1: 'gold',
  amount: '51000.00',
  invoiceNo: 'INV2024000001',
  merchantId: 'T_SANDBOX1',
  merchantTxnNo: 'INV20',
  paymentID: '24',
  responseCode: '0000',
  txnID: '0120261008175302Transaction rejected0397700230883725',
};

type Vector = [id: string, fields: Record<string, unknown>, digest: string, message?: string];
const VECTORS: Vector[] = [
  [
    '1',
    { name: 'aa', param1: 'abc', param2: 'xyz' },
    'a4f41203463093aee5cbd965bf9877ffab4e42da4e37521848c9104ebc6746d7',
    'aaabcxyz',
  ],
  ['2', INVOICE, '0d759d1780a68d37482e2cce5f0f2b3e0e7b4502b62248791874b42c1788d684', `golddirect${INVOICE_TAIL}`],
  [
    '3 empty',
    { ...INVOICE, addlParam2: '' },
    '72126e54bd2a9fe96ec081cb9a2281563542e474b25b7ef5699dd3858a605648',
    `gold${INVOICE_TAIL}`,
  ],
  ['3 null', { ...INVOICE, addlParam2: null }, '72126e54bd2a9fe96ec081cb9a2281563542e474b25b7ef5699dd3858a605648'],
  [
    '3 absent',
    { ...INVOICE, addlParam2: undefined },
    '72126e54bd2a9fe96ec081cb9a2281563542e474b25b7ef5699dd3858a605648',
  ],
  [
    '4',
    { ...INVOICE, addlParam2: '0' },
    '9e0458b562b82016f337b291331a03f2618eefb5e9a4aa72d26065fc096df20f',
    `gold0${INVOICE_TAIL}`,
  ],
  [
    '4b',
    { ...INVOICE, addlParam2: ' ' },
    '875ee35136ae2bd0d35c8e899df3c7b6c79a30bcbdda693c13ed3eaae6a31bec',
    `gold ${INVOICE_TAIL}`,
  ],
  ['5', { ...INVOICE, userName: 'आरती राव' }, 'c1420c719ceece61a82083ab1281017e506907ec45bb16a81ff66b3377966df9'],
  ['5b', { ...INVOICE, userName: '???? ???' }, '577e85c3a8f5b5ffd2c6530112ed2e16de7a690dbc73793ecc4b52bc55102ab8'],
  ['5c', { ...INVOICE, userName: 'Jos\u00e9' }, '688e3cf94d53778dcd86e78849e2442b44f8fdb625e8422063744a99db9eb5c3'],
  ['5d', { ...INVOICE, userName: 'Jose\u0301' }, 'a01588478ba18969043163d6479858a62fe99602c903cd121d34d7e495ba86a5'],
  [
    '6',
    MIXED_CASES,
    'e4f02cc7f4c10bab5d8b1669b797c2e01dcb3c0645c58453d68142eafa801319',
    '20261008175302PayPhi51000.00HDFC',
  ],
  [
    '6b',
    { merchantId: 'LOWER', merchantID: 'UPPER' },
    '15d5ec0cd76cd7817eb25ccaef6885e6611d5634841b63ef6e0a253bf391deec',
    'UPPERLOWER',
  ],
  [
    '6c',
    CHARGE_HEADS,
    '5ce865db597b5f07fb4cdfab612e5d710ab8c0d08a1016f1ae402ec913b6a8d9',
    '10000.003000.003000.004000.00',
  ],
  [
    '7',
    { ...INVOICE, desc: 'Gold + Silver  token', emailID: 'asha+sale@example.com', mobileNo: '+919876543210' },
    'de0aaa947c447d3dea62079a24eb45f9a3e82a4a06397168c0508e7404063674',
  ],
  [
    '8',
    { ...INVOICE, addlParam1: '007', addlParam2: '1e3' },
    '216d5643051ed606558e75651d9658b00ed5e4d074950575183d6e08033e6009',
    `0071e3${INVOICE_TAIL}`,
  ],
  [
    '8b',
    { ...INVOICE, chargeAmount: '51000', chargeHead1: '51000' },
    '773d821459035f326e85ef4ae338e0c1d6eb0299a38ed87d62cea57e870eb159',
  ],
  [
    '10',
    { invoiceNo: 'INV2024000001', merchantId: 'T_SANDBOX1', reqType: 'status' },
    '194c260b24a8e0b8cb00010798407f9a4ea64bbf07e05bab54075e52f61e6143',
    'INV2024000001T_SANDBOX1status',
  ],
  [
    '10b',
    STATUS_QUESTION,
    'c2fb5b11c808b1305984a1c014990b45c0bdea4b145038a3ba642fa6a8bb491b',
    'T_SANDBOX1INV2024000001INV2024000001STATUS',
  ],
  [
    '10c',
    { ...STATUS_QUESTION, aggregatorID: 'A_SANDBOX1', merchantTxnNo: 'ST0000000000000001' },
    'a0598f7e9108ee018341bb1bb1792d0758e756be34798a955e484d95672991fe',
    'A_SANDBOX1T_SANDBOX1ST0000000000000001INV2024000001STATUS',
  ],
  [
    '10d',
    {
      addlParam1: '',
      amount: '1500.50',
      merchantID: 'T_SANDBOX1',
      merchantTxnNo: 'RF0000000000000001',
      originalTxnNo: 'INV2024000001',
      transactionType: 'REFUND',
    },
    '9af1a9db65f961896f43251bb6db2d31de11ccf393db1ffd2bf34bc59db64cac',
    '1500.50T_SANDBOX1RF0000000000000001INV2024000001REFUND',
  ],
  [
    '11',
    STATUS_ANSWER,
    STATUS_ANSWER_HASH,
    '2026100817530251000.00T_SANDBOX1INV202400000120261008175302NBRequest processed successfully0007700230883725Transaction successful0000SUC',
  ],
  [
    '11x as text',
    { ...STATUS_ANSWER, oth_charge: 'false' },
    'd8147d528b5454961ad152e5cde508a688edec7cda6c05a2a331184d3e86d081',
  ],
  [
    '12',
    RETURN,
    RETURN_HASH,
    'gold51000.0051000.00asha@example.com9876543210INV2024000001PAIDT_SANDBOX1INV202400000120261008175302700788003737NBHDFC BankTransaction successful00007700230883725',
  ],
  ['12 re-split', { ...RETURN, addlParam1: 'gold5', amount: '1000.00' }, RETURN_HASH],
  ['12b', RETURN_WITH_EXTRAS, 'a1ce4da97127423d35fcbbea17111374ff405ab4b7af40b8e87465b50c591483'],
  ['13 declined', D, 'da2b2974f37b0c4e73cab1e66051e2e3915f9a9707afdcc60f50f1449058f4d9'],
  ['13 forged', F, 'da2b2974f37b0c4e73cab1e66051e2e3915f9a9707afdcc60f50f1449058f4d9'],
];

describe('V1', () => {
  it.each(VECTORS)('vector %s', (...[, fields, digest, message]: Vector) => {
    if (message !== undefined) expect(hashMessageV1(fields)).toBe(message);
    expect(secureHashV1(fields, SAMPLE_KEY)).toBe(digest);
  });
  it('vector 9: a newline at the end of the key is another key', () => {
    expect(secureHashV1(INVOICE, `${SAMPLE_KEY}\n`)).toBe(
      '953b2ccfdb4ca34961449a705d0c43c6108987de871f1a033b25f935f6144985',
    );
  });
  it('vector 16: no content is never signed nor accepted', () => {
    expect(() => secureHashV1({ a: '', b: null, c: false, secureHash: 'x' }, SAMPLE_KEY)).toThrow('nothing to hash');
    expect(() => secureHashV2('', SAMPLE_KEY)).toThrow('nothing to hash');
  });
  it('the published sample message under our key', () => {
    const message = 'M000001M009999922120160831041454SUCCESS000006503T1472640294491';
    expect(secureHashV1({ message }, SAMPLE_KEY)).toBe(
      '82f32c81fe3c77f631173a8d1f0ee323876050b8f0cd4a274c4b4b8e7c6c98b1',
    );
  });
  it('refuses an empty key and nested values, keeps true and numbers as text', () => {
    expect(() => secureHashV1(INVOICE, '')).toThrow('key is empty');
    for (const nested of [{}, [], ['a'], NaN, Infinity, 1n, () => 1])
      expect(() => hashMessageV1({ nested })).toThrow('nested');
    expect(hashMessageV1({ a: true, b: 0, c: 1.5, d: '0.00', e: 'false' })).toBe('true01.50.00false');
  });
  it('does not depend on the order of fields nor on its own hash', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string()), (fields) => {
        const reversed = Object.fromEntries(Object.entries(fields).reverse());
        expect(hashMessageV1({ ...reversed, secureHash: 'a', securehash: 'b' })).toBe(
          hashMessageV1({ ...fields, secureHash: '' }),
        );
      }),
    );
  });
});

describe('V2', () => {
  it.each([
    ['14', JSON.stringify(INVOICE), '961c8c2fb77e3bc18c73b79fbb90721d0c4c92cb1afca4c7c820632a3215f421'],
    [
      '14x',
      JSON.stringify(INVOICE).replaceAll('/', '\\/'),
      '316bbf0499cc5c8de75ed86bd98739ad3fa7060681057ef44a99126ac042866a',
    ],
    [
      '14b utf-8',
      '{"invoiceNo":"INV2024000001","userName":"José"}',
      'fc5cb161a883490fe2d26bf5e5eeaa54eab4a92403abfa9e34e41804c4db38c6',
    ],
    [
      '14b escaped',
      '{"invoiceNo":"INV2024000001","userName":"Jos\\u00e9"}',
      'a9bfa9c90820bb22f7ceb79a86aa05b8ae0bd75f268cbd5bd81cb2f2814e3880',
    ],
  ])('vector %s', (_id, body, digest) => expect(secureHashV2(body, SAMPLE_KEY)).toBe(digest));
});

describe('verifySecureHash', () => {
  const right = secureHashV1(INVOICE, SAMPLE_KEY);
  it('accepts either letter case', () => {
    expect(verifySecureHash(right, right)).toBe(true);
    expect(verifySecureHash(right.toUpperCase(), right)).toBe(true);
  });
  it('refuses every other shape', () => {
    const doubleHex = Buffer.from(right).toString('hex');
    const hostile = [
      '',
      right.slice(1),
      `${right}0`,
      `${right}\n`,
      doubleHex,
      right.replace(/^./, 'g'),
      [right],
      { right },
      null,
      undefined,
      0,
      true,
    ];
    for (const received of hostile) expect(verifySecureHash(received, right)).toBe(false);
    expect(verifySecureHash('', '')).toBe(false);
  });
  it('refuses any other digest', () => {
    const flipped = (right.startsWith('0') ? '1' : '0') + right.slice(1);
    expect(verifySecureHash(flipped, right)).toBe(false);
  });
});
