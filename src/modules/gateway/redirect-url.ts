import type { GatewaySettings } from './gateway-settings.js';

const MAX_URL = 1024;

/**
 * The bank's page to which a customer may be sent, in the form that was checked. A spoofed answer must not lead a customer
 * anywhere else: only known hosts, never a step down from https, no credentials, none of the spellings that browsers bend.
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
