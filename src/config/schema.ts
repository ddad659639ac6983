import { z } from 'zod';
import { mysqlTarget } from './mysql-target.js';
import { isIP } from 'node:net';
import { normaliseEmail } from '../domain/people/email.js';

const MAILBOX = /^(?:"([^"\\]*)"\s*|([^"<>\\,;]*))<([^<>]+)>$/;

/** `address` or `Name <address>`. @returns null for anything else, lists and line breaks included */
export function mailboxOf(text: string): { name: string; address: string } | null {
  const trimmed = text.trim();
  if (/\p{Cc}/u.test(trimmed)) return null;
  const [, quoted, plain, inner] = MAILBOX.exec(trimmed) ?? [];
  const address = normaliseEmail(inner ?? trimmed);
  return address === null ? null : { name: (quoted ?? plain ?? '').trim(), address };
}

function isHttpUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, search, hash, username } = new URL(value);
  return (protocol === 'http:' || protocol === 'https:') && !search && !hash && !username;
}

/** Links are made of it, while pages, files and cookies are at the root of the host. */
function isOrigin(value: string): boolean {
  return !URL.canParse(value) || /^\/*$/.test(new URL(value).pathname);
}

function isUrlOf(protocols: string[], value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocols.includes(protocol) && hostname !== '';
}

/** Whether user and password can be decoded, which clients do. Whatever is no URL is refused elsewhere. */
function hasDecodableUser(url: string): boolean {
  if (!URL.canParse(url)) return true;
  const { username, password } = new URL(url);
  try {
    return decodeURIComponent(`${username}:${password}`) !== '';
  } catch {
    return false;
  }
}

/** Host names as a URL has them, separated by commas: with a port where it is none of the usual ones. */
function isHostList(list: string): boolean {
  return list.split(',').every((part) => part.trim() === '' || isHost(part.trim().toLowerCase()));
}

function isHost(text: string): boolean {
  const hostIn = (url: string) => (URL.canParse(url) ? new URL(url).host : null);
  return !text.includes('*') && [`https://${text}`, `http://${text}`].some((url) => hostIn(url) === text);
}

export function trimSlash(url: string): string {
  return url.replace(/(?<!\/)\/+$/, '');
}

/** Names that stand for ranges of private addresses (Express, `trust proxy`). */
const NAMED = new Set(['loopback', 'linklocal', 'uniquelocal']);
const MAX_BITS = { 4: 32, 6: 128 } as const;

/** Addresses, networks in CIDR notation and names of private ranges, separated by commas. */
function isProxyList(text: string): boolean {
  return text.split(',').every((part) => isProxy(part.trim()));
}

function isProxy(text: string): boolean {
  if (NAMED.has(text)) return true;
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (rest.length > 0 || (family !== 4 && family !== 6)) return false;
  // Express refuses a network of all addresses: `true` says so.
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= MAX_BITS[family]);
}

const SANDBOX_MERCHANT = 'T_SANDBOX1';
const SANDBOX_KEY = 'sandbox-key-1';

const text = (fallback: string) => z.string().trim().default(fallback);
const optional = z
  .string()
  .trim()
  .transform((value) => value || null)
  .nullable()
  .default(null);
const whole = (fallback: number, min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min).max(max))
    .default(fallback);
const flag = () =>
  z.enum(['true', 'false', '1', '0'], 'must be true or false').transform((value) => value === 'true' || value === '1');
const bool = (fallback: boolean) => flag().default(fallback);
const path = (fallback: string) =>
  z
    .string()
    .regex(/^\/[\w\-./]*$/, 'must be a path that starts with /')
    .default(fallback);

/** In production proxies must be named or counted: `true` would trust any X-Forwarded-For. */
const trustProxy = (production: boolean) =>
  text('false')
    .refine(
      (value) => !production || (value !== 'true' && !/\/0+$/.test(value)),
      'must name the addresses of the proxies, or how many there are, in production',
    )
    .refine(
      (value) => value === 'true' || value === 'false' || /^\d{1,2}$/.test(value) || isProxyList(value),
      'must be false, a number of proxies, or addresses and networks separated by commas',
    );

