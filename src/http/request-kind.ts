import type { Request } from 'express';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);
const CUSTOMER_PAGES = /^\/(?:payment|customer-payment|upgrade|receipt)(?:\/|$)|^\/(?:thank-you|offline)$/;
const NOT_PAGES =
  /^\/(?:api|build|healthz|readyz|metrics|project-logo|\.well-known)(?:\/|$)|^\/(?:favicon\.|company-logo\.|robots\.txt)/;
const LOGO_UPLOAD = /^\/api\/admin\/projects\/[\w-]{1,40}\/logo$/;
const BANK_POSTS = new Set(['/payment/verify', '/api/gateway/callback', '/test-payment/return']);
const SIGN_IN_FORMS = new Set(['/login', '/login/code', '/account/forgot', '/account/invitation', '/account/reset']);
/** Endpoint of CSP reports. */
export const POLICY_REPORTS = '/api/csp-report';
const BEARER = /^bearer(?: (.*))?$/i;

/** The path for rules: like routing, without letter case and trailing slash. */
function plainPath(req: Request): string {
  const path = req.path.toLowerCase();
  let end = path.length;
  // No regular expression: `/\/+$/` is quadratic on a path of many slashes.
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

export function isSafeMethod(req: Request): boolean {
  return SAFE_METHODS.has(req.method);
}

export function isApi(req: Request): boolean {
  return /^\/api(?:\/|$)/.test(plainPath(req));
}

/** Customer pages: nothing about the visitor is stored there. */
export function isCustomerPage(req: Request): boolean {
  return CUSTOMER_PAGES.test(plainPath(req));
}

/** Any page, customer pages included; false for the API, files and probes. */
export function isPage(req: Request): boolean {
  return !NOT_PAGES.test(plainPath(req));
}

/** Forms that create a session: another site must not submit them. */
export function isLogin(req: Request): boolean {
  return SIGN_IN_FORMS.has(plainPath(req));
}

/** Background requests of a page: they must not keep a session alive. */
export function isBackground(req: Request): boolean {
  return plainPath(req) === '/api/events' || req.get('X-Background') === '1';
}

/** Ignores any session and accepts JSON only, which another site cannot send. */
export function isApiLogin(req: Request): boolean {
  return plainPath(req) === '/api/login';
}

/** Posts of the bank, cross-site and without a session. Exact paths only. */
export function isBankPost(req: Request): boolean {
  return req.method === 'POST' && BANK_POSTS.has(req.path);
}

/** A message of the bank in a body or, by GET, in the query; a query with an event id of ours is none. Exact paths only. */
export function isBankReturn(req: Request): boolean {
  return BANK_POSTS.has(req.path) && (req.method === 'POST' || req.query['event'] === undefined);
}

/** An upload; its route reads it once the caller is authenticated. Exact path only. */
export function isCsvUpload(req: Request): boolean {
  return req.method === 'POST' && req.path === '/api/settlements/file';
}

/** As above, the picture of a project. */
export function isLogoUpload(req: Request): boolean {
  return req.method === 'POST' && LOGO_UPLOAD.test(req.path);
}

/** A call of a test page, whose query may be a message to verify. */
export function isTestCall(req: Request): boolean {
  return plainPath(req).startsWith('/api/payments/test-');
}

/** CSP reports, which browsers send without a token and in formats of their own. Exact path only. */
export function isPolicyReport(req: Request): boolean {
  return req.method === 'POST' && req.path === POLICY_REPORTS;
}

/** The bearer token; null without a bearer header, empty for an empty one. */
export function bearerOf(req: Request): string | null {
  const match = BEARER.exec(req.get('Authorization') ?? '');
  return match ? (match[1] ?? '').trim() : null;
}

export function isInertia(req: Request): boolean {
  return req.get('X-Inertia') !== undefined;
}

/** API clients get JSON, people get pages. The Inertia client asks for pages. */
export function wantsJson(req: Request): boolean {
  if (isApi(req)) return true;
  if (isInertia(req)) return false;
  return req.xhr || req.accepts(['html', 'json']) === 'json';
}

/** A file that a page refers to: an HTML answer would hide the error. */
export function isFileRequest(req: Request): boolean {
  const wanted = req.get('Sec-Fetch-Dest');
  return (
    plainPath(req).startsWith('/build/') || ['script', 'style', 'image', 'font', 'manifest'].includes(wanted ?? '')
  );
}

/** Null also for a value that the cookie parser turned into an object (`j:{…}`). */
export function cookieOf(req: Request, name: string): string | null {
  const cookies = req.cookies as Record<string, unknown> | undefined;
  const value = cookies?.[name];
  return typeof value === 'string' && value !== '' ? value : null;
}
