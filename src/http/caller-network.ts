import { isIPv4, isIPv6 } from 'node:net';

const GROUPS = 8;
const NETWORK_GROUPS = 4;

/**
 * The network that per-address limits count as one caller: an IPv4 address, or an IPv6 /64, which one household or server is
 * assigned. An IPv4-mapped IPv6 address equals its IPv4 address.
 * @returns `unknown` for anything else, so that forged text never becomes a caller of its own
 */
export function callerNetwork(address: string | undefined): string {
  const plain = address?.split('%')[0] ?? '';
  if (isIPv4(plain)) return plain;
  if (!isIPv6(plain)) return 'unknown';
  const groups = groupsOf(plain);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return groups.slice(6).flatMap(bytesOf).join('.');
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/** The eight groups of a valid IPv6 address, `::` and an embedded IPv4 address expanded. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = withoutDots(address).split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: GROUPS - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16));
}

function withoutDots(address: string): string {
  const at = address.lastIndexOf(':') + 1;
  const last = address.slice(at);
  if (!last.includes('.')) return address;
  const [a = 0, b = 0, c = 0, d = 0] = last.split('.').map(Number);
  return `${address.slice(0, at)}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

function bytesOf(group: number): number[] {
  return [Math.floor(group / 256), group % 256];
}
