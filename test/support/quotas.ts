import { setTimeout as pause } from 'node:timers/promises';
import type { QuotaData } from '../../src/contracts/quota.js';
import { TOKEN_TYPES } from '../../src/domain/payment/token-catalogue.js';
import type { Client, Reply } from './client.js';
import type { Tier } from './sales.js';

export const QUOTAS_PATH = '/api/admin/projects/default/quotas';

/** @param limit empty: none */
export function setLimit(admin: Client, tokenType: Tier, limit: number | string): Promise<Reply> {
  return admin.call('PUT', QUOTAS_PATH, { body: { tokenType, limit: String(limit) } });
}

export async function quotaOf(client: Client, tier: Tier): Promise<QuotaData | null> {
  const { body } = await client.get(QUOTAS_PATH);
  return (body.data as QuotaData[]).find(({ tokenType }) => tokenType === tier) ?? null;
}

/** Limits the tier so that so many are left. @returns the limit */
export async function leaveUnits(admin: Client, tier: Tier, left: number): Promise<number> {
  await setLimit(admin, tier, 1_000_000);
  const quota = await quotaOf(admin, tier);
  if (!quota) throw new Error(`no limit of ${tier}`);
  const limit = quota.sold + quota.reserved + left;
  const { status, text } = await setLimit(admin, tier, limit);
  if (status !== 200) throw new Error(`a limit was refused: ${text}`);
  return limit;
}

export async function removeLimits(admin: Client): Promise<void> {
  for (const tier of TOKEN_TYPES) await setLimit(admin, tier, '');
}

/** Whoever is told that the server is busy asks again after the time that it names: a crowd at a slow machine hears that too. */
export async function onceServed(ask: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    const reply = await ask();
    if (reply.status !== 503 || reply.body.error !== 'UNAVAILABLE') return reply;
    await pause(Number(reply.headers.get('retry-after')) * 1000);
  }
}
