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
  /** Of MySQL, with the port of its HTTP check. */
  mysql: { port: number; checkPort: number }[];
  redis: number[];
}

/** As docs/operations.md has it: connections to a server that is no primary any more are closed, on both sides. */
const configuration = (ports: { mysql: number; redis: number }, { mysql, redis }: Backends) => `
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 1s
  default-server inter 500ms fastinter 250ms fall 2 rise 1 on-marked-down shutdown-sessions

listen mysql
  bind 127.0.0.1:${ports.mysql}
  option httpchk GET /
  http-check expect status 200
${mysql.map(({ port, checkPort }, at) => `  server mysql${at + 1} 127.0.0.1:${port} check port ${checkPort}`).join('\n')}

listen redis
  bind 127.0.0.1:${ports.redis}
  option tcp-check
  tcp-check send info\\ replication\\r\\n
  tcp-check expect string role:master
${redis.map((port, at) => `  server redis${at + 1} 127.0.0.1:${port} check`).join('\n')}
`;

/** HAProxy, which leads to whichever server is the primary. */
export class Proxy {
  private child!: ChildProcess;
  private stop!: (how?: { keepFiles?: boolean; isAtOnce?: boolean }) => Promise<void>;

  private constructor(
    private readonly dir: string,
    readonly mysqlPort: number,
    readonly redisPort: number,
  ) {}

  static async start(backends: Backends): Promise<Proxy> {
    const ports = { mysql: await freePort(), redis: await freePort() };
    const proxy = new Proxy(mkdtempSync(join(tmpdir(), 'tokendesk-haproxy-')), ports.mysql, ports.redis);
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
      if (await listens(this.mysqlPort)) return;
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
