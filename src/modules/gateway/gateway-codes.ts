import {
  BROKEN_OFF,
  DECLINED,
  FAILED,
  PAYER_CANCELLED,
  SUCCEEDED,
  TIMED_OUT,
} from '../../domain/bank-hash/bank-codes.js';

/**
 * The bank's codes (docs/bank-protocol.md#codes). A code in none of these sets is not final: it proves neither payment nor
 * failure.
 */
const set = (...codes: string[]): ReadonlySet<string> => new Set(codes);

/** Of a return or a transaction: paid. Of an outer `responseCode`: the request was understood, no more. */
export const SUCCESS_CODES = set(...SUCCEEDED);
/** A STATUS request was understood; says nothing about the money. */
export const QUERY_OK_CODES = set('0000', '000', 'R1000');
/** ICICI accepts refunds with R1000, PhiCommerce's own production with P1000; neither means refunded. */
export const REFUND_ACCEPTED_CODES = set('R1000', 'P1000', '0000', '000');
export const PENDING_CODES = set('R1000', 'U1000', 'P0030', '0396');
export const CANCELLED_CODES = set(...PAYER_CANCELLED);
/** No such transaction, or nobody has started to pay. */
export const NOT_FOUND_CODES = set('P0039');
/** Nobody has started to pay the invoice, also beside a pending word; other pending codes may stand for money under way. */
const AWAITING_PAYER_CODES = set('P0030', ...NOT_FOUND_CODES);
export const BAD_REQUEST_CODE = 'P1006';
export const HASH_MISMATCH_CODE = '400';
/** The number was used before. */
export const DUPLICATE_CODE = '405';
/** What the bank documents as a refusal of a refund order. */
export const REFUND_REFUSED_CODES = set('P1112', BAD_REQUEST_CODE, HASH_MISMATCH_CODE, DECLINED);
/** Failed, broken off, timed out: may be the answer to a refund order that was carried out. */
export const REFUND_FAILED_CODES = set(FAILED, BROKEN_OFF, TIMED_OUT);

/** Published values of `txnStatus` and those that integrators met; any other is not final. */
export const PAID_WORD = 'SUC';
export const PENDING_WORDS = set('REQ', 'PND', 'PEN');
export const REFUSED_WORDS = set('REJ', 'FAL', 'FAIL', 'CAN');
export const CANCELLED_WORD = 'CAN';

export function isAwaitingPayerCode(code: string): boolean {
  return AWAITING_PAYER_CODES.has(code);
}

/** A failure or a cancellation as a return claims it: to be confirmed by STATUS as well. */
export const FAILURE_CODES: readonly string[] = [DECLINED, ...REFUND_FAILED_CODES, ...CANCELLED_CODES];

/** One of `FAILURE_CODES`. */
export function isFailureCode(code: string): boolean {
  return FAILURE_CODES.includes(code);
}

/** The request itself was not understood or not believed; says nothing about money. */
export function isRefusedQuestion(code: string): boolean {
  return code === BAD_REQUEST_CODE || code === HASH_MISMATCH_CODE;
}
