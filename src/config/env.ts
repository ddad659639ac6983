import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { loadEnvFile } from 'node:process';
import type { z } from 'zod';
import { type CompanyLogo, readLogo } from './company-logo.js';
import {
  type MerchantProfileSettings,
  profileNamesIn,
  profileSecrets,
  profileSettings,
  profileVariable,
  type ProfileValues,
  readProfiles,
  sharedMerchants,
} from './merchant-profiles.js';
import { sandboxStart, type SandboxStart, sandboxUrl, usesSandbox } from './sandbox-address.js';
import { mailboxOf, type Parsed, schemaFor, SECRETS_OF_THEIR_OWN, sharedSecrets, trimSlash } from './schema.js';
import { readOrMakeSecret, SECRETS, withSecretFiles } from './secret-files.js';
import { createHash } from 'node:crypto';

/** A secret generated once and stored beside the embedded database. @throws InvalidSettings for an empty file */
function keptSecret(dataDir: string, name: string): string {
  const file = join(dataDir, name);
  const kept = readOrMakeSecret(file);
  if (kept !== '') return kept;
  throw new InvalidSettings([
    `${file} is empty: put the key back from a copy, or remove the file if nothing is stored under it`,
  ]);
}

/** The 32 bytes that AES-256 takes, from a secret of any length. */
function derivedKey(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Every setting of the product, validated and typed. Nothing else reads the environment. */
export interface Settings extends SandboxStart {
  nodeEnv: 'development' | 'test' | 'production';
  production: boolean;
  host: string;
  port: number;
  /** Public origin of the product, without a trailing slash. */
  appUrl: string;
  /** Outside production by default a SQLite file in the data directory. */
  databaseUrl: string;
  /** A replica of it, for exports, analysis and the candidates of reconciliation; null: all of that reads the database. */
  databaseReadUrl: string | null;
  /** A replica that is further behind is not read. */
  databaseReadMaxLagSeconds: number;
  databasePoolSize: number;
  /** Milliseconds. */
  databaseWaitMs: number;
  /** False: a server with an outdated schema refuses to start, and `tokendesk db migrate` is a separate step. */
  migrateOnStart: boolean;
  sqliteDriver: string;
  jwtSecret: string;
  /** The previous key, whose tokens are still accepted; null: none. */
  jwtSecretPrevious: string | null;
  encryptionKey: Buffer;
  /** The previous key, while the key is changed: values sealed with it can still be read. */
  previousEncryptionKey: Buffer | null;
  sessionHours: number;
  gateway: {
    baseUrl: string;
    merchantId: string;
    secretKey: string;
    /** The previous key, while the bank changes over: it still verifies answers and callbacks. */
    previousSecretKey: string | null;
    aggregatorId: string | null;
    invoicePath: string;
    commandPath: string;
    hashVersion: 'v1' | 'v2';
    timeoutMs: number;
    allowedHosts: string[];
    /** Further merchants; paths, hash version and timeout are as above. */
    profiles: MerchantProfileSettings[];
  };
  sandboxPort: number;
  /** It is started and the bank of all payments: no real money moves. */
  usesSandbox: boolean;
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
  /** Processes of the server on this machine, on one port. An embedded database has one. */
  workers: { count: number; isAuto: boolean };
  trustProxy: boolean | number | string;
  company: {
    name: string;
    /** On receipts and in emails; null: the name stands alone. */
    legalName: string | null;
    supportPhone: string;
    supportEmail: string;
    officeAddress: string;
    /** Null: the name's first letter takes its place. */
    logo: CompanyLogo | null;
  };
  logLevel: string;
  /** Bearer token for `/metrics` from elsewhere; null: this machine alone. */
  metricsToken: string | null;
  dataDir: string;
  /** Origin of the page server of `npm run dev`; null when built assets are served. */
  viteOrigin: string | null;
}

/** Names every invalid setting; thrown before anything is started. */
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
  const before = new Set(Object.keys(process.env));
  if (existsSync(file)) loadEnvFile(file);
  namesOfFile = Object.keys(process.env).filter((name) => !before.has(name));
  return settingsFrom(process.env);
}

let namesOfFile: string[] = [];

