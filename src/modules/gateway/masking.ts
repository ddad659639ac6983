import { StringDecoder } from 'node:string_decoder';
import { parseFlatJson, type FlatValue } from '../../domain/bank-hash/flat-json.js';

const MAX_BYTES = 4096;
const HASHES = /^secure_?hash$/i;
const EMAILS = /e-?mail/i;
const PHONES = /mobile|phone/i;
const REFERENCES = /(ID|No|DateTime|amount)$/i;
const NAMES = /^(user|customer)name$/i;

/** Request fields for storage: without key, full hash, email, name and full phone number. */
export function maskFields(fields: Readonly<Record<string, FlatValue | undefined>>): string {
  return truncate(JSON.stringify(maskedFields(fields)));
}

/** The masked fields, for a page that shows them. */
export function maskedFields(
  fields: Readonly<Record<string, FlatValue | undefined>>,
): Record<string, FlatValue | undefined> {
  const masked = Object.entries(fields).map(([name, value]): [string, FlatValue | undefined] => [
    name,
    typeof value === 'string' ? maskValue(name, value) : value,
  ]);
  return Object.fromEntries(masked);
}

/** An answer for storage. An unreadable one is stored as text, with everything that looks personal masked. */
export function maskAnswer(text: string, ...secretKeys: string[]): string {
  const fields = parseFlatJson(text);
  const masked = fields === null ? maskText(truncate(text)) : maskFields(fields);
  return secretKeys.filter((key) => key.length >= 6).reduce((shown, key) => shown.replaceAll(key, '[key]'), masked);
}

function maskValue(name: string, value: string): string {
  if (value === '') return value;
  if (HASHES.test(name)) return `${value.slice(0, 6)}…`;
  if (EMAILS.test(name)) return maskEmail(value);
  if (PHONES.test(name)) return maskPhone(value);
  if (NAMES.test(name)) return `${value.slice(0, 1)}***`;
  // Bank references may look like phone numbers and are needed for searching.
  return REFERENCES.test(name) ? value : maskText(value);
}

function maskEmail(value: string): string {
  return `${value.slice(0, 1)}***${/@[^@]*$/.exec(value)?.[0] ?? ''}`;
}

function maskPhone(value: string): string {
  return value.length <= 4 ? '****' : `******${value.slice(-4)}`;
}

/** Masks in free text: bank accounts, digests, email addresses and Indian mobile numbers. */
function maskText(text: string): string {
  return text
    .replace(/("account_?no"\s*:\s*")[^"]*?([^"]{0,4}")/gi, '$1******$2')
    .replace(/\b[0-9a-f]{64}\b/gi, (hash) => `${hash.slice(0, 6)}…`)
    .replace(/[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g, maskEmail)
    .replace(/(?<![\d.])(?:\+?91)?[6-9]\d{9}(?!\d)/g, maskPhone);
}

/** A character that the limit cuts is dropped. */
function truncate(text: string): string {
  const bytes = Buffer.from(text);
  return bytes.length <= MAX_BYTES ? text : new StringDecoder('utf8').write(bytes.subarray(0, MAX_BYTES));
}
