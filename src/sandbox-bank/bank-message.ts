import {
  hashedEntries,
  secureHashV1,
  secureHashV2,
  sortedByName,
  verifySecureHash,
} from '../domain/bank-hash/secure-hash.js';
import type { Fault } from './fault-registry.js';

export type Message = Record<string, string | boolean>;

/** Signs a message as the bank does, or wrongly for a fault. */
export function signed(message: Message, key: string, fault?: Fault): Message {
  const fields = beforeSigning(message, fault);
  if (fault?.kind === 'missing-hash') return fields;
  const secureHash = secureHashV1(fields, fault?.kind === 'other-key' ? `${key}-of-another-merchant` : key);
  if (fault?.kind === 'wrong-hash') return { ...fields, secureHash: flipLast(secureHash) };
  if (fault?.kind === 'upper-hash') return { ...fields, secureHash: secureHash.toUpperCase() };
  return { ...afterSigning(fields, fault), secureHash };
}

/** Faults of content, before signing. */
function beforeSigning(message: Message, fault: Fault | undefined): Message {
  if (fault?.kind === 'wrong-merchant')
    return { ...message, ...replaced(message, ['merchantId', 'merchantID'], 'T_SOMEBODY') };
  if (fault?.kind === 'unknown-invoice') {
    return { ...message, ...replaced(message, ['invoiceNo', 'merchantTxnNo'], 'INV9999UNKNOWN') };
  }
  if (fault?.kind === 'amount-without-decimals') {
    const amounts = ['amount', 'chargeAmount'].filter((name) => name in message);
    return {
      ...message,
      ...Object.fromEntries(amounts.map((name) => [name, String(message[name]).replace(/\.\d+$/, '')])),
    };
  }
  return message;
}

/** Faults by tampering, after signing. */
function afterSigning(message: Message, fault: Fault | undefined): Message {
  if (fault?.kind === 'altered-amount') return { ...message, ...replaced(message, ['amount', 'chargeAmount'], '1.00') };
  if (fault?.kind === 'resplit') return resplit(message);
  return message;
}

/**
 * Re-splits a message under the same hash (docs/bank-protocol.md#hash-weakness). A refused payment whose reference holds `0000`
 * becomes a success; any other message loses the first digit of its amount to the field before it.
 */
function resplit(message: Message): Message {
  const entries = sortedByName(hashedEntries(message));
  return forgedSuccess(message, entries) ?? shrunkAmount(message, entries);
}

type Entries = ReturnType<typeof hashedEntries>;

function forgedSuccess(message: Message, entries: Entries): Message | null {
  const from = entries.findIndex(([name]) => name === 'merchantTxnNo');
  const to = entries.findIndex(([name]) => name === 'txnID');
  const found = /^(.+?)(..)(0000)(.*)$/.exec(entries[from]?.[1] ?? '');
  if (found === null || to < from || /^0+$/.test(String(message['responseCode']))) return null;
  const [, merchantTxnNo = '', paymentID = '', responseCode = '', rest = ''] = found;
  const swallowed = entries.slice(from + 1, to + 1);
  const kept = Object.entries(message).filter(([name]) => !swallowed.some(([gone]) => gone === name));
  const txnID = rest + swallowed.map(([, text]) => text).join('');
  return { ...Object.fromEntries(kept), merchantTxnNo, paymentID, responseCode, txnID };
}

function shrunkAmount(message: Message, entries: Entries): Message {
  const at = entries.findIndex(([name]) => name === 'amount');
  const [before, amount] = [entries[at - 1], entries[at]];
  if (before === undefined || amount === undefined || amount[1].length < 5) return message;
  return { ...message, [before[0]]: before[1] + amount[1].slice(0, 1), amount: amount[1].slice(1) };
}

/** A message as form or JSON text, with faults of serialisation. */
export function written(message: Message, format: 'form' | 'json', fault?: Fault): string {
  const twice = fault?.kind === 'repeated-field' ? Object.entries(message).at(0) : undefined;
  if (format === 'form') {
    const pairs = Object.entries(message).map(([name, value]): [string, string] => [name, String(value)]);
    return new URLSearchParams(twice === undefined ? pairs : [...pairs, [twice[0], 'again']]).toString();
  }
  const types = fault?.kind === 'wrong-types' ? { amount: {}, txnStatus: ['SUC'], responseCode: 0, txnID: null } : {};
  const text = JSON.stringify({ ...message, ...types });
  return twice === undefined ? text : `${text.slice(0, -1)},${JSON.stringify(twice[0])}:"again"}`;
}

function replaced(message: Message, names: string[], value: string): Message {
  return Object.fromEntries(names.filter((name) => name in message).map((name) => [name, value]));
}

function flipLast(hash: string): string {
  return hash.slice(0, -1) + (hash.endsWith('0') ? '1' : '0');
}

/** The body's V1 hash decides if there is one, else the V2 header over the exact body. */
export function isSignedBy(
  key: string,
  fields: Readonly<Record<string, string>>,
  rawBody: string,
  header: string | undefined,
): boolean {
  const hash = fields['secureHash'] ?? fields['securehash'];
  try {
    if (hash !== undefined) return verifySecureHash(hash, secureHashV1(fields, key));
    return header !== undefined && verifySecureHash(header, secureHashV2(rawBody, key));
  } catch {
    return false;
  }
}

/** The fields of a request body, JSON or form, or null when it cannot be read. Numbers and booleans are refused as the bank does. */
export function readFields(rawBody: string, contentType: string): Record<string, string> | null {
  if (!/json/i.test(contentType) && !rawBody.trimStart().startsWith('{'))
    return Object.fromEntries(new URLSearchParams(rawBody));
  try {
    const parsed: unknown = JSON.parse(rawBody);
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return null;
    const fields = Object.entries(parsed).filter(([, value]) => value !== null);
    return fields.every(([, value]) => typeof value === 'string')
      ? (Object.fromEntries(fields) as Record<string, string>)
      : null;
  } catch {
    return null;
  }
}
