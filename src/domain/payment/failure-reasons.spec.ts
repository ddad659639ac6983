import { expect, it } from '@jest/globals';
import { FAILURES } from '../../contracts/after-payment.js';
import { FAILURE_KINDS, type FailureKind, failureKindOf } from './failure-reasons.js';

type Case = [name: string, code: string | null, text: string | null, cancelled: boolean, kind: FailureKind];

const CASES: Case[] = [
  ['the payer cancelled', '020', 'Transaction cancelled by user', false, 'cancelled'],
  ['other codes of cancelling', '0392', null, false, 'cancelled'],
  ['cancelled, whatever the code', '039', 'Transaction rejected', true, 'cancelled'],
  ['a cancelled one is not a limit, whatever the words', 'P0020', 'User limit screen left', false, 'cancelled'],
  ['declined', '039', 'Transaction rejected', false, 'declined'],
  ['declined without a word', '039', null, false, 'declined'],
  ['failed at the bank', '0399', 'Failed', false, 'technical'],
  ['aborted', '0397', null, false, 'timed-out'],
  ['expired', '0015', null, false, 'timed-out'],
  ['no money', '039', 'Insufficient Funds', false, 'insufficient-funds'],
  ['no money, other words', 'ZZ', 'Not sufficient funds in account', false, 'insufficient-funds'],
  ['wrong one-time password', '039', 'Invalid OTP entered', false, 'not-authenticated'],
  ['authentication', '0399', 'Authentication failed at issuer', false, 'not-authenticated'],
  ['a PIN', null, 'Incorrect PIN', false, 'not-authenticated'],
  ['a limit', '039', 'Exceeds withdrawal amount limit', false, 'limit-exceeded'],
  ['a time-out', '0399', 'Timed out waiting for payer', false, 'timed-out'],
  ['another time-out', '0399', 'UPI collect expired', false, 'timed-out'],
  ['technical', '039', 'Technical error at issuer', false, 'technical'],
  ['letters inside of other words are no hint', '039', 'Spinning wheel of stop', false, 'declined'],
  ['an unknown code', 'X999', 'Something else', false, 'unknown'],
  ['a name of Object is no code', 'constructor', null, false, 'unexplained'],
  ['nothing at all', null, null, false, 'unexplained'],
  ['a text of blanks and invisible signs', 'X999', ' \u200b\u202e\u0000 ', false, 'unexplained'],
  ['a known code without a word', '039', '', false, 'declined'],
];

it.each(CASES)('%s', (_name, code, text, isCancelled, kind) => {
  expect(failureKindOf({ isCancelled, code, text })).toBe(kind);
});

it('every kind has words and a next step', () => {
  expect(Object.keys(FAILURES).sort()).toEqual([...FAILURE_KINDS].sort());
  for (const words of Object.values(FAILURES)) {
    expect(Object.values(words).every((text) => text.length > 10)).toBe(true);
  }
});
