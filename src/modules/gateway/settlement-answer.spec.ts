import { describe, expect, it } from '@jest/globals';
import { secureHashV1 } from '../../domain/bank-hash/secure-hash.js';
import type { Exchange } from './exchange.js';
import { readSettlementList, readSettlementPage, readSettlementStatus } from './settlement-answer.js';

const KEY = 'sandbox-key-1';
const DAY = '2026-11-20';
/** In the form of our refund references. */
const REFUND_REFERENCE = 'RF23456789ABCDEFGHJK';
const answered = (body: unknown, httpStatus = 200): Exchange => ({
  kind: 'answered',
  httpStatus,
  text: typeof body === 'string' ? body : JSON.stringify(body),
  hashHeader: null,
});
const list = (...Payouts: unknown[]) => readSettlementList(answered({ error_code: '000', Payouts }));
const page = (line: object, more: object = {}) =>
  readSettlementPage(answered({ error_code: '000', Payouts: [line], ...more }), DAY);

const LINE = {
  merchantTxnNo: 'TD1',
  settlementStatus: 'STD',
  txnStatus: 'SUC',
  txnID: '7700230880001',
  txnAmount: '51000.00',
  settledAmount: '50458.38',
  txnCharges: '459.00',
  serviceTax: '82.62',
  utr_no: 'ICICN261120000001',
  settlementDate: '20-11-2026',
  transmissionDateTime: '2026-11-19 23:59:59',
  cardNetwork: 'VISA',
};

describe('the settlements of a day', () => {
  it('are read with the total in paise', () => {
    expect(list({ settlementID: 'STL1', utr_no: 'U1', account_no: '123', pay_amount: '50458.38' })).toEqual({
      kind: 'listed',
      payouts: [{ settlementId: 'STL1', utr: 'U1', payAmount: 5_045_838 }],
    });
    expect(list({ settlementID: 'STL1', pay_amount: '-10.50' })).toMatchObject({
      payouts: [{ payAmount: -1050, utr: null }],
    });
  });

  it.each([
    ['an empty list', { error_code: '000', Payouts: [] }],
    ['no list', { error_code: '0000' }],
    ['the code for nothing', { error_code: 'P0039', error_desc: 'none' }],
  ])('%s is a day without one', (_name, body) => {
    expect(readSettlementList(answered(body))).toEqual({ kind: 'listed', payouts: [] });
  });

  it.each<[string, Exchange, string]>([
    ['HTML', answered('<html>blocked</html>'), 'unknown'],
    ['an HTTP error with JSON', answered({ error_code: '000' }, 403), 'unknown'],
    ['a list at the top', answered([]), 'unknown'],
    ['no code', answered({ Payouts: [] }), 'unknown'],
    ['a code of another kind', answered({ error_code: {} }), 'unknown'],
    ['text for the list', answered({ error_code: '000', Payouts: 'none' }), 'unknown'],
    ['an entry that is no object', answered({ error_code: '000', Payouts: [null] }), 'unknown'],
    ['an entry without id', answered({ error_code: '000', Payouts: [{ pay_amount: '1.00' }] }), 'unknown'],
    ['an id that is no id', answered({ error_code: '000', Payouts: [{ settlementID: '=1+1' }] }), 'unknown'],
    [
      'a total that is none',
      answered({ error_code: '000', Payouts: [{ settlementID: 'S', pay_amount: '1e3' }] }),
      'unknown',
    ],
    ['one twice', answered({ error_code: '000', Payouts: [{ settlementID: 'S' }, { settlementID: 'S' }] }), 'unknown'],
    ['a refusal', answered({ error_code: 'P1006', error_desc: 'bad' }), 'refused'],
    ['silence', { kind: 'unknown', reason: 'timeout', detail: 'x', httpStatus: null, text: '' }, 'unknown'],
    [
      'nobody there',
      { kind: 'not-sent', reason: 'connection-refused', detail: 'x', httpStatus: null, text: '' },
      'not-sent',
    ],
  ])('%s is %3$s', (_name, exchange, kind) => {
    expect(readSettlementList(exchange).kind).toBe(kind);
  });
});