/** A database server with its parameters, or where `orFile` is set an embedded database. */
function serverUrl(orFile: boolean, otherwise: string) {
  return z
    .string()
    .refine((value) => /^(mysql|mariadb):\/\/.+/.test(value) || (orFile && value.startsWith('sqlite:')), otherwise)
    .superRefine((value, context) => {
      try {
        if (!value.startsWith('sqlite:')) mysqlTarget(value);
        // SQLite takes no path for a file that is deleted at the end.
        else if (/^sqlite:\s*$/.test(value))
          throw new Error('must name a file after sqlite:, as in sqlite:./data/tokendesk.sqlite');
      } catch (error) {
        context.addIssue({ code: 'custom', message: (error as Error).message });
      }
    });
}

function siteUrl(production: boolean) {
  const base = z.string().refine(isHttpUrl, 'must be an http or https URL');
  return production ? base.refine((value) => value.startsWith('https://'), 'must be https in production') : base;
}

/** A merchant id as the bank gave it. */
const ownMerchantId = (production: boolean) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .refine((value) => !production || value !== SANDBOX_MERCHANT, "is the sandbox's");

/** A merchant's key as the bank gave it. */
const ownMerchantKey = (production: boolean) =>
  z
    .string()
    .refine((value) => !production || value.trim().length >= 8, 'is too short')
    .refine((value) => !production || value !== SANDBOX_KEY, "is the sandbox's");

const hasNoSpaces = (value: string) => value === value.trim();

const previousMerchantKey = (production: boolean) =>
  optional.refine((value) => value === null || value.length >= (production ? 8 : 1), 'is too short');

/** The settings of one merchant profile, without the beginnings of their names. */
export function profileSchemaFor(production: boolean) {
  return z.object({
    MERCHANT_ID: ownMerchantId(production),
    SECRET_KEY: ownMerchantKey(production).refine(hasNoSpaces, 'has spaces or a line end around it'),
    SECRET_KEY_PREVIOUS: previousMerchantKey(production),
    AGGREGATOR_ID: optional,
    BASE_URL: siteUrl(production).optional(),
  });
}

