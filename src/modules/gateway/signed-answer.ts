import { hashMessageV1, secureHashV1, secureHashV2, verifySecureHash } from '../../domain/bank-hash/secure-hash.js';
import type { Answered, Exchange, NotSent, Unknown } from './exchange.js';
import { parseFlatJson, type FlatFields } from '../../domain/bank-hash/flat-json.js';

export type Signature = 'valid' | 'invalid' | 'missing';
/** The merchant's key and, while it is being changed, the previous one. */
export interface AnswerKeys {
  readonly secretKey: string;
  readonly previousSecretKey?: string | null;
}
export interface SignedAnswer {
  kind: 'answer';
  fields: FlatFields;
  signature: Signature;
  /** False for a 4xx status, which may carry a refusal but never a success. */
  ok: boolean;
}

const MAX_DETAIL = 120;

/** Parses an exchange into fields and verifies their signature; anything unreadable is `unknown`. */
export function openAnswer(exchange: Exchange, keys: AnswerKeys): SignedAnswer | Unknown | NotSent {
  if (exchange.kind === 'not-sent') return { kind: 'not-sent', reason: exchange.reason, detail: exchange.detail };
  if (exchange.kind === 'unknown') {
    const { reason, detail, retryAfterSeconds } = exchange;
    return { kind: 'unknown', reason, detail, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) };
  }
  const ok = exchange.httpStatus >= 200 && exchange.httpStatus < 300;
  const fields = parseFlatJson(exchange.text);
  if (fields === null) {
    return ok
      ? unreadable('the answer is not a flat JSON object')
      : { kind: 'unknown', reason: 'http', detail: `HTTP ${exchange.httpStatus}` };
  }
  return { kind: 'answer', fields, signature: signatureOf(fields, exchange, keys), ok };
}

/** The body's V1 hash decides if there is one, else the V2 header over the exact body. */
function signatureOf(fields: FlatFields, answered: Answered, keys: AnswerKeys): Signature {
  const inBody = ['secureHash', 'securehash']
    .map((name) => fields[name])
    .filter((hash) => hash !== undefined && hash !== null && hash !== '');
  if (inBody.length > 0) {
    // The digest of an empty message never changes, so it proves nothing.
    if (inBody.length > 1 || hashMessageV1(fields) === '') return 'invalid';
    return isSigned(inBody[0], keys, (key) => secureHashV1(fields, key)) ? 'valid' : 'invalid';
  }
  if (answered.hashHeader === null) return 'missing';
  return isSigned(answered.hashHeader, keys, (key) => secureHashV2(answered.text, key)) ? 'valid' : 'invalid';
}

/** Whether the hash was made with one of the valid keys. */
export function isSigned(hash: unknown, keys: AnswerKeys, expected: (key: string) => string): boolean {
  const { secretKey, previousSecretKey } = keys;
  if (verifySecureHash(hash, expected(secretKey))) return true;
  return Boolean(previousSecretKey) && verifySecureHash(hash, expected(previousSecretKey ?? ''));
}

export function unreadable(detail: string, code?: string): Unknown {
  return { kind: 'unknown', reason: 'unreadable', detail, ...(code === undefined ? {} : { code }) };
}

export function badHash(signature: Signature, code?: string): Unknown {
  const detail = signature === 'missing' ? 'the answer is not signed' : 'the answer carries a wrong hash';
  return { kind: 'unknown', reason: 'bad-hash', detail, ...(code === undefined ? {} : { code }) };
}

/** The first of these fields that is non-empty text; the bank spells some names in two ways. */
export function textOf(fields: FlatFields, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}

/** The response code, or undefined when malformed. */
export function codeOf(fields: FlatFields, name = 'responseCode'): string | undefined {
  const code = textOf(fields, name);
  return code !== undefined && /^[A-Za-z0-9]{1,10}$/.test(code) ? code : undefined;
}

/** The bank's description, fit to be stored and shown: no control characters, no broken characters, truncated. */
export function cleanText(text: string | undefined, max = MAX_DETAIL): string {
  return [...(text ?? '').replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim()].slice(0, max).join('');
}

export function describe(fields: FlatFields): string {
  return cleanText(
    textOf(fields, 'txnRespDescription', 'respDescription', 'responseDescription', 'respdescription'),
    255,
  );
}
