import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SAMPLE_KEY as KEY, STATUS_ANSWER as PAID, STATUS_ANSWER_HASH } from '../../../test/support/bank-samples.js';
import { secureHashV1 } from '../../domain/bank-hash/secure-hash.js';
import type { Exchange } from './exchange.js';
import { readInvoiceAnswer } from './invoice-answer.js';
import { readRefundAnswer, readRefundStatusAnswer } from './refund-answer.js';
import { readStatusAnswer } from './status-answer.js';

const SETTINGS = {
  secretKey: KEY,
  merchantId: 'T_SANDBOX1',
  baseUrl: 'https://bank.example',
  allowedHosts: ['bank.example'],
};
const answered = (text: string, httpStatus = 200): Exchange => ({
  kind: 'answered',
  httpStatus,
  text,
  hashHeader: null,
});
const signed = (fields: object) =>
  answered(JSON.stringify({ ...fields, secureHash: secureHashV1(fields as Record<string, unknown>, KEY) }));
const read = (exchange: Exchange) => readStatusAnswer(exchange, { originalTxnNo: 'INV2024000001' }, SETTINGS);
const kindOf = (fields: object) => read(signed({ ...PAID, ...fields })).kind;
const without = (...names: string[]) =>
  signed(Object.fromEntries(Object.entries(PAID).filter(([name]) => !names.includes(name))));

describe('paid', () => {
  it('reads the evidence of the sample signed with OpenSSL', () => {
    expect(read(answered(JSON.stringify({ ...PAID, secureHash: STATUS_ANSWER_HASH })))).toEqual({
      kind: 'paid',
      evidence: {
        merchantId: 'T_SANDBOX1',
        merchantTxnNo: 'INV2024000001',
        invoiceNo: null,
        txnId: '7700230883725',
        paymentId: null,
        amountPaise: 5_100_000,
        otherChargePaise: null,
        paymentMode: 'NB',
        paymentSubInstType: null,
        txnStatus: 'SUC',
        txnResponseCode: '0000',
        responseText: 'Transaction successful',
        paidAtText: '20261008175302',
        transactionType: null,
        currency: null,
      },
    });
  });
  it('three spellings of an amount are one, anything else is none', () => {
    const amountOf = (amount: unknown) => {
      const result = read(signed({ ...PAID, amount }));
      return result.kind === 'paid' ? result.evidence.amountPaise : result.kind;
    };
    expect(['100', '100.0', '100.00'].map(amountOf)).toEqual([10_000, 10_000, 10_000]);
    expect(['1e309', '', '-5', '0x10', 'lots'].map(amountOf)).toEqual([null, null, null, null, null]);
  });
  it('numbers hash as the text that was sent', () => {
    const text = JSON.stringify({ ...PAID, secureHash: secureHashV1(PAID, KEY) }).replace('"51000.00"', '51000.00');
    expect(read(answered(text))).toMatchObject({ kind: 'paid', evidence: { amountPaise: 5_100_000 } });
  });
  it.each<[object, string]>([
    [{ responseCode: '0000' }, 'paid'],
    [{ responseCode: 'R1000' }, 'paid'],
    [{ txnResponseCode: '000' }, 'paid'],
    [{ transactionType: 'SALE' }, 'paid'],
    [{ responseCode: '00' }, 'error-state'],
    [{ responseCode: 'P1006' }, 'unknown'],
    [{ txnResponseCode: '00' }, 'error-state'],
    [{ txnResponseCode: 'R1000' }, 'error-state'],
    [{ txnResponseCode: '' }, 'error-state'],
    [{ txnResponseCode: 0 }, 'error-state'],
    [{ txnStatus: 'suc' }, 'error-state'],
    [{ txnStatus: 'SUC ' }, 'error-state'],
    [{ txnStatus: true }, 'error-state'],
    [{ txnID: '' }, 'error-state'],
    [{ txnID: 'x y' }, 'error-state'],
    [{ txnID: 'a'.repeat(31) }, 'error-state'],
    [{ transactionType: 'REFUND' }, 'mismatch'],
    [{ transactionType: 'VOID' }, 'mismatch'],
    [{ merchantId: 'T_OTHER' }, 'mismatch'],
    [{ merchantId: '' }, 'mismatch'],
    [{ merchantTxnNo: 'INV2' }, 'mismatch'],
    [{ merchantTxnNo: '' }, 'mismatch'],
    [{ originalTxnNo: 'INV2' }, 'mismatch'],
    [{ merchantId: '', merchantID: 'T_SANDBOX1' }, 'paid'],
  ])('%j is %s', (fields, kind) => expect(kindOf(fields)).toBe(kind));
  it('a fresh number of the question may be echoed', () => {
    const asked = { originalTxnNo: 'INV2024000001', merchantTxnNo: 'ST1' };
    expect(
      readStatusAnswer(signed({ ...PAID, merchantTxnNo: 'ST1', originalTxnNo: 'INV2024000001' }), asked, SETTINGS).kind,
    ).toBe('paid');
    expect(readStatusAnswer(signed({ ...PAID, merchantTxnNo: 'ST2' }), asked, SETTINGS).kind).toBe('mismatch');
  });
});

