// Books that a rush may spoil, on each engine, by one way to ask them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../../../cli/scripts/building.mjs';
import { installMissing } from '../../support/install-missing.mjs';
import { startMysql } from '../../support/mysql.mjs';
import { urlOf } from '../books/server.mjs';
import { withWorkDatabase } from '../support/work-data.mjs';
import { openFile, sqliteBooks } from './sqlite-books.mjs';

const DATABASE = 'bench_rush';
export const DESKS = 200;

export const ENGINES = {
  sqlite: { label: 'SQLite', open: onSqlite, workers: [1] },
  mariadb: { label: 'MariaDB', open: onMariadb, workers: [1, 2] },
  mysql: { label: 'MySQL', open: onMysql, workers: [1, 2] },
  group: { label: 'MySQL, group of three', open: onGroup, workers: [1] },
};
/** Where no MySQL is. */
export const WITHOUT_MYSQL = ['sqlite', 'mariadb'];

/** As the benchmark's MariaDB: durable to the last commit, with the binary log that MySQL keeps, everything in memory. */
const DURABLE_FLAGS = [
  '--innodb-flush-log-at-trx-commit=1',
  '--innodb-flush-method=O_DIRECT',
  '--innodb-doublewrite=ON',
  '--sync-binlog=1',
  '--innodb-redo-log-capacity=512M',
  '--max-connections=600',
  '--secure-file-priv=',
];
const MYSQL_FLAGS = [...DURABLE_FLAGS, '--innodb-buffer-pool-size=2560M'];
/** Of each of the three; the books of a rush fit into it. */
const MEMBER_FLAGS = [...DURABLE_FLAGS, '--innodb-buffer-pool-size=768M'];

/**
 * @param work gets `{ url, query, databasePids, folder }`: `query(sql, values)` answers rows, `databasePids` are those of its servers, none where
 * it is part of the product, `folder` is on its disk
 * @param size payments
 */
export function withBooks(ctx, engine, work, size = ctx.workSize) {
  if (!ENGINES[engine]) throw new Error(`no such engine: ${engine}; there are ${Object.keys(ENGINES).join(', ')}`);
  const { server, folder, say } = ctx;
  return ENGINES[engine].open({ server, folder, say, size }, async (books) => {
    await addDesks(books);
    // The job would find thousands of other open attempts due, which the bank does not know.
    await books.query('UPDATE payment_attempts SET next_check_at = NULL');
    return work(books);
  });
}

/** Email addresses of two hundred sellers: those of the books, and as many more as are missing. */
export async function deskEmails({ query }) {
  const rows = await query("SELECT email FROM users WHERE role = 'sales_manager' ORDER BY id LIMIT ?", [DESKS]);
  return rows.map(({ email }) => email);
}

async function addDesks({ query }) {
  const [{ n }] = await query("SELECT COUNT(*) AS n FROM users WHERE role = 'sales_manager'");
  for (let at = Number(n) + 1; at <= DESKS; at += 1) {
    const email = `desk${at}@bench.example`;
    await query(
      `INSERT INTO users (name, email, email_key, role, password_hash, password_changed_at, created_at, updated_at)
       SELECT ?, ?, ?, role, password_hash, password_changed_at, created_at, updated_at FROM users WHERE id = 2`,
      [`Desk ${at}`, email, email],
    );
  }
}

async function onMariadb(ctx, work) {
  return onServer(ctx, ctx.server, work);
}

/** A server of its own, set up for this and thrown away. */
async function onMysql(ctx, work) {
  installMissing(['mysql']);
  const started = await startMysql({ flags: MYSQL_FLAGS });
  const { hostname: host, port, username: user, password } = new URL(started.url);
  try {
    return await onServer(ctx, { at: { host, port: Number(port), user, password }, pid: started.pid, isMysql: true }, work);
  } finally {
    await started.stop();
  }
}

/** Three servers of MySQL as one group behind HAProxy, which the product reaches its primary through. They all share this machine. */
async function onGroup(ctx, work) {
  installMissing(['mysqld', 'haproxy']);
  const program = ['--import', './test/runner/register.mjs', 'test/bench/rush/group-process.ts', ...MEMBER_FLAGS];
  const child = spawn(process.execPath, program, { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  try {
    const said = once(createInterface({ input: child.stdout }), 'line');
    const first = await Promise.race([said, ended.then(() => null)]);
    if (!first) throw new Error('the group of three did not start');
    const { port, pids } = JSON.parse(first[0]);
    return await onServer(ctx, { at: { host: '127.0.0.1', port, user: 'test', password: 'test' }, pids, isMysql: true }, work);
  } finally {
    child.stdin.end();
    await ended;
  }
}

async function onServer(ctx, server, work) {
  return withWorkDatabase({ ...ctx, server }, { database: DATABASE, size: ctx.size }, (connection) =>
    work({
      url: urlOf(server, DATABASE),
      databasePids: server.pids ?? [server.pid],
      folder: ctx.folder,
      query: async (sql, values = []) => (await connection.query(sql, values))[0],
    }),
  );
}

async function onSqlite(ctx, work) {
  const made = join(ctx.folder, `rush-${ctx.size}.sqlite`);
  await sqliteBooks({ file: made, built: join(root, 'dist'), size: ctx.size, say: ctx.say });
  const folder = mkdtempSync(join(tmpdir(), 'bench-rush-'));
  const file = join(folder, 'tokendesk.sqlite');
  copyFileSync(made, file);
  const database = openFile(file);
  try {
    const query = async (sql, values = []) => (/^\s*SELECT/i.test(sql) ? database.all(sql, values) : database.run(sql, values));
    return await work({ url: `sqlite:${file}`, databasePids: [], folder, query });
  } finally {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