/** Processes that are started from now on read `.env` for themselves. */
export function forgetEnvFile(): void {
  for (const name of namesOfFile) delete process.env[name];
}

/** @throws InvalidSettings naming every problem at once */
export function settingsFrom(given: Environment): Settings {
  const listed = profileNamesIn(given.GATEWAY_PROFILES);
  const { environment, problems } = withSecretFiles(given, [...SECRETS, ...profileSecrets(listed.names)]);
  if (problems.length > 0) throw new InvalidSettings([...listed.problems, ...problems]);
  const nodeEnv = environment.NODE_ENV || 'development';
  if (!isNodeEnv(nodeEnv)) throw new InvalidSettings(['NODE_ENV must be development, test or production']);
  const production = nodeEnv === 'production';
  const present = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  // An explicitly empty secret is an error, not a request for the default.
  if (environment.GATEWAY_SECRET_KEY === '') present.GATEWAY_SECRET_KEY = '';
  const parsed = schemaFor(production).safeParse(present);
  const merchants = readProfiles(listed.names, environment, production);
  const found = [...(parsed.error?.issues.map(problemText) ?? []), ...listed.problems, ...merchants.problems];
  if (!parsed.success || found.length > 0) throw new InvalidSettings(found);
  const shared = production ? sharedSecrets(...secretsOf(parsed.data, merchants.profiles)) : [];
  if (shared.length > 0) throw new InvalidSettings(shared);
  return assemble(nodeEnv, parsed.data, merchants.profiles);
}

/** Keys of merchants are compared with each other elsewhere: an aggregator may have one for several. */
function secretsOf(settings: Parsed, profiles: ProfileValues[]): Parameters<typeof sharedSecrets> {
  const keys = profiles.map(({ name, SECRET_KEY }) => [profileVariable(name, 'SECRET_KEY'), SECRET_KEY] as const);
  const { GATEWAY_SECRET_KEY: first } = settings;
  const others = keys.filter(([, key], at) => key !== first && keys.findIndex(([, other]) => other === key) === at);
  const names = [...SECRETS_OF_THEIR_OWN, ...others.map(([name]) => name)];
  return [{ ...settings, ...Object.fromEntries(keys) }, names];
}

/** All settings but NODE_ENV, on which the others depend. */
export function settingNames(): string[] {
  return Object.keys(schemaFor(false).shape);
}