describe('not paid', () => {
  it.each<[object, string]>([
    [{ txnStatus: 'REQ', txnResponseCode: 'R1000' }, 'pending'],
    [{ txnStatus: 'PND' }, 'pending'],
    [{ txnStatus: 'PEN' }, 'pending'],
    [{ txnStatus: 'REJ', txnResponseCode: '039' }, 'declined'],
    [{ txnStatus: 'FAL', txnResponseCode: '0399' }, 'declined'],
    [{ txnStatus: 'REJ', txnResponseCode: '9999' }, 'declined'],
    [{ txnStatus: 'REJ', txnResponseCode: '' }, 'declined'],
    [{ txnStatus: 'REJ', txnResponseCode: '020' }, 'cancelled'],
    [{ txnStatus: 'REJ', txnResponseCode: 'P0020' }, 'cancelled'],
    [{ txnStatus: 'CAN', txnResponseCode: '' }, 'cancelled'],
    [{ txnStatus: 'REJ', txnResponseCode: '0000' }, 'error-state'],
    [{ txnStatus: 'REJ', txnResponseCode: '0396' }, 'error-state'],
    [{ txnStatus: 'REJ', txnResponseCode: '039', responseCode: 'P1006' }, 'unknown'],
    [{ txnStatus: 'ERR', responseCode: '400' }, 'unknown'],
    [{ txnStatus: 'REQ', responseCode: 'P1006' }, 'pending'],
    [{ txnStatus: 'ERR', txnResponseCode: 'P1006' }, 'error-state'],
    [{ txnStatus: 'REJ', responseCode: 'P1006', merchantTxnNo: 'INV2' }, 'mismatch'],
    [{ txnStatus: 'REJ', txnResponseCode: '', responseCode: '020' }, 'cancelled'],
    [{ txnStatus: 'ERR' }, 'error-state'],
    [{ txnStatus: 'XYZ' }, 'error-state'],
    [{ txnStatus: '', txnResponseCode: '' }, 'error-state'],
    [{ txnStatus: '', txnResponseCode: '0000' }, 'error-state'],
    [{ txnStatus: '', responseCode: 'P0039', txnResponseCode: '' }, 'not-found'],
    [{ txnStatus: '', txnResponseCode: 'P0039' }, 'not-found'],
    [{ txnStatus: '', responseCode: 'P0030', txnResponseCode: '' }, 'pending'],
    [{ txnStatus: '', responseCode: 'P1006', txnResponseCode: '' }, 'unknown'],
    [{ txnStatus: '', responseCode: 'P1006', txnResponseCode: '', transactionType: 'REFUND' }, 'unknown'],
    [{ txnStatus: '', responseCode: '039', txnResponseCode: '' }, 'error-state'],
    [{ txnStatus: 'REJ', txnResponseCode: '039', merchantTxnNo: 'INV2' }, 'mismatch'],
    [{ txnStatus: 'REQ', merchantTxnNo: 'INV2' }, 'mismatch'],
    [{ txnStatus: 'REQ', txnResponseCode: 'R1000', transactionType: 'REFUND' }, 'mismatch'],
    [{ txnStatus: 'REJ', txnResponseCode: '039', transactionType: 'REFUND' }, 'mismatch'],
    [{ txnStatus: 'REJ', txnResponseCode: '039', transactionType: 'refund' }, 'mismatch'],
    [{ txnStatus: 'REJ', txnResponseCode: '020', transactionType: 'VOID' }, 'mismatch'],
    [{ txnStatus: 'ERR', transactionType: 'REFUND' }, 'mismatch'],
    [{ txnStatus: '', responseCode: 'P0030', txnResponseCode: '', transactionType: 'REFUND' }, 'mismatch'],
    [{ txnStatus: '', responseCode: 'P0039', txnResponseCode: '', transactionType: 'REFUND' }, 'not-found'],
    [{ txnStatus: 'REQ', transactionType: 'SALE' }, 'pending'],
    [{ txnStatus: 'REJ', txnResponseCode: '039', transactionType: 'STATUS' }, 'declined'],
    [{ txnStatus: 'REJ', txnResponseCode: '039', transactionType: 'PREAUTH' }, 'declined'],
  ])('%j is %s', (fields, kind) => expect(kindOf(fields)).toBe(kind));
  it('a refusal carries the text about the payment, not the outer one that the query was understood', () => {
    const refused = {
      ...PAID,
      txnStatus: 'REJ',
      txnResponseCode: '039',
      respDescription: 'Request processed successfully',
    };
    const answerWith = (fields: object) => read(signed({ ...refused, ...fields }));
    expect(answerWith({ txnRespDescription: 'Transaction rejected' })).toMatchObject({ text: 'Transaction rejected' });
    expect(answerWith({ txnRespDescription: '' })).toMatchObject({ kind: 'declined', text: '' });
    const outer = { txnRespDescription: '', respDescription: 'Insufficient funds' };
    expect(answerWith(outer)).toMatchObject({ text: 'Insufficient funds' });
  });
  it('a refused question is no answer about the money, with the code and the words of the bank', () => {
    for (const responseCode of ['P1006', '400'])
      expect(read(signed({ responseCode, respDescription: 'Invalid merchant' }))).toEqual({
        kind: 'unknown',
        reason: 'refused-question',
        detail: 'Invalid merchant',
        code: responseCode,
      });
  });
  it('an answer that finds nothing need not name the reference', () => {
    expect(read(signed({ responseCode: 'P0039', respDescription: 'none' }))).toEqual({
      kind: 'not-found',
      code: 'P0039',
    });
  });
});

