// The private MariaDB of the benchmark: set up like a production server of its size, with a folder that is kept.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import mysql from 'mysql2/promise';
import { findMariadb, findProgram } from '../../support/programs.mjs';

const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 60_000;

/** Durable to the last commit, everything in memory, dates as a server in India has them. */
const FLAGS = [
  '--bind-address=127.0.0.1',
  '--skip-name-resolve',
  '--innodb-buffer-pool-size=2560M',
  '--innodb-log-file-size=512M',
  '--innodb-flush-log-at-trx-commit=1',
  '--innodb-flush-method=O_DIRECT',
  '--innodb-sort-buffer-size=64M',
  '--innodb-buffer-pool-dump-at-shutdown=ON',
  '--innodb-buffer-pool-dump-pct=100',
  '--performance-schema=OFF',
  '--max-connections=600',
  '--character-set-server=utf8mb4',
  '--collation-server=utf8mb4_unicode_ci',
  '--default-time-zone=+05:30',
];

/**
 * Starts the server on a folder, which is made when it is not there.
 * @returns {Promise<{ at: { host: string, port: number, user: string }, version: string, pid: number, stop: () => Promise<void> }>}
 */
export async function startServer({ folder, port }) {
  const programs = findMariadb();
  if (!programs) throw new Error('MariaDB is not installed: npm test installs it where it may.');
  const asRoot = process.getuid?.() === 0 ? ['--user=root'] : [];
  mkdirSync(folder, { recursive: true });
  // Servers clear their temporary folder at start, so each needs its own.
  rmSync(join(folder, 'tmp'), { recursive: true, force: true });
  mkdirSync(join(folder, 'tmp'));
  const log = openSync(join(folder, 'log'), 'w');
  const options = { cwd: folder, stdio: ['ignore', log, log] };
  if (!existsSync(join(folder, 'data/mysql'))) {
    rmSync(join(folder, 'data'), { recursive: true, force: true });
    const setUp = ['--auth-root-authentication-method=normal', '--skip-test-db', '--skip-name-resolve'];
    execFileSync(programs.install, ['--no-defaults', ...asRoot, `--datadir=${folder}/data`, ...setUp], options);
  }
  // A socket's path may be 107 characters long, and the folder's may be longer.
  const socket = join(tmpdir(), `bench-db-${port}.sock`);
  const places = [`--datadir=${folder}/data`, `--tmpdir=${folder}/tmp`, `--socket=${socket}`, `--pid-file=${folder}/pid`];
  const words = ['--no-defaults', ...asRoot, ...places, `--port=${port}`, ...FLAGS];
  const child = spawnServer(programs.server, words, options);
  const stop = stopperOf(child);
  const server = { host: '127.0.0.1', port, user: 'root' };
  try {
    const version = await untilReady(child, server);
    return { at: server, version, pid: child.pid, stop };
  } catch (error) {
    await stop();
    throw new Error(`The private MariaDB did not start; see ${join(folder, 'log')}`, { cause: error });
  }
}

export function urlOf({ at: { host, port, user, password }, isMysql }, database) {
  const account = password ? `${user}:${password}` : user;
  return `${isMysql ? 'mysql' : 'mariadb'}://${account}@${host}:${port}/${database}`;
}

/** Where the system can do it, the server ends in good order even when this process is killed outright. */
function spawnServer(server, words, options) {
  const setpriv = process.platform === 'linux' ? findProgram('setpriv') : undefined;
  return setpriv ? spawn(setpriv, ['--pdeathsig', 'TERM', server, ...words], options) : spawn(server, words, options);
}

async function untilReady(child, server) {
  for (const started = Date.now(); Date.now() - started < START_LIMIT_MS; await pause(100)) {
    if (child.exitCode !== null) throw new Error(`mariadbd ended with ${child.exitCode}`);
    try {
      const connection = await mysql.createConnection(server);
      const [[row]] = await connection.query('SELECT VERSION() AS version');
      await connection.end();
      return row.version;
    } catch (error) {
      if (error.code !== 'ECONNREFUSED') throw error;
    }
  }
  throw new Error('mariadbd does not answer');
}

function stopperOf(child) {
  const atExit = () => child.kill('SIGTERM');
  process.once('exit', atExit);
  return async () => {
    process.off('exit', atExit);
    if (child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
    await ended;
    clearTimeout(late);
  };
}
