import type { Exchange } from './exchange.js';
import type { FlatFields } from '../../domain/bank-hash/flat-json.js';
import { BAD_REQUEST_CODE, DUPLICATE_CODE, HASH_MISMATCH_CODE, PENDING_CODES, SUCCESS_CODES } from './gateway-codes.js';
import type { GatewaySettings } from './gateway-settings.js';
import type { InvoiceResult } from './payment-gateway.js';
import { safeRedirectUrl } from './redirect-url.js';
import { badHash, codeOf, describe, openAnswer, textOf, unreadable } from './signed-answer.js';

export type InvoiceAnswerSettings = Pick<
  GatewaySettings,
  'secretKey' | 'previousSecretKey' | 'merchantId' | 'baseUrl' | 'allowedHosts'
>;

/**
 * Reads the answer to an invoice creation (docs/bank-protocol.md#invoice). It may be unsigned: a missing hash is accepted, a
 * wrong one is not. No money depends on it.
 */
export function readInvoiceAnswer(
  exchange: Exchange,
  invoiceNo: string,
  settings: InvoiceAnswerSettings,
): InvoiceResult {
  const answer = openAnswer(exchange, settings);
  if (answer.kind !== 'answer') return answer;
  const { fields } = answer;
  const code = codeOf(fields);
  // With a wrong key of ours the bank's answer cannot verify either; staff need to see that refusal.
  if (code === HASH_MISMATCH_CODE) return refused(code, fields);
  if (answer.signature === 'invalid') return badHash('invalid', code);
  if (code === undefined) return unreadable('the answer has no response code');
  if (!echoes(fields, invoiceNo, settings.merchantId)) return unreadable('the answer is about another invoice', code);
  if (code === DUPLICATE_CODE) return existing(fields, settings);
  if (SUCCESS_CODES.has(code))
    return answer.ok ? created(fields, code, settings) : unreadable('a success with an HTTP error', code);
  // In progress: the invoice may still be created.
  if (PENDING_CODES.has(code)) return unreadable('the bank is still working on it', code);
  return refused(code, fields);
}

function refused(code: string, fields: FlatFields): InvoiceResult {
  const hashMismatch = isHashMismatch(code, fields);
  return {
    kind: 'refused',
    code,
    text: describe(fields),
    hashMismatch,
    alert: hashMismatch || code === BAD_REQUEST_CODE,
  };
}

/** A hash mismatch comes as 400, or as P1006 with a text about the hash. */
export function isHashMismatch(code: string, fields: FlatFields): boolean {
  return code === HASH_MISMATCH_CODE || (code === BAD_REQUEST_CODE && /hash/i.test(describe(fields)));
}

function echoes(fields: FlatFields, invoiceNo: string, merchantId: string): boolean {
  const [theirInvoice, theirMerchant] = [textOf(fields, 'invoiceNo'), textOf(fields, 'merchantId', 'merchantID')];
  return (theirInvoice ?? invoiceNo) === invoiceNo && (theirMerchant ?? merchantId) === merchantId;
}

function existing(fields: FlatFields, settings: InvoiceAnswerSettings): InvoiceResult {
  const link = textOf(fields, 'redirectionURL', 'redirectURI');
  const redirectUrl = link === undefined ? null : safeRedirectUrl(link, settings);
  return redirectUrl === null ? { kind: 'exists' } : { kind: 'exists', redirectUrl };
}

function created(fields: FlatFields, responseCode: string, settings: InvoiceAnswerSettings): InvoiceResult {
  const link = textOf(fields, 'redirectionURL', 'redirectURI');
  if (link === undefined) return unreadable('the answer has no payment page', responseCode);
  const redirectUrl = safeRedirectUrl(link, settings);
  if (redirectUrl === null) {
    const text = 'The payment page named by the bank is on a host that is not allowed';
    return { kind: 'refused', code: 'REDIRECT_HOST', text, hashMismatch: false, alert: true };
  }
  const bankTxnId = textOf(fields, 'txnID');
  return {
    kind: 'created',
    redirectUrl,
    ...(bankTxnId !== undefined && /^[A-Za-z0-9]{1,30}$/.test(bankTxnId) ? { bankTxnId } : {}),
    responseCode,
    responseText: describe(fields),
    raw: plainFields(fields),
  };
}

function plainFields(fields: FlatFields): Record<string, string> {
  const kept = Object.entries(fields).filter(
    ([name, value]) => typeof value === 'string' && name.toLowerCase() !== 'securehash',
  );
  return Object.fromEntries(kept) as Record<string, string>;
}
