import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import { redactText } from '../runtime/log-redaction.js';
import { principalOf } from './principal.js';

const SHOWN_OF_ID = 6;
const SHOWN_OF_WORD = 20;

/** One log line per request, with the route's pattern: a payment's address is its key. */
export function requestLog(logger: Logger): RequestHandler {
  return pinoHttp<Request, Response>({
    logger,
    serializers: { req: () => undefined },
    wrapSerializers: false,
    autoLogging: { ignore: (req) => /^\/(?:build\/|healthz$|readyz$|metrics$)/.test(req.path) },
    customLogLevel: (_req, res, error) => (error || res.statusCode >= 500 ? 'error' : 'info'),
    customSuccessObject: (req, res, value: { responseTime?: number }) => line(req, res, value.responseTime),
    customErrorObject: (req, res, _error, value: { responseTime?: number }) => line(req, res, value.responseTime),
    customSuccessMessage: () => 'request',
    customErrorMessage: () => 'request',
  }) as RequestHandler;
}

function line(req: Request, res: Response, ms: number | undefined): Record<string, unknown> {
  const subject = Object.values(req.params ?? {})[0];
  return {
    requestId: req.id,
    method: req.method,
    route: routeOf(req),
    ...(typeof subject === 'string' && { subject: `${redactText(subject).slice(0, SHOWN_OF_ID)}…` }),
    status: res.statusCode,
    ms,
    ip: req.ip,
    userId: principalOf(req)?.userId,
    // A stream always ends by its reader leaving.
    ...(!res.writableFinished && !isStream(res) && { aborted: true }),
  };
}

function isStream(res: Response): boolean {
  return String(res.getHeader('Content-Type')).startsWith('text/event-stream');
}

/** Of an unknown address the first segment only; masked before it is truncated, since half an email is not recognised. */
export function routeOf(req: Request): string {
  const route = req.route as { path?: unknown } | undefined;
  if (typeof route?.path === 'string') return route.path;
  return `(none) /${redactText(decoded(req.originalUrl.split(/[/?]/)[1] ?? '')).slice(0, SHOWN_OF_WORD)}`;
}

/** Undecodable text is kept as sent. */
function decoded(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return word;
  }
}
