import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { RequestState } from './carried-state.js';
import { HEADER } from './headers.js';
import { bindInertia } from './inertia-context.js';
import { Inertia } from './inertia.js';
import { DEFAULT_FLASH_KEYS } from './options.js';
import type { RedirectRequest } from './redirect-plan.js';
import { isInertiaRequest, isPrefetch, originOf, requestedPath } from './request-info.js';
import { applyResponseRules } from './response-rules.js';
import type { InertiaRuntime } from './runtime.js';

/** Use after the cookie parser and before the routes. */
export function inertiaMiddleware(runtime: InertiaRuntime): RequestHandler {
  return (req: Request, res: Response, next: NextFunction) => {
    res.vary(HEADER.inertia);
    if (isOutdated(req, runtime.version)) {
      refuseOutdated(req, res, runtime.version);
      return;
    }
    const redirects = redirectRequest(req, runtime);
    const state = new RequestState(req, runtime.cookie, runtime.options.flashKeys ?? DEFAULT_FLASH_KEYS);
    const responder = applyResponseRules(req, res, redirects, state);
    bindInertia(req, new Inertia(runtime, req, res, state, redirects, responder));
    next();
  };
}

/** Only GET: a form post is accepted from any version, and the GET after it is checked. */
function isOutdated(req: Request, version: string | number | null): boolean {
  if (req.method !== 'GET' || !isInertiaRequest(req)) return false;
  return (req.get(HEADER.version) ?? '') !== String(version ?? '');
}

/** Before any route, so nothing was queried and no carried state was consumed. */
function refuseOutdated(req: Request, res: Response, version: string | number | null): void {
  res.statusCode = 409;
  res.setHeader(HEADER.location, requestedPath(req));
  // Tells the client the reason, which spares background requests the full reload.
  if (version !== null && version !== '') res.setHeader(HEADER.version, String(version));
  res.end();
}

function redirectRequest(req: Request, { options }: InertiaRuntime): RedirectRequest {
  const inertia = isInertiaRequest(req);
  return {
    method: req.method,
    url: originOf(req) + requestedPath(req),
    inertia,
    prefetch: inertia && isPrefetch(req),
    isExternalAllowed: options.isExternalAllowed ?? (() => true),
    onRefused: (target) => options.logger.warn(`A redirect was refused: ${target.slice(0, 200)}`),
  };
}
