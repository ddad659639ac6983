import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import mysql from 'mysql2/promise';
import { freePort } from './free-port.mjs';
import { spawnWithParent, stopper } from './private-server.mjs';
import { findMysql } from './programs.mjs';

const START_LIMIT_MS = 60_000;

/** A throw-away server need not survive a power cut. Binary log, TLS and caching_sha2_password are left as MySQL has them. */
const FLAGS = [
  '--bind-address=127.0.0.1',
  '--mysqlx=OFF',
  '--skip-name-resolve',
  '--secure-file-priv=NULL',
  '--innodb-flush-log-at-trx-commit=0',
  '--innodb-flush-method=nosync',
  '--skip-innodb-doublewrite',
  '--sync-binlog=0',
  '--innodb-buffer-pool-size=64M',
  '--innodb-redo-log-capacity=64M',
  '--performance-schema=OFF',
  '--max-connections=400',
  '--character-set-server=utf8mb4',
  '--collation-server=utf8mb4_unicode_ci',
  // A server in India: what depends on the session's time zone shows itself.
  '--default-time-zone=+05:30',
];

/** What MySQL 9.7 does as 8.4 did when it is asked to: foreign keys in the storage engine, and the first form of EXPLAIN in JSON. */
const CLASSIC_FLAGS = ['--loose-innodb-native-foreign-keys=ON', '--loose-explain-json-format-version=1'];
/** MD5() and SHA1(), gone with 9.6. A server that has them needs no component, and has none of that name. */
const CLASSIC_HASHES = "INSTALL COMPONENT 'file://component_classic_hashing'";

/**
 * Starts a private MySQL in a folder of its own, on a free port. Ended by `stop`, or with this process.
 * @param {{ isClassic?: boolean, flags?: readonly string[] }} [how] isClassic: it behaves as MySQL 8.4 does, as far as a newer one can;
 * flags: more options of the server
 * @returns {Promise<{ url: string, pid: number, stop: () => Promise<void> }>}
 */
export async function startMysql({ isClassic = false, flags = [] } = {}) {
  const server = findMysql();
  if (!server) throw new Error('MySQL is not there: run the tests through npm, which sees to it.');
  const dir = mkdtempSync(join(tmpdir(), 'tokendesk-mysql-'));
  try {
    return await startIn(dir, server, isClassic, flags);
  } catch (error) {
    const log = readLog(dir);
    rmSync(dir, { recursive: true, force: true });
    throw new Error(`The private MySQL did not start.\n${log}`, { cause: error });
  }
}

async function startIn(dir, { program, leading }, isClassic, flags) {
  // Not as root, as on any real machine.
  const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  mkdirSync(join(dir, 'tmp'));
  if (user.uid) for (const path of [dir, join(dir, 'tmp')]) chownSync(path, user.uid, user.gid);
  const log = openSync(join(dir, 'log'), 'a');
  const options = { ...user, cwd: dir, stdio: ['ignore', log, log], env: { ...process.env, TMPDIR: join(dir, 'tmp') } };
  const common = [...leading, `--datadir=${dir}/data`, `--tmpdir=${dir}/tmp`];
  execFileSync(program, [...common, '--initialize-insecure', '--innodb-redo-log-capacity=64M'], options);
  const port = await freePort();
  const places = [`--socket=${dir}/s`, `--pid-file=${dir}/pid`, `--port=${port}`];
  const child = spawnWithParent(
    program,
    [...common, ...places, ...FLAGS, ...(isClassic ? CLASSIC_FLAGS : []), ...flags],
    options,
  );
  const stop = stopper(child, dir);
  try {
    await untilReady(child, `${dir}/s`, isClassic);
  } catch (error) {
    await stop({ keepFiles: true });
    throw error;
  }
  return { url: `mysql://test:test@127.0.0.1:${port}`, pid: child.pid, stop };
}

async function untilReady(child, socketPath, isClassic) {
  for (const started = Date.now(); Date.now() - started < START_LIMIT_MS; await pause(50)) {
    if (child.exitCode !== null) throw new Error(`mysqld ended with ${child.exitCode}`);
    try {
      const connection = await mysql.createConnection({ socketPath, user: 'root' });
      // Accounts are each server's own, a replica's too.
      await connection.query('SET sql_log_bin = 0');
      if (isClassic && !(await hasOldHashes(connection))) await connection.query(CLASSIC_HASHES);
      await connection.query("CREATE USER test@'127.0.0.1' IDENTIFIED BY 'test'");
      await connection.query("GRANT ALL ON *.* TO test@'127.0.0.1' WITH GRANT OPTION");
      await connection.end();
      return;
    } catch (error) {
      if (!['ENOENT', 'ECONNREFUSED'].includes(error.code)) throw error;
    }
  }
  throw new Error('mysqld does not answer');
}

async function hasOldHashes(connection) {
  return connection.query("SELECT MD5('a')").then(
    () => true,
    () => false,
  );
}

function readLog(dir) {
  try {
    return readFileSync(join(dir, 'log'), 'utf8').split('\n').slice(-30).join('\n');
  } catch {
    return '';
  }
}
