import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RETURN, RETURN_HASH, SAMPLE_KEY } from '../../../test/support/bank-samples.js';
import { secureHashV1 } from '../../domain/bank-hash/secure-hash.js';
import { readCallback } from './callback.js';

const SETTINGS = { secretKey: SAMPLE_KEY, merchantId: 'T_SANDBOX1' };
const FORM = 'application/x-www-form-urlencoded; charset=UTF-8';
const form = (fields: Record<string, string>) =>
  readCallback({ rawBody: new URLSearchParams(fields).toString(), contentType: FORM }, SETTINGS);
const signed = (fields: Record<string, string>) => ({
  ...fields,
  secureHash: secureHashV1(fields, SETTINGS.secretKey),
});

describe('notices', () => {
  it('a good return, as form, JSON or entries', () => {
    const fields = { ...RETURN, secureHash: RETURN_HASH };
    const json = readCallback({ rawBody: JSON.stringify(fields), contentType: 'application/json' }, SETTINGS);
    for (const notice of [form(fields), json, readCallback({ entries: Object.entries(fields) }, SETTINGS)]) {
      expect(notice).toMatchObject({ ok: true, hashValid: true, complete: true });
      expect(notice.problem).toBeUndefined();
      expect(notice.known).toEqual({
        invoiceNo: 'INV2024000001',
        merchantTxnNo: 'INV2024000001',
        txnId: '7700230883725',
        paymentId: '700788003737',
        merchantId: 'T_SANDBOX1',
        responseCode: '0000',
        responseText: 'Transaction successful',
        paymentDateTime: '20261008175302',
        amount: '51000.00',
        paymentMode: 'NB',
        claimsSuccess: true,
      });
    }
  });
  it('fields that nobody published are hashed with the rest', () => {
    const extra = {
      ...RETURN,
      TransmissionDateTime: '20261008175302',
      acqName: 'PayPhi',
      oth_charge: 'false',
      txnType: 'SALE',
    };
    expect(
      form({ ...extra, secureHash: 'a1ce4da97127423d35fcbbea17111374ff405ab4b7af40b8e87465b50c591483' }),
    ).toMatchObject({ ok: true });
    expect(form({ ...extra, secureHash: RETURN_HASH })).toMatchObject({ ok: false, problem: 'bad_hash' });
  });
  it('a JSON boolean false stays out of the hash, numbers keep their text', () => {
    const rawBody = JSON.stringify({ ...RETURN, secureHash: RETURN_HASH, oth_charge: false }).replace(
      '"51000.00"',
      '51000.00',
    );
    expect(readCallback({ rawBody, contentType: 'application/json' }, SETTINGS)).toMatchObject({ ok: true });
  });
  it('the known forgery with a valid hash fails by its shapes', () => {
    const forged = {
      addlParam1: 'gold',
      amount: '51000.00',
      invoiceNo: 'INV2024000001',
      merchantId: 'T_SANDBOX1',
      merchantTxnNo: 'INV20',
      paymentID: '24',
      responseCode: '0000',
      txnID: '0120261008175302Transaction rejected0397700230883725',
      secureHash: 'da2b2974f37b0c4e73cab1e66051e2e3915f9a9707afdcc60f50f1449058f4d9',
    };
    const notice = form(forged);
    expect(notice).toMatchObject({ ok: false, hashValid: true, problem: 'malformed_field', problemField: 'txnID' });
    expect(notice.known.txnId).toBeUndefined();
  });
  it('an amount shift keeps the hash and the shapes: such a notice is a hint and no more', () => {
    expect(form({ ...RETURN, addlParam1: 'gold5', amount: '1000.00', secureHash: RETURN_HASH })).toMatchObject({
      ok: true,
      known: { amount: '1000.00' },
    });
  });
  it.each<[string, string, string]>([
    ['empty', '', 'empty'],
    ['separators only', '&&', 'empty'],
    ['repeated', 'a=1&b=2&a=1', 'repeated_field'],
    ['repeated after decoding', 'a=1&%61=1', 'repeated_field'],
    ['broken percent', 'a=%zz', 'unreadable'],
    ['broken UTF-8', 'a=%ff', 'unreadable'],
    ['no hash', 'a=1', 'missing_hash'],
    ['empty hash', 'a=1&secureHash=', 'missing_hash'],
    ['two hashes', `a=1&secureHash=${RETURN_HASH}&securehash=${RETURN_HASH}`, 'repeated_field'],
    ['wrong', `a=1&secureHash=${RETURN_HASH}`, 'bad_hash'],
    ['nothing but a hash', 'secureHash=f792d57b4d2bb97d179f6f264f985c9e650a70e2e0d6fcafe06b9458689b628d', 'bad_hash'],
    ['too long', `a=${'x'.repeat(70_000)}`, 'unreadable'],
    ['too many', Array.from({ length: 101 }, (_, i) => `f${i}=1`).join('&'), 'unreadable'],
  ])('%s', (_name, rawBody, problem) => {
    expect(readCallback({ rawBody, contentType: FORM }, SETTINGS)).toMatchObject({
      ok: false,
      hashValid: false,
      problem,
    });
  });
  it('JSON with repeated names or nesting is unreadable', () => {
    for (const rawBody of ['{"a":"1","a":"2"}', '{"a":{}}', '[1]', '{']) {
      expect(readCallback({ rawBody, contentType: 'application/json' }, SETTINGS)).toMatchObject({
        problem: 'unreadable',
      });
    }
  });
  it.each<Record<string, string>>([
    { merchantId: 'T_OTHER' },
    { merchantID: 'T_OTHER' },
    { txnID: 'a b' },
    { responseCode: '00' },
    { responseCode: '000000' },
    { paymentDateTime: '2026100817530' },
    { invoiceNo: 'INV 1' },
    { invoiceNo: 'I'.repeat(33) },
    { merchantTxnNo: '<x>' },
    { amount: '1e3' },
    { paymentID: "1' OR" },
  ])('signed rightly but not ours or malformed: %j', (change) => {
    expect(form(signed({ ...RETURN, ...change }))).toMatchObject({ ok: false, hashValid: true });
  });
  it('says when the parameters that the verification screen needs are missing', () => {
    expect(form(signed({ ...RETURN, paymentID: '' }))).toMatchObject({ ok: true, complete: false });
  });
  it('takes any bytes', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.constantFrom(FORM, 'application/json', 'text/plain', ''),
        (rawBody, contentType) => {
          expect(readCallback({ rawBody, contentType }, SETTINGS).ok).toBe(false);
        },
      ),
    );
  });
});
