import { randomBytes } from 'node:crypto';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';
import type { Settings } from '../../config/settings.token.js';
import { isCustomerPage } from '../request-kind.js';
import { contentSecurityPolicy } from './content-security-policy.js';

const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60;
const PERMISSIONS = 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()';

/** On every answer, files as well. */
export function commonHeaders(settings: Settings): RequestHandler {
  return helmet({
    contentSecurityPolicy: false,
    referrerPolicy: false,
    strictTransportSecurity: settings.production && { maxAge: ONE_YEAR_SECONDS, includeSubDomains: true },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
  }) as RequestHandler;
}

/** On everything that is made for one request. A handler may replace the Cache-Control; the nonce is for its page. */
export function dynamicHeaders(settings: Settings): RequestHandler {
  const policyFor = contentSecurityPolicy(settings);
  return (req: Request, res: Response, next: NextFunction) => {
    const nonce = randomBytes(16).toString('base64');
    const forCustomer = isCustomerPage(req);
    res.locals['cspNonce'] = nonce;
    res.setHeader('Content-Security-Policy', policyFor(nonce, forCustomer));
    // The address of a payment page is its key: nobody is told where the visitor came from.
    res.setHeader('Referrer-Policy', forCustomer ? 'no-referrer' : 'same-origin');
    res.setHeader('Permissions-Policy', PERMISSIONS);
    res.setHeader('Cache-Control', 'no-store');
    next();
  };
}
