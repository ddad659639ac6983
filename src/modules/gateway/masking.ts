import { StringDecoder } from 'node:string_decoder';
import { parseFlatJson, type FlatValue } from '../../domain/bank-hash/flat-json.js';
import { maskDigest, maskEmail, maskName, maskPhone, maskText } from '../../domain/people/masking.js';

const MAX_BYTES = 4096;
const HASHES = /^secure_?hash$/i;
const EMAILS = /e-?mail/i;
const PHONES = /mobile|phone/i;
const REFERENCES = /(ID|No|DateTime|amount)$/i;
const NAMES = /^(user|customer)name$/i;
const ACCOUNT_NUMBERS = /("account_?no"\s*:\s*")[^"]*?([^"]{0,4}")/gi;

/** Request fields for storage: without key, full hash, email, name and full phone number. */
export function maskRequest(fields: Readonly<Record<string, FlatValue | undefined>>): string {
  return truncate(JSON.stringify(maskFields(fields)));
}

/** The masked fields, for a page that shows them. */
export function maskFields(
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
  const masked = fields === null ? maskText(truncate(text).replace(ACCOUNT_NUMBERS, '$1••••$2')) : maskRequest(fields);
  return secretKeys.filter((key) => key.length >= 6).reduce((shown, key) => shown.replaceAll(key, '[key]'), masked);
}

function maskValue(name: string, value: string): string {
  if (value === '') return value;
  if (HASHES.test(name)) return maskDigest(value);
  if (EMAILS.test(name)) return maskEmail(value);
  if (PHONES.test(name)) return maskPhone(value);
  if (NAMES.test(name)) return maskName(value);
  // Bank references may look like phone numbers and are needed for searching.
  return REFERENCES.test(name) ? value : maskText(value);
}

/** A character that the limit cuts is dropped. */
function truncate(text: string): string {
  const bytes = Buffer.from(text);
  return bytes.length <= MAX_BYTES ? text : new StringDecoder('utf8').write(bytes.subarray(0, MAX_BYTES));
}
