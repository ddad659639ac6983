import { createHash, createHmac } from 'node:crypto';
import { sameDigest } from './same-digest.js';
import {
  HASH_FIELDS,
  hashedEntries,
  secureHashV1,
  sortedByName,
  type HashEntry,
  type HashFields,
} from './secure-hash.js';

export interface MismatchCause {
  readonly cause: string;
  readonly hint: string;
}
interface Puzzle {
  readonly fields: HashFields;
  readonly entries: readonly HashEntry[];
  readonly key: string;
}
type Recipe = readonly [cause: string, hint: string, digests: (puzzle: Puzzle) => string[]];

/**
 * Finds the known mistakes of integrators that turn these fields and this key into the given digest
 * (docs/bank-protocol.md#surprises).
 * @returns the mistakes that reproduce it, empty when the digest is right or none does
 * @throws HashInputError as {@link secureHashV1}
 */
export function explainMismatch(fields: HashFields, key: string, expectedHex: string): MismatchCause[] {
  const expected = expectedHex.trim().toLowerCase();
  const right = secureHashV1(fields, key);
  if (sameDigest(expected, right)) return [];
  const puzzle: Puzzle = { fields, entries: sortedByName(hashedEntries(fields)), key };
  const causes = RECIPES.filter(([, , digests]) => digests(puzzle).some((digest) => sameDigest(digest, expected)));
  return causes.map(([cause, hint]) => ({ cause, hint }));
}

const RECIPES: readonly Recipe[] = [
  [
    'case-insensitive-sort',
    'names were sorted without regard to case; capitals come first',
    (p) => [
      digest(
        p,
        reordered(p, (a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)),
      ),
      digest(
        p,
        reordered(p, (a, b) => a.localeCompare(b, 'en')),
      ),
    ],
  ],
  [
    'natural-sort',
    'names were sorted by number (chargeHead2 before chargeHead10)',
    (p) => [
      digest(
        p,
        reordered(p, (a, b) => a.localeCompare(b, 'en', { numeric: true })),
      ),
    ],
  ],
  [
    'unsorted',
    'values were joined in the order given, not sorted by name',
    (p) => [digest(p, hashedEntries(p.fields))],
  ],
  [
    'kept-empties',
    'empty fields were kept (as the words null or undefined, or as gaps between separators)',
    keptEmpties,
  ],
  [
    'zero-dropped',
    'a value of 0 was taken for empty',
    (p) => [
      digest(
        p,
        p.entries.filter(([, text]) => text !== '0'),
      ),
    ],
  ],
  [
    'double-hex',
    'the hex digest was turned into hex again',
    (p) => [Buffer.from(digest(p, p.entries)).toString('hex')],
  ],
  [
    'number-not-string',
    'a value was turned into a number and lost its exact text',
    (p) => [
      ...changed(p, numberText),
      ...changed(p, (text) => (/\.\d{2}$/.test(text) ? text : numberText(text))),
      ...changed(p, (text) => (/^\d+(\.\d)?$/.test(text) ? Number(text).toFixed(2) : text)),
    ],
  ],
  [
    'amount-without-decimals',
    'an amount was hashed without its two decimals',
    (p) => changed(p, (text) => text.replace(/^(\d+)\.00$/, '$1')),
  ],
  [
    'key-whitespace',
    'the key was used with a trailing newline or space',
    (p) => [
      ...['\n', '\r\n', ' ', '\t'].map((end) => hmac(join(p.entries), p.key + end)),
      ...(p.key.trim() === '' ? [] : [hmac(join(p.entries), p.key.trim())]),
    ],
  ],
  [
    'trimmed-values',
    'white space in a value was trimmed, collapsed or dropped',
    (p) => [
      ...changed(p, (text) => text.trim()),
      ...changed(p, (text) => text.replace(/\s+/g, ' ').trim()),
      ...changed(p, (text) => text.replace(/\s+/g, '')),
    ],
  ],
  [
    'names-or-separators',
    'names or separators were put into the message; it holds values only',
    (p) => [
      ...['|', ',', '&', ' ', '~', '\n'].map((between) => hmac(join(p.entries, between), p.key)),
      ...['', '&', '|', ',', ';'].map((between) =>
        hmac(p.entries.map(([name, text]) => `${name}=${text}`).join(between), p.key),
      ),
    ],
  ],
  [
    'non-ascii-as-question-mark',
    'characters outside ASCII were hashed as question marks',
    (p) => changed(p, (text) => text.replace(/[^\0-\x7f]/gu, '?')),
  ],
  [
    'other-text-encoding',
    'characters outside ASCII were hashed in another encoding or normal form',
    (p) => [
      ...changed(p, (text) => text.normalize('NFC')),
      ...changed(p, (text) => text.normalize('NFD')),
      hmac(Buffer.from(join(p.entries), 'latin1'), p.key),
    ],
  ],
  [
    'percent-encoded',
    'a value was hashed in its URL-encoded form',
    (p) => [
      ...changed(p, encodeURIComponent),
      ...changed(p, encodeURI),
      ...changed(p, (text) => encodeURIComponent(text).replace(/%20/g, '+')),
      ...changed(p, (text) => text.replace(/ /g, '+')),
    ],
  ],
  ['not-decoded', 'these values look URL-encoded; the bank hashes them decoded', (p) => changed(p, decoded)],
  ['unknown-fields-dropped', 'fields missing from a fixed list were left out; every field counts', droppedFields],
  [
    'false-as-text',
    'a JSON boolean false was hashed as text, or the text false was left out',
    (p) => [
      digest(
        p,
        sortedByName([
          ...p.entries,
          ...namesWith(p, (value) => value === false).map((name) => [name, 'false'] as const),
        ]),
      ),
      digest(
        p,
        p.entries.filter(([, text]) => text !== 'false'),
      ),
    ],
  ],
  [
    'hash-included',
    'secureHash itself was part of the message',
    (p) => [
      digest(
        p,
        sortedByName([...p.entries, ...hashFieldsOf(p).map(([name, value]) => [name, String(value)] as const)]),
      ),
    ],
  ],
  [
    'v2-body',
    'this is the V2 digest of a JSON body, not the V1 digest of values',
    (p) => [
      hmac(JSON.stringify(Object.fromEntries(p.entries)), p.key),
      hmac(JSON.stringify(Object.fromEntries(hashedEntries(p.fields))), p.key),
      hmac(JSON.stringify(Object.fromEntries(p.entries)).replaceAll('/', '\\/'), p.key),
    ],
  ],
  [
    'plain-sha256',
    'a plain SHA-256 was made instead of an HMAC',
    (p) =>
      [join(p.entries), p.key + join(p.entries), join(p.entries) + p.key].map((text) =>
        createHash('sha256').update(text).digest('hex'),
      ),
  ],
];

