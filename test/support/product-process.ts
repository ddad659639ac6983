import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../../src/database/data-source.js';
import { sqliteFileOf } from '../../src/database/options.js';
import { createSandboxBank } from '../../src/sandbox-bank/index.js';
import { Client } from './client.js';
import { collect, collectOutbox, isCollecting } from './collected.js';
import { freePort } from './free-port.mjs';
import { TestBank } from './test-bank.js';
import { emptyDatabase, migratedDatabase } from './test-database.js';

const MAIN = join(import.meta.dirname, '../../dist/server/main.js');
const CLI = join(import.meta.dirname, '../../dist/server/tokendesk.js');
const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
/** Those of `npm run start:prod`, which the image has too. */
const ENGINE_OPTIONS = scripts['start:prod']?.match(/--max\S+/g) ?? [];
/** Less than the time limit of a test. */
const START_LIMIT_MS = 90_000;

/** The built product in a process of its own that can be killed without warning. */
export class ProductProcess {
  private readonly child: ChildProcess;
  private readonly output: string[] = [];
  private readonly ended: Promise<unknown>;

  constructor(
    private readonly url: string,
    env: Record<string, string>,
    folder: string,
    node = process.execPath,
  ) {
    if (!existsSync(MAIN)) throw new Error('The product is not built: npm run build');
    // A developer's .env is read from the working folder, and must not be.
    const options = { cwd: folder, env: { PATH: process.env.PATH, ...env } };
    this.child = spawn(node, [...ENGINE_OPTIONS, MAIN], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => this.output.push(text));
    this.child.once('close', () => collect('log', this.log));
    this.ended = once(this.child, 'close');
    // Jest may end without the teardown of a file that broke.
    process.once('exit', this.killNow);
  }

  get log(): string {
    return this.output.join('');
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** @throws with what it has written when it ends instead */
  async untilReady(): Promise<void> {
    for (const started = Date.now(); Date.now() - started < START_LIMIT_MS; await pause(25)) {
      if (this.child.exitCode !== null) break;
      const answer = await fetch(`${this.url}/readyz`).catch(() => null);
      await answer?.arrayBuffer();
      if (answer?.status === 200) return;
    }
    throw new Error(`The product did not start.\n${this.log}`);
  }

  /** @returns its exit code; null when a signal ended it */
  async untilEnded(): Promise<number | null> {
    await this.ended;
    process.off('exit', this.killNow);
    return this.child.exitCode;
  }

  /** kill -9: nothing is finished, nothing is tidied up. */
  async kill(): Promise<void> {
    this.killNow();
    await this.untilEnded();
  }

  async stop(): Promise<number | null> {
    this.child.kill('SIGTERM');
    return this.untilEnded();
  }

  private readonly killNow = (): void => {
    this.child.kill('SIGKILL');
  };
}

/** A place where the product runs, dies and runs again: its port, folder, database and bank outlive it. */
export class ProductSite {
  private product: ProductProcess | null = null;
  /** The Node.js that products and commands run on. */
  node = process.execPath;

  private constructor(
    readonly url: string,
    readonly folder: string,
    readonly bank: TestBank,
    /** For looking on, and for letting time pass while the product is down. */
    readonly dataSource: DataSource,
    private readonly env: Record<string, string>,
    private readonly dropDatabase: () => Promise<void>,
  ) {}

  /** @param isEmpty with a database that the product has to set up itself */
  static async make(more: Record<string, string> = {}, { isEmpty = false } = {}): Promise<ProductSite> {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const folder = mkdtempSync(join(tmpdir(), 'tokendesk-site-'));
    const database = await (isEmpty ? emptyDatabase() : migratedDatabase());
    const bank = new TestBank(
      await createSandboxBank({
        port: 0,
        merchantId: 'T_SANDBOX1',
        secretKey: 'sandbox-key-1',
        quiet: true,
      }),
    );
    const env = {
      NODE_ENV: 'test',
      PORT: `${port}`,
      APP_URL: url,
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      GATEWAY_BASE_URL: bank.url,
      // The bank answers from the process of the test, which is busy as well.
      GATEWAY_TIMEOUT_MS: '8000',
      SANDBOX_GATEWAY: 'false',
      // Tests share a busy machine; how soon the pool gives up has a test of its own.
      DATABASE_WAIT_MS: '20000',
      POLL_INTERVAL_SECONDS: '1',
      LOG_LEVEL: isCollecting ? 'info' : 'error',
      ...more,
    };
    const dataSource = createDataSource({ url: database.url, poolSize: 2, sqliteDriver: 'libsql' });
    return new ProductSite(url, folder, bank, dataSource, env, () => database.drop());
  }

  async start(more: Record<string, string> = {}): Promise<void> {
    this.product = this.spawn(more);
    await this.product.untilReady();
    if (!this.dataSource.isInitialized) await this.dataSource.initialize();
  }

  /** Another process with the same settings, on another port. */
  spawn(more: Record<string, string> = {}): ProductProcess {
    const env = { ...this.env, ...more };
    return new ProductProcess(`http://127.0.0.1:${env.PORT}`, env, this.folder, this.node);
  }

  /** Runs the command line beside the product. @returns what it prints @throws when it fails */
  command(...words: string[]): Promise<{ stdout: string; stderr: string }> {
    const options = { cwd: this.folder, env: { PATH: process.env.PATH, ...this.env } };
    return promisify(execFile)(this.node, [CLI, ...words], options);
  }

  /** Of an embedded database. */
  get lockFile(): string {
    return `${sqliteFileOf(this.env.DATABASE_URL ?? '')}.lock`;
  }

  get running(): ProductProcess {
    if (!this.product) throw new Error('the product does not run');
    return this.product;
  }

  async kill(): Promise<void> {
    const { running } = this;
    this.product = null;
    await running.kill();
  }

  client(): Client {
    return new Client(this.url);
  }

  /** Lets every lease of a dead process run out, and everything that waits be due: what an hour would do. */
  async letTimePass(): Promise<void> {
    const past = '2020-01-01 00:00:00.000';
    for (const sql of [
      'UPDATE payment_attempts SET lease_until = ? WHERE lease_until IS NOT NULL',
      'UPDATE payment_attempts SET next_check_at = ? WHERE next_check_at IS NOT NULL',
      'UPDATE mail_outbox SET lease_until = ? WHERE lease_until IS NOT NULL',
      'UPDATE mail_outbox SET next_attempt_at = ? WHERE next_attempt_at IS NOT NULL',
      "UPDATE idempotency_keys SET updated_at = ? WHERE state = 'running'",
    ])
      await this.dataSource.query(sql, [past]);
  }

  async count(sql: string, parameters: unknown[] = []): Promise<number> {
    const [row] = (await this.dataSource.query(`SELECT COUNT(*) AS n FROM ${sql}`, parameters)) as { n: number }[];
    return Number(row?.n);
  }

  async close(): Promise<void> {
    await this.product?.kill();
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
    await this.bank.close();
    await this.dropDatabase();
    collectOutbox(this.folder);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** @throws when it has not become true in time */
export async function eventually(
  what: string,
  isTrue: () => Promise<boolean> | boolean,
  limitMs = 60_000,
): Promise<void> {
  for (const started = Date.now(); Date.now() - started < limitMs; await pause(25)) if (await isTrue()) return;
  throw new Error(`not within ${limitMs} ms: ${what}`);
}
