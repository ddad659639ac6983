// The floor's server, a process of its own beside the product.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mysql from 'mysql2/promise';
import { freePort } from '../../support/free-port.mjs';
import { makeFloorSums } from '../floor/stats.mjs';
import { Program } from './processes.mjs';

export async function startFloor({ server, database, file = 'main.mjs', secret = '' }) {
  await ensureSums(server, database);
  const folder = mkdtempSync(join(tmpdir(), 'bench-floor-'));
  const port = await freePort();
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    FLOOR_PORT: String(port),
    FLOOR_DATABASE: database,
    FLOOR_DB_PORT: String(server.at.port),
    FLOOR_SECRET: secret,
  };
  const program = new Program({
    file: join(import.meta.dirname, '../floor', file),
    env,
    cwd: folder,
    logFile: join(folder, 'log'),
  });
  const url = `http://127.0.0.1:${port}`;
  const readyMs = await program.untilAnswers(`${url}/list`);
  const stop = async () => {
    await program.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { url, pid: program.pid, readyMs, stop };
}

async function ensureSums(server, database) {
  const connection = await mysql.createConnection({ ...server.at, database });
  try {
    const [found] = await connection.query("SHOW TABLES LIKE 'floor_sums'");
    if (found.length === 0) await makeFloorSums((sql) => connection.query(sql));
  } finally {
    await connection.end();
  }
}
