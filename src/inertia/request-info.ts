import type { Request } from 'express';
import { HEADER } from './headers.js';

/** By this header only; `Accept` is the same as a browser's. */
export function isInertiaRequest(req: Request): boolean {
  return req.get(HEADER.inertia) !== undefined;
}

export function isPrefetch(req: Request): boolean {
  return req.get('Purpose') === 'prefetch' || (req.get('Sec-Purpose') ?? '').startsWith('prefetch');
}

/**
 * A poll, deferred load or reload of props: the client marks these with `no-cache`. A partial request without that mark is a
 * visit of the user's, possibly after a redirect.
 */
export function isBackgroundReload(req: Request): boolean {
  return req.get(HEADER.partialComponent) !== undefined && req.get('Cache-Control') === 'no-cache';
}

export function isRead(req: Request): boolean {
  return req.method === 'GET' || req.method === 'HEAD';
}

/** The origin that the browser sees, by the proxy settings. */
export function originOf(req: Request): string {
  const origin = `${req.protocol}://${req.host}`;
  return URL.canParse(origin) ? new URL(origin).origin : 'http://localhost';
}

/** Two leading slashes would name another host. */
function rooted(path: string): string {
  return `/${path.replace(/^[\\/]+/, '')}`;
}

/** Path and query as the browser asked for them. */
export function requestedPath(req: Request): string {
  const target = req.originalUrl;
  if (target.startsWith('/')) return rooted(target);
  if (!URL.canParse(target)) return '/';
  const url = new URL(target);
  return rooted(url.pathname + url.search);
}

/** Path and query of the referring page, if it is ours. */
export function refererPath(req: Request): string | null {
  const referer = req.get('Referer');
  if (referer === undefined || !URL.canParse(referer)) return null;
  const url = new URL(referer);
  // Without a trusted proxy the scheme may differ from outside; only the path is used.
  if (url.host !== new URL(originOf(req)).host && url.host !== req.host) return null;
  return rooted(url.pathname + url.search);
}

/** The target of "back": never another site, never a loop on the same GET. */
export function backPath(req: Request, fallback: string): string {
  const path = refererPath(req) ?? fallback;
  return isRead(req) && path === requestedPath(req) ? fallback : path;
}
