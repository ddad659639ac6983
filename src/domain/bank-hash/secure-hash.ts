import { createHmac } from 'node:crypto';
import { sameDigest } from './same-digest.js';

/**
 * A message as names and values. Strings are hashed as they are; a number is hashed as its JavaScript text, so readers of the
 * bank's JSON must keep the characters sent (`300.00`, not `300`) as a string. Nested values have no defined hash and are
 * refused.
 */
export type HashFields = Readonly<Record<string, unknown>>;
export type HashEntry = readonly [name: string, text: string];

/** The message or the key cannot be hashed safely: an empty key, an empty message or a nested value. */
export class HashInputError extends Error {}

/** The names under which a message carries its own hash. */
export const HASH_FIELDS: ReadonlySet<string> = new Set(['secureHash', 'securehash']);
const SHA256_HEX = /^[0-9a-f]{64}$/i;

/**
 * The V1 message (docs/bank-protocol.md#hash): the values of all non-empty fields, in code-unit order of their names, joined
 * without a separator.
 * The bank skips null, empty text and the JSON boolean false (it sends `oth_charge: false`), and keeps `0` and blanks.
 * @throws HashInputError on a nested value
 */
export function hashMessageV1(fields: HashFields): string {
  return sortedByName(hashedEntries(fields))
    .map(([, text]) => text)
    .join('');
}

/** HMAC-SHA256 of the V1 message, lower-case hex. @throws HashInputError on an empty key, an empty message, a nested value */
export function secureHashV1(fields: HashFields, key: string): string {
  const message = hashMessageV1(fields);
  // The digest of an empty message never changes, so it proves nothing.
  if (message === '') throw new HashInputError('nothing to hash: every field is empty');
  return hmac(message, key);
}

/** HMAC-SHA256 of a JSON body exactly as transmitted, for the `securehash` header. @throws HashInputError as for V1 */
export function secureHashV2(body: string, key: string): string {
  if (body === '') throw new HashInputError('nothing to hash: the body is empty');
  return hmac(body, key);
}

/** Constant time once the shape is right; either letter case is accepted from the bank. */
export function verifySecureHash(received: unknown, expected: string): boolean {
  if (typeof received !== 'string' || !SHA256_HEX.test(received) || !SHA256_HEX.test(expected)) return false;
  return sameDigest(received.toLowerCase(), expected.toLowerCase());
}

function hmac(message: string, key: string): string {
  // node:crypto accepts an empty key silently, and anybody could sign with it.
  if (key === '') throw new HashInputError('the secret key is empty');
  return createHmac('sha256', key).update(message).digest('hex');
}

/** The non-empty fields with the text that is hashed, in the order given. */
export function hashedEntries(fields: HashFields): HashEntry[] {
  const entries: HashEntry[] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (HASH_FIELDS.has(name)) continue;
    const text = valueText(name, value);
    if (text !== '') entries.push([name, text]);
  }
  return entries;
}

function valueText(name: string, value: unknown): string {
  if (value === null || value === undefined || value === false) return '';
  if (typeof value === 'string') return value;
  if (value === true || (typeof value === 'number' && Number.isFinite(value))) return String(value);
  throw new HashInputError(`field ${name} has no defined hash: only text, numbers and booleans have`);
}

/** Code-unit order of names: capitals first, no locale, `chargeHead10` before `chargeHead2`. */
export function sortedByName(entries: readonly HashEntry[]): HashEntry[] {
  return [...entries].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}
