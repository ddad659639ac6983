import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import mysql, { type Connection, type RowDataPacket } from 'mysql2/promise';
import { freePort } from '../support/free-port.mjs';
import { spawnWithParent, stopper } from '../support/private-server.mjs';
import type { Network } from './network.js';

export const SERVERS = 3;
const START_LIMIT_MS = 90_000;
const CHECK_LIMIT_MS = 800;
const NOBODY = 65534;
/** It ends with this process. Whoever becomes another user has to ask for that afterwards. */
const AS_NOBODY_WITH_PARENT = [
  'setpriv',
  `--reuid=${NOBODY}`,
  `--regid=${NOBODY}`,
  '--clear-groups',
  '--pdeathsig',
  'TERM',
];

/** Where one server of a cluster runs. */
export interface Place {
  /** From 1 on; the server's id. */
  number: number;
  host: string;
  port: number;
  /** What the servers speak among themselves. */
  groupPort: number;
  /** Here, not at its host: 200 while a proxy may lead writes to the server, else 503. */
  checkPort: number;
  dir: string;
  /** What stands before its command. */
  inside: string[];
}

/** @param network null: all on the loopback */
export async function makePlaces(network: Network | null): Promise<Place[]> {
  const places: Place[] = [];
  for (let at = 0; at < SERVERS; at += 1) {
    const dir = mkdtempSync(join(tmpdir(), 'tokendesk-cluster-'));
    mkdirSync(join(dir, 'tmp'));
    if (process.getuid?.() === 0) for (const path of [dir, join(dir, 'tmp')]) chownSync(path, NOBODY, NOBODY);
    places.push({
      number: at + 1,
      host: network?.hostOf(at) ?? '127.0.0.1',
      port: await freePort(),
      groupPort: await freePort(),
      checkPort: await freePort(),
      dir,
      inside: network?.commandIn(at) ?? [],
    });
  }
  return places;
}

/** One server of a cluster, with the HTTP check by which a proxy knows whether it takes writes. */
export abstract class DatabaseServer {
  private child!: ChildProcess;
  private stop!: (how?: { keepFiles?: boolean; isAtOnce?: boolean }) => Promise<void>;
  private readonly check: Server;
  private line: Promise<Connection> | null = null;
  private isClosed = false;

  constructor(readonly place: Place) {
    this.check = createServer((_request, response) => {
      void this.takesWrites().then((yes) => response.writeHead(yes ? 200 : 503).end());
    }).listen(place.checkPort, '127.0.0.1');
  }

  /** The question of the check. One row whose `yes` is 1, or anything else. */
  protected abstract readonly takesWritesSql: string;
  /** Whether it sees all others, and works with them. */
  abstract isWhole(): Promise<boolean>;
  /** Makes its files. Once, before the first start. */
  abstract prepare(): void;
  /** @param joins the servers that are there, by itself, as after a restart of its machine */
  abstract start(how: { joins: boolean }): Promise<void>;

  protected async launch(program: string, words: string[]): Promise<void> {
    const { inside, number, dir } = this.place;
    const log = openSync(join(dir, 'log'), 'a');
    const options = { ...this.surroundings, stdio: ['ignore', log, log] as ['ignore', number, number] };
    const [enter, ...more] = [...inside, ...AS_NOBODY_WITH_PARENT, program, ...words];
    // Only root may enter a network, and no server wants to be root.
    this.child =
      inside.length > 0 ? spawn(enter!, more, options) : spawnWithParent(program, words, { ...options, ...nobody() });
    this.stop = stopper(this.child, dir);
    for (const started = Date.now(); ; await pause(100)) {
      if (await this.ask('SELECT 1').catch(() => null)) return;
      if (this.child.exitCode !== null || Date.now() - started > START_LIMIT_MS)
        throw new Error(`Database server ${number} does not answer.\n${this.log}`);
    }
  }

