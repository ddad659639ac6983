import type { Settings } from '../../config/settings.token.js';
import { DOCUMENTED_KEY } from './documented-vectors.js';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether the sandbox bank is in use: its published key, on this machine, outside production. Only then are digests made with the
 * key in use shown; elsewhere one would be a valid signature.
 */
export function isPractice({ production, gateway }: Pick<Settings, 'production' | 'gateway'>): boolean {
  return !production && gateway.secretKey === DOCUMENTED_KEY && LOOPBACK.has(new URL(gateway.baseUrl).hostname);
}
