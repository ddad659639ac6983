import { replacePersonal } from '../domain/people/masking.js';

/** Compared in lower case without `-` and `_`. */
const SECRET_NAMES = new Set([
  'authorization', 'cookie', 'setcookie', 'password', 'newpassword', 'currentpassword', 'passwordhash', 'secret',
  'secretkey', 'token', 'accesstoken', 'jwt', 'xxsrftoken', 'xsrftoken', 'csrftoken', 'securehash', 'encryptionkey',
  'email', 'emailkey', 'customeremail', 'emailid', 'customeremailid', 'phone', 'mobile', 'mobileno', 'customermobileno',
  'customerphone', 'pan', 'pancard', 'rawbody', 'parameters', 'otp', 'totp', 'totpsecret',
  'recoverycodes', 'repeat',
]); // prettier-ignore

/** Has the form of a payment id, and must stay whole to find the lines of a request. */
const REQUEST_ID = 'requestId';
const MASK = '[redacted]';
const MAX_DEPTH = 6;
const MAX_TEXT = 4000;

/** A copy for the log: no secrets, no contact data, bounded text. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint' ? String(value) : value;
  if (value instanceof Date) return value;
  if (value instanceof Error) return describeError(value);
  if (depth >= MAX_DEPTH) return '[deep]';
  if (Array.isArray(value)) return value.slice(0, 50).map((item) => redact(item, depth + 1));
  const copy: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value)) {
    if (name === REQUEST_ID) copy[name] = item;
    else copy[name] = isSecretName(name) && item !== null && item !== undefined ? MASK : redact(item, depth + 1);
  }
  return copy;
}

function isSecretName(name: string): boolean {
  return SECRET_NAMES.has(name.toLowerCase().replace(/[-_]/g, ''));
}

/** Drivers put emails, statements and their parameters into errors. */
function describeError(error: Error): Record<string, unknown> {
  const { code, cause } = error as Error & { code?: unknown };
  return {
    type: error.name,
    message: redactText(error.message),
    stack: redactText(error.stack ?? ''),
    ...(typeof code === 'string' && { code }),
    ...(cause instanceof Error && { cause: { type: cause.name, message: redactText(cause.message) } }),
  };
}

const TOKEN = /eyJ[\w-]{5,300}\.[\w-]{5,2000}\.[\w-]{0,200}/g;
/** Ids, above all of payments, whose address is their key; six letters are enough to find them. */
const PUBLIC_ID = /(?<![\w-])([0-9a-z]{6})[0-9a-z]{20}(?![\w-])/g;
/** C1 control codes and bidirectional characters, which affect terminals and which JSON does not escape. */
const UNSEEN = /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;

/** Free text for the log: unlike in a masked text nothing is left of what is replaced. */
export function redactText(text: string): string {
  const short = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
  // Digests are kept whole: hashes of the audit chain are noted from the log.
  return replacePersonal(short.replace(TOKEN, MASK), (found, kind) => (kind === 'digest' ? found : MASK))
    .replace(PUBLIC_ID, '$1…')
    .replace(UNSEEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
