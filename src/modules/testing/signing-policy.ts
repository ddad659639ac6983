import type { Settings } from '../../config/settings.token.js';
import { DOCUMENTED_KEY } from './documented-vectors.js';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether the practice bank is in use: its published key, on this machine, outside production. Only then is a digest made
 * with the key in use shown; anywhere else it would be a signature that the bank believes.
 */
export function isPractice({ production, gateway }: Pick<Settings, 'production' | 'gateway'>): boolean {
  return !production && gateway.secretKey === DOCUMENTED_KEY && LOOPBACK.has(new URL(gateway.baseUrl).hostname);
}
