import { describe, expect, it } from '@jest/globals';
import { DAY_MS } from '../../domain/calendar/durations.js';
import { isErasedEmail, erasedEmail } from '../../domain/people/erased-customer.js';
import { normaliseEmail } from '../../domain/people/email.js';
import { descriptionWithoutPerson, evidenceWithoutPerson, withoutPerson } from './bank-text.js';
import { answerWithoutPerson } from './kept-answers.js';
import { type MoneyRows, openBusinessOf } from './open-business.js';

const NOW = new Date('2026-01-12T09:00:00Z');
const LATER = new Date('2026-01-13T09:00:00Z');
const EARLIER = new Date('2026-01-11T09:00:00Z');
const ago = (ms: number) => new Date(NOW.getTime() - ms);

function rows(
  payment: object,
  attempt: object = {},
  refund: string | null = null,
  review: string | null = null,
  followUpAt: Date | null = null,
  settledAt: Date | null = EARLIER,
): MoneyRows {
  const base = { id: 1, publicId: 'p1', status: 'completed', statusReason: null, expiresAt: EARLIER };
  const closed = { paymentId: 1, openPaymentId: null, sentAt: null, nextCheckAt: null };
  return {
    payments: [{ ...base, ...payment }],
    attempts: [{ ...closed, excess: false, amount: 100, refundReserved: 0, ...attempt }],
    refunds: refund === null ? [] : [{ paymentId: 1, publicId: 'r1', status: refund, settledAt, followUpAt }],
    reviews: review === null ? [] : [{ paymentId: 1, state: review }],
  } as MoneyRows;
}

describe('open business', () => {
  it.each<[string, MoneyRows, string[]]>([
    ['paid long ago', rows({}), []],
    ['refunded', rows({ status: 'refunded' }, {}, 'completed'), []],
    ['a refund was rejected', rows({}, {}, 'rejected'), []],
    ['expired and ended', rows({ status: 'cancelled', statusReason: 'link_expired' }), []],
    [
      'taken back, though its time is not over',
      rows({ status: 'cancelled', statusReason: 'cancelled_by_staff', expiresAt: LATER }),
      [],
    ],
    ['a link that can be paid', rows({ status: 'pending', expiresAt: LATER }), ['open_link']],
    ['declined, can be paid again', rows({ status: 'failed', expiresAt: LATER }), ['open_link']],
    ['over, but not yet ended by the poll job', rows({ status: 'pending' }), ['open_link']],
    ['at the bank', rows({ status: 'initiated' }, { openPaymentId: 1, sentAt: EARLIER }), ['open_link', 'at_bank']],
    [
      'ended, and the bank still asked about it',
      rows({ status: 'failed' }, { sentAt: EARLIER, nextCheckAt: LATER }),
      ['at_bank'],
    ],
    ['never sent to the bank, though due for a check', rows({ status: 'cancelled' }, { nextCheckAt: LATER }), []],
    ['a refund is unclear', rows({}, {}, 'unknown'), ['refund_under_way']],
    ['a refund is on its way', rows({}, {}, 'processing'), ['refund_under_way']],
    [
      'a refund that may still come back',
      rows({ status: 'refunded' }, {}, 'completed', null, LATER),
      ['refund_watched'],
    ],
    ['a part of it, and the check is due', rows({}, {}, 'completed', null, EARLIER), ['refund_watched']],
    [
      'a watch of 30 days less a second',
      rows({}, {}, 'completed', null, LATER, ago(30 * DAY_MS - 1000)),
      ['refund_watched'],
    ],
    ['a watch of 30 days without a word of the bank', rows({}, {}, 'completed', null, LATER, ago(30 * DAY_MS)), []],
    ['paid twice', rows({}, { excess: true }), ['duplicate_charge']],
    ['paid twice, and part of it given back', rows({}, { excess: true, refundReserved: 99 }), ['duplicate_charge']],
    ['paid twice, and all of it given back', rows({}, { excess: true, refundReserved: 100 }), []],
    ['money of another amount, undecided', rows({ status: 'cancelled' }, {}, null, 'open'), ['review_open']],
    ['a refund that came back, undecided', rows({}, {}, 'completed', 'open'), ['review_open']],
    ['a review that waits for its refund', rows({}, {}, 'processing', 'waiting'), ['refund_under_way', 'review_open']],
    ['a review that was decided', rows({}, {}, 'completed', 'decided'), []],
  ])('%s', (_what, held, reasons) => {
    expect(openBusinessOf(held, NOW)).toEqual(reasons.map((reason) => ({ reason, paymentId: 'p1' })));
  });
});

