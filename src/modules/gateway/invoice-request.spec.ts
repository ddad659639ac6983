import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { secureHashV1, secureHashV2 } from '../../domain/bank-hash/secure-hash.js';
import { bankDescription, bankName } from './ascii-text.js';
import { refundFields, statusFields } from './command-request.js';
import { invoiceFields } from './invoice-request.js';
import type { InvoiceRequest } from './payment-gateway.js';
import { signRequest } from './signed-request.js';

const KEY = 'sandbox-key-1';
const ORDER: InvoiceRequest = {
  merchantProfile: null,
  invoiceNo: 'INV2024000001',
  amountPaise: 5_100_000,
  tokenType: 'gold',
  referenceType: 'direct',
  description: 'Gold token',
  dueDateIst: '31/12/2026',
  customerName: 'Asha Rao',
  mobile10: '9876543210',
  email: 'asha@example.com',
  returnUrl: 'https://app.example.com/api/payments/return',
};

describe('invoice request', () => {
  const fields = invoiceFields(ORDER, { merchantId: 'T_SANDBOX1' });
  it('carries the digests worked out with OpenSSL, V1 in the body and V2 in the header', () => {
    const v1 = signRequest(fields, { secretKey: KEY, hashVersion: 'v1' }, 'json');
    expect(JSON.parse(v1.body)).toMatchObject({
      secureHash: '0d759d1780a68d37482e2cce5f0f2b3e0e7b4502b62248791874b42c1788d684',
    });
    expect(v1).toMatchObject({ contentType: 'application/json' });
    const v2 = signRequest(fields, { secretKey: KEY, hashVersion: 'v2' }, 'json');
    expect(v2.hashHeader).toBe('961c8c2fb77e3bc18c73b79fbb90721d0c4c92cb1afca4c7c820632a3215f421');
    expect(v2.body).not.toContain('secureHash');
  });
  it('names the aggregator with a small d here and a capital D in commands', () => {
    const identity = { merchantId: 'T_SANDBOX1', aggregatorId: 'A_SANDBOX1' };
    expect(invoiceFields(ORDER, identity)).toMatchObject({ aggregatorId: 'A_SANDBOX1', merchantId: 'T_SANDBOX1' });
    expect(statusFields({ originalTxnNo: 'X' }, identity)).toMatchObject({
      aggregatorID: 'A_SANDBOX1',
      merchantID: 'T_SANDBOX1',
    });
  });
  it.each([
    ['of 48 characters', `${'a'.repeat(36)}@example.com`, true],
    ['of 49', `${'a'.repeat(37)}@example.com`, false],
    ['with an apostrophe', "d'souza@example.com", false],
    ['with an ampersand', 'a&b@example.com', false],
  ])('an address %s is sent as it is, or left out beside the mobile number', (_, email, isSent) => {
    const sent = (order: InvoiceRequest) => invoiceFields(order, { merchantId: 'T_SANDBOX1' })['emailID'];
    const { mobile10: _mobile, ...withoutMobile } = ORDER;
    expect(sent({ ...ORDER, email })).toBe(isSent ? email : undefined);
    expect(sent({ ...withoutMobile, email })).toBe(email);
  });
  it('leaves out what is empty and what the bank could not take unchanged', () => {
    const sent = invoiceFields(
      { ...ORDER, email: 'आरती@example.com', referenceType: '' },
      { merchantId: 'T_SANDBOX1', aggregatorId: '' },
    );
    const body = JSON.parse(signRequest(sent, { secretKey: KEY, hashVersion: 'v1' }, 'json').body) as object;
    for (const name of ['emailID', 'aggregatorId', 'addlParam2']) expect(body).not.toHaveProperty(name);
    const { mobile10: _mobile, ...withoutMobile } = ORDER;
    expect(invoiceFields(withoutMobile, { merchantId: 'T' })['mobileNo']).toBeUndefined();
  });
});

describe('commands', () => {
  const identity = { merchantId: 'T_SANDBOX1' };
  it('match the digests worked out with OpenSSL', () => {
    const status = signRequest(
      statusFields({ originalTxnNo: 'INV2024000001' }, identity),
      { secretKey: KEY, hashVersion: 'v1' },
      'form',
    );
    expect(status.contentType).toBe('application/x-www-form-urlencoded');
    expect(new URLSearchParams(status.body).get('secureHash')).toBe(
      'c2fb5b11c808b1305984a1c014990b45c0bdea4b145038a3ba642fa6a8bb491b',
    );
    const order = { refundRef: 'RF0000000000000001', originalTxnNo: 'INV2024000001', amountPaise: 150_050 };
    const refund = signRequest(refundFields(order, identity), { secretKey: KEY, hashVersion: 'v1' }, 'form');
    expect(new URLSearchParams(refund.body).get('secureHash')).toBe(
      '9af1a9db65f961896f43251bb6db2d31de11ccf393db1ffd2bf34bc59db64cac',
    );
  });
  it('never orders a refund of nothing, which the bank reads as a void of everything', () => {
    expect(() => refundFields({ refundRef: 'R', originalTxnNo: 'I', amountPaise: 0 }, identity)).toThrow(RangeError);
  });
});

describe('names for the bank', () => {
  it.each([
    ['José Ångström', 'Jose Angstrom'],
    ["Mary O'Neil & Sons", 'Mary ONeil Sons'],
    ['आरती राव', 'Customer'],
    ['  A.  B-C ', 'A. B-C'],
    ['', 'Customer'],
    ['...', 'Customer'],
    ['🎉', 'Customer'],
    ['Ravi राव', 'Ravi'],
    ['ß Ø ł', 'ss o l'],
    ['x'.repeat(60), 'x'.repeat(45)],
  ])('%j becomes %j', (name, plain) => expect(bankName(name)).toBe(plain));
  it('hold only characters that the bank is known to accept', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(bankName(name)).toMatch(/^[A-Za-z0-9.-](?:[A-Za-z0-9 .-]{0,43}[A-Za-z0-9.-])?$/);
        expect(bankDescription(name, 'Token')).toMatch(/^[A-Za-z0-9 .-]{1,100}$/);
      }),
    );
  });
});

it('signs exactly what is sent, whatever the values', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.stringMatching(/^[A-Za-z]{1,8}$/), fc.string({ minLength: 1, unit: 'grapheme' }), {
        minKeys: 1,
      }),
      (fields) => {
        const form = Object.fromEntries(
          new URLSearchParams(signRequest(fields, { secretKey: KEY, hashVersion: 'v1' }, 'form').body),
        );
        expect(form['secureHash']).toBe(secureHashV1(form, KEY));
        const v2 = signRequest(fields, { secretKey: KEY, hashVersion: 'v2' }, 'form');
        expect(v2.hashHeader).toBe(secureHashV2(v2.body, KEY));
      },
    ),
  );
});
