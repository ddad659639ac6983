import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Settings } from '../../config/settings.token.js';
import { MESSAGES } from '../../contracts/messages.js';
import { Refusal } from '../../domain/errors.js';
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

/** A request that changes something and was not made by a page of ours. */
class CsrfRefused extends Refusal {
  constructor() {
    super('forbidden', 'CSRF_FAILED', MESSAGES.auth.pageExpired);
  }
}

/** First look, before any body is read: where the browser says that the request comes from. */
export function originCheck(settings: Settings): RequestHandler {
  return (req: Request, _res: Response, next: NextFunction) => {
    const exempt = isSafeMethod(req) || isBankPost(req) || isPolicyReport(req) || bearerOf(req) !== null;
    next(exempt || isOwnOrigin(req, settings) ? undefined : new CsrfRefused());
  };
}

/** Second look: the token. Hands one out with pages; the customers' pages stay free of cookies. */
export function csrfCheck(csrf: CsrfTokens, cookies: SessionCookies): RequestHandler {
  return (req: Request, res: Response, next: NextFunction) => {
    const jti = cookies.jtiOf(req);
    if (isSafeMethod(req)) {
      if (isPage(req) && (jti !== null || !isCustomerPage(req))) csrf.ensure(req, res, jti);
      next();
      return;
    }
    const shown = req.get('X-XSRF-TOKEN') ?? takeFormField(req);
    // A bearer header is never sent by a browser on its own, neither the bank nor a visitor has a session to misuse, and a
    // policy report uses none.
    const sessionless = isBankPost(req) || isPolicyReport(req) || isApiLogin(req) || bearerOf(req) !== null;
    const exempt = sessionless || (jti === null && !isLogin(req));
    next(exempt || csrf.isProven(req, shown, jti) ? undefined : new CsrfRefused());
  };
}

/** Taken out of the body, so that the fields of the form are all that a handler sees. */
function takeFormField(req: Request): string | null {
  if (!req.is('application/x-www-form-urlencoded')) return null;
  const body = req.body as Record<string, unknown>;
  const value = body[FORM_FIELD];
  delete body[FORM_FIELD];
  return typeof value === 'string' ? value : null;
}

/**
 * Programs outside a browser send neither header. A page without a referrer policy's leave (the customers' pages) posts its
 * forms with `Origin: null`; what the browser says of the sites is then the only word, and no page can forge that one.
 */
function isOwnOrigin(req: Request, settings: Settings): boolean {
  const site = req.get('Sec-Fetch-Site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const origin = req.get('Origin');
  if (origin === undefined) return true;
  if (origin === 'null') return site === 'same-origin';
  return origin === new URL(settings.appUrl).origin || isSameLoopback(req, origin, settings);
}

/** On a developer's machine the product answers under each name of the machine. */
function isSameLoopback(req: Request, origin: string, settings: Settings): boolean {
  const host = req.get('Host') ?? '';
  return !settings.production && LOOPBACK.test(host) && origin === `http://${host}`;
}
