import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Settings } from '../../config/settings.token.js';
import { Refusal } from '../../runtime/refusal.js';
import {
  bearerOf,
  isApiLogin,
  isBankPost,
  isCustomerPage,
  isLogin,
  isPage,
  isPolicyReport,
  isSafeMethod,
} from '../request-kind.js';
import type { SessionCookies } from '../session/session-cookies.js';
import type { CsrfTokens } from './csrf-tokens.js';

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;
const FORM_FIELD = '_token';

/** First check, before any body is read: Origin and Sec-Fetch-Site. */
export function originCheck(settings: Settings): RequestHandler {
  return (req: Request, _res: Response, next: NextFunction) => {
    const exempt = isSafeMethod(req) || isBankPost(req) || isPolicyReport(req) || bearerOf(req) !== null;
    next(exempt || isOwnOrigin(req, settings) ? undefined : new Refusal('CSRF_FAILED'));
  };
}

/** Second check: the token. Sets one with pages; customer pages stay free of cookies. */
export function csrfCheck(csrf: CsrfTokens, cookies: SessionCookies): RequestHandler {
  return (req: Request, res: Response, next: NextFunction) => {
    const jti = cookies.jtiOf(req);
    if (isSafeMethod(req)) {
      if (isPage(req) && (jti !== null || !isCustomerPage(req))) csrf.ensure(req, res, jti);
      next();
      return;
    }
    const shown = req.get('X-XSRF-TOKEN') ?? takeFormField(req);
    // Exempt: a browser never sends a bearer header by itself, the bank and an anonymous visitor have no session to misuse, and a
    // policy report uses none.
    const sessionless = isBankPost(req) || isPolicyReport(req) || isApiLogin(req) || bearerOf(req) !== null;
    const exempt = sessionless || (jti === null && !isLogin(req));
    next(exempt || csrf.isProven(req, shown, jti) ? undefined : new Refusal('CSRF_FAILED'));
  };
}

/** Removed from the body, so that handlers see the form's own fields only. */
function takeFormField(req: Request): string | null {
  if (!req.is('application/x-www-form-urlencoded')) return null;
  const body = req.body as Record<string, unknown>;
  const value = body[FORM_FIELD];
  delete body[FORM_FIELD];
  return typeof value === 'string' ? value : null;
}

/**
 * Clients other than browsers send neither header. Customer pages, without a referrer policy that allows it, post forms with
 * `Origin: null`; then Sec-Fetch-Site decides, which pages cannot forge.
 */
function isOwnOrigin(req: Request, settings: Settings): boolean {
  const site = req.get('Sec-Fetch-Site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const origin = req.get('Origin');
  if (origin === undefined) return true;
  if (origin === 'null') return site === 'same-origin';
  return origin === new URL(settings.appUrl).origin || isSameLoopback(req, origin, settings);
}

/** On a developer's machine the product answers under every loopback name. */
function isSameLoopback(req: Request, origin: string, settings: Settings): boolean {
  const host = req.get('Host') ?? '';
  return !settings.production && LOOPBACK.test(host) && origin === `http://${host}`;
}