describe('a page of lines', () => {
  it('is read to the paisa, dates in both spellings', () => {
    expect(page(LINE, { lasttxnID: '7700230880001' })).toEqual({
      kind: 'page',
      utr: 'ICICN261120000001',
      lastTxnId: '7700230880001',
      itemCount: 1,
      lines: [
        {
          kind: 'sale',
          merchantTxnNo: 'TD1',
          bankTxnId: '7700230880001',
          amount: 5_100_000,
          settledAmount: 5_045_838,
          charges: 45_900,
          tax: 8262,
          transactedAt: new Date('2026-11-19T18:29:59Z'),
          cardNetwork: 'VISA',
        },
      ],
    });
  });

  it.each([
    [{ transactionType: 'REFUND' }, 'refund'],
    [{ settledAmount: '-51000.00' }, 'refund'],
    [{ txnAmount: '-51000.00', settledAmount: '-51000.00' }, 'refund'],
    [{ transactionType: 'SALE' }, 'sale'],
    [{ transactionType: 'SALE', settledAmount: '-1.80' }, 'sale'],
    [{ transactionType: 'Sale', settledAmount: '-1.80' }, 'sale'],
    [{ transactionType: '', settledAmount: '-1.80' }, 'refund'],
    [{ merchantTxnNo: REFUND_REFERENCE }, 'refund'],
    [{ merchantTxnNo: REFUND_REFERENCE, transactionType: '' }, 'refund'],
    [{ merchantTxnNo: REFUND_REFERENCE, transactionType: 'SALE' }, 'sale'],
    [{ merchantTxnNo: 'RF1' }, 'sale'],
    [{ merchantTxnNo: '' }, 'sale'],
  ])('%j is a %s', (more, kind) => {
    expect(page({ ...LINE, ...more })).toMatchObject({ lines: [{ kind, amount: 5_100_000 }] });
  });

  it.each([
    { settledAmount: '51000.00' },
    { settledAmount: '-51000.00' },
    { settledAmount: '51000.00', transactionType: undefined, merchantTxnNo: REFUND_REFERENCE },
  ])('a refund of %j is deducted', (more) => {
    const line = { ...LINE, transactionType: 'REFUND', ...more };
    expect(page(line)).toMatchObject({ lines: [{ amount: 5_100_000, settledAmount: -5_100_000 }] });
  });

  it('a sale whose charges are above its price is a sale with a deduction', () => {
    const line = { ...LINE, transactionType: 'SALE', txnAmount: '10.00', settledAmount: '-1.80', txnCharges: '10.00' };
    expect(page(line)).toMatchObject({ lines: [{ kind: 'sale', amount: 1000, settledAmount: -180 }] });
  });

  it('leaves out what is not settled yet, and knows the last page', () => {
    expect(page({ ...LINE, settlementStatus: 'NSD' }, { lasttxnID: '' })).toMatchObject({
      lines: [],
      lastTxnId: null,
      itemCount: 1,
    });
    expect(page({ ...LINE, txnCharges: '', serviceTax: undefined })).toMatchObject({ lines: [{ charges: 0, tax: 0 }] });
    expect(page({ ...LINE, transmissionDateTime: '19/11/2026', merchantTxnNo: '' })).toMatchObject({
      lines: [{ transactedAt: null, merchantTxnNo: null }],
    });
  });

  it.each([
    ['no number of the bank', { txnID: '' }],
    ['a number that is none', { txnID: 'a b' }],
    ['an amount as words', { txnAmount: 'lots' }],
    ['an amount with three decimals', { txnAmount: '1.001' }],
    ['no settled amount', { settledAmount: undefined }],
    ['charges that are none', { txnCharges: '0x10' }],
    ['another day', { settlementDate: '21-11-2026' }],
    ['a day in another spelling', { settlementDate: '20261120' }],
    ['an object for an amount', { txnAmount: {} }],
  ])('%s makes the page unreadable', (_name, more) => {
    expect(page({ ...LINE, ...more })).toMatchObject({ kind: 'unknown', reason: 'unreadable' });
  });
});

describe('the settlement of one payment', () => {
  const settings = { secretKey: KEY, merchantId: 'M1' };
  const signed = (fields: Record<string, string>) => answered({ ...fields, secureHash: secureHashV1(fields, KEY) });
  const base = { responseCode: '000', merchantId: 'M1', originalTxnNo: 'TD1' };
  const paidOut = { settlementStatus: 'STD', settlementID: 'STL1', settlementDate: '20261120', settledAmount: '99.00' };
  const read = (exchange: Exchange) => readSettlementStatus(exchange, 'TD1', settings);

  it('is read where it is signed', () => {
    expect(read(signed({ ...base, ...paidOut }))).toEqual({
      kind: 'settled',
      settlementId: 'STL1',
      day: '2026-11-20',
      settledAmount: 9900,
    });
    expect(read(signed({ ...base, settlementStatus: 'NSD' }))).toEqual({ kind: 'not-settled' });
  });

  it.each<[string, Exchange, string]>([
    ['unsigned', answered({ ...base, ...paidOut }), 'unknown'],
    ['signed with another key', answered({ ...base, secureHash: secureHashV1(base, 'other') }), 'unknown'],
    ['about another payment', signed({ ...base, ...paidOut, originalTxnNo: 'TD2' }), 'unknown'],
    ['about another merchant', signed({ ...base, ...paidOut, merchantId: 'M2' }), 'unknown'],
    ['with an unknown word', signed({ ...base, settlementStatus: 'XYZ' }), 'unknown'],
    ['a refusal', signed({ ...base, responseCode: 'P0039' }), 'refused'],
    ['HTML', answered('<html></html>'), 'unknown'],
  ])('%s: %3$s', (_name, exchange, kind) => {
    expect(read(exchange).kind).toBe(kind);
  });
});
