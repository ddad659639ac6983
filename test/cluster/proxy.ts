import { type ChildProcess, execFileSync } from 'node:child_process';
import { mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../support/free-port.mjs';
import { spawnWithParent, stopper } from '../support/private-server.mjs';
import { findProgram } from '../support/programs.mjs';

interface Backends {
  /** The database servers; each has its HTTP check on this machine. */
  database: { host: string; port: number; checkPort: number }[];
  redis: number[];
}

/**
 * As docs/operations.md has it: connections to a server that takes no writes any more are closed, on both sides, and all go to one
 * server as long as it takes them. (A group has one at a time anyway; of Galera's nodes each does.)
 */
const configuration = (ports: { database: number; redis: number }, { database, redis }: Backends) => `
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 1s
  default-server inter 500ms fastinter 250ms fall 2 rise 1 on-marked-down shutdown-sessions

listen database
  bind 127.0.0.1:${ports.database}
  stick-table type integer size 1
  stick on dst_port
  option httpchk GET /
  http-check expect status 200
${database.map(({ host, port, checkPort }, at) => `  server database${at + 1} ${host}:${port} check addr 127.0.0.1 port ${checkPort}`).join('\n')}

listen redis
  bind 127.0.0.1:${ports.redis}
  option tcp-check
  tcp-check send info\\ replication\\r\\n
  tcp-check expect string role:master
${redis.map((port, at) => `  server redis${at + 1} 127.0.0.1:${port} check`).join('\n')}
`;

/** HAProxy, which leads to a server that takes writes. */
export class Proxy {
  private child!: ChildProcess;
  private stop!: (how?: { keepFiles?: boolean; isAtOnce?: boolean }) => Promise<void>;

  private constructor(
    private readonly dir: string,
    readonly databasePort: number,
    readonly redisPort: number,
  ) {}

  static async start(backends: Backends): Promise<Proxy> {
    const ports = { database: await freePort(), redis: await freePort() };
    const proxy = new Proxy(mkdtempSync(join(tmpdir(), 'tokendesk-haproxy-')), ports.database, ports.redis);
    writeFileSync(proxy.file, configuration(ports, backends));
    execFileSync(proxy.program, ['-c', '-q', '-f', proxy.file], { stdio: 'pipe' });
    await proxy.run();
    return proxy;
  }

  /** Every connection breaks, and new ones are possible once it listens again. */
  async restart(): Promise<void> {
    await this.stop({ keepFiles: true, isAtOnce: true });
    await this.run();
  }

  async close(): Promise<void> {
    await this.stop({ isAtOnce: true });
  }

  private async run(): Promise<void> {
    const log = openSync(join(this.dir, 'log'), 'a');
    this.child = spawnWithParent(this.program, ['-db', '-f', this.file], {
      cwd: this.dir,
      stdio: ['ignore', log, log],
    });
    this.stop = stopper(this.child, this.dir);
    for (let tries = 0; tries < 200; tries += 1) {
      if (await listens(this.databasePort)) return;
      await pause(25);
    }
    throw new Error(`HAProxy does not listen.\n${readFileSync(join(this.dir, 'log'), 'utf8')}`);
  }

  private get file(): string {
    return join(this.dir, 'haproxy.cfg');
  }

  private get program(): string {
    const found = findProgram('haproxy');
    if (!found) throw new Error('HAProxy is not there: run the tests through npm, which sees to it.');
    return found;
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });
}
