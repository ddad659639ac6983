import type { Role } from '../domain/roles.js';

const MAX_LENGTH = 512;
/** Printable ASCII; browsers drop tabs and line ends from URLs and take `\` for `/`. */
const PLAIN = /^\/[\w\-.~!$&'()*+,;=:@/%?[\]]*$/;
const ORIGIN = 'http://same.invalid';
const NOT_FOR_VISITS = /^\/(?:api|build|login|logout|metrics|healthz|readyz)(?:[/?]|$)/i;

/**
 * The path to return to after login, when it is a page of ours; null for anything that could lead elsewhere. What comes out
 * is what went in: nothing is decoded or repaired, since a repaired attack is still one.
 */
export function safeNextPath(input: unknown): string | null {
  if (typeof input !== 'string' || input.length > MAX_LENGTH || input === '/') return null;
  if (!PLAIN.test(input) || input.startsWith('//')) return null;
  if (NOT_FOR_VISITS.test(input) || hidesSomething(input)) return null;
  if (!URL.canParse(input, ORIGIN)) return null;
  const url = new URL(input, ORIGIN);
  // Equal only when no dot segment, authority or other rewriting was at work.
  return url.origin === ORIGIN && url.pathname + url.search === input ? input : null;
}

/** Slashes, backslashes, percent signs and control characters have no business in encoded form in a path of ours. */
function hidesSomething(input: string): boolean {
  const path = input.split('?')[0] ?? '';
  return (
    path.includes('//') ||
    /%(?![0-9a-f]{2})/i.test(input) ||
    /%(?:0|1|2f|5c|25|7f)/i.test(path) ||
    /%(?:0|1|7f)/i.test(input)
  );
}

/** Whether a page is open to a role, as far as its path tells; the guard decides in the end. */
export function mayVisit(role: Role, path: string): boolean {
  return role === 'admin' || !/^\/admin(?:[/?]|$)/i.test(path);
}