describe('worth nothing', () => {
  it.each(['SUC', 'REJ', 'REQ'])('unsigned or wrongly signed: %s', (txnStatus) => {
    const fields = { ...PAID, txnStatus };
    const wrong: object[] = [
      fields,
      { ...fields, secureHash: '' },
      { ...fields, secureHash: 'f'.repeat(64) },
      { ...fields, secureHash: true },
      { ...fields, secureHash: 12 },
      { ...fields, secureHash: secureHashV1(fields, KEY), securehash: secureHashV1(fields, KEY) },
      { ...fields, secureHash: secureHashV1(fields, 'other') },
      { ...fields, secureHash: secureHashV1(fields, KEY), amount: '1.00' },
    ];
    for (const answer of wrong)
      expect(read(answered(JSON.stringify(answer)))).toMatchObject({ kind: 'unknown', reason: 'bad-hash' });
  });
  it('no content has a hash that anybody knows', () => {
    const hash = 'f792d57b4d2bb97d179f6f264f985c9e650a70e2e0d6fcafe06b9458689b628d';
    expect(read(answered(JSON.stringify({ a: '', secureHash: hash })))).toMatchObject({
      kind: 'unknown',
      reason: 'bad-hash',
    });
  });
  it('missing fields never make a payment', () => {
    for (const name of ['responseCode', 'txnStatus', 'txnResponseCode', 'txnID', 'merchantId', 'merchantTxnNo'])
      expect(read(without(name)).kind).not.toBe('paid');
    expect(read(without('responseCode'))).toMatchObject({ kind: 'unknown', reason: 'unreadable' });
  });
  it('HTTP errors, also with a good body', () => {
    const { text } = signed(PAID) as { text: string };
    expect(read(answered(text, 404))).toMatchObject({ kind: 'unknown', reason: 'http' });
  });
});

