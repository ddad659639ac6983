import { Redis } from 'ioredis';
import { profileVariable } from '../../src/config/merchant-profiles.js';
import type { Settings } from '../../src/config/settings.token.js';
import { mailTransportOf, outboxFolder } from '../../src/mail/index.js';
import { type Merchant, Merchants, PaymentGateway } from '../../src/modules/gateway/index.js';
import { withBank } from '../bank-context.js';
import { pingBank } from '../bank-ping.js';
import { type Check, fail, ok, warn } from './check.js';

/** Ends before the whole check does, so that a silent bank is named beside the merchants that work. */
const BANK_TIMEOUT_MS = 10_000;

export function gatewayChecks(settings: Settings): Promise<Check[]> {
  const timeoutMs = Math.min(settings.gateway.timeoutMs, BANK_TIMEOUT_MS);
  return withBank({ ...settings, gateway: { ...settings.gateway, timeoutMs } }, (bank) =>
    Promise.all(
      bank
        .get(Merchants)
        .all()
        .map((merchant) => merchantCheck(merchant, bank.get(PaymentGateway))),
    ),
  );
}

async function merchantCheck({ profile, settings }: Merchant, gateway: PaymentGateway): Promise<Check> {
  const { works, meaning } = await pingBank(gateway, profile);
  const { baseUrl, merchantId, hashVersion } = settings;
  const text = `${profile === null ? '' : `profile ${profile}: `}${baseUrl}, merchant ${merchantId}, hash ${hashVersion}: ${meaning}`;
  if (works) return ok('gateway', text);
  const names = ['BASE_URL', 'MERCHANT_ID', 'SECRET_KEY'].map((setting) =>
    profile === null ? `GATEWAY_${setting}` : profileVariable(profile, setting),
  );
  return fail('gateway', text, `check ${names.join(', ')}; is the bank up?`);
}

export async function mailChecks(settings: Settings): Promise<Check[]> {
  const transport = mailTransportOf(settings);
  try {
    await transport.verify();
    return [
      ok('mail', settings.smtpUrl === null ? `files in ${outboxFolder(settings.dataDir)}` : hostOf(settings.smtpUrl)),
    ];
  } finally {
    transport.close();
  }
}

export async function redisChecks({ redisUrl }: Settings): Promise<Check[]> {
  if (redisUrl === null) return [];
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    connectTimeout: 3_000,
    commandTimeout: 3_000,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  // Errors are reported by the promise.
  let reason: Error | null = null;
  redis.on('error', (error: Error) => {
    reason = error;
  });
  try {
    await redis.connect();
    await redis.ping();
    return [evictionCheck(await evictionPolicyOf(redis))];
  } catch (error) {
    throw reason ?? error;
  } finally {
    redis.disconnect();
  }
}

/** @returns null where the server does not report it, as some hosted ones */
async function evictionPolicyOf(redis: Redis): Promise<string | null> {
  const memory = await redis.info('memory').catch(() => '');
  return /^maxmemory_policy:(\S+)/m.exec(memory)?.[1] ?? null;
}

/** Rate limits and failed sign-ins are in Redis: an evicted counter would reset a limit. */
export function evictionCheck(policy: string | null): Check {
  if (policy === 'noeviction') return ok('redis', 'answers, maxmemory-policy noeviction');
  const text = policy === null ? 'answers; its maxmemory-policy is unknown' : `answers, maxmemory-policy ${policy}`;
  return warn('redis', text, 'set maxmemory-policy to noeviction: an evicted limit lets a guesser try again');
}

/** Without user and password. */
function hostOf(url: string): string {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}