function assemble(nodeEnv: Settings['nodeEnv'], v: Parsed, profiles: ProfileValues[]): Settings {
  const dataDir = resolve(v.DATA_DIR);
  const databaseUrl = v.DATABASE_URL ?? `sqlite:${join(dataDir, 'tokendesk.sqlite')}`;
  const gatewayBase = trimSlash(v.GATEWAY_BASE_URL ?? sandboxUrl(v.SANDBOX_PORT));
  const hosts = hostsOf(v.GATEWAY_ALLOWED_HOSTS, new URL(gatewayBase).protocol);
  const merchant = {
    baseUrl: gatewayBase,
    merchantId: v.GATEWAY_MERCHANT_ID,
    secretKey: v.GATEWAY_SECRET_KEY,
    previousSecretKey: v.GATEWAY_SECRET_KEY_PREVIOUS,
    aggregatorId: v.GATEWAY_AGGREGATOR_ID,
  };
  const banks = {
    host: v.HOST,
    gateway: {
      ...merchant,
      invoicePath: v.GATEWAY_INVOICE_PATH,
      commandPath: v.GATEWAY_COMMAND_PATH,
      hashVersion: v.GATEWAY_HASH_VERSION,
      timeoutMs: v.GATEWAY_TIMEOUT_MS,
      allowedHosts: hosts.length > 0 ? hosts : [new URL(gatewayBase).host],
      profiles: profilesOf(profiles, merchant, hosts),
    },
    ...sandboxStart(v, nodeEnv === 'production'),
    sandboxPort: v.SANDBOX_PORT,
  };
  return {
    nodeEnv,
    production: nodeEnv === 'production',
    port: v.PORT,
    appUrl: trimSlash(v.APP_URL ?? `http://localhost:${v.PORT}`),
    databaseUrl,
    databaseReadUrl: readUrlOf(v.DATABASE_READ_URL, databaseUrl),
    databaseReadMaxLagSeconds: v.DATABASE_READ_MAX_LAG_SECONDS,
    databasePoolSize: v.DATABASE_POOL_SIZE,
    databaseWaitMs: v.DATABASE_WAIT_MS,
    migrateOnStart: v.MIGRATE_ON_START,
    sqliteDriver: v.SQLITE_DRIVER,
    jwtSecret: v.JWT_SECRET ?? keptSecret(dataDir, 'jwt-secret'),
    jwtSecretPrevious: v.JWT_SECRET_PREVIOUS ?? null,
    encryptionKey: derivedKey(v.ENCRYPTION_KEY ?? keptSecret(dataDir, 'encryption-key')),
    previousEncryptionKey: v.ENCRYPTION_KEY_PREVIOUS === undefined ? null : derivedKey(v.ENCRYPTION_KEY_PREVIOUS),
    sessionHours: v.SESSION_HOURS,
    ...banks,
    usesSandbox: usesSandbox(banks),
    pollIntervalSeconds: v.POLL_INTERVAL_SECONDS,
    pollConcurrency: v.POLL_CONCURRENCY,
    linkTtlHours: v.LINK_TTL_HOURS,
    testPages: v.ENABLE_TEST_PAGES,
    demoSeed: v.DEMO_SEED,
    smtpUrl: v.SMTP_URL,
    mailFrom: mailboxOf(v.MAIL_FROM ?? '') ?? { name: v.COMPANY_NAME, address: v.SUPPORT_EMAIL },
    redisUrl: v.REDIS_URL,
    workers: workersOf(v.WORKERS, databaseUrl),
    trustProxy: trustProxyFrom(v.TRUST_PROXY),
    company: {
      name: v.COMPANY_NAME,
      supportPhone: v.SUPPORT_PHONE,
      supportEmail: v.SUPPORT_EMAIL,
      officeAddress: v.OFFICE_ADDRESS,
      legalName: v.COMPANY_LEGAL_NAME,
      logo: logoOf(v.COMPANY_LOGO),
    },
    logLevel: v.LOG_LEVEL,
    metricsToken: v.METRICS_TOKEN,
    dataDir,
    viteOrigin: v.VITE_ORIGIN,
  };
}

/** Spelt as the host of a URL is: in small letters, without the usual port of the scheme. */
function hostsOf(list: string, scheme: string): string[] {
  const hosts = list.split(',').map((host) => host.trim());
  return hosts.filter(Boolean).map((host) => new URL(`${scheme}//${host}`).host);
}

/** @throws InvalidSettings for a merchant, or a key, that is there twice */
function profilesOf(values: ProfileValues[], merchant: Parameters<typeof sharedMerchants>[0], hosts: string[]) {
  const profiles = values.map((each) => profileSettings(each, merchant, hosts));
  const problems = sharedMerchants(merchant, profiles);
  if (problems.length > 0) throw new InvalidSettings(problems);
  return profiles;
}

/** @throws InvalidSettings for anything but a small PNG file */
function logoOf(path: string | null): CompanyLogo | null {
  const logo = path === null ? null : readLogo(path);
  if (typeof logo === 'string') throw new InvalidSettings([`COMPANY_LOGO ${logo}`]);
  return logo;
}

/** @throws InvalidSettings beside an embedded database */
function readUrlOf(url: string | undefined, databaseUrl: string): string | null {
  if (url !== undefined && databaseUrl.startsWith('sqlite:'))
    throw new InvalidSettings(['DATABASE_READ_URL must be empty with an embedded database, which has no replica']);
  return url ?? null;
}

/** @throws InvalidSettings for several with an embedded database, whose file one server at a time opens */
function workersOf(wish: string, databaseUrl: string): Settings['workers'] {
  const isEmbedded = databaseUrl.startsWith('sqlite:');
  if (wish === 'auto') return { count: isEmbedded ? 1 : availableParallelism(), isAuto: true };
  if (isEmbedded && wish !== '1')
    throw new InvalidSettings([
      `WORKERS must be 1 or auto with an embedded database, which one process opens at a time`,
    ]);
  return { count: Number(wish), isAuto: false };
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