/** The schema of all settings by environment name; stricter in production. */
export function schemaFor(production: boolean) {
  const url = () => siteUrl(production);
  const origin = () => url().refine(isOrigin, 'must not have a path: the product answers at the root of its host');
  const offInProduction = <T extends z.ZodType<boolean>>(schema: T) =>
    schema.refine((on) => !(production && on), 'must be off in production');
  const secret = z
    .string()
    .refine((value) => Buffer.byteLength(value) >= 32, 'must be at least 32 bytes')
    .refine((value) => new Set(value).size >= 8, 'is too easy to guess');
  const databaseUrl = serverUrl(
    !production,
    production ? 'must be a mysql:// URL in production' : 'must start with sqlite: or mysql://',
  );
  return z.object({
    HOST: text('127.0.0.1'),
    PORT: whole(3000, 0, 65535),
    APP_URL: production ? origin() : origin().optional(),
    DATABASE_URL: production ? databaseUrl : databaseUrl.optional(),
    DATABASE_READ_URL: serverUrl(false, 'must be a mysql:// URL: only a database server has a replica').optional(),
    DATABASE_READ_MAX_LAG_SECONDS: whole(10, 3, 3600),
    DATABASE_POOL_SIZE: whole(10, 1, 200),
    DATABASE_WAIT_MS: whole(2000, 100, 60_000),
    MIGRATE_ON_START: bool(true),
    SQLITE_DRIVER: z.enum(['libsql', 'better-sqlite3']).default('libsql'),
    JWT_SECRET: production ? secret : secret.optional(),
    JWT_SECRET_PREVIOUS: secret.optional(),
    ENCRYPTION_KEY: production ? secret : secret.optional(),
    ENCRYPTION_KEY_PREVIOUS: secret.optional(),
    SESSION_HOURS: whole(12, 1, 168),
    GATEWAY_BASE_URL: production ? url() : url().optional(),
    GATEWAY_MERCHANT_ID: production ? ownMerchantId(production) : text(SANDBOX_MERCHANT),
    GATEWAY_SECRET_KEY: (production ? ownMerchantKey(production) : z.string().default(SANDBOX_KEY))
      .refine((value) => value.length > 0, 'must not be empty')
      .refine(hasNoSpaces, 'has spaces or a line end around it'),
    GATEWAY_SECRET_KEY_PREVIOUS: previousMerchantKey(production),
    GATEWAY_PROFILES: text(''),
    GATEWAY_AGGREGATOR_ID: optional,
    GATEWAY_INVOICE_PATH: path('/portal/pay/paymentInvoiceService'),
    GATEWAY_COMMAND_PATH: path('/api/command'),
    GATEWAY_HASH_VERSION: z.enum(['v1', 'v2']).default('v1'),
    GATEWAY_TIMEOUT_MS: whole(30_000, 100, 120_000),
    GATEWAY_ALLOWED_HOSTS: text('').refine(
      isHostList,
      'must be host names separated by commas, without https:// and without a path',
    ),
    SANDBOX_GATEWAY: offInProduction(flag()).optional(),
    SANDBOX_PORT: whole(4010, 0, 65535),
    POLL_INTERVAL_SECONDS: whole(10, 0, 3600),
    POLL_CONCURRENCY: whole(20, 1, 1000),
    LINK_TTL_HOURS: whole(72, 1, 8760),
    ENABLE_TEST_PAGES: bool(!production),
    DEMO_SEED: offInProduction(bool(!production)),
    SMTP_URL: optional.refine(
      (value) => value === null || isUrlOf(['smtp:', 'smtps:'], value),
      'must be an smtp:// or smtps:// URL',
    ),
    MAIL_FROM: z
      .string()
      .refine((value) => mailboxOf(value) !== null, 'must be an address, or Name <address>')
      .optional(),
    REDIS_URL: optional
      .refine((value) => value === null || isUrlOf(['redis:', 'rediss:'], value), 'must be a redis:// or rediss:// URL')
      .refine(
        (value) => value === null || hasDecodableUser(value),
        'must have / ? # @ : and % in user and password as %2F %3F %23 %40 %3A and %25',
      ),
    WORKERS: z
      .string()
      .regex(/^(auto|[1-9]|[1-5]\d|6[0-4])$/, 'must be auto, or a number from 1 to 64')
      .default('1'),
    TRUST_PROXY: trustProxy(production),
    SUPPORT_PHONE: text('+91 20 5550 0100'),
    SUPPORT_EMAIL: text('support@tokendesk.test').refine(
      (value) => normaliseEmail(value) !== null,
      'must be one address',
    ),
    OFFICE_ADDRESS: text('TokenDesk Sales Office, Baner Road, Pune 411045'),
    COMPANY_NAME: text('TokenDesk Developers'),
    COMPANY_LEGAL_NAME: optional,
    COMPANY_LOGO: optional,
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    METRICS_TOKEN: optional.refine((value) => value === null || value.length >= 16, 'must be at least 16 characters'),
    DATA_DIR: text('./data'),
    VITE_ORIGIN: optional,
  });
}

/** Secrets that must differ: a shared value would give whoever knows one the other too. */
export const SECRETS_OF_THEIR_OWN = ['JWT_SECRET', 'ENCRYPTION_KEY', 'GATEWAY_SECRET_KEY', 'METRICS_TOKEN'] as const;

/** @returns a problem for each production secret that equals another one */
export function sharedSecrets(
  settings: Readonly<Record<string, unknown>>,
  names: readonly string[] = SECRETS_OF_THEIR_OWN,
): string[] {
  return names.flatMap((name, at) => {
    const value = settings[name];
    if (typeof value !== 'string' || value === '') return [];
    const earlier = names.slice(0, at).find((other) => settings[other] === value);
    return earlier === undefined ? [] : [`${name} must not be the value of ${earlier}`];
  });
}

export type Parsed = z.infer<ReturnType<typeof schemaFor>>;