describe("the bank's messages without the person", () => {
  it.each([
    ['invoiceNo=TD1&amount=100.00&customerEmailID=a%40b.in&secureHash=abc', '{"invoiceNo":"TD1","amount":"100.00"}'],
    ['{"txnID":"9876543210","respDescription":"Paid by 9876543210","userName":"R***"}', '{"txnID":"9876543210"}'],
    [
      '{"respDescription":"Transaction successful","amount":300.00}',
      '{"respDescription":"Transaction successful","amount":"300.00"}',
    ],
    ['{"respDescription":"ravi@okicici declined"}', '{}'],
    [`{"invoiceNo":"${'x'.repeat(200)}"}`, '{}'],
    ['{"nested":{"name":"Ravi"}}', '[erased]'],
    ['Dear Ravi Kulkarni', '[erased]'],
    ['<html>Ravi</html>', '[erased]'],
    ['', '[erased]'],
  ])('%s', (text, kept) => {
    expect(withoutPerson(text)).toBe(kept);
    expect(withoutPerson(kept)).toBe(kept);
  });
});

it.each([
  ['Insufficient funds', 'Insufficient funds'],
  ['Debited from ravi@okicici', null],
  ['Sent to 919876543210', null],
  ['x'.repeat(200), null],
  [null, null],
])('what the bank said beside its code: %s', (text, kept) => {
  expect(descriptionWithoutPerson(text)).toBe(kept);
});

it('the evidence of a review keeps what was decided by', () => {
  const bank = {
    kind: 'captured',
    txnId: 'T1',
    amount: 100,
    detail: 'paid by Ravi',
    text: 'Dear Ravi',
    invoiceNo: 'TD1',
  };
  const kept = evidenceWithoutPerson(
    JSON.stringify({ bank, ours: { amount: 100, status: 'initiated' }, source: 'poll' }),
  );
  expect(JSON.parse(kept)).toEqual({
    bank: { kind: 'captured', txnId: 'T1', amount: 100, invoiceNo: 'TD1' },
    ours: { amount: 100, status: 'initiated' },
    source: 'poll',
  });
  expect(evidenceWithoutPerson(kept)).toBe(kept);
  expect(evidenceWithoutPerson('{}')).toBe('{"bank":{}}');
});

describe('kept answers without the person', () => {
  it('ids, states and amounts stay; names go wherever they stand', () => {
    const body = {
      success: true,
      message: 'Payment link created for Ravi',
      data: { paymentId: 'p1', amount: 100, customerName: 'Ravi', phone: null, openLinks: [{ url: 'x/ravi@b.in' }] },
    };
    expect(JSON.parse(answerWithoutPerson(JSON.stringify(body), { name: 'Ravi', addresses: ['ravi@b.in'] }))).toEqual({
      success: true,
      message: '[erased]',
      data: { paymentId: 'p1', amount: 100, customerName: '[erased]', phone: null, openLinks: [{ url: '[erased]' }] },
    });
    expect(answerWithoutPerson('not json', { name: 'Ravi', addresses: [] })).toBe('null');
  });

  it.each([
    ['Om', 'Total of the token', false],
    ['Om', 'Sold to Om.', true],
    ['To', 'https://desk.test/payment/Total', false],
    ['Li', 'Lié', false],
    ['रा', 'रावी', false],
    ['रावी', 'कहा: रावी!', true],
    ['D. (Jr.) [x', 'for D. (Jr.) [x', true],
    ['D.', 'DX', false],
  ])('the name %s in %j: %s', (name, text, isErased) => {
    expect(JSON.parse(answerWithoutPerson(JSON.stringify({ url: text }), { name, addresses: [] }))).toEqual({
      url: isErased ? '[erased]' : text,
    });
  });

  it('an address counts wherever it stands', () => {
    const person = { name: 'Ravi', addresses: ['ravi@b.in', '9812345678'] };
    expect(JSON.parse(answerWithoutPerson('["call +919812345678", "x?to=ravi@b.in&y"]', person))).toEqual([
      '[erased]',
      '[erased]',
    ]);
  });
});

it('the placeholder is no address and belongs to one customer', () => {
  expect(normaliseEmail(erasedEmail(7))).toBeNull();
  expect(isErasedEmail(erasedEmail(7))).toBe(true);
  expect(erasedEmail(7)).not.toBe(erasedEmail(8));
});
