import { HASH_FIELDS, hashMessageV1, secureHashV1 } from '../../domain/bank-hash/secure-hash.js';
import { parseFlatJson, type FlatFields, type FlatValue } from '../../domain/bank-hash/flat-json.js';
import { SUCCESS_CODES } from './gateway-codes.js';
import { type AnswerKeys, cleanText, isSigned } from './signed-answer.js';

/** A return or a callback: the raw body, or names and values already decoded. */
export type CallbackInput = { rawBody: string; contentType: string } | { entries: Iterable<readonly [string, string]> };

export type CallbackProblem =
  | 'empty'
  | 'unreadable'
  | 'repeated_field'
  | 'missing_hash'
  | 'bad_hash'
  | 'malformed_field'
  | 'other_merchant';

export interface Notice {
  /**
   * Hash valid and every known field well formed. Still no evidence: it only triggers a STATUS check
   * (docs/bank-protocol.md#hash-weakness).
   */
  ok: boolean;
  /** All fields that carry text, as received. */
  fields: Readonly<Record<string, string>>;
  hashValid: boolean;
  problem?: CallbackProblem;
  /** The field at fault, for the log. */
  problemField?: string;
  /** The well-formed known fields, safe to store, look up and show. */
  known: KnownFields;
  /** invoiceNo, paymentID and secureHash are all there. */
  complete: boolean;
}

export interface KnownFields {
  invoiceNo?: string;
  merchantTxnNo?: string;
  txnId?: string;
  paymentId?: string;
  merchantId?: string;
  responseCode?: string;
  responseText: string;
  paymentDateTime?: string;
  amount?: string;
  paymentMode?: string;
  /** `0000` or `000`: a hint for the page that waits for STATUS. */
  claimsSuccess: boolean;
}

const MAX_CHARACTERS = 65_536;
const MAX_FIELDS = 100;
/**
 * The V1 message has no separators, so a signed message can be re-split: a declined return becomes a "success" with the pieces in
 * other fields (docs/bank-protocol.md#hash-weakness). Strict shapes refuse crude ones.
 */
const SHAPES: Readonly<Record<string, RegExp>> = {
  invoiceNo: /^[A-Za-z0-9-]{1,32}$/,
  merchantTxnNo: /^[A-Za-z0-9-]{1,32}$/,
  merchantId: /^[A-Za-z0-9_-]{1,40}$/,
  merchantID: /^[A-Za-z0-9_-]{1,40}$/,
  txnID: /^[A-Za-z0-9]{1,30}$/,
  paymentID: /^[A-Za-z0-9_-]{1,60}$/,
  responseCode: /^[A-Za-z0-9]{3,5}$/,
  paymentDateTime: /^\d{14}$/,
  amount: /^\d{1,9}(\.\d{1,2})?$/,
  chargeAmount: /^\d{1,9}(\.\d{1,2})?$/,
  paymentMode: /^[A-Za-z0-9 _-]{1,40}$/,
};

/**
 * Parses and verifies a message that claims to come from the bank. Unpublished fields are hashed like all others; query
 * parameters of the return address are not part of the hash and must not be passed in.
 */
export function readCallback(input: CallbackInput, settings: AnswerKeys & { merchantId: string }): Notice {
  return noticeBy(parseCallback(input), settings);
}

export function parseCallback(input: CallbackInput): Parsed {
  return 'entries' in input ? fromEntries(input.entries) : fromBody(input.rawBody, input.contentType);
}

/** The message as this merchant judges it. */
export function noticeBy(parsed: Parsed, settings: AnswerKeys & { merchantId: string }): Notice {
  if (typeof parsed === 'string') return judged({}, parsed, false);
  const malformed = malformedField(parsed);
  const hashes = hashesIn(parsed);
  const hashValid =
    hashes.length === 1 &&
    hashMessageV1(parsed) !== '' &&
    isSigned(hashes[0], settings, (key) => secureHashV1(parsed, key));
  if (Object.keys(parsed).length === 0) return judged(parsed, 'empty', false);
  if (hashes.length === 0) return judged(parsed, 'missing_hash', false);
  if (hashes.length > 1) return judged(parsed, 'repeated_field', false, 'secureHash');
  if (!hashValid) return judged(parsed, 'bad_hash', false);
  if (malformed !== undefined) return judged(parsed, 'malformed_field', true, malformed);
  const merchants = [parsed['merchantId'], parsed['merchantID']].filter((id) => typeof id === 'string' && id !== '');
  if (merchants.some((id) => id !== settings.merchantId)) return judged(parsed, 'other_merchant', true);
  return judged(parsed, undefined, true);
}

