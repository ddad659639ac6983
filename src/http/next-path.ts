import type { Role } from '../domain/people/roles.js';

const MAX_LENGTH = 512;
/** Printable ASCII; browsers drop tabs and line ends from URLs and take `\` for `/`. */
const PLAIN = /^\/[\w\-.~!$&'()*+,;=:@/%?[\]]*$/;
const ORIGIN = 'http://same.invalid';
const NOT_FOR_VISITS = /^\/(?:api|build|login|logout|metrics|healthz|readyz)(?:[/?]|$)/i;

/**
 * The path to return to after login if it is a page of ours; null for anything that could lead elsewhere. Never decoded or
 * repaired: the output equals the input.
 */
export function safeNextPath(input: unknown): string | null {
  if (typeof input !== 'string' || input.length > MAX_LENGTH || input === '/') return null;
  if (!PLAIN.test(input) || input.startsWith('//')) return null;
  if (NOT_FOR_VISITS.test(input) || hidesSomething(input)) return null;
  if (!URL.canParse(input, ORIGIN)) return null;
  const url = new URL(input, ORIGIN);
  // Equal only without dot segments, authority or other rewriting.
  return url.origin === ORIGIN && url.pathname + url.search === input ? input : null;
}

/** Encoded slashes, backslashes, percent signs and control characters never occur in our paths. */
function hidesSomething(input: string): boolean {
  const path = input.split('?')[0] ?? '';
  return (
    path.includes('//') ||
    /%(?![0-9a-f]{2})/i.test(input) ||
    /%(?:0|1|2f|5c|25|7f)/i.test(path) ||
    /%(?:0|1|7f)/i.test(input)
  );
}

/** Whether a page is open to a role, by its path; the guard decides. */
export function mayVisit(role: Role, path: string): boolean {
  return role === 'admin' || !/^\/admin(?:[/?]|$)/i.test(path);
}
