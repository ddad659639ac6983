import { describe, expect, it } from '@jest/globals';
import { secureHashV1, secureHashV2 } from '../../domain/bank-hash/secure-hash.js';
import type { Exchange } from './exchange.js';
import { readInvoiceAnswer } from './invoice-answer.js';
import { safeRedirectUrl } from './redirect-url.js';

const KEY = 'sandbox-key-1';
const SETTINGS = {
  secretKey: KEY,
  merchantId: 'T_SANDBOX1',
  baseUrl: 'https://bank.example/pg',
  allowedHosts: ['bank.example', 'pay.bank.example:8443'],
};
const OK = {
  responseCode: '0000',
  respDescription: 'created',
  invoiceNo: 'INV1',
  merchantId: 'T_SANDBOX1',
  redirectionURL: 'https://bank.example/pg/i/1',
  txnID: 'T123',
};

function answered(fields: object, httpStatus = 200, hashHeader: string | null = null): Exchange {
  return { kind: 'answered', httpStatus, text: JSON.stringify(fields), hashHeader };
}
const signed = (fields: Record<string, unknown>) => ({ ...fields, secureHash: secureHashV1(fields, KEY) });
const read = (exchange: Exchange) => readInvoiceAnswer(exchange, 'INV1', SETTINGS);

describe('creation answers', () => {
  it('created, signed or not', () => {
    for (const fields of [OK, signed(OK), { ...OK, responseCode: '000' }, { ...OK, secureHash: null }]) {
      expect(read(answered(fields))).toMatchObject({
        kind: 'created',
        redirectUrl: OK.redirectionURL,
        bankTxnId: 'T123',
        responseText: 'created',
      });
    }
    expect(read(answered(signed(OK)))).not.toHaveProperty('raw.secureHash');
  });
  it('a V2 header counts where the body has no hash', () => {
    expect(read(answered(OK, 200, secureHashV2(JSON.stringify(OK), KEY)))).toMatchObject({ kind: 'created' });
    expect(read(answered(OK, 200, 'f'.repeat(64)))).toMatchObject({ kind: 'unknown', reason: 'bad-hash' });
  });
  it('a wrong hash is unknown, whatever the code says', () => {
    for (const code of ['0000', '405', 'P1006']) {
      expect(read(answered({ ...OK, responseCode: code, secureHash: 'f'.repeat(64) }))).toMatchObject({
        kind: 'unknown',
        reason: 'bad-hash',
        code,
      });
    }
  });
  it('405 exists, with the old link only if it is safe', () => {
    expect(read(answered({ ...OK, responseCode: '405' }))).toEqual({ kind: 'exists', redirectUrl: OK.redirectionURL });
    expect(read(answered({ ...OK, responseCode: '405', redirectionURL: 'https://evil.example/' }))).toEqual({
      kind: 'exists',
    });
  });
  it('refusals, with either spelling of the text', () => {
    expect(read(answered({ responseCode: '400', responseDescription: 'Secure hash mismatch' }))).toEqual({
      kind: 'refused',
      code: '400',
      text: 'Secure hash mismatch',
      hashMismatch: true,
      alert: true,
    });
    expect(read(answered({ responseCode: 'P1006', respDescription: 'bad hash' }))).toMatchObject({
      kind: 'refused',
      hashMismatch: true,
      alert: true,
    });
    expect(read(answered({ responseCode: 'P1006', respDescription: 'bad date' }))).toMatchObject({
      kind: 'refused',
      hashMismatch: false,
      alert: true,
    });
    expect(read(answered({ responseCode: '400', secureHash: 'f'.repeat(64) }))).toMatchObject({
      kind: 'refused',
      hashMismatch: true,
    });
    expect(read(answered({ responseCode: '400' }, 400))).toMatchObject({ kind: 'refused', code: '400' });
  });
  it('a payment page elsewhere is refused with an alert', () => {
    for (const redirectionURL of [
      'https://evil.example/x',
      'http://bank.example/x',
      'javascript:alert(1)',
      'https://bank.example@evil.example/',
    ]) {
      expect(read(answered({ ...OK, redirectionURL }))).toMatchObject({
        kind: 'refused',
        code: 'REDIRECT_HOST',
        alert: true,
      });
    }
  });
  it('all else is unknown', () => {
    const unclear: object[] = [
      {},
      { ...OK, redirectionURL: '' },
      { ...OK, invoiceNo: 'INV2' },
      { ...OK, merchantId: 'T_OTHER' },
      { ...OK, responseCode: 'R1000' },
      { ...OK, responseCode: { a: 1 } },
      { ...OK, responseCode: '' },
      { ...OK, responseCode: '<b>' },
    ];
    for (const fields of unclear)
      expect(read(answered(fields))).toMatchObject({ kind: 'unknown', reason: 'unreadable' });
    expect(read(answered(OK, 404))).toMatchObject({ kind: 'unknown' });
    expect(read({ kind: 'answered', httpStatus: 403, text: '<html>', hashHeader: null })).toMatchObject({
      kind: 'unknown',
      reason: 'http',
    });
  });
});

describe('where a customer may be sent', () => {
  it.each([
    ['https://bank.example/a?b=c', 'https://bank.example/a?b=c'],
    ['HTTPS://BANK.example:443/a', 'https://bank.example/a'],
    ['https://pay.bank.example:8443/', 'https://pay.bank.example:8443/'],
    ['https://pay.bank.example/', null],
    ['https://bank.example:444/', null],
    ['https://bank.example.evil.example/', null],
    ['//bank.example/', null],
    ['/pg', null],
    ['https:/bank.example/', null],
    ['https://bank.example\\@evil.example/', null],
    ['https://bank.example/ x', null],
    ['https://bank.example/\n', null],
    ['https://u:p@bank.example/', null],
    ['data:text/html,x', null],
    ['https://bank.example./', null],
    [`https://bank.example/${'a'.repeat(2000)}`, null],
  ])('%s', (text, expected) => expect(safeRedirectUrl(text, SETTINGS)).toBe(expected));
  it('http only where the bank itself is on http', () => {
    const local = { baseUrl: 'http://127.0.0.1:4010/pg', allowedHosts: ['127.0.0.1:4010'] };
    expect(safeRedirectUrl('http://127.0.0.1:4010/pg/i/1', local)).toBe('http://127.0.0.1:4010/pg/i/1');
    expect(safeRedirectUrl('http://127.0.0.1:4011/pg/i/1', local)).toBeNull();
  });
});
