import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, openSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from '../support/free-port.mjs';
import { spawnWithParent, stopper } from '../support/private-server.mjs';
import { findProgram } from '../support/programs.mjs';

const LIMIT_MS = 30_000;

interface Server {
  port: number;
  child: ChildProcess;
  stop: (how?: { keepFiles?: boolean; isAtOnce?: boolean }) => Promise<void>;
}

/** A Redis with its replica, and a Sentinel that promotes the one when the other is gone. */
export class RedisPair {
  private constructor(
    private servers: Server[],
    private readonly sentinel: Server,
  ) {}

  static async start(): Promise<RedisPair> {
    const first = run(await freePort(), []);
    const second = run(await freePort(), ['replicaof 127.0.0.1 ' + first.port]);
    const sentinel = run(
      await freePort(),
      [
        `sentinel monitor tokendesk 127.0.0.1 ${first.port} 1`,
        'sentinel down-after-milliseconds tokendesk 2000',
        'sentinel failover-timeout tokendesk 5000',
      ],
      ['--sentinel'],
    );
    const pair = new RedisPair([first, second], sentinel);
    await pair.until('the replica is known', async () => /slaves=1/.test(await info(sentinel.port, 'sentinel')));
    return pair;
  }

  get ports(): number[] {
    return this.servers.map(({ port }) => port);
  }

  /** kill -9 of the primary. @returns once the other is promoted */
  async failOver(): Promise<void> {
    const roles = await Promise.all(this.servers.map(async ({ port }) => isPrimary(port)));
    const at = roles.indexOf(true);
    const [gone, other] = [this.servers[at]!, this.servers[1 - at]!];
    await gone.stop({ isAtOnce: true });
    await this.until('the replica is promoted', () => isPrimary(other.port));
    // It comes back, and Sentinel makes it the replica.
    this.servers[at] = run(gone.port, []);
    await this.until('there is a replica again', async () => !(await isPrimary(gone.port)));
  }

  async close(): Promise<void> {
    for (const { stop } of [this.sentinel, ...this.servers]) await stop({ isAtOnce: true });
  }

  private async until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    for (const started = Date.now(); Date.now() - started < LIMIT_MS; await pause(100))
      if (await isSo().catch(() => false)) return;
    throw new Error(`Redis: not in time: ${what}`);
  }
}

function run(port: number, lines: string[], more: string[] = []): Server {
  const dir = mkdtempSync(join(tmpdir(), 'tokendesk-redis-'));
  const file = join(dir, 'redis.conf');
  const own = more.length > 0 ? [] : ['save ""', 'appendonly no'];
  writeFileSync(file, [`port ${port}`, 'bind 127.0.0.1', `dir ${dir}`, ...own, ...lines, ''].join('\n'));
  const log = openSync(join(dir, 'log'), 'a');
  const program = findProgram('redis-server');
  if (!program) throw new Error('Redis is not there: run the tests through npm, which sees to it.');
  const child = spawnWithParent(program, [file, ...more], { cwd: dir, stdio: ['ignore', log, log] });
  return { port, child, stop: stopper(child, dir) };
}

async function info(port: number, section: string): Promise<string> {
  const redis = new Redis(port, '127.0.0.1', { lazyConnect: true, retryStrategy: () => null, connectTimeout: 500 });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return await redis.info(section);
  } finally {
    redis.disconnect();
  }
}

async function isPrimary(port: number): Promise<boolean> {
  return /role:master/.test(await info(port, 'replication'));
}
