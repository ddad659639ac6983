import type { Exchange, Unknown, UnknownReason } from './exchange.js';
import type { FlatFields } from '../../domain/bank-hash/flat-json.js';
import { readGatewayAmount } from './gateway-amount.js';
import {
  CANCELLED_CODES,
  CANCELLED_WORD,
  isRefusedQuestion,
  NOT_FOUND_CODES,
  PAID_WORD,
  PENDING_CODES,
  PENDING_WORDS,
  QUERY_OK_CODES,
  REFUSED_WORDS,
  SUCCESS_CODES,
} from './gateway-codes.js';
import type { GatewaySettings } from './gateway-settings.js';
import type { PaidEvidence, StatusResult } from './payment-gateway.js';
import { badHash, cleanText, codeOf, describe, openAnswer, textOf, unreadable } from './signed-answer.js';

export type StatusSettings = Pick<GatewaySettings, 'secretKey' | 'previousSecretKey' | 'merchantId'>;
export interface StatusQuestion {
  originalTxnNo: string;
  merchantTxnNo?: string;
}

const TXN_ID = /^[A-Za-z0-9]{1,30}$/;
const SALE_TYPES: ReadonlySet<string> = new Set(['SALE', 'PURCHASE', 'STATUS']);
const GIVEN_BACK_TYPES: ReadonlySet<string> = new Set(['REFUND', 'VOID']);

/**
 * What a STATUS answer proves about a sale (docs/bank-protocol.md#status). Without a valid hash it proves nothing; an unknown
 * value or code is not final.
 */
export function readStatusAnswer(exchange: Exchange, asked: StatusQuestion, settings: StatusSettings): StatusResult {
  const opened = openStatus(exchange, settings);
  if (opened.kind !== 'fields') return opened;
  const { fields } = opened;
  const verdict = verdictOf(fields);
  const mismatch = mismatchOf(fields, asked, settings.merchantId, isFinal(verdict));
  if (mismatch !== null) return mismatch;
  const refused = verdict === 'error-state' ? refusedQuestion(fields) : null;
  if (refused !== null) return refused;
  const type = textOf(fields, 'transactionType');
  if (type !== undefined && isAboutOther(type.toUpperCase(), verdict)) {
    return {
      kind: 'mismatch',
      field: 'transaction-type',
      detail: `the answer is about ${cleanText(type, 20)}, not the sale`,
    };
  }
  if (verdict !== 'paid') return resultOf(verdict, fields);
  const txnId = textOf(fields, 'txnID');
  if (txnId === undefined || !TXN_ID.test(txnId)) return resultOf('error-state', fields);
  return { kind: 'paid', evidence: evidenceOf(fields, txnId) };
}

/** Our fault: the request or its hash is wrong. It says nothing about the money, whatever `txnStatus` is beside it. */
function refusedQuestion(fields: FlatFields): Unknown<'refused-question'> | null {
  const code = codeOf(fields) ?? '';
  if (!isRefusedQuestion(code)) return null;
  return { kind: 'unknown', reason: 'refused-question', detail: describe(fields), code };
}

/** A refund under way or refused says nothing of the sale either. */
function isAboutOther(type: string, verdict: Verdict): boolean {
  if (verdict === 'paid') return !SALE_TYPES.has(type);
  return verdict !== 'not-found' && GIVEN_BACK_TYPES.has(type);
}

export type Verdict = 'paid' | 'pending' | 'declined' | 'cancelled' | 'not-found' | 'error-state';

/**
 * The outer code only says whether the query was understood; the outcome is in txnStatus and txnResponseCode, if they agree. A
 * contradiction is not final.
 */
export function verdictOf(fields: FlatFields): Verdict {
  const [query, word, code] = [
    codeOf(fields) ?? '',
    textOf(fields, 'txnStatus') ?? '',
    codeOf(fields, 'txnResponseCode') ?? '',
  ];
  const understood = QUERY_OK_CODES.has(query);
  if (word === '' && (NOT_FOUND_CODES.has(query) || (understood && NOT_FOUND_CODES.has(code)))) return 'not-found';
  if (word === PAID_WORD) return understood && SUCCESS_CODES.has(code) ? 'paid' : 'error-state';
  if (PENDING_WORDS.has(word)) return 'pending';
  // The query itself was refused, so txnStatus is not about the money.
  if (isRefusedQuestion(query)) return 'error-state';
  if (REFUSED_WORDS.has(word)) return refusal(word, code === '' && !understood ? query : code);
  if (word === '' && PENDING_CODES.has(understood ? code : query)) return 'pending';
  return 'error-state';
}

