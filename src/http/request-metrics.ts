import type { Request, RequestHandler } from 'express';
import type { Metrics } from '../runtime/metrics.js';

/** Counts every response by route pattern; unknown routes share one label. */
export function requestMetrics(metrics: Metrics): RequestHandler {
  return (req, res, next) => {
    const started = performance.now();
    res.once('close', () => {
      metrics.observeHttp({
        method: KNOWN_METHODS.has(req.method) ? req.method : 'other',
        route: routeOf(req),
        status: res.statusCode,
        seconds: (performance.now() - started) / 1000,
      });
    });
    next();
  };
}

const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

function routeOf(req: Request): string {
  const route = req.route as { path?: unknown } | undefined;
  if (typeof route?.path === 'string') return route.path;
  return req.path.startsWith('/build/') ? '/build/*' : '(none)';
}