describe('refunds', () => {
  const ref = 'RF0000000000000001';
  const order = (fields: object) =>
    readRefundAnswer(signed({ merchantId: 'T_SANDBOX1', merchantTxnNo: ref, ...fields }), ref, SETTINGS);
  const state = (fields: object) =>
    readRefundStatusAnswer(
      signed({ ...PAID, merchantTxnNo: ref, transactionType: 'REFUND', ...fields }),
      ref,
      SETTINGS,
    );
  it.each([
    ['R1000', '', 'accepted'],
    ['P1000', '', 'accepted'],
    ['0000', '', 'accepted'],
    ['P1112', 'already processed', 'refused'],
    ['P1006', 'bad', 'refused'],
    ['039', '', 'refused'],
    ['0399', 'failed', 'failed'],
    ['0397', '', 'failed'],
    ['0015', '', 'failed'],
    ['0399', 'Duplicate reference', 'duplicate'],
    ['405', '', 'duplicate'],
    ['P9999', 'Duplicate reference', 'duplicate'],
    ['P9999', '', 'unknown'],
    ['R2000', '', 'unknown'],
    ['00', '', 'unknown'],
  ])('order answered %s %s: %s', (responseCode, respDescription, kind) =>
    expect(order({ responseCode, respDescription }).kind).toBe(kind),
  );
  it('an order is unknown unless signed and about this refund', () => {
    expect(order({ responseCode: 'R1000', merchantTxnNo: 'RF2' })).toMatchObject({ kind: 'unknown' });
    for (const responseCode of ['R1000', 'P1112', '0399']) {
      expect(readRefundAnswer(answered(JSON.stringify({ responseCode })), ref, SETTINGS)).toMatchObject({
        kind: 'unknown',
        reason: 'bad-hash',
        code: responseCode,
      });
    }
  });
  it('is done only by SUC about this refund', () => {
    expect(state({ amount: '1500.50' })).toEqual({
      kind: 'done',
      bankTxnId: '7700230883725',
      amountPaise: 150_050,
      doneAtText: '20261008175302',
    });
    expect(state({ originalTxnNo: 'INV2024000001' }).kind).toBe('done');
    expect(state({ txnStatus: 'REQ', txnResponseCode: 'R1000' }).kind).toBe('pending');
    expect(state({ txnStatus: 'REJ', txnResponseCode: '039' })).toMatchObject({ kind: 'rejected', code: '039' });
    for (const txnStatus of ['REQ', 'REJ']) {
      const answer = { txnStatus, txnResponseCode: '039' };
      expect(state(answer)).toMatchObject({ bankTxnId: '7700230883725' });
      for (const txnID of ['', 'x y']) expect(state({ ...answer, txnID })).toMatchObject({ bankTxnId: null });
    }
    expect(state({ txnStatus: '', responseCode: 'P0039', txnResponseCode: '' })).toEqual({
      kind: 'not-found',
      code: 'P0039',
    });
    expect(state({ txnStatus: 'ERR' })).toMatchObject({ kind: 'unknown', reason: 'error-state' });
    expect(state({ transactionType: 'SALE' })).toMatchObject({ kind: 'unknown', reason: 'mismatch' });
    for (const [txnStatus, txnResponseCode] of [
      ['REJ', '039'],
      ['REJ', '020'],
      ['REQ', 'R1000'],
    ])
      expect(state({ transactionType: 'SALE', txnStatus, txnResponseCode })).toMatchObject({
        kind: 'unknown',
        reason: 'mismatch',
      });
    expect(state({ merchantTxnNo: 'INV2024000001' })).toMatchObject({ kind: 'unknown', reason: 'mismatch' });
  });
});

describe('hostile answers', () => {
  const readers = [
    read,
    (exchange: Exchange) => readInvoiceAnswer(exchange, 'INV2024000001', SETTINGS),
    (exchange: Exchange) => readRefundAnswer(exchange, 'RF1', SETTINGS),
    (exchange: Exchange) => readRefundStatusAnswer(exchange, 'RF1', SETTINGS),
  ];
  const never = new Set(['paid', 'declined', 'cancelled', 'not-found', 'created', 'accepted', 'done', 'rejected']);
  it('bytes without our key prove nothing and never throw', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.json(),
          fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('latin1')),
        ),
        (text) => {
          for (const reader of readers) expect(never.has(reader(answered(text)).kind)).toBe(false);
        },
      ),
    );
  });
  it('a signed answer with any one field replaced by any JSON is judged without throwing, and pays only if all is right', () => {
    const value = fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(PAID)), value, (name, replacement) => {
        const fields: Record<string, unknown> = { ...PAID, [name]: replacement };
        const nested = typeof replacement === 'object' && replacement !== null;
        const exchange = nested ? answered(JSON.stringify({ ...fields, secureHash: 'a'.repeat(64) })) : signed(fields);
        const result = read(exchange);
        if (nested) expect(result).toMatchObject({ kind: 'unknown', reason: 'unreadable' });
        if (
          ['txnStatus', 'txnResponseCode', 'merchantId', 'merchantTxnNo'].includes(name) &&
          replacement !== PAID[name as 'txnStatus'] &&
          result.kind === 'paid'
        ) {
          expect([name, replacement]).toEqual(['txnResponseCode', '000']);
        }
      }),
    );
  });
});
