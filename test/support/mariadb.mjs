import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import mysql from 'mysql2/promise';
import { freePort } from './free-port.mjs';
import { spawnWithParent, stopper } from './private-server.mjs';
import { findMariadb } from './programs.mjs';

const START_LIMIT_MS = 60_000;
/** Databases of the tests are told from anybody's own ones by this, so that a shared server loses nothing. */
const PREFIX = 'tokendesk_test_';

/** What makes a throw-away server fast: it need not survive a power cut. */
const FLAGS = [
  '--bind-address=127.0.0.1',
  '--skip-name-resolve',
  '--innodb-flush-log-at-trx-commit=0',
  '--innodb-flush-method=nosync',
  '--skip-innodb-doublewrite',
  '--sync-frm=OFF',
  '--innodb-buffer-pool-size=64M',
  '--innodb-log-file-size=16M',
  '--performance-schema=OFF',
  '--max-connections=400',
  '--character-set-server=utf8mb4',
  '--collation-server=utf8mb4_unicode_ci',
  // A server in India: what depends on the session's time zone shows itself.
  '--default-time-zone=+05:30',
];

/**
 * Starts a private MariaDB in a folder of its own, on a free port. Ended by `stop`, or with this process.
 * @param {readonly string[]} [flags] more options of the server
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function startMariadb(flags = []) {
  const programs = findMariadb();
  if (!programs) throw new Error('MariaDB is not installed: run the tests through npm, which sees to it.');
  const dir = mkdtempSync(join(tmpdir(), 'tokendesk-mariadb-'));
  try {
    return await startIn(dir, programs, flags);
  } catch (error) {
    const log = readLog(dir);
    rmSync(dir, { recursive: true, force: true });
    throw new Error(`The private MariaDB did not start.\n${log}`, { cause: error });
  }
}

async function startIn(dir, { server, install }, flags) {
  // mariadbd refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  // Servers clear their temporary folder at start, so each needs its own.
  mkdirSync(join(dir, 'tmp'));
  if (user.uid) for (const path of [dir, join(dir, 'tmp')]) chownSync(path, user.uid, user.gid);
  const log = openSync(join(dir, 'log'), 'a');
  const options = { ...user, cwd: dir, stdio: ['ignore', log, log], env: { ...process.env, TMPDIR: join(dir, 'tmp') } };
  const setUp = ['--auth-root-authentication-method=normal', '--skip-test-db', '--skip-name-resolve'];
  execFileSync(install, ['--no-defaults', `--datadir=${dir}/data`, ...setUp], options);
  const port = await freePort();
  const places = [`--datadir=${dir}/data`, `--tmpdir=${dir}/tmp`, `--socket=${dir}/s`, `--pid-file=${dir}/pid`];
  const child = spawnWithParent(server, ['--no-defaults', ...places, `--port=${port}`, ...FLAGS, ...flags], options);
  const stop = stopper(child, dir);
  try {
    await untilReady(child, `${dir}/s`);
  } catch (error) {
    await stop({ keepFiles: true });
    throw error;
  }
  return { url: `mariadb://test:test@127.0.0.1:${port}`, stop };
}

async function untilReady(child, socketPath) {
  for (const started = Date.now(); Date.now() - started < START_LIMIT_MS; await pause(50)) {
    if (child.exitCode !== null) throw new Error(`mariadbd ended with ${child.exitCode}`);
    try {
      const connection = await mysql.createConnection({ socketPath, user: 'root' });
      // Accounts are each server's own, a replica's too.
      await connection.query('SET sql_log_bin = 0');
      await connection.query("CREATE USER test@'127.0.0.1' IDENTIFIED BY 'test'");
      await connection.query("GRANT ALL ON *.* TO test@'127.0.0.1' WITH GRANT OPTION");
      await connection.end();
      return;
    } catch (error) {
      if (!['ENOENT', 'ECONNREFUSED'].includes(error.code)) throw error;
    }
  }
  throw new Error('mariadbd does not answer');
}

function readLog(dir) {
  try {
    return readFileSync(join(dir, 'log'), 'utf8').split('\n').slice(-30).join('\n');
  } catch {
    return '';
  }
}

/** An empty database on the server of TEST_DATABASE_URL; returns its URL. Give each test file a name of its own. */
export async function createDatabase(name) {
  const database = databaseName(name);
  await onServer(async (connection) => {
    await connection.query(`DROP DATABASE IF EXISTS \`${database}\``);
    await connection.query(`CREATE DATABASE \`${database}\` CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
  });
  const url = new URL(serverUrl());
  url.pathname = `/${database}`;
  return url.href;
}

export async function dropDatabase(name) {
  await onServer((connection) => connection.query(`DROP DATABASE IF EXISTS \`${databaseName(name)}\``));
}

function databaseName(name) {
  const database = `${PREFIX}${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')}`;
  if (database.length > 64) throw new Error(`Too long for the name of a database: ${database}`);
  return database;
}

function serverUrl() {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error('TEST_DATABASE_URL is not set: run the app tests through npm run test:app.');
  return url;
}

async function onServer(work) {
  const { hostname, port, username, password } = new URL(serverUrl());
  const connection = await mysql.createConnection({
    host: hostname,
    port: Number(port || 3306),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
  });
  try {
    return await work(connection);
  } finally {
    await connection.end();
  }
}
