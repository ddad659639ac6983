import { ERASED_NAME } from './erased-customer.js';

const MASK = '•••';
const END = 4;
/** No more than the end would be left of a shorter value. */
const end = (value: string) => (value.length > END ? value.slice(-END) : '');

/** `a•••@example.com` */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? MASK : `${email.charAt(0)}${MASK}${email.slice(at)}`;
}

/** `+91 •••••• 3210`, and without the country's code where none is given. */
export function maskPhone(phone: string): string {
  return `${phone.startsWith('+91') ? '+91 ' : ''}${MASK}${MASK} ${end(phone)}`.trimEnd();
}

/** `••••••731J`: the end of a PAN, enough to compare it with a document. */
export function maskPan(pan: string): string {
  return `${MASK}${MASK}${end(pan)}`;
}

/** `A•••` */
export function maskName(name: string): string {
  return `${[...name][0] ?? ''}${MASK}`;
}

/** `••••4711`: the end of a number of the bank's. */
export function maskReference(reference: string): string {
  return `••••${end(reference)}`;
}

/** `ee1c93…`: the beginning of a digest, enough to compare it with another. */
export function maskDigest(digest: string): string {
  return `${digest.slice(0, 6)}…`;
}

const MASKS = { email: maskEmail, phone: maskPhone, pan: maskPan, digest: maskDigest };
export type Personal = keyof typeof MASKS;

const EMAIL = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g;
/** In any case: typed text need not be in capitals. */
const PAN = /(?<![a-z\d])[a-z]{5}\d{4}[a-z](?![a-z\d])/gi;
/** In one pattern, so that digits of a digest are not taken for a number. */
const DIGEST_OR_PHONE = /(?<![\da-f])([\da-f]{64})(?![\da-f])|(?<!\d)(?:\+?91)?[6-9]\d{9}(?!\d)/gi;

/** Replaces what looks personal in free text: email addresses, Indian mobile numbers, PANs; and digests of 64 digits. */
export function replacePersonal(text: string, replace: (found: string, kind: Personal) => string): string {
  return text
    .replace(EMAIL, (found) => replace(found, 'email'))
    .replace(DIGEST_OR_PHONE, (found, digest?: string) => replace(found, digest ? 'digest' : 'phone'))
    .replace(PAN, (found) => replace(found, 'pan'));
}

/** Free text with everything masked that looks personal. */
export function maskText(text: string): string {
  return replacePersonal(text, (found, kind) => MASKS[kind](found));
}

/** The end of a shorter reference would reveal all of it. */
const SHORTEST_REFERENCE = 8;

/** The end of a bank's number: enough to find it on a statement, too little to quote it. @returns null for a short one */
export function referenceEnd(reference: string): string | null {
  return reference.length > SHORTEST_REFERENCE ? reference.slice(-END) : null;
}

/** The first name, all that public pages show. */
export function firstName(name: string): string {
  if (name === ERASED_NAME) return name;
  return name.trim().split(/\s+/)[0] ?? '';
}

/**
 * An IP address without its last part (IPv4), or its first three groups (IPv6): the network, not the person.
 * @returns null for an invalid address
 */
export function maskIp(ip: string): string | null {
  const [plain = ''] = ip.replace(/^::ffff:(?=\d+\.)/i, '').split('%', 1);
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(plain)) return `${plain.slice(0, plain.lastIndexOf('.'))}.x`;
  if (!/^[\da-f:]{2,45}$/i.test(plain) || !plain.includes(':')) return null;
  const groups = plain.split(':');
  const cut = groups.indexOf('');
  const shown = groups.slice(0, cut === -1 ? 3 : Math.min(3, cut));
  const isCutShort = cut !== -1 && cut <= shown.length;
  return `${shown.join(':')}${isCutShort ? '::' : ':'}x`;
}
