import type { NestExpressApplication } from '@nestjs/platform-express';
import cookieParser from 'cookie-parser';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { Settings } from '../config/settings.token.js';
import { useBodyParsers } from './body-parsing.js';
import { csrfCheck, originCheck } from './csrf/csrf.middleware.js';
import { CsrfTokens } from './csrf/csrf-tokens.js';
import { Drain } from './drain.js';
import { rememberLanguage } from './language.js';
import { framingCheck, pathCheck } from './path-check.js';
import { requestId } from './request-id.middleware.js';
import { requestLog } from './request-log.js';
import { Metrics } from '../runtime/metrics.js';
import { requestMetrics } from './request-metrics.js';
import { limitConnections } from './server-limits.js';
import { commonHeaders, dynamicHeaders } from './security/security-headers.js';
import { SessionCookies } from './session/session-cookies.js';
import compression from 'compression';
import { isCustomerPage } from './request-kind.js';

/**
 * Compresses pages whose length tells nothing (BREACH): customer pages contain no secret beside text of an attacker's choice, and of
 * staff pages those that reflect nothing of their request (`Inertia.reflectsNothing`). Everything else is left to the proxy.
 */
const compressPages = compression({
  threshold: 1024,
  filter: (request, response) =>
    (isCustomerPage(request as Request) || (response as Response).locals['mayCompress'] === true) &&
    String(response.getHeader('content-type')).startsWith('text/html'),
});

export interface PlatformHooks {
  logger: Logger;
  /** For files: runs after the common headers and before `no-store`, the page policy and cookies. */
  assets?: () => void;
  /** The Inertia middleware: after the cookie parser, before anything that may answer with a page. */
  inertia?: RequestHandler;
  /** CSP sources of the inline styles of customer pages. */
  inlineStyles?: readonly string[];
}

/**
 * Installs all middleware in order. The application has to be created with `bodyParser: false`; call before `init` or `listen`.
 */
export function installHttpPlatform(app: NestExpressApplication, settings: Settings, hooks: PlatformHooks): void {
  const csrf = app.get(CsrfTokens);
  const cookies = app.get(SessionCookies);
  app.set('trust proxy', settings.trustProxy);
  app.set('query parser', 'simple');
  app.disable('x-powered-by');
  app.disable('etag');

  app.use(app.get(Drain).watch());
  app.use(requestId());
  app.use(requestLog(hooks.logger));
  app.use(requestMetrics(app.get(Metrics)));
  app.use(commonHeaders(settings));
  app.use(framingCheck);
  hooks.assets?.();
  app.use(compressPages);
  app.use(dynamicHeaders(settings, hooks.inlineStyles ?? []));
  app.use(cookieParser());
  app.use(rememberLanguage(settings));
  if (hooks.inertia) app.use(hooks.inertia);
  app.use(pathCheck);
  app.use(originCheck(settings));
  useBodyParsers(app);
  app.use(csrfCheck(csrf, cookies));
  limitConnections(app.getHttpServer());
}
