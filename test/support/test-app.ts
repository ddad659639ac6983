import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Type } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { AppModule } from '../../src/app.module.js';
import { settingsFrom, type Settings } from '../../src/config/env.js';
import { configureApp } from '../../src/configure-app.js';
import { inertiaOptionsOf } from '../../src/inertia-options.js';
import { SalesEvents } from '../../src/modules/projects/index.js';
import { INERTIA_OPTIONS, type InertiaOptions } from '../../src/inertia/options.js';
import { HASHING_COST, hashingCost } from '../../src/modules/auth/password-hasher.js';
import { PollService } from '../../src/modules/payments/index.js';
import { ReceiptPdfRenderer } from '../../src/modules/receipts/receipt-pdf-renderer.js';
import { UnitOfWork } from '../../src/database/unit-of-work.js';
import { createLogger, NestLogger } from '../../src/runtime/logger.js';
import { InProcessTasks, TaskRunner } from '../../src/runtime/tasks/task.js';
import { BackgroundTasks } from '../../src/runtime/background.js';
import { Clock } from '../../src/runtime/clock.js';
import { RedisLink } from '../../src/runtime/redis-link.js';
import { createSandboxBank, type SandboxBank } from '../../src/sandbox-bank/index.js';
import { Client } from './client.js';
import { collect, collectOutbox, isCollecting, noteSecret } from './collected.js';
import { FakeClock, FROM_TEN_MS } from './fake-clock.js';
import { freePort } from './free-port.mjs';
import { OTHER_MERCHANTS } from './merchants.js';
import { TestBank } from './test-bank.js';
import { endUnits, migratedDatabase } from './test-database.js';

export const SALES = { email: 'priya@tokendesk.test', password: 'sales-demo-2026' };
export const OTHER_SALES = { email: 'rahul@tokendesk.test', password: 'sales-demo-2026' };
export const ADMIN = { email: 'admin@tokendesk.test', password: 'admin-demo-2026' };

/** The smallest that argon2 takes; the cost of production has a test of its own. */
const CHEAP_HASHING = { memoryCost: 8, timeCost: 1, parallelism: 1 };
/** As long as its client waits at most. Tests share a busy machine; those of a Redis that is away keep the product's own time. */
export const LONG_REDIS_PATIENCE_MS = 2_000;
const BLANK_PRINTER: Pick<ReceiptPdfRenderer, 'print'> = {
  print: () => Promise.resolve(Buffer.from('%PDF-1.7\n%%EOF\n')),
};

interface Credentials {
  email: string;
  password: string;
}

export interface TestAppOptions {
  /** Settings on top of the tests' own. */
  env?: Record<string, string>;
  /** What no environment of a test can say: production refuses a test's bank and database. */
  adjust?: Partial<Settings>;
  /** How pages are made; `ssr: { enabled: false }` leaves them to the browser. */
  inertia?: Partial<InertiaOptions>;
  /** Receipts are real documents, where they are looked into. Each costs some ten milliseconds, and every sale mails one. */
  printsReceipts?: boolean;
  /** Documents and emails are made on the worker thread of the built product, as in production; else in this one, without its start. */
  hasWorkerThread?: boolean;
  /** Passwords are hashed as in production, where the time that takes is what is tested. */
  hashesAsInProduction?: boolean;
  /** A database that exists already: a second instance, or a restart. */
  database?: { url: string };
  bank?: TestBank;
  /** The clock starts with that of the machine, by which commands run. */
  isOnTime?: boolean;
}

/** The whole product over real HTTP, with a bank and a database of its own. */
export class TestApp {
  private readonly signedIn = new Map<string, Client>();

  private constructor(
    private parts: { app: NestExpressApplication; bank: TestBank; cleanUp: () => Promise<void> } | null,
    readonly settings: Settings,
    readonly clock: FakeClock,
    readonly databaseUrl: string,
  ) {}

  static async start(options: TestAppOptions = {}): Promise<TestApp> {
    const directory = mkdtempSync(join(tmpdir(), 'tokendesk-app-'));
    const port = await freePort();
    const own = options.database ? null : await migratedDatabase();
    const database = options.database ?? own ?? { url: '' };
    const bank = options.bank ?? (await startBank(port));
    const read = settingsFrom({
      NODE_ENV: 'test',
      PORT: String(port),
      DATABASE_URL: database.url,
      DATA_DIR: directory,
      GATEWAY_BASE_URL: bank.url,
      // Long enough for a busy machine; what is about a bank that does not answer sets a shorter one.
      GATEWAY_TIMEOUT_MS: '8000',
      SANDBOX_GATEWAY: 'false',
      // Tests share a busy machine; how soon the pool gives up has a test of its own.
      DATABASE_WAIT_MS: '20000',
      POLL_INTERVAL_SECONDS: '0',
      LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? (isCollecting ? 'info' : 'silent'),
      ...options.env,
    });
    const settings = { ...read, ...options.adjust };
    noteSecrets(settings);
    const cleanUp = async () => {
      collectOutbox(directory);
      if (!options.bank) await bank.close();
      await own?.drop();
      rmSync(directory, { recursive: true, force: true });
    };
    const clock = new FakeClock(options.isOnTime ? 0 : FROM_TEN_MS);
    try {
      const app = await build(settings, clock, options);
      await app.listen(port, '127.0.0.1');
      return new TestApp({ app, bank, cleanUp }, settings, clock, database.url);
    } catch (error) {
      // A bank that nobody closes keeps the test worker alive.
      await cleanUp();
      throw error;
    }
  }

