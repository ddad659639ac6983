import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { newPublicId } from '../runtime/ids.js';
import { runInRequestContext } from '../runtime/request-context.js';

const SANE_ID = /^[\w.:-]{8,64}$/;

/** Names every request, for its log lines, audit rows and error page. A proxy's id is taken over only from a trusted proxy. */
export function requestId(): RequestHandler {
  return (req: Request, res: Response, next: NextFunction) => {
    const inbound = isFromProxy(req) ? req.get('X-Request-Id') : undefined;
    const id = inbound !== undefined && SANE_ID.test(inbound) ? inbound : newPublicId();
    req.id = id;
    res.setHeader('X-Request-Id', id);
    runInRequestContext({ requestId: id, ...(req.ip !== undefined && { ip: req.ip }) }, next);
  };
}

/** By the setting `trust proxy`: whether whoever opened the connection is a proxy of ours. */
function isFromProxy(req: Request): boolean {
  const isTrusted = req.app.get('trust proxy fn') as (address: string, hop: number) => boolean;
  return isTrusted(req.socket.remoteAddress ?? '', 0);
}

export function requestIdOf(req: Request): string | null {
  return typeof req.id === 'string' ? req.id : null;
}
