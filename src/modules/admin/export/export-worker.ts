import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import mysql from 'mysql2';
import { mysqlTarget } from '../../../config/mysql-target.js';
import { SESSION_SQL } from '../../../database/mysql-session.js';
import { CHUNK_BYTES } from './csv-format.js';
import { exportBytes, type ExportFormat } from './export-bytes.js';
import type { ExportSource } from './export-reader.js';
import { readMysqlRows } from './mysql-rows.js';

export interface WorkerTask {
  databaseUrl: string;
  source: ExportSource;
  format: ExportFormat;
}

export type WorkerMessage =
  | { kind: 'connected'; connectionId: number }
  | { kind: 'chunk'; bytes: Uint8Array; rows: number }
  | { kind: 'done'; rows: number };

/** Acknowledges a chunk and returns its buffer if it may be overwritten. */
export type WorkerAnswer = ArrayBuffer | null;

/** Chunks in flight: about what one block makes. */
const AHEAD = 8;

/** An export on its own thread and connection: formatting a million rows on the main thread would block everybody else. */
async function work({ databaseUrl, source, format }: WorkerTask, port: NonNullable<typeof parentPort>): Promise<void> {
  standBack();
  const connection = mysql.createConnection({
    ...mysqlTarget(databaseUrl),
    charset: 'utf8mb4_unicode_ci',
  });
  // The pending statement reports the error; without one the next does.
  connection.on('error', () => undefined);
  const free: ArrayBuffer[] = [];
  let credit = AHEAD;
  let wake: (() => void) | null = null;
  port.on('message', (answer: WorkerAnswer) => {
    if (answer?.byteLength === CHUNK_BYTES) free.push(answer);
    credit += 1;
    wake?.();
  });
  const fresh = (bytes: number) => new Uint8Array((bytes === CHUNK_BYTES && free.pop()) || new ArrayBuffer(bytes));
  const send = (message: WorkerMessage, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
  try {
    await connection.promise().query(SESSION_SQL);
    send({ kind: 'connected', connectionId: connection.threadId });
    const read = readMysqlRows.bind(null, connection);
    let done = 0;
    for await (const { bytes, rows } of exportBytes(read, source, format, fresh)) {
      while (credit === 0) await new Promise<void>((resolve) => (wake = resolve));
      credit -= 1;
      done = rows;
      send({ kind: 'chunk', bytes, rows }, [bytes.buffer as ArrayBuffer]);
    }
    send({ kind: 'done', rows: done });
  } finally {
    connection.destroy();
    port.close();
  }
}

/** Lowers the thread's priority below page requests. Linux only: elsewhere it would apply to the whole process. */
function standBack(): void {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}

if (parentPort) void work(workerData as WorkerTask, parentPort);
