import { normaliseEmail } from '../domain/people/email.js';

const NAMED = /^(?:"([^"\\]*)"\s*|([^"<>\\,;]*))<([^<>]+)>$/;

/** `address` or `Name <address>`. @returns null for anything else, lists and line breaks included */
export function mailboxOf(text: string): { name: string; address: string } | null {
  const trimmed = text.trim();
  if (/\p{Cc}/u.test(trimmed)) return null;
  const [, quoted, plain, inner] = NAMED.exec(trimmed) ?? [];
  const address = normaliseEmail(inner ?? trimmed);
  return address === null ? null : { name: (quoted ?? plain ?? '').trim(), address };
}