function digest(puzzle: Puzzle, entries: readonly HashEntry[]): string {
  return hmac(join(entries), puzzle.key);
}

function reordered(puzzle: Puzzle, compare: (a: string, b: string) => number): HashEntry[] {
  return [...puzzle.entries].sort(([a], [b]) => compare(a, b));
}

/** The mistake made in every value, and made in one value only. */
function changed(puzzle: Puzzle, change: (text: string) => string): string[] {
  const all = puzzle.entries.map(([name, text]) => [name, attempt(change, text)] as const);
  const single = puzzle.entries.map((_, index) => puzzle.entries.map((entry, at) => (at === index ? all[at]! : entry)));
  return [all, ...single].map((entries) => digest(puzzle, entries));
}

/** Half a surrogate pair cannot be URL-encoded, a lone `%` cannot be decoded: such a value was not changed that way. */
function attempt(change: (text: string) => string, text: string): string {
  try {
    return change(text);
  } catch {
    return text;
  }
}

function keptEmpties(puzzle: Puzzle): string[] {
  const empties = namesWith(puzzle, (value) => value === null || value === undefined || value === '');
  const words = ['null', 'undefined', 'None', ' '].map((word) =>
    digest(puzzle, sortedByName([...puzzle.entries, ...empties.map((name) => [name, word] as const)])),
  );
  const gaps = sortedByName([...puzzle.entries, ...empties.map((name) => [name, ''] as const)]);
  return [...words, ...['|', ',', '&'].map((between) => hmac(join(gaps, between), puzzle.key))];
}

function namesWith(puzzle: Puzzle, wanted: (value: unknown) => boolean): string[] {
  return Object.keys(puzzle.fields).filter((name) => !HASH_FIELDS.has(name) && wanted(puzzle.fields[name]));
}

function hashFieldsOf(puzzle: Puzzle): [string, unknown][] {
  return Object.entries(puzzle.fields).filter(([name, value]) => HASH_FIELDS.has(name) && typeof value === 'string');
}

/** Fields that the bank sends beyond its published list, the usual victims of a fixed list; and each field on its own. */
const UNPUBLISHED: ReadonlySet<string> = new Set([
  'TransmissionDateTime',
  'acqName',
  'authCode',
  'oth_charge',
  'txnType',
  'convenienceFee',
  'serviceTax',
  'isCallFromPaymentOptionsPage',
  'txnChannel',
  'udfFields',
]);

function droppedFields(puzzle: Puzzle): string[] {
  const published = puzzle.entries.filter(([name]) => !UNPUBLISHED.has(name));
  const oneLess = puzzle.entries.map((_, index) => puzzle.entries.filter((_entry, at) => at !== index));
  return [published, ...oneLess].map((entries) => digest(puzzle, entries));
}

function numberText(text: string): string {
  return text.trim() !== '' && Number.isFinite(Number(text)) ? String(Number(text)) : text;
}

function decoded(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}

function join(entries: readonly HashEntry[], between = ''): string {
  return entries.map(([, text]) => text).join(between);
}

function hmac(message: string | Buffer, key: string): string {
  return createHmac('sha256', key).update(message).digest('hex');
}
