// A process: three servers of MySQL as one group behind HAProxy, until its standard input ends. Says where in a line of JSON. Its words are
// further options of each server.
import { setTimeout as pause } from 'node:timers/promises';
import mysql, { type RowDataPacket } from 'mysql2/promise';
import { Proxy } from '../../cluster/proxy.js';
import { startGroupReplication } from '../../cluster/group-replication.js';

const PATIENCE_MS = 30_000;
/** Longer than two checks of HAProxy, which holds every server for able until its first one. */
const CALM_MS = 2_000;

const group = await startGroupReplication(null, process.argv.slice(2));
const proxy = await Proxy.start({ database: group.servers.map(({ place }) => place), redis: [] });
try {
  // What the benchmark does as the administrator: databases of its own, rows from files, a check less while it loads them.
  await group.servers[0]!.sql("GRANT ALL ON *.* TO test@'%' WITH GRANT OPTION");
  await untilPrimaryOnly(proxy.databasePort);
  const pids = group.servers.map(({ pid }) => pid);
  process.stdout.write(`${JSON.stringify({ port: proxy.databasePort, pids })}\n`);
  await new Promise((resolve) => process.stdin.on('end', resolve).resume());
} finally {
  await proxy.close();
  await group.close();
}

/** Until every new connection has led to the primary for a while. */
async function untilPrimaryOnly(port: number): Promise<void> {
  const started = Date.now();
  for (let calmSince = started; Date.now() - calmSince < CALM_MS; await pause(100)) {
    if (Date.now() - started > PATIENCE_MS) throw new Error('HAProxy does not lead to the primary.');
    if (!(await takesWrites(port))) calmSince = Date.now();
  }
}

async function takesWrites(port: number): Promise<boolean> {
  try {
    const connection = await mysql.createConnection({ host: '127.0.0.1', port, user: 'test', password: 'test' });
    try {
      const [[row]] = await connection.query<RowDataPacket[]>('SELECT @@super_read_only AS isReadOnly');
      return Number(row?.['isReadOnly']) === 0;
    } finally {
      connection.destroy();
    }
  } catch {
    return false;
  }
}
