import type { NestExpressApplication } from '@nestjs/platform-express';
import cookieParser from 'cookie-parser';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Settings } from '../config/settings.token.js';
import { useBodyParsers } from './body-parsing.js';
import { compressCustomerPages } from './compress.js';
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

export interface PlatformHooks {
  logger: Logger;
  /** For files: called after the headers that every answer has and before `no-store`, the page policy and cookies. */
  assets?: () => void;
  /** The Inertia middleware: after the cookies, before the first thing that may be answered with a page. */
  inertia?: RequestHandler;
  /** For the policy of customers' pages: sources of the styles that stand in them. */
  inlineStyles?: readonly string[];
}

/**
 * Puts everything that stands in front of the routes in its order. The application has to be made with `bodyParser: false`,
 * and this has to run before `init` or `listen`.
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
  app.use(compressCustomerPages);
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