  get app(): NestExpressApplication {
    return this.open.app;
  }

  get bank(): TestBank {
    return this.open.bank;
  }

  get url(): string {
    return `http://127.0.0.1:${this.settings.port}`;
  }

  client(): Client {
    return new Client(this.url);
  }

  async as(who: Credentials): Promise<Client> {
    return this.client().signIn(who.email, who.password);
  }

  /** Whoever has signed in before, anew only where the clock has ended that session. Not for tests about sessions. */
  async staff(who: Credentials): Promise<Client> {
    const kept = this.signedIn.get(who.email);
    if (kept && (await kept.get('/api/auth/me')).status === 200) return kept;
    const client = await this.as(who);
    this.signedIn.set(who.email, client);
    return client;
  }

  get<T>(token: Type<T> | (abstract new (...args: never[]) => T)): T {
    return this.app.get(token as Type<T>, { strict: false });
  }

  /** One run of the poll job, as the schedule would start it. */
  poll() {
    return this.get(PollService).runOnce();
  }

  /** Until everything that requests have left running is done. */
  settle(): Promise<void> {
    return this.get(BackgroundTasks).settle();
  }

  /** Stops the product alone; the bank and the database stay. */
  async stop(): Promise<void> {
    await this.app.close();
    endUnits(this.get(UnitOfWork));
  }

  /** Lets go of the product as well: the variables of a spec file live as long as its worker. */
  async close(): Promise<void> {
    const { cleanUp } = this.open;
    await this.stop();
    await cleanUp();
    this.parts = null;
  }

  private get open() {
    if (!this.parts) throw new Error('this product was closed');
    return this.parts;
  }
}

async function build(
  settings: Settings,
  clock: FakeClock,
  { inertia = {}, printsReceipts = false, hasWorkerThread = false, hashesAsInProduction = false }: TestAppOptions,
): Promise<NestExpressApplication> {
  const prepared = Test.createTestingModule({ imports: [AppModule.forRoot(settings)] })
    .overrideProvider(Clock)
    .useValue(clock)
    .overrideProvider(HASHING_COST)
    .useValue(hashesAsInProduction ? hashingCost.useValue : CHEAP_HASHING)
    .overrideProvider(INERTIA_OPTIONS)
    .useFactory({
      factory: (events: SalesEvents) => ({ ...inertiaOptionsOf(settings, events), ...inertia }),
      inject: [SalesEvents],
    });
  if (!hasWorkerThread) prepared.overrideProvider(TaskRunner).useValue(new InProcessTasks(settings));
  if (!printsReceipts) prepared.overrideProvider(ReceiptPdfRenderer).useValue(BLANK_PRINTER);
  const module = await prepared.compile();
  const logger = createLogger(settings, isCollecting ? { write: (line) => collect('log', line) } : undefined);
  const isHeard = isCollecting || process.env.TEST_LOG_LEVEL !== undefined;
  const app = module.createNestApplication<NestExpressApplication>({
    bodyParser: false,
    logger: isHeard ? new NestLogger(logger) : false,
  });
  configureApp(app, settings, logger);
  app.get(RedisLink).patienceMs = LONG_REDIS_PATIENCE_MS;
  return app;
}

function noteSecrets({ jwtSecret, encryptionKey, gateway, metricsToken }: Settings): void {
  noteSecret('session key', jwtSecret);
  for (const form of ['hex', 'base64', 'base64url'] as const)
    noteSecret('encryption key', encryptionKey.toString(form));
  for (const { secretKey } of [gateway, ...gateway.profiles]) noteSecret('merchant key', secretKey);
  noteSecret('metrics token', metricsToken ?? '');
}

async function startBank(appPort: number): Promise<TestBank> {
  const bank: SandboxBank = await createSandboxBank({
    port: 0,
    merchantId: 'T_SANDBOX1',
    secretKey: 'sandbox-key-1',
    otherMerchants: OTHER_MERCHANTS,
    adviceUrl: `http://127.0.0.1:${appPort}/api/gateway/callback`,
    quiet: true,
  });
  const test = new TestBank(bank);
  // Advices come when a test asks for them.
  await test.control({ op: 'configure', adviceUrl: null });
  return test;
}
