import type { Settings } from '../../config/settings.token.js';
import { POLICY_REPORTS } from '../request-kind.js';

/** The name that `Reporting-Endpoints` gives to the address of the reports. */
export const REPORT_GROUP = 'csp';

/** The bank's hosts as origins: https, and the base URL's own scheme for its own host. */
function bankOrigins(settings: Settings): string[] {
  const base = new URL(settings.gateway.baseUrl);
  const origins = settings.gateway.allowedHosts.map((host) => (host === base.host ? base.origin : `https://${host}`));
  return [...new Set(origins)];
}

/**
 * Staff pages draw with a component library that sets style attributes; customers' pages do not need to, but have its style
 * elements when the browser has to draw them or an error is shown in their place; the styles that come with them are allowed by
 * their hashes, as they are the same for everybody and a nonce is not. Forms may go to
 * the bank, because a form's answer that redirects there counts as the form's own target.
 */
export function contentSecurityPolicy(settings: Settings, inlineStyles: readonly string[]) {
  const bank = bankOrigins(settings);
  const dev = settings.viteOrigin === null ? [] : [settings.viteOrigin];
  const devSockets = dev.map((origin) => origin.replace(/^http/, 'ws'));
  return (nonce: string, customerPage: boolean): string => {
    const nonced = `'nonce-${nonce}'`;
    const directives: [string, ...string[]][] = [
      ['default-src', "'none'"],
      ['script-src', "'self'", nonced, ...dev],
      ['style-src', "'self'", nonced, ...(customerPage ? inlineStyles : []), ...dev],
      ...(customerPage ? [] : [['style-src-attr', "'unsafe-inline'"] as [string, string]]),
      ['img-src', "'self'", 'data:', ...dev],
      ['font-src', "'self'", ...dev],
      ['connect-src', "'self'", ...dev, ...devSockets],
      ['manifest-src', "'self'"],
      ['form-action', "'self'", ...bank],
      ['base-uri', "'none'"],
      ['object-src', "'none'"],
      ['frame-ancestors', "'none'"],
      ['report-uri', POLICY_REPORTS],
      ['report-to', REPORT_GROUP],
    ];
    return directives.map((parts) => parts.join(' ')).join('; ');
  };
}