  /** Through the socket, as root: past every proxy. */
  async sql(...statements: string[]): Promise<void> {
    const connection = await mysql.createConnection({ socketPath: `${this.place.dir}/s`, user: 'root' });
    try {
      for (const statement of statements) await connection.query(statement);
    } finally {
      await connection.end();
    }
  }

  async takesWrites(): Promise<boolean> {
    const [row] = await this.ask(this.takesWritesSql).catch(() => []);
    return Number(row?.['yes']) === 1;
  }

  get pid(): number {
    return this.child.pid!;
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.child.kill(signal);
  }

  /** kill -9 */
  async kill(): Promise<void> {
    await this.stop({ keepFiles: true, isAtOnce: true });
  }

  /** As systemd does: it says farewell to the others. */
  async shutDown(): Promise<void> {
    await this.stop({ keepFiles: true });
  }

  async close(): Promise<void> {
    this.check.close();
    this.check.closeAllConnections();
    this.isClosed = true;
    await this.line?.then(drop, () => undefined);
    this.child?.kill('SIGCONT');
    await this.stop?.({ isAtOnce: true });
  }

  get log(): string {
    const file = join(this.place.dir, 'log');
    return (existsSync(file) ? readFileSync(file, 'utf8') : '').split('\n').slice(-30).join('\n');
  }

  protected async ask(sql: string): Promise<RowDataPacket[]> {
    if (this.isClosed) return [];
    const opened = (this.line ??= this.open());
    try {
      const connection = await opened;
      const [rows] = await connection.query<RowDataPacket[]>({ sql, timeout: CHECK_LIMIT_MS });
      return rows;
    } catch (error) {
      if (this.line === opened) this.line = null;
      void opened.then(drop, () => undefined);
      throw error;
    }
  }

  private async open(): Promise<Connection> {
    const options = { socketPath: `${this.place.dir}/s`, user: 'root', connectTimeout: CHECK_LIMIT_MS };
    const connection = await mysql.createConnection(options);
    connection.on('error', () => undefined);
    return connection;
  }

  private get surroundings() {
    const { dir } = this.place;
    return { cwd: dir, env: { ...process.env, TMPDIR: join(dir, 'tmp') } };
  }

  /** A program that ends by itself. @returns what it has written */
  protected runOnce(program: string, words: string[]): string {
    const options = { ...this.surroundings, encoding: 'utf8' as const, ...nobody() };
    // Servers write to the standard error output.
    return execFileSync('sh', ['-c', 'exec "$@" 2>&1', 'sh', program, ...words], options);
  }
}

/** A server refuses to run as root. */
function nobody(): { uid?: number; gid?: number } {
  return process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
}

/** Three servers that agree before they acknowledge a write, one of which takes the writes. */
export class DatabaseCluster {
  constructor(
    readonly servers: DatabaseServer[],
    /** Of DATABASE_URL. */
    readonly scheme: 'mysql' | 'mariadb',
  ) {}

  /** All see all. */
  async untilWhole(): Promise<void> {
    for (const started = Date.now(); Date.now() - started < START_LIMIT_MS; await pause(200)) {
      const whole = await Promise.all(this.servers.map((server) => server.isWhole()));
      if (whole.every(Boolean)) return;
    }
    throw new Error(`The cluster does not become whole.\n${this.logs}`);
  }

  async close(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.close().catch(() => undefined)));
  }

  get logs(): string {
    return this.servers.map(({ log }) => log).join('\n--\n');
  }
}

/** @throws with what the servers have written */
export async function started(cluster: DatabaseCluster, start: () => Promise<void>): Promise<DatabaseCluster> {
  try {
    for (const server of cluster.servers) server.prepare();
    await start();
    await cluster.untilWhole();
    return cluster;
  } catch (error) {
    const { logs } = cluster;
    await cluster.close();
    throw new Error(`The cluster did not start.\n${logs}`, { cause: error });
  }
}

/** At once, also when the server stands still. */
function drop(connection: Connection): void {
  (connection as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
}
