import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { loadEnvFile } from 'node:process';
import { z } from 'zod';
import { derivedKey, keptSecret } from './kept-secret.js';
import { mailboxOf } from './mailbox.js';
import { withSecretFiles } from './secret-files.js';
import { isHttpUrl, isUrlOf, trimSlash } from './urls.js';

/** Every setting of the product, validated and typed. Nothing else reads the environment. */
export interface Settings {
  nodeEnv: 'development' | 'test' | 'production';
  production: boolean;
  host: string;
  port: number;
  /** Origin under which browsers see the product, without a trailing slash. */
  appUrl: string;
  databaseUrl: string;
  databasePoolSize: number;
  /** False: a server whose schema is behind refuses to start, and `tokendesk db migrate` is a step of its own. */
  migrateOnStart: boolean;
  sqliteDriver: string;
  jwtSecret: string;
  encryptionKey: Buffer;
  /** While the key is changed: values sealed with the one before can still be read. */
  previousEncryptionKey: Buffer | null;
  sessionHours: number;
  gateway: {
    baseUrl: string;
    merchantId: string;
    secretKey: string;
    /** While the bank changes over: answers and messages signed with the key before are believed too. */
    previousSecretKey: string | null;
    aggregatorId: string | null;
    invoicePath: string;
    commandPath: string;
    hashVersion: 'v1' | 'v2';
    timeoutMs: number;
    allowedHosts: string[];
  };
  sandboxGateway: boolean;
  sandboxPort: number;
  pollIntervalSeconds: number;
  pollConcurrency: number;
  linkTtlHours: number;
  testPages: boolean;
  demoSeed: boolean;
  /** `smtp://` or `smtps://`; null: mails become files below the data directory. */
  smtpUrl: string | null;
  mailFrom: { name: string; address: string };
  /** `redis://` or `rediss://`: shares limits and live events between instances; null: each keeps its own. */
  redisUrl: string | null;
  trustProxy: boolean | number | string;
  company: { name: string; supportPhone: string; supportEmail: string; officeAddress: string };
  logLevel: string;
  /** Bearer token for `/metrics` from elsewhere; null: this machine alone. */
  metricsToken: string | null;
  dataDir: string;
  /** Origin of the page server of `npm run dev`; null when built assets are served. */
  viteOrigin: string | null;
}

