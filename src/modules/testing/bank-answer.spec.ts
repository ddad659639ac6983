import { describe, expect, it } from '@jest/globals';
import type { PaidEvidence, StatusResult } from '../gateway/index.js';
import { presentStatus } from './bank-answer.js';

const TRACE = { httpStatus: 200, durationMs: 12, request: {}, response: {} };
const EVIDENCE = { amountPaise: 100, txnId: 'T1', txnResponseCode: '0000', responseText: 'done' } as PaidEvidence;

const CASES: [StatusResult, Record<string, unknown>][] = [
  [
    { kind: 'paid', evidence: EVIDENCE },
    { state: 'paid', amount: 1, code: '0000', hashValid: true },
  ],
  [
    { kind: 'paid', evidence: { ...EVIDENCE, amountPaise: 5_100_000 } },
    { state: 'mismatch', amount: 51_000 },
  ],
  [
    { kind: 'paid', evidence: { ...EVIDENCE, amountPaise: null } },
    { state: 'mismatch', amount: null },
  ],
  [
    { kind: 'declined', code: '039', text: 'no' },
    { state: 'declined', code: '039', text: 'no', hashValid: true },
  ],
  [{ kind: 'cancelled', code: '020', text: '' }, { state: 'cancelled' }],
  [{ kind: 'pending', code: 'R1000', text: '' }, { state: 'pending' }],
  [
    { kind: 'not-found', code: 'P0039' },
    { state: 'not-found', code: 'P0039', text: null, hashValid: true },
  ],
  [
    { kind: 'error-state', code: '1', text: 'x', txnStatus: 'ERR' },
    { state: 'unclear', code: '1' },
  ],
  [
    { kind: 'mismatch', field: 'merchant', detail: 'merchant M2' },
    { state: 'unclear', code: null, text: 'merchant: merchant M2' },
  ],
  [
    { kind: 'unknown', reason: 'bad-hash', detail: 'wrong', code: '000' },
    { state: 'unclear', code: '000', hashValid: false },
  ],
  [
    { kind: 'unknown', reason: 'refused-question', detail: 'Invalid merchant', code: 'P1006' },
    { state: 'unclear', code: 'P1006', text: 'refused-question: Invalid merchant', hashValid: true },
  ],
  [
    { kind: 'unknown', reason: 'timeout', detail: 'no answer in time' },
    { state: 'unclear', code: null, hashValid: null },
  ],
];

describe('a STATUS answer on the test pages', () => {
  it.each(CASES)('%j', (result, expected) => {
    expect(presentStatus('TP1', result, TRACE)).toMatchObject({ reference: 'TP1', httpStatus: 200, ...expected });
  });
});
