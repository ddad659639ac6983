import type { Exchange } from './exchange.js';
import { readGatewayAmount } from './gateway-amount.js';
import { DUPLICATE_CODE, REFUND_ACCEPTED_CODES, REFUND_FAILED_CODES, REFUND_REFUSED_CODES } from './gateway-codes.js';
import { isHashMismatch } from './invoice-answer.js';
import type { RefundResult, RefundStatusResult } from './payment-gateway.js';
import { badHash, cleanText, codeOf, describe, openAnswer, textOf, unreadable } from './signed-answer.js';
import { bankTime, mismatchOf, openStatus, verdictOf, type StatusSettings } from './status-answer.js';

const REFUND_TYPES: ReadonlySet<string> = new Set(['REFUND', 'VOID', 'STATUS']);
const DUPLICATE_WORDS = /duplicate|already\s+(exist|used|present|processed|received)/i;

/**
 * The result of a refund order (docs/bank-protocol.md#refund). A refusal releases the reservation, so it counts only when signed
 * and with a known code; anything else, a failure too, is unknown and has to be queried.
 */
export function readRefundAnswer(exchange: Exchange, refundRef: string, settings: StatusSettings): RefundResult {
  const answer = openAnswer(exchange, settings);
  if (answer.kind !== 'answer') return answer;
  const { fields } = answer;
  const code = codeOf(fields);
  if (answer.signature !== 'valid') return badHash(answer.signature, code);
  if (code === undefined) return unreadable('the answer has no response code');
  const mismatch = mismatchOf(
    { ...fields, originalTxnNo: null },
    { originalTxnNo: refundRef },
    settings.merchantId,
    false,
  );
  if (mismatch !== null) return unreadable(`the answer is about another refund: ${mismatch.detail}`, code);
  const text = describe(fields);
  if (REFUND_ACCEPTED_CODES.has(code)) {
    return answer.ok
      ? { kind: 'accepted', bankTxnId: bankId(textOf(fields, 'txnID')), code, text }
      : unreadable('a success with an HTTP error', code);
  }
  if (code === DUPLICATE_CODE || (code !== 'P1112' && DUPLICATE_WORDS.test(text)))
    return { kind: 'duplicate', code, text };
  if (REFUND_REFUSED_CODES.has(code))
    return { kind: 'refused', code, text, hashMismatch: isHashMismatch(code, fields) };
  if (REFUND_FAILED_CODES.has(code)) return { kind: 'failed', code, text };
  return unreadable(`unknown code: ${cleanText(text)}`, code);
}

/** The state of a refund, from a STATUS answer about its own reference. Done only with `SUC`. */
export function readRefundStatusAnswer(
  exchange: Exchange,
  refundRef: string,
  settings: StatusSettings,
): RefundStatusResult {
  const opened = openStatus(exchange, settings);
  if (opened.kind !== 'fields') return opened;
  const { fields } = opened;
  const verdict = verdictOf(fields);
  const final = verdict !== 'pending' && verdict !== 'not-found' && verdict !== 'error-state';
  // The answer about a refund may name the sale as its original.
  const mismatch = mismatchOf(
    { ...fields, originalTxnNo: null },
    { originalTxnNo: refundRef },
    settings.merchantId,
    final,
  );
  if (mismatch !== null) return { kind: 'unknown', reason: 'mismatch', detail: mismatch.detail };
  const code = codeOf(fields, 'txnResponseCode') ?? codeOf(fields) ?? '';
  const text = describe(fields);
  if (verdict === 'not-found') return { kind: 'not-found', code };
  if (verdict === 'error-state')
    return { kind: 'unknown', reason: 'error-state', detail: text || 'not a final state', code };
  const type = textOf(fields, 'transactionType');
  if (type !== undefined && !REFUND_TYPES.has(type.toUpperCase())) {
    return {
      kind: 'unknown',
      reason: 'mismatch',
      detail: `the answer is about ${cleanText(type, 20)}, not a refund`,
      code,
    };
  }
  const bankTxnId = bankId(textOf(fields, 'txnID'));
  if (verdict === 'pending') return { kind: 'pending', bankTxnId, code, text };
  if (verdict === 'declined' || verdict === 'cancelled') return { kind: 'rejected', bankTxnId, code, text };
  const amountPaise = readGatewayAmount(textOf(fields, 'amount'));
  return { kind: 'done', bankTxnId, amountPaise, doneAtText: bankTime(fields) };
}

function bankId(text: string | undefined): string | null {
  return text !== undefined && /^[A-Za-z0-9]{1,30}$/.test(text) ? text : null;
}
