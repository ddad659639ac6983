import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { newPublicId } from '../runtime/ids.js';
import { runInRequestContext } from '../runtime/request-context.js';

const SANE_ID = /^[\w.:-]{8,64}$/;

/** Assigns the request id for logs, audit entries and error pages. A given id is accepted from a trusted proxy only. */
export function requestId(): RequestHandler {
  return (req: Request, res: Response, next: NextFunction) => {
    const inbound = isFromProxy(req) ? req.get('X-Request-Id') : undefined;
    const id = inbound !== undefined && SANE_ID.test(inbound) ? inbound : newPublicId();
    req.id = id;
    res.setHeader('X-Request-Id', id);
    runInRequestContext({ requestId: id, ...(req.ip !== undefined && { ip: req.ip }) }, next);
  };
}

/** Whether the peer is a trusted proxy (`trust proxy`). */
function isFromProxy(req: Request): boolean {
  const isTrusted = req.app.get('trust proxy fn') as (address: string, hop: number) => boolean;
  return isTrusted(req.socket.remoteAddress ?? '', 0);
}

export function requestIdOf(req: Request): string | null {
  return typeof req.id === 'string' ? req.id : null;
}
