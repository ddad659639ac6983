import type { Request } from 'express';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);
const CUSTOMER_PAGES = /^\/(?:payment|customer-payment|upgrade)(?:\/|$)|^\/(?:thank-you|offline)$/;
const NOT_PAGES = /^\/(?:api|build|healthz|readyz|metrics|\.well-known)(?:\/|$)|^\/(?:favicon\.|robots\.txt)/;
const BANK_POSTS = new Set(['/payment/verify', '/api/gateway/callback', '/test-payment/return']);
const SIGN_IN_FORMS = new Set(['/login', '/login/code', '/account/forgot', '/account/invitation', '/account/reset']);
/** Where the page policy sends its reports. */
export const POLICY_REPORTS = '/api/csp-report';
const BEARER = /^bearer(?: (.*))?$/i;

/** For rules that depend on the path: routing ignores letter case and a slash at the end, so these do as well. */
function plainPath(req: Request): string {
  const path = req.path.toLowerCase();
  let end = path.length;
  // No regular expression: `/\/+$/` tries again at each slash, and a path of 15,000 of them takes a fifth of a second.
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

export function isSafeMethod(req: Request): boolean {
  return SAFE_METHODS.has(req.method);
}

export function isApi(req: Request): boolean {
  return /^\/api(?:\/|$)/.test(plainPath(req));
}

/** Pages of customers: nothing about the visitor is kept there. */
export function isCustomerPage(req: Request): boolean {
  return CUSTOMER_PAGES.test(plainPath(req));
}

/** Any page, the customers' as well; false for the API, files and probes. */
export function isPage(req: Request): boolean {
  return !NOT_PAGES.test(plainPath(req));
}

/** Forms of visitors without a session that lead to one: a page of another site must not fill them in for somebody. */
export function isLogin(req: Request): boolean {
  return SIGN_IN_FORMS.has(plainPath(req));
}

/** What a page does by itself while nobody needs to be there: it must not keep a session alive for ever. */
export function isBackground(req: Request): boolean {
  return plainPath(req) === '/api/events' || req.get('X-Background') === '1';
}

/** Uses no session that may be there; takes JSON alone, which no other site can send. */
export function isApiLogin(req: Request): boolean {
  return plainPath(req) === '/api/login';
}

/** The bank's messages come from another site and without a session. Exact paths only. */
export function isBankPost(req: Request): boolean {
  return req.method === 'POST' && BANK_POSTS.has(req.path);
}

/** The bank's message in a body or, by GET, in the query; with an event of ours the query is no message. Exact paths only. */
export function isBankReturn(req: Request): boolean {
  return BANK_POSTS.has(req.path) && (req.method === 'POST' || req.query['event'] === undefined);
}

/** A file as the body; its route reads it once the caller is known. Exact path only. */
export function isCsvUpload(req: Request): boolean {
  return req.method === 'POST' && req.path === '/api/settlements/file';
}

/** What a test page asks for, which may be sent a message to test with whether it looks at it or not. */
export function isTestCall(req: Request): boolean {
  return plainPath(req).startsWith('/api/payments/test-');
}

/** What browsers tell of a broken policy: they send it by themselves, without a token and in formats of its own. Exact path only. */
export function isPolicyReport(req: Request): boolean {
  return req.method === 'POST' && req.path === POLICY_REPORTS;
}

/** The bearer token; null when the header names no bearer, an empty text when it names none. */
export function bearerOf(req: Request): string | null {
  const match = BEARER.exec(req.get('Authorization') ?? '');
  return match ? (match[1] ?? '').trim() : null;
}

export function isInertia(req: Request): boolean {
  return req.get('X-Inertia') !== undefined;
}

/** Programs get JSON, people get pages. The Inertia client asks for pages. */
export function wantsJson(req: Request): boolean {
  if (isApi(req)) return true;
  if (isInertia(req)) return false;
  return req.xhr || req.accepts(['html', 'json']) === 'json';
}

/** A file that a page refers to: a page in its place would only hide the fault. */
export function isFileRequest(req: Request): boolean {
  const wanted = req.get('Sec-Fetch-Dest');
  return (
    plainPath(req).startsWith('/build/') || ['script', 'style', 'image', 'font', 'manifest'].includes(wanted ?? '')
  );
}

/** Null also for what the cookie parser made of `j:{…}`. */
export function cookieOf(req: Request, name: string): string | null {
  const cookies = req.cookies as Record<string, unknown> | undefined;
  const value = cookies?.[name];
  return typeof value === 'string' && value !== '' ? value : null;
}
