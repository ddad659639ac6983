import type { Settings } from '../../config/settings.token.js';
import { POLICY_REPORTS } from '../request-kind.js';

/** Name of the report endpoint in `Reporting-Endpoints`. */
export const REPORT_GROUP = 'csp';

/** The bank's hosts as origins, for every merchant: https, and the base URL's scheme for its own host. */
function bankOrigins({ gateway }: Settings): string[] {
  const origins = [gateway, ...gateway.profiles].flatMap(({ baseUrl, allowedHosts }) => {
    const base = new URL(baseUrl);
    return allowedHosts.map((host) => (host === base.host ? base.origin : `https://${host}`));
  });
  return [...new Set(origins)];
}

/**
 * Staff pages use a component library that sets style attributes. Customer pages do not, but have inline style elements; those
 * are allowed by hash, since cached pages cannot carry a nonce. Forms may go to the bank, because a redirect of a form's answer
 * counts as its target.
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
