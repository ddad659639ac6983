import { ERASED_NAME } from './erased-customer.js';

/** `a•••@example.com` */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  if (at < 1) return '•••';
  return `${email.charAt(0)}•••${email.slice(at)}`;
}

/** `+91 •••••• 3210` */
export function maskPhone(phone: string): string {
  return `+91 •••••• ${phone.slice(-4)}`;
}

/** `••••••731J`: the end of a PAN, enough to compare it with a document. */
export function maskPan(pan: string): string {
  return `••••••${pan.slice(-4)}`;
}

const SHOWN_OF_REFERENCE = 4;
/** The end of a shorter reference would reveal all of it. */
const SHORTEST_REFERENCE = 8;

/** The end of a bank's number: enough to find it on a statement, too little to quote it. @returns null for a short one */
export function referenceEnd(reference: string): string | null {
  return reference.length > SHORTEST_REFERENCE ? reference.slice(-SHOWN_OF_REFERENCE) : null;
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
export function shortAddress(ip: string): string | null {
  const [plain = ''] = ip.replace(/^::ffff:(?=\d+\.)/i, '').split('%', 1);
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(plain)) return `${plain.slice(0, plain.lastIndexOf('.'))}.x`;
  if (!/^[\da-f:]{2,45}$/i.test(plain) || !plain.includes(':')) return null;
  const groups = plain.split(':');
  const cut = groups.indexOf('');
  const shown = groups.slice(0, cut === -1 ? 3 : Math.min(3, cut));
  const isCutShort = cut !== -1 && cut <= shown.length;
  return `${shown.join(':')}${isCutShort ? '::' : ':'}x`;
}
