import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Settings } from '../config/settings.token.js';
import { newPublicId } from '../runtime/ids.js';
import { runInRequestContext } from '../runtime/request-context.js';

const SANE_ID = /^[\w.:-]{8,64}$/;

/** Names every request, for its log lines, audit rows and error page. A proxy's id is taken over only from a trusted proxy. */
export function requestId(settings: Settings): RequestHandler {
  return (req: Request, res: Response, next: NextFunction) => {
    const inbound = settings.trustProxy === false ? undefined : req.get('X-Request-Id');
    const id = inbound !== undefined && SANE_ID.test(inbound) ? inbound : newPublicId();
    req.id = id;
    res.setHeader('X-Request-Id', id);
    runInRequestContext({ requestId: id, ...(req.ip !== undefined && { ip: req.ip }) }, next);
  };
}

export function requestIdOf(req: Request): string | null {
  return typeof req.id === 'string' ? req.id : null;
}
