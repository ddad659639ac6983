import type { HeartbeatConnection } from '../../src/database/heartbeat-connection.js';
import type { AsyncLocalStorage } from 'node:async_hooks';
import { request as httpRequest, type Server } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { DataSource } from 'typeorm';
import { UnitOfWork } from '../../src/database/unit-of-work.js';
import { InstanceRegistry } from '../../src/database/instance-registry.js';
import { AppModule } from '../../src/app.module.js';
import { settingsFrom, type Settings } from '../../src/config/env.js';
import { configureApp } from '../../src/configure-app.js';
import { INERTIA_OPTIONS } from '../../src/inertia/options.js';
import { inertiaOptionsOf } from '../../src/inertia-options.js';
import { SalesEvents } from '../../src/modules/projects/index.js';
import { MailDelivery } from '../../src/mail/mail-transport.js';
import { HASHING_COST } from '../../src/modules/auth/password-hasher.js';
import { BankHttpClient } from '../../src/modules/gateway/bank-http-client.js';
import { ReceiptPdfRenderer } from '../../src/modules/receipts/receipt-pdf-renderer.js';
import { BackgroundTasks } from '../../src/runtime/background.js';
import { Clock } from '../../src/runtime/clock.js';
import { createLogger } from '../../src/runtime/logger.js';
import { PROFILES } from '../support/merchants.js';
import { StatementGate } from './statement-gate.js';
import { ProductMemory } from './product-memory.js';
import { MemoryAgent, MemorySocket } from './memory-socket.js';
import { keepOwnStrategy } from './session-strategies.js';
import type { Surroundings } from './surroundings.js';

export interface Reply {
  /** 0: no answer came; whether the product acted is not known. */
  status: number;
  /** The product's word for a refusal, else empty. */
  code: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- read by the commands
  body: any;
  text: string;
  location: string | null;
}

export interface Call {
  body?: unknown;
  form?: string;
  token?: string | undefined;
  key?: string | undefined;
}

type Token<T> = (abstract new (...given: never[]) => T) | (new (...given: never[]) => T);

/** The whole product within the process, on a database that outlives it. It can be stopped, and killed at any statement. */
export class Product {
  private readonly sockets = new Set<MemorySocket>();
  private addresses = 0;

  private constructor(
    readonly name: string,
    private readonly app: NestExpressApplication,
    readonly gate: StatementGate,
  ) {}

  static async start(name: string, databaseUrl: string, around: Surroundings, hasLaunch: boolean): Promise<Product> {
    const settings = settingsOf(databaseUrl, around.folder, hasLaunch ? PROFILES : {});
    const module = await Test.createTestingModule({ imports: [AppModule.forRoot(settings)] })
      .overrideProvider(Clock)
      .useValue(around.time)
      .overrideProvider(HASHING_COST)
      .useValue({ memoryCost: 8, timeCost: 1, parallelism: 1 })
      .overrideProvider(INERTIA_OPTIONS)
      .useFactory({
        factory: (events: SalesEvents) => ({ ...inertiaOptionsOf(settings, events), ssr: { enabled: false } }),
        inject: [SalesEvents],
      })
      .overrideProvider(MailDelivery)
      .useValue(around.mails)
      // What a receipt says is tested elsewhere, and a document takes longer than a command.
      .overrideProvider(ReceiptPdfRenderer)
      .useValue({ print: () => Promise.resolve(Buffer.from('receipt')) })
      .compile();
    const app = module.createNestApplication<NestExpressApplication>({ bodyParser: false, logger: false });
    const signals = (['SIGINT', 'SIGTERM'] as const).map((signal) => ({ signal, before: process.listeners(signal) }));
    configureApp(app, settings, createLogger(settings));
    // Runs follow each other on the same statements; TypeORM keeps a hundred of them prepared.
    Object.assign(app.get(DataSource).options, { statementCacheSize: PREPARED_STATEMENTS });
    await app.init();
    keepOwnStrategy(app);
    // One process has many products here, and none of them is the one that a signal ends.
    for (const { signal, before } of signals)
      for (const listener of process.listeners(signal))
        if (!before.includes(listener)) process.removeListener(signal, listener);
    const gate = new StatementGate(name, app.get(DataSource), around);
    const product = new Product(name, app, gate);
    gate.whenDead(() => product.cutConnections());
    connectBank(app.get(BankHttpClient), product, around);
    waitForHeartbeats(app.get(InstanceRegistry), around);
    return product;
  }

  get isDead(): boolean {
    return this.gate.isDead;
  }

  get<T>(token: Token<T>): T {
    return this.app.get(token as never, { strict: false });
  }

