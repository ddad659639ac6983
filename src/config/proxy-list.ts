import { isIP } from 'node:net';

/** Names that stand for ranges of private addresses (Express, `trust proxy`). */
const NAMED = new Set(['loopback', 'linklocal', 'uniquelocal']);
const MAX_BITS = { 4: 32, 6: 128 } as const;

/** Addresses, networks in CIDR notation and names of private ranges, separated by commas. */
export function isProxyList(text: string): boolean {
  return text.split(',').every((part) => isProxy(part.trim()));
}

function isProxy(text: string): boolean {
  if (NAMED.has(text)) return true;
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (rest.length > 0 || (family !== 4 && family !== 6)) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= MAX_BITS[family]);
}