function refusal(word: string, code: string): Verdict {
  if (SUCCESS_CODES.has(code) || PENDING_CODES.has(code)) return 'error-state';
  return word === CANCELLED_WORD || CANCELLED_CODES.has(code) ? 'cancelled' : 'declined';
}

function isFinal(verdict: Verdict): boolean {
  return verdict === 'paid' || verdict === 'declined' || verdict === 'cancelled';
}

type Opened = { kind: 'fields'; fields: FlatFields } | Unknown<UnknownReason | 'not-sent'>;

/** A query can be repeated safely, so `not-sent` is just another unknown. */
export function openStatus(exchange: Exchange, settings: StatusSettings): Opened {
  const answer = openAnswer(exchange, settings);
  if (answer.kind === 'not-sent')
    return { kind: 'unknown', reason: 'not-sent', detail: `${answer.reason}: ${answer.detail}` };
  if (answer.kind !== 'answer') return answer;
  if (!answer.ok) return { kind: 'unknown', reason: 'http', detail: 'the question was answered with an HTTP error' };
  const code = codeOf(answer.fields);
  if (answer.signature !== 'valid') return badHash(answer.signature, code);
  if (code === undefined) return unreadable('the answer has no response code');
  return { kind: 'fields', fields: answer.fields };
}

export type Mismatch = Extract<StatusResult, { kind: 'mismatch' }>;

/** Checks merchant and reference: required in a final answer, and correct wherever present. */
export function mismatchOf(
  fields: FlatFields,
  asked: StatusQuestion,
  merchantId: string,
  required: boolean,
): Mismatch | null {
  const merchant = textOf(fields, 'merchantId', 'merchantID');
  if (merchant === undefined ? required : merchant !== merchantId) {
    return { kind: 'mismatch', field: 'merchant', detail: `merchant ${cleanText(merchant ?? 'not named', 40)}` };
  }
  const wanted = asked.originalTxnNo;
  const theirs = textOf(fields, 'merchantTxnNo');
  const original = textOf(fields, 'originalTxnNo');
  // The query's own number may be echoed instead of the sale's.
  const named = theirs === wanted || (theirs !== undefined && theirs === asked.merchantTxnNo);
  if ((theirs === undefined ? !required : named) && (original ?? wanted) === wanted) return null;
  return {
    kind: 'mismatch',
    field: 'reference',
    detail: `reference ${cleanText(theirs ?? original ?? 'not named', 40)}`,
  };
}

function resultOf(verdict: Exclude<Verdict, 'paid'>, fields: FlatFields): StatusResult {
  const code = codeOf(fields, 'txnResponseCode') ?? codeOf(fields) ?? '';
  const text = verdict === 'declined' || verdict === 'cancelled' ? refusalText(fields) : describe(fields);
  if (verdict === 'not-found') return { kind: verdict, code };
  if (verdict === 'error-state')
    return { kind: verdict, code, text, txnStatus: cleanText(textOf(fields, 'txnStatus'), 20) || null };
  return { kind: verdict, code, text };
}

/** The bank's text about the payment; the outer text alone only says that the query was understood. */
function refusalText(fields: FlatFields): string {
  const text = describe(fields);
  return textOf(fields, 'txnRespDescription') === undefined && /success/i.test(text) ? '' : text;
}

function evidenceOf(fields: FlatFields, txnId: string): PaidEvidence {
  const shown = (max: number, ...names: string[]) => cleanText(textOf(fields, ...names), max) || null;
  return {
    merchantId: textOf(fields, 'merchantId', 'merchantID') ?? '',
    merchantTxnNo: textOf(fields, 'merchantTxnNo') ?? '',
    invoiceNo: shown(40, 'invoiceNo'),
    txnId,
    paymentId: shown(60, 'paymentID', 'txnAuthID'),
    amountPaise: readGatewayAmount(textOf(fields, 'amount')),
    otherChargePaise: readGatewayAmount(textOf(fields, 'oth_charge')),
    paymentMode: shown(40, 'paymentMode'),
    paymentSubInstType: shown(60, 'paymentSubInstType'),
    txnStatus: PAID_WORD,
    txnResponseCode: codeOf(fields, 'txnResponseCode') ?? '',
    responseText: describe(fields),
    paidAtText: bankTime(fields),
    transactionType: shown(20, 'transactionType'),
    currency: shown(10, 'currencyCode', 'currency'),
  };
}

/** `yyyyMMddHHmmss`, IST, or null. */
export function bankTime(fields: FlatFields): string | null {
  const text = textOf(fields, 'paymentDateTime');
  return text !== undefined && /^\d{14}$/.test(text) ? text : null;
}
