const MAX_LENGTH = 254;
const MAX_LOCAL = 64;
const ASCII = /^[\x21-\x7e]+$/;
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * The normal form of an email address: trimmed, in lower case. ASCII only: look-alike letters of other scripts, full-width and
 * accented letters are refused, never mapped.
 * @returns null for an invalid address
 */
export function normaliseEmail(input: unknown): string | null {
  if (typeof input !== 'string' || input.length > MAX_LENGTH + 100) return null;
  const trimmed = input.trim();
  if (trimmed.length > MAX_LENGTH || !ASCII.test(trimmed)) return null;
  const parts = trimmed.toLowerCase().split('@');
  const [local, domain] = parts;
  if (parts.length !== 2 || local === undefined || domain === undefined) return null;
  return local.length <= MAX_LOCAL && LOCAL.test(local) && isDomain(domain) ? `${local}@${domain}` : null;
}

/** The key by which accounts and customers are looked up. @returns null for an invalid address */
export function emailKey(input: unknown): string | null {
  return normaliseEmail(input);
}

function isDomain(domain: string): boolean {
  const labels = domain.split('.');
  const top = labels.at(-1) ?? '';
  return labels.length >= 2 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(top);
}