  /** @param actor whoever asks; its facts of the bank are told under this name */
  call(method: string, path: string, { body, form, token, key }: Call = {}): Promise<Reply> {
    if (this.isDead) return Promise.resolve(LOST);
    const payload = form ?? (body === undefined ? undefined : JSON.stringify(body));
    this.addresses += 1;
    // Limits for one address are tested elsewhere: every request comes from another one.
    const address = `10.${(this.addresses >> 16) & 255}.${(this.addresses >> 8) & 255}.${this.addresses & 255}`;
    return new Promise((resolve) => {
      const outgoing = httpRequest(
        {
          method,
          path,
          host: 'app.test',
          createConnection: () => this.connect(address) as never,
          headers: {
            ...(payload === undefined
              ? {}
              : {
                  'content-type': form === undefined ? 'application/json' : 'application/x-www-form-urlencoded',
                  'content-length': Buffer.byteLength(payload),
                }),
            ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
            ...(key === undefined ? {} : { 'idempotency-key': key }),
            connection: 'close',
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', () => resolve(LOST));
          response.on('end', () =>
            resolve(replyOf(response.statusCode ?? 0, Buffer.concat(chunks).toString(), response.headers.location)),
          );
        },
      );
      outgoing.on('error', () => resolve(LOST));
      outgoing.end(payload);
    });
  }

  /** @returns puts back what the product's objects hold in memory now */
  bookmark(): () => void {
    const [memory, addresses] = [new ProductMemory(this.app), this.addresses];
    return () => {
      memory.restore();
      this.addresses = addresses;
    };
  }

  /** Until everything that requests have left running is done. */
  async settle(): Promise<void> {
    if (!this.isDead) await Promise.race([this.get(BackgroundTasks).settle(), this.gate.death]);
  }

  /** Until the heartbeat under way is written, and those of others are read. */
  heartbeats(): Promise<void> {
    return (this.get(InstanceRegistry) as unknown as { running: Promise<void> }).running;
  }

  async stop(): Promise<void> {
    if (!this.isDead) await this.app.close();
    // Every storage that was ever entered costs each promise of the process something, until it is disabled.
    (this.get(UnitOfWork) as unknown as { units: AsyncLocalStorage<unknown> }).units.disable();
  }

  private connect(address: string): MemorySocket {
    const socket = MemorySocket.connect(this.app.getHttpServer() as Server, address);
    this.sockets.add(socket);
    socket.once('close', () => this.sockets.delete(socket));
    return socket;
  }

  /** Whoever waits for an answer hears that there will be none; the heartbeat's connection ends with the process. */
  private cutConnections(): void {
    const { line } = this.get(InstanceRegistry) as unknown as Pick<Registry, 'line'>;
    if (line) {
      line.close();
      line.select = () => new Promise(() => undefined);
      line.change = () => new Promise(() => undefined);
    }
    for (const socket of this.sockets) socket.destroy(Object.assign(new Error('reset'), { code: 'ECONNRESET' }));
  }
}

const PREPARED_STATEMENTS = 2000;

const LOST: Reply = { status: 0, code: 'NO_ANSWER', body: undefined, text: '', location: null };

function replyOf(status: number, text: string, location: string | undefined): Reply {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  const code = (body as { error?: unknown } | undefined)?.error;
  return { status, code: typeof code === 'string' ? code : '', body, text, location: location ?? null };
}

/** Heartbeats have a connection of their own, past the gate; null on SQLite. */
interface Registry {
  line: Pick<HeartbeatConnection, 'select' | 'change' | 'close'> | null;
}

function waitForHeartbeats(registry: InstanceRegistry, around: Surroundings): void {
  const { line } = registry as unknown as Registry;
  if (!line) return;
  const [select, change] = [line.select.bind(line), line.change.bind(line)];
  line.select = <Row>(sql: string) => around.scheduler.outside(() => select<Row>(sql));
  line.change = (sql, values) => around.scheduler.outside(() => change(sql, values));
}

/** The product's own client speaks HTTP with the bank; each exchange passes the gates, and its answer is noted as a fact. */
function connectBank(client: BankHttpClient, product: Product, around: Surroundings): void {
  const agent = new MemoryAgent(() => around.bank.connect());
  Object.assign(client, { agents: { 'http:': agent, 'https:': agent } });
  const post = client.post.bind(client);
  client.post = (baseUrl, path, request, maxBytes) =>
    around.exchange(product, request.body, path, () => post(baseUrl, path, request, maxBytes));
}

export function settingsOf(databaseUrl: string, folder: string, more: Record<string, string> = {}): Settings {
  return settingsFrom({
    ...more,
    NODE_ENV: 'test',
    PORT: '3999',
    APP_URL: 'http://app.test',
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    JWT_SECRET: 'a-signing-key-of-the-simulation-0123456789',
    ENCRYPTION_KEY: 'an-encryption-key-of-the-simulation-98765',
    GATEWAY_BASE_URL: 'http://bank.test/pg',
    GATEWAY_TIMEOUT_MS: '2000',
    SANDBOX_GATEWAY: 'false',
    DEMO_SEED: 'false',
    DATABASE_WAIT_MS: '20000',
    POLL_INTERVAL_SECONDS: '0',
    POLL_CONCURRENCY: '4',
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
  });
}
