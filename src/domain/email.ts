const MAX_LENGTH = 254;
const MAX_LOCAL = 64;
const ASCII = /^[\x21-\x7e]+$/;
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * An e-mail address in its one normal form: without blanks around it, in lower case. Only ASCII: every look-alike of another
 * script, full-width or accented letter is refused rather than mapped onto an address that it is not.
 * @returns null for anything that is no address
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

/** What accounts are looked up by. @returns null for anything that is no address */
export function emailKey(input: unknown): string | null {
  return normaliseEmail(input);
}

function isDomain(domain: string): boolean {
  const labels = domain.split('.');
  const top = labels.at(-1) ?? '';
  return labels.length >= 2 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(top);
}
