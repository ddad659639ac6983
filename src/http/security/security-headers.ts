import { randomBytes } from 'node:crypto';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';
import type { Settings } from '../../config/settings.token.js';
import { isCustomerPage, POLICY_REPORTS } from '../request-kind.js';
import { DAY_MS, SECOND_MS } from '../../domain/calendar/durations.js';
import { contentSecurityPolicy, REPORT_GROUP } from './content-security-policy.js';

const ONE_YEAR_SECONDS = (365 * DAY_MS) / SECOND_MS;
/** Policy of a file that is opened directly. */
const FILE_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const PERMISSIONS = 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()';

/** Headers of every response, files included; dynamic responses replace the policy. */
export function commonHeaders(settings: Settings): RequestHandler {
  const common = helmet({
    contentSecurityPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: settings.production && { maxAge: ONE_YEAR_SECONDS, includeSubDomains: true },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
  }) as RequestHandler;
  return (req, res, next) => {
    res.setHeader('Content-Security-Policy', FILE_POLICY);
    res.setHeader('Permissions-Policy', PERMISSIONS);
    common(req, res, next);
  };
}

/**
 * Headers of dynamic responses. A handler may replace Cache-Control; the nonce is for its page.
 * @param inlineStyles CSP sources of the inline styles of customer pages
 */
export function dynamicHeaders(settings: Settings, inlineStyles: readonly string[]): RequestHandler {
  const policyFor = contentSecurityPolicy(settings, inlineStyles);
  return (req: Request, res: Response, next: NextFunction) => {
    const nonce = randomBytes(16).toString('base64');
    const forCustomer = isCustomerPage(req);
    res.locals['cspNonce'] = nonce;
    res.setHeader('Content-Security-Policy', policyFor(nonce, forCustomer));
    // The address of a payment page is its key, so it is never sent as referrer.
    res.setHeader('Referrer-Policy', forCustomer ? 'no-referrer' : 'same-origin');
    res.setHeader('Reporting-Endpoints', `${REPORT_GROUP}="${POLICY_REPORTS}"`);
    res.setHeader('Cache-Control', 'no-store');
    next();
  };
}
