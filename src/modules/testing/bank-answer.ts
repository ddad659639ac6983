import type { BankAnswer, TestStatus } from '../../contracts/testing.js';
import { toRupees } from '../../domain/money/money.js';
import type { StatusResult } from '../gateway/index.js';
import type { BankTrace } from './bank-traces.js';

/** The only price of the test pages; never taken from a request. */
export const TEST_AMOUNT_PAISE = 100;

/** A STATUS answer as the test pages show it. */
export function presentAnswer(reference: string, result: StatusResult, trace: BankTrace): BankAnswer {
  const { code, text } = codeAndText(result);
  return { reference, ...trace, outcome: result.kind, code, text, hashValid: hashVerdict(result) };
}

export function presentStatus(reference: string, result: StatusResult, trace: BankTrace): TestStatus {
  const paid = result.kind === 'paid' ? result.evidence : null;
  const paise = paid?.amountPaise ?? null;
  return {
    ...presentAnswer(reference, result, trace),
    state: stateOf(result),
    amount: paise === null ? null : toRupees(paise),
    txnId: paid?.txnId ?? null,
  };
}

function stateOf(result: StatusResult): TestStatus['state'] {
  switch (result.kind) {
    case 'paid':
      return result.evidence.amountPaise === TEST_AMOUNT_PAISE ? 'paid' : 'mismatch';
    case 'declined':
    case 'cancelled':
    case 'pending':
    case 'not-found':
      return result.kind;
    default:
      return 'unclear';
  }
}

function codeAndText(result: StatusResult): { code: string | null; text: string | null } {
  switch (result.kind) {
    case 'paid':
      return { code: result.evidence.txnResponseCode, text: result.evidence.responseText };
    case 'not-found':
      return { code: result.code, text: null };
    case 'mismatch':
      return { code: null, text: `${result.field}: ${result.detail}` };
    case 'unknown':
      return { code: result.code ?? null, text: `${result.reason}: ${result.detail}` };
    default:
      return { code: result.code, text: result.text };
  }
}

/** Only a signed answer is parsed; an unreadable one says nothing about its hash. */
function hashVerdict(result: StatusResult): boolean | null {
  if (result.kind !== 'unknown' || result.reason === 'refused-question') return true;
  return result.reason === 'bad-hash' ? false : null;
}