function judged(
  parsed: FlatFields,
  problem: CallbackProblem | undefined,
  hashValid: boolean,
  problemField?: string,
): Notice {
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of Object.entries(parsed)) if (typeof value === 'string') fields[name] = value;
  const has = (...names: string[]) => names.some((name) => (fields[name] ?? '') !== '');
  return {
    ok: problem === undefined,
    fields,
    hashValid,
    ...(problem === undefined ? {} : { problem }),
    ...(problemField === undefined ? {} : { problemField }),
    known: knownFields(fields),
    complete: has('invoiceNo') && has('paymentID') && has(...HASH_FIELDS),
  };
}

function knownFields(fields: Readonly<Record<string, string>>): KnownFields {
  const shaped = (name: string) => (SHAPES[name]?.test(fields[name] ?? '') === true ? fields[name] : undefined);
  const responseCode = shaped('responseCode');
  const known = {
    invoiceNo: shaped('invoiceNo'),
    merchantTxnNo: shaped('merchantTxnNo'),
    txnId: shaped('txnID'),
    paymentId: shaped('paymentID'),
    merchantId: shaped('merchantId') ?? shaped('merchantID'),
    responseCode,
    paymentDateTime: shaped('paymentDateTime'),
    amount: shaped('amount') ?? shaped('chargeAmount'),
    paymentMode: shaped('paymentMode'),
  };
  const present = Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
  const responseText = cleanText(
    fields['respDescription'] ?? fields['responseDescription'] ?? fields['respdescription'],
    255,
  );
  return { ...present, responseText, claimsSuccess: responseCode !== undefined && SUCCESS_CODES.has(responseCode) };
}

function malformedField(fields: FlatFields): string | undefined {
  return Object.keys(SHAPES).find((name) => {
    const value = fields[name];
    return (
      value !== undefined &&
      value !== null &&
      value !== '' &&
      !(typeof value === 'string' && SHAPES[name]?.test(value) === true)
    );
  });
}

function hashesIn(fields: FlatFields): FlatValue[] {
  return [...HASH_FIELDS]
    .map((name) => fields[name])
    .filter((value): value is FlatValue => value !== undefined && value !== null && value !== '');
}

export type Parsed = FlatFields | 'unreadable' | 'repeated_field';

function fromBody(rawBody: string, contentType: string): Parsed {
  if (rawBody.length > MAX_CHARACTERS) return 'unreadable';
  if (/^\s*application\/json\b/i.test(contentType)) return parseFlatJson(rawBody) ?? 'unreadable';
  const entries: [string, string][] = [];
  for (const pair of rawBody.split('&')) {
    if (pair === '') continue;
    const at = pair.indexOf('=');
    const [name, value] = [formText(at < 0 ? pair : pair.slice(0, at)), formText(at < 0 ? '' : pair.slice(at + 1))];
    // URLSearchParams would repair broken encoding; the repaired text is not what was signed.
    if (name === null || value === null) return 'unreadable';
    entries.push([name, value]);
  }
  return fromEntries(entries);
}

function fromEntries(entries: Iterable<readonly [string, string]>): Parsed {
  const fields = Object.create(null) as Record<string, string>;
  let count = 0;
  for (const [name, value] of entries) {
    if (name in fields) return 'repeated_field';
    if (++count > MAX_FIELDS) return 'unreadable';
    fields[name] = value;
  }
  return fields;
}

function formText(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

/** The invoice number, or the merchant's transaction number where no invoice number is named. */
export function referenceOf({ known }: Notice): string | undefined {
  return known.invoiceNo ?? known.merchantTxnNo;
}
