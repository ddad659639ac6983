/** How a redirect is answered. */
export type RedirectPlan =
  | { kind: 'redirect'; status: number; url: string }
  /** The browser itself must go there: another site, or not a page of this client. */
  | { kind: 'location'; url: string }
  /** XHR drops fragments, so the client makes the visit itself. */
  | { kind: 'visit'; url: string };

export interface RedirectRequest {
  method: string;
  /** The request's URL as the browser sees it. */
  url: string;
  inertia: boolean;
  prefetch: boolean;
  isExternalAllowed: (url: URL) => boolean;
  onRefused: (target: string) => void;
}

const CONVERTIBLE = new Set([301, 302, 303]);

/** A redirect by a guard, handler or filter. */
export function planRedirect(request: RedirectRequest, status: number, target: string): RedirectPlan {
  const url = parseTarget(request, target);
  if (!url) return { kind: 'redirect', status: seeOther(request, status), url: '/' };
  const external = isExternal(request, url);
  if (request.inertia && CONVERTIBLE.has(status)) {
    if (external) return { kind: 'location', url: url.href };
    if (url.hash !== '' && !request.prefetch) return { kind: 'visit', url: url.pathname + url.search + url.hash };
  }
  return { kind: 'redirect', status: seeOther(request, status), url: external ? url.href : target };
}

/** A redirect that the browser must load fully, also within this origin. */
export function planLocation(request: RedirectRequest, target: string): RedirectPlan {
  const status = request.method === 'GET' || request.method === 'HEAD' ? 302 : 303;
  const url = parseTarget(request, target);
  if (!url) return { kind: 'redirect', status, url: '/' };
  const href = isExternal(request, url) ? url.href : url.pathname + url.search + url.hash;
  return request.inertia ? { kind: 'location', url: href } : { kind: 'redirect', status, url: href };
}

function isExternal(request: RedirectRequest, url: URL): boolean {
  return url.origin !== new URL(request.url).origin;
}

/** Null for a target that must not be followed: invalid, another scheme, a site that is not allowed. */
function parseTarget(request: RedirectRequest, target: string): URL | null {
  const url = URL.canParse(target, request.url) ? new URL(target, request.url) : null;
  const readable = url !== null && (url.protocol === 'https:' || url.protocol === 'http:');
  if (readable && (!isExternal(request, url) || request.isExternalAllowed(url))) return url;
  request.onRefused(target);
  return null;
}

/** Browsers repeat PUT, PATCH and DELETE on 301 and 302. */
function seeOther(request: RedirectRequest, status: number): number {
  const repeats = request.method === 'PUT' || request.method === 'PATCH' || request.method === 'DELETE';
  return request.inertia && repeats && (status === 301 || status === 302) ? 303 : status;
}