/** Lists every faulty setting by name; thrown before anything is started. */
export class InvalidSettings extends Error {
  constructor(readonly problems: string[]) {
    super(`The settings are not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'InvalidSettings';
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads `.env` (real variables win) and the environment. @throws InvalidSettings */
export function loadSettings(directory = process.cwd()): Settings {
  const file = join(directory, '.env');
  if (existsSync(file)) loadEnvFile(file);
  return settingsFrom(process.env);
}

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

function schemaFor(production: boolean) {
  const url = (fallback: string | undefined) => {
    const base = z.string().refine(isHttpUrl, 'must be an http or https URL');
    const strict = production
      ? base.refine((value) => value.startsWith('https://'), 'must be https in production')
      : base;
    return fallback === undefined ? strict : strict.default(fallback);
  };
  const notSandbox = (fallback: string) =>
    production
      ? z
          .string()
          .trim()
          .min(1)
          .refine((value) => value !== fallback, "is the sandbox's")
      : text(fallback);
  const offInProduction = <T extends z.ZodType<boolean>>(schema: T) =>
    schema.refine((on) => !(production && on), 'must be off in production');
  const secret = z
    .string()
    .refine((value) => Buffer.byteLength(value) >= 32, 'must be at least 32 bytes')
    .refine((value) => new Set(value).size >= 8, 'is too easy to guess');
  return z.object({
    HOST: text('127.0.0.1'),
    PORT: whole(3000, 0, 65535),
    APP_URL: production ? url(undefined) : url(undefined).optional(),
    DATABASE_URL: (production ? z.string() : z.string().default('sqlite:./data/tokendesk.sqlite')).refine(
      (value) => /^(mysql|mariadb):\/\/.+/.test(value) || (!production && value.startsWith('sqlite:')),
      production ? 'must be a mysql:// URL in production' : 'must start with sqlite: or mysql://',
    ),
    DATABASE_POOL_SIZE: whole(10, 1, 200),
    MIGRATE_ON_START: bool(true),
    SQLITE_DRIVER: z.enum(['libsql', 'better-sqlite3']).default('libsql'),
    JWT_SECRET: production ? secret : secret.optional(),
    ENCRYPTION_KEY: production ? secret : secret.optional(),
    ENCRYPTION_KEY_PREVIOUS: secret.optional(),
    SESSION_HOURS: whole(12, 1, 168),
    GATEWAY_BASE_URL: production ? url(undefined) : url(undefined).optional(),
    GATEWAY_MERCHANT_ID: notSandbox('T_SANDBOX1'),
    GATEWAY_SECRET_KEY: (production
      ? z
          .string()
          .refine((value) => value.trim().length >= 8, 'is too short')
          .refine((value) => value !== SANDBOX_KEY, "is the sandbox's")
      : z.string().default(SANDBOX_KEY)
    )
      .refine((value) => value.length > 0, 'must not be empty')
      .refine((value) => value === value.trim(), 'has spaces or a line end around it'),
    GATEWAY_SECRET_KEY_PREVIOUS: optional.refine(
      (value) => value === null || value.length >= (production ? 8 : 1),
      'is too short',
    ),
    GATEWAY_AGGREGATOR_ID: optional,
    GATEWAY_INVOICE_PATH: path('/portal/pay/paymentInvoiceService'),
    GATEWAY_COMMAND_PATH: path('/api/command'),
    GATEWAY_HASH_VERSION: z.enum(['v1', 'v2']).default('v1'),
    GATEWAY_TIMEOUT_MS: whole(30_000, 100, 120_000),
    GATEWAY_ALLOWED_HOSTS: text(''),
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
    REDIS_URL: optional.refine(
      (value) => value === null || isUrlOf(['redis:', 'rediss:'], value),
      'must be a redis:// or rediss:// URL',
    ),
    TRUST_PROXY: text('false'),
    SUPPORT_PHONE: text('+91 20 5550 0100'),
    SUPPORT_EMAIL: text('support@tokendesk.test'),
    OFFICE_ADDRESS: text('TokenDesk Sales Office, Baner Road, Pune 411045'),
    COMPANY_NAME: text('TokenDesk Developers'),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    METRICS_TOKEN: optional.refine((value) => value === null || value.length >= 16, 'must be at least 16 characters'),
    DATA_DIR: text('./data'),
    VITE_ORIGIN: optional,
  });
}

/** @throws InvalidSettings naming every problem at once */
export function settingsFrom(given: Environment): Settings {
  const { environment, problems } = withSecretFiles(given);
  if (problems.length > 0) throw new InvalidSettings(problems);
  const nodeEnv = environment.NODE_ENV || 'development';
  if (!isNodeEnv(nodeEnv)) throw new InvalidSettings(['NODE_ENV must be development, test or production']);
  const production = nodeEnv === 'production';
  const present = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  // An explicitly empty secret is a mistake, not a wish for the default.
  if (environment.GATEWAY_SECRET_KEY === '') present.GATEWAY_SECRET_KEY = '';
  const parsed = schemaFor(production).safeParse(present);
  if (!parsed.success) throw new InvalidSettings(parsed.error.issues.map(problemText));
  return assemble(nodeEnv, parsed.data);
}

/** All but NODE_ENV, which decides about the others. */
export function settingNames(): string[] {
  return Object.keys(schemaFor(false).shape);
}

type Parsed = z.infer<ReturnType<typeof schemaFor>>;

function assemble(nodeEnv: Settings['nodeEnv'], v: Parsed): Settings {
  const dataDir = resolve(v.DATA_DIR);
  const gatewayBase = trimSlash(v.GATEWAY_BASE_URL ?? `http://127.0.0.1:${v.SANDBOX_PORT}/pg`);
  const hosts = v.GATEWAY_ALLOWED_HOSTS.split(',')
    .map((host) => host.trim())
    .filter(Boolean);
  return {
    nodeEnv,
    production: nodeEnv === 'production',
    host: v.HOST,
    port: v.PORT,
    appUrl: trimSlash(v.APP_URL ?? `http://localhost:${v.PORT}`),
    databaseUrl: v.DATABASE_URL,
    databasePoolSize: v.DATABASE_POOL_SIZE,
    migrateOnStart: v.MIGRATE_ON_START,
    sqliteDriver: v.SQLITE_DRIVER,
    jwtSecret: v.JWT_SECRET ?? keptSecret(dataDir, 'jwt-secret'),
    encryptionKey: derivedKey(v.ENCRYPTION_KEY ?? keptSecret(dataDir, 'encryption-key')),
    previousEncryptionKey: v.ENCRYPTION_KEY_PREVIOUS === undefined ? null : derivedKey(v.ENCRYPTION_KEY_PREVIOUS),
    sessionHours: v.SESSION_HOURS,
    gateway: {
      baseUrl: gatewayBase,
      merchantId: v.GATEWAY_MERCHANT_ID,
      secretKey: v.GATEWAY_SECRET_KEY,
      previousSecretKey: v.GATEWAY_SECRET_KEY_PREVIOUS,
      aggregatorId: v.GATEWAY_AGGREGATOR_ID,
      invoicePath: v.GATEWAY_INVOICE_PATH,
      commandPath: v.GATEWAY_COMMAND_PATH,
      hashVersion: v.GATEWAY_HASH_VERSION,
      timeoutMs: v.GATEWAY_TIMEOUT_MS,
      allowedHosts: hosts.length > 0 ? hosts : [new URL(gatewayBase).host],
    },
    sandboxGateway: v.SANDBOX_GATEWAY ?? (nodeEnv !== 'production' && v.GATEWAY_BASE_URL === undefined),
    sandboxPort: v.SANDBOX_PORT,
    pollIntervalSeconds: v.POLL_INTERVAL_SECONDS,
    pollConcurrency: v.POLL_CONCURRENCY,
    linkTtlHours: v.LINK_TTL_HOURS,
    testPages: v.ENABLE_TEST_PAGES,
    demoSeed: v.DEMO_SEED,
    smtpUrl: v.SMTP_URL,
    mailFrom: mailboxOf(v.MAIL_FROM ?? '') ?? { name: v.COMPANY_NAME, address: v.SUPPORT_EMAIL },
    redisUrl: v.REDIS_URL,
    trustProxy: trustProxyFrom(v.TRUST_PROXY),
    company: {
      name: v.COMPANY_NAME,
      supportPhone: v.SUPPORT_PHONE,
      supportEmail: v.SUPPORT_EMAIL,
      officeAddress: v.OFFICE_ADDRESS,
    },
    logLevel: v.LOG_LEVEL,
    metricsToken: v.METRICS_TOKEN,
    dataDir,
    viteOrigin: v.VITE_ORIGIN,
  };
}

function problemText(issue: z.core.$ZodIssue): string {
  const name = issue.path.join('.');
  const missing = issue.code === 'invalid_type' && issue.message.includes('received undefined');
  return `${name} ${missing ? 'is required' : issue.message}`;
}

function trustProxyFrom(value: string): boolean | number | string {
  if (value === 'true' || value === 'false') return value === 'true';
  return /^\d{1,2}$/.test(value) ? Number(value) : value;
}

function isNodeEnv(value: string): value is Settings['nodeEnv'] {
  return value === 'development' || value === 'test' || value === 'production';
}
