import type { GatewaySettings } from './gateway-settings.js';

const MAX_URL = 1024;

/**
 * The bank's payment page, normalised, or null. A spoofed answer must not redirect the customer elsewhere: allowed hosts only, no
 * downgrade from https, no credentials, no spelling that browsers reinterpret (docs/bank-protocol.md#hosts).
 */
export function safeRedirectUrl(
  text: string,
  settings: Pick<GatewaySettings, 'baseUrl' | 'allowedHosts'>,
): string | null {
  if (text.length > MAX_URL || !/^https?:\/\/[!-~]+$/i.test(text) || text.includes('\\') || !URL.canParse(text))
    return null;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '' || url.href.length > MAX_URL) return null;
  if (url.protocol !== 'https:' && settings.baseUrl.toLowerCase().startsWith('https:')) return null;
  return settings.allowedHosts.some((host) => host.toLowerCase() === url.host) ? url.href : null;
}
