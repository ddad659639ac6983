import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Type } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { AppModule } from '../../src/app.module.js';
import { settingsFrom, type Settings } from '../../src/config/env.js';
import { configureApp } from '../../src/configure-app.js';
import { inertiaOptionsOf } from '../../src/inertia-options.js';
import { INERTIA_OPTIONS, type InertiaOptions } from '../../src/inertia/options.js';
import { HASHING_COST, hashingCost } from '../../src/modules/auth/password-hasher.js';
import { PollService } from '../../src/modules/payments/index.js';
import { createLogger, NestLogger } from '../../src/runtime/logger.js';
import { BackgroundTasks } from '../../src/runtime/background.js';
import { Clock } from '../../src/runtime/clock.js';
import { createSandboxBank, type SandboxBank } from '../../src/sandbox-bank/index.js';
import { Client } from './client.js';
import { collect, collectOutbox, isCollecting, noteSecret } from './collected.js';
import { FakeClock } from './fake-clock.js';
import { TestBank } from './test-bank.js';
import { migratedDatabase } from './template-database.js';

export const SALES = { email: 'priya@tokendesk.test', password: 'sales-demo-2026' };
export const OTHER_SALES = { email: 'rahul@tokendesk.test', password: 'sales-demo-2026' };
export const ADMIN = { email: 'admin@tokendesk.test', password: 'admin-demo-2026' };

/** The smallest that argon2 takes; the cost of production has a test of its own. */
const CHEAP_HASHING = { memoryCost: 8, timeCost: 1, parallelism: 1 };

export interface TestAppOptions {
  /** Settings on top of the tests' own. */
  env?: Record<string, string>;
  /** What no environment of a test can say: production refuses a test's bank and database. */
  adjust?: Partial<Settings>;
  /** How pages are made; `ssr: { enabled: false }` leaves them to the browser. */
  inertia?: Partial<InertiaOptions>;
  /** Passwords are hashed as in production, where the time that takes is what is tested. */
  hashesAsInProduction?: boolean;
  /** A database that exists already: a second instance, or a restart. */
  database?: { url: string };
  bank?: TestBank;
}

/** The whole product over real HTTP, with a bank and a database of its own. */
export class TestApp {
  private constructor(
    readonly app: NestExpressApplication,
    readonly settings: Settings,
    readonly clock: FakeClock,
    readonly bank: TestBank,
    readonly databaseUrl: string,
    private readonly cleanUp: () => Promise<void>,
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
      GATEWAY_TIMEOUT_MS: '2000',
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
    const clock = new FakeClock();
    try {
      const app = await build(settings, clock, options);
      await app.listen(port, '127.0.0.1');
      return new TestApp(app, settings, clock, bank, database.url, cleanUp);
    } catch (error) {
      // A bank that nobody closes keeps the test worker alive.
      await cleanUp();
      throw error;
    }
  }

  get url(): string {
    return `http://127.0.0.1:${this.settings.port}`;
  }

  client(): Client {
    return new Client(this.url);
  }

  async as(who: { email: string; password: string }): Promise<Client> {
    return this.client().signIn(who.email, who.password);
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
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.cleanUp();
  }
}

async function build(
  settings: Settings,
  clock: FakeClock,
  { inertia = {}, hashesAsInProduction = false }: TestAppOptions,
): Promise<NestExpressApplication> {
  const module = await Test.createTestingModule({ imports: [AppModule.forRoot(settings)] })
    .overrideProvider(Clock)
    .useValue(clock)
    .overrideProvider(HASHING_COST)
    .useValue(hashesAsInProduction ? hashingCost.useValue : CHEAP_HASHING)
    .overrideProvider(INERTIA_OPTIONS)
    .useValue({ ...inertiaOptionsOf(settings), ...inertia })
    .compile();
  const logger = createLogger(settings, isCollecting ? { write: (line) => collect('log', line) } : undefined);
  const isHeard = isCollecting || process.env.TEST_LOG_LEVEL !== undefined;
  const app = module.createNestApplication<NestExpressApplication>({
    bodyParser: false,
    logger: isHeard ? new NestLogger(logger) : false,
  });
  configureApp(app, settings, logger);
  return app;
}

function noteSecrets({ jwtSecret, encryptionKey, gateway, metricsToken }: Settings): void {
  noteSecret('session key', jwtSecret);
  for (const form of ['hex', 'base64', 'base64url'] as const)
    noteSecret('encryption key', encryptionKey.toString(form));
  noteSecret('merchant key', gateway.secretKey);
  noteSecret('metrics token', metricsToken ?? '');
}

async function startBank(appPort: number): Promise<TestBank> {
  const bank: SandboxBank = await createSandboxBank({
    port: 0,
    merchantId: 'T_SANDBOX1',
    secretKey: 'sandbox-key-1',
    adviceUrl: `http://127.0.0.1:${appPort}/api/gateway/callback`,
    quiet: true,
  });
  const test = new TestBank(bank);
  // Advices come when a test asks for them.
  await test.control({ op: 'configure', adviceUrl: null });
  return test;
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
      .once('error', reject)
      .listen(0, '127.0.0.1', () => {
        const { port } = server.address() as AddressInfo;
        server.close(() => resolve(port));
      });
  });
}
