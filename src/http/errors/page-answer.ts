import type { Request, Response } from 'express';
import { PERSON_HEADER, SESSION_END_HEADER, type SessionEnd } from '../../contracts/auth.js';
import { ROUTES } from '../../contracts/routes.js';
import { MESSAGES } from '../../contracts/messages.js';
import { homeOf } from '../../domain/people/roles.js';
import { findInertia, type Inertia, renderErrorDocument } from '../../inertia/index.js';
import { safeNextPath } from '../next-path.js';
import { principalOf } from '../principal.js';
import { requestIdOf } from '../request-id.middleware.js';
import { isInertia } from '../request-kind.js';
import type { Failure } from './failure.js';

const TITLES: Record<number, string> = {
  401: 'Please log in',
  403: 'Access denied',
  404: 'Page not found',
  405: 'Not possible',
  409: 'Changed in the meantime',
  413: 'Too large',
  429: 'Too many requests',
  503: 'Please try again in a moment',
};

/** Answers a failure with a redirect where there is a way back, else with an error page of its status. */
export async function answerWithPage(req: Request, res: Response, failure: Failure, appName: string): Promise<void> {
  const inertia = findInertia(req);
  if (!inertia) {
    res.status(failure.status).type('html').send(renderErrorDocument(failure.status, appName));
    return;
  }
  if (redirected(req, res, failure, inertia)) return;
  await inertia.renderError(
    'Error',
    {
      status: failure.status,
      title: TITLES[failure.status] ?? (failure.status < 500 ? 'That did not work' : 'Something went wrong'),
      message: failure.message,
      requestId: requestIdOf(req),
      home: homeFor(req),
    },
    { status: failure.status },
  );
}

function redirected(req: Request, res: Response, failure: Failure, inertia: Inertia): boolean {
  if (failure.status === 401) {
    if (res.locals['sessionLost'] === true) {
      inertia.flash({ error: MESSAGES.auth.expired });
      tellEnd(req, res, 'expired');
    }
    // After a page that names its person, a document of its own: what that one left in memory is nothing for whoever signs in next.
    if (req.get(PERSON_HEADER) === undefined) inertia.redirect(loginFor(req));
    else inertia.location(loginFor(req));
  } else if (isInertia(req) && failure.code === 'PERSON_CHANGED') {
    // No flash: a page of whoever is signed in, in another tab, would show it.
    if (principalOf(req)) tellEnd(req, res, 'otherPerson');
    inertia.reload(homeFor(req));
  } else if (failure.code === 'ROLE_REFUSED') {
    // To a page that the role may see.
    inertia.flash({ error: failure.message }).redirect(homeFor(req));
  } else if (failure.code === 'TOTP_SETUP_REQUIRED') {
    inertia.redirect(ROUTES.account);
  } else if (isInertia(req) && failure.code === 'CSRF_FAILED') {
    inertia.flash({ error: failure.message }).back(homeFor(req));
  } else if (isInertia(req) && req.method !== 'GET' && failure.status === 422 && failure.details) {
    inertia.errors(failure.details).back(homeFor(req));
  } else {
    return false;
  }
  return true;
}

/** The page carries it to the next one by itself: of two requests the second may stop what has consumed a flash. */
function tellEnd(req: Request, res: Response, why: SessionEnd): void {
  if (isInertia(req)) res.setHeader(SESSION_END_HEADER, why);
}

/** The login page with the path to return to; only a GET can be returned to. */
function loginFor(req: Request): string {
  const base = req.path.startsWith('/admin') ? ROUTES.login : '/';
  const next = req.method === 'GET' ? safeNextPath(req.originalUrl) : null;
  return next === null ? base : `${base}?next=${encodeURIComponent(next)}`;
}

function homeFor(req: Request): string {
  const principal = principalOf(req);
  return principal ? homeOf(principal.role) : '/';
}
