import { type ChildProcess, execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, openSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import mysql, { type Connection, type RowDataPacket } from 'mysql2/promise';
import { freePort } from '../support/free-port.mjs';
import { spawnWithParent, stopper } from '../support/private-server.mjs';
import { findMysql } from '../support/programs.mjs';

const MEMBERS = 3;
const START_LIMIT_MS = 90_000;
const CHECK_LIMIT_MS = 800;
const NOBODY = 65534;
const GROUP = 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee';

/** What a deployment needs as well; durable as MySQL is by default. */
const FLAGS = [
  '--bind-address=127.0.0.1',
  '--mysqlx=OFF',
  '--skip-name-resolve',
  '--secure-file-priv=NULL',
  '--innodb-buffer-pool-size=48M',
  '--innodb-redo-log-capacity=64M',
  '--max-connections=200',
  '--character-set-server=utf8mb4',
  '--collation-server=utf8mb4_unicode_ci',
  '--log-bin-trust-function-creators=ON',
  '--gtid-mode=ON',
  '--enforce-gtid-consistency=ON',
  '--report-host=127.0.0.1',
  '--plugin-load-add=group_replication.so',
  `--group-replication-group-name=${GROUP}`,
  '--group-replication-recovery-get-public-key=ON',
  '--group-replication-ip-allowlist=127.0.0.0/8',
  '--group-replication-member-expel-timeout=0',
  '--group-replication-unreachable-majority-timeout=10',
  '--group-replication-autorejoin-tries=20',
];

/** Only the primary of a majority: a member that is cut off still calls itself primary. */
const IS_PRIMARY = `SELECT SUM(MEMBER_STATE = 'ONLINE') * 2 > COUNT(*)
    AND SUM(MEMBER_ID = @@server_uuid AND MEMBER_STATE = 'ONLINE' AND MEMBER_ROLE = 'PRIMARY') = 1
    AND @@super_read_only = 0 AS yes FROM performance_schema.replication_group_members`;

/** One MySQL server of the group, with the HTTP check by which a proxy finds the primary. */
export class Member {
  private child!: ChildProcess;
  private stop!: (how?: { keepFiles?: boolean; isAtOnce?: boolean }) => Promise<void>;
  private readonly check: Server;
  private line: Promise<Connection> | null = null;
  private isClosed = false;

  private constructor(
    readonly number: number,
    readonly port: number,
    private readonly groupPort: number,
    readonly checkPort: number,
    private readonly seeds: string,
    private readonly dir: string,
  ) {
    this.check = createServer((_request, response) => {
      void this.isPrimary().then((yes) => response.writeHead(yes ? 200 : 503).end());
    }).listen(checkPort, '127.0.0.1');
  }

  static async make(number: number, ports: { port: number; group: number }, seeds: string): Promise<Member> {
    const dir = mkdtempSync(join(tmpdir(), 'tokendesk-group-'));
    mkdirSync(join(dir, 'tmp'));
    if (process.getuid?.() === 0) for (const path of [dir, join(dir, 'tmp')]) chownSync(path, NOBODY, NOBODY);
    const member = new Member(number, ports.port, ports.group, await freePort(), seeds, dir);
    execFileSync(member.server.program, [...member.places, '--initialize-insecure'], member.options);
    return member;
  }

  /** @param joins by itself, as after a restart of its machine */
  async start({ joins }: { joins: boolean }): Promise<void> {
    const address = [
      `--port=${this.port}`,
      `--report-port=${this.port}`,
      `--socket=${this.dir}/s`,
      `--pid-file=${this.dir}/pid`,
    ];
    const group = [
      `--server-id=${this.number}`,
      `--group-replication-local-address=127.0.0.1:${this.groupPort}`,
      `--group-replication-group-seeds=${this.seeds}`,
      `--group-replication-start-on-boot=${joins ? 'ON' : 'OFF'}`,
    ];
    this.child = spawnWithParent(this.server.program, [...this.places, ...address, ...FLAGS, ...group], this.options);
    this.stop = stopper(this.child, this.dir);
    for (const started = Date.now(); ; await pause(100)) {
      if (await this.ask('SELECT 1').catch(() => null)) return;
      if (this.child.exitCode !== null || Date.now() - started > START_LIMIT_MS)
        throw new Error(`MySQL ${this.number} does not answer.\n${this.log}`);
    }
  }

  /** Through the socket, as root: past every proxy. */
  async sql(...statements: string[]): Promise<void> {
    const connection = await mysql.createConnection({ socketPath: `${this.dir}/s`, user: 'root' });
    try {
      for (const statement of statements) await connection.query(statement);
    } finally {
      await connection.end();
    }
  }

  async isPrimary(): Promise<boolean> {
    const [row] = await this.ask(IS_PRIMARY).catch(() => []);
    return Number(row?.['yes']) === 1;
  }

  async isOnline(): Promise<boolean> {
    const rows = await this.ask(
      "SELECT 1 FROM performance_schema.replication_group_members WHERE MEMBER_STATE = 'ONLINE'",
    ).catch(() => []);
    return rows.length === MEMBERS;
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.child.kill(signal);
  }

  /** kill -9 */
  async kill(): Promise<void> {
    await this.stop({ keepFiles: true, isAtOnce: true });
  }

  /** As systemd does: it says farewell to the group. */
  async shutDown(): Promise<void> {
    await this.stop({ keepFiles: true });
  }

  async close(): Promise<void> {
    this.check.close();
    this.check.closeAllConnections();
    this.isClosed = true;
    await this.line?.then(drop, () => undefined);
    this.child.kill('SIGCONT');
    await this.stop({ isAtOnce: true });
  }

  get log(): string {
    return readFileSync(join(this.dir, 'log'), 'utf8').split('\n').slice(-30).join('\n');
  }

  private async ask(sql: string): Promise<RowDataPacket[]> {
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
    const options = { socketPath: `${this.dir}/s`, user: 'root', connectTimeout: CHECK_LIMIT_MS };
    const connection = await mysql.createConnection(options);
    connection.on('error', () => undefined);
    return connection;
  }

  private get server(): { program: string; leading: string[] } {
    const server = findMysql();
    if (!server) throw new Error('MySQL is not there: run the tests through npm, which sees to it.');
    return server;
  }

  private get places(): string[] {
    return [...this.server.leading, `--datadir=${this.dir}/data`, `--tmpdir=${this.dir}/tmp`];
  }

  private get options() {
    const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
    const log = openSync(join(this.dir, 'log'), 'a');
    return { ...user, cwd: this.dir, stdio: ['ignore', log, log] as ['ignore', number, number], env: process.env };
  }
}

/** Three MySQL servers as one group with one primary (Group Replication). */
export class Group {
  private constructor(readonly members: Member[]) {}

  static async start(): Promise<Group> {
    const ports: { port: number; group: number }[] = [];
    for (let at = 0; at < MEMBERS; at += 1) ports.push({ port: await freePort(), group: await freePort() });
    const seeds = ports.map(({ group }) => `127.0.0.1:${group}`).join(',');
    const members = await Promise.all(ports.map((each, at) => Member.make(at + 1, each, seeds)));
    const group = new Group(members);
    try {
      for (const [at, member] of members.entries()) {
        await member.start({ joins: false });
        await member.sql(...ACCOUNTS);
        await member.sql(...(at === 0 ? BOOTSTRAP : ['START GROUP_REPLICATION']));
      }
      await members[0]!.sql(
        'CREATE DATABASE tokendesk',
        "CREATE USER test@'%' IDENTIFIED BY 'test'",
        "GRANT ALL ON tokendesk.* TO test@'%'",
      );
      await group.untilWhole();
      return group;
    } catch (error) {
      const logs = members.map(({ log }) => log).join('\n--\n');
      await group.close();
      throw new Error(`The group did not start.\n${logs}`, { cause: error });
    }
  }

  async primary(): Promise<Member | null> {
    for (const member of this.members) if (await member.isPrimary()) return member;
    return null;
  }

  /** All members see all members. */
  async untilWhole(): Promise<void> {
    for (const started = Date.now(); Date.now() - started < START_LIMIT_MS; await pause(200)) {
      const online = await Promise.all(this.members.map((member) => member.isOnline()));
      if (online.every(Boolean) && (await this.primary())) return;
    }
    throw new Error(`The group does not become whole.\n${this.members.map(({ log }) => log).join('\n--\n')}`);
  }

  async close(): Promise<void> {
    await Promise.all(this.members.map((member) => member.close().catch(() => undefined)));
  }
}

const ACCOUNTS = [
  'SET SQL_LOG_BIN = 0',
  "CREATE USER repl@'%' IDENTIFIED BY 'repl'",
  "GRANT REPLICATION SLAVE, BACKUP_ADMIN, CONNECTION_ADMIN, GROUP_REPLICATION_STREAM ON *.* TO repl@'%'",
  'SET SQL_LOG_BIN = 1',
  "CHANGE REPLICATION SOURCE TO SOURCE_USER = 'repl', SOURCE_PASSWORD = 'repl' FOR CHANNEL 'group_replication_recovery'",
];
const BOOTSTRAP = [
  'SET GLOBAL group_replication_bootstrap_group = ON',
  'START GROUP_REPLICATION',
  'SET GLOBAL group_replication_bootstrap_group = OFF',
];

/** At once, also when the server stands still. */
function drop(connection: Connection): void {
  (connection as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
}
