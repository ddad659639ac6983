import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../../src/database/data-source.js';
import { freePort } from './free-port.mjs';
import { collect, collectOutbox, isCollecting } from './collected.js';
import { atWorkerEnd } from './worker-end.js';

const MAIN = join(import.meta.dirname, '../../dist/server/main.js');
/** Less than the time limit of a test. */
const START_LIMIT_MS = 90_000;
const STOP_LIMIT_MS = 10_000;

/** Started with the first file of a worker that needs no settings of its own; ended with the worker. */
let shared: Promise<Product> | undefined;

/** The built product as its users start it: a process of its own, real time, embedded database, sandbox bank. */
export class Product {
  private opened: Promise<DataSource> | undefined;

  private constructor(
    private readonly process: ChildProcess,
    private readonly folder: string,
    private readonly output: string[],
    /** Where browsers see it. */
    readonly url: string,
    readonly bankOrigin: string,
    private readonly databaseUrl: string,
  ) {}

  /** The worker's own, with everything in it that earlier files have left. */
  static shared(): Promise<Product> {
    shared ??= Product.start().then(
      (product) => {
        atWorkerEnd(() => product.stop());
        return product;
      },
      (error: unknown) => {
        shared = undefined;
        throw error;
      },
    );
    return shared;
  }

  static async start(settings: Record<string, string> = {}): Promise<Product> {
    if (!existsSync(MAIN)) throw new Error('The product is not built: npm run build');
    const [port, bankPort] = [await freePort(), await freePort()];
    const folder = mkdtempSync(join(tmpdir(), 'tokendesk-browser-'));
    const url = `http://localhost:${port}`;
    const databaseUrl = `sqlite:${join(folder, 'tokendesk.sqlite')}`;
    const child = spawn(process.execPath, [MAIN], {
      // A developer's .env is read from the working folder, and must not be.
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        PORT: `${port}`,
        SANDBOX_PORT: `${bankPort}`,
        APP_URL: url,
        DATA_DIR: folder,
        DATABASE_URL: databaseUrl,
        POLL_INTERVAL_SECONDS: '1',
        LOG_LEVEL: isCollecting ? 'info' : 'warn',
        ...settings,
      },
    });
    const output: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => output.push(text));
    const product = new Product(child, folder, output, url, `http://127.0.0.1:${bankPort}`, databaseUrl);
    // Jest may end without the teardown of a file that broke.
    process.once('exit', product.kill);
    await product.untilReady();
    return product;
  }

  /** Ends it as an operator does. @throws when it does not end cleanly and in time */
  async stop(): Promise<void> {
    await (await this.opened)?.destroy();
    const ended = this.process.exitCode === null ? once(this.process, 'exit') : Promise.resolve();
    this.process.kill('SIGTERM');
    const late = setTimeout(() => this.process.kill('SIGKILL'), STOP_LIMIT_MS);
    await ended;
    clearTimeout(late);
    process.off('exit', this.kill);
    collect('log', this.log);
    collectOutbox(this.folder);
    rmSync(this.folder, { recursive: true, force: true });
    const { exitCode, signalCode } = this.process;
    if (exitCode !== 0) throw new Error(`The product ended with ${exitCode ?? signalCode}.\n${this.log}`);
  }

  /** @throws with what it has written when it has ended by itself */
  expectRunning(): void {
    const { exitCode, signalCode } = this.process;
    if (exitCode === null && signalCode === null) return;
    // The next file gets another one.
    shared = undefined;
    throw new Error(`The product ended with ${exitCode ?? signalCode}.\n${this.log}`);
  }

  /** Its database, for what no request can change: times, and people who are just there. */
  dataSource(): Promise<DataSource> {
    this.opened ??= createDataSource({ url: this.databaseUrl, poolSize: 1, sqliteDriver: 'libsql' }).initialize();
    return this.opened;
  }

  /** What the product has written: warnings and errors besides its greeting. */
  get log(): string {
    return this.output.join('');
  }

  /** Tells the sandbox bank what to do next; its README has the operations. */
  async bank(order: Record<string, unknown>): Promise<void> {
    const response = await fetch(`${this.bankOrigin}/pg/__control`, { method: 'POST', body: JSON.stringify(order) });
    const answer = (await response.json()) as { ok: boolean; error?: string };
    if (!answer.ok) throw new Error(`bank control: ${answer.error}`);
  }

  async invoices(): Promise<{ invoiceNo: string; amountPaise: number; transactions: unknown[] }[]> {
    const response = await fetch(`${this.bankOrigin}/pg/__control`);
    return ((await response.json()) as { invoices: Awaited<ReturnType<Product['invoices']>> }).invoices;
  }

  private readonly kill = (): void => {
    this.process.kill('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  };

  private async untilReady(): Promise<void> {
    for (const started = Date.now(); Date.now() - started < START_LIMIT_MS; await pause(50)) {
      if (this.process.exitCode !== null) break;
      const answer = await fetch(`${this.url}/readyz`).catch(() => null);
      await answer?.arrayBuffer();
      if (answer?.status === 200) return;
    }
    this.kill();
    throw new Error(`The product did not start.\n${this.log}`);
  }
}
