import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import mysql from 'mysql2';
import { mysqlTarget } from '../../../config/mysql-target.js';
import { SESSION_SQL } from '../../../database/mysql-session.js';
import { exportBytes, type ExportChunk, type ExportFormat } from './export-bytes.js';
import type { ExportRow } from './export-columns.js';
import type { ExportSource, ReadRows } from './export-reader.js';

export interface WorkerTask {
  databaseUrl: string;
  source: ExportSource;
  format: ExportFormat;
}

export type WorkerMessage =
  | { kind: 'connected'; connectionId: number }
  | ({ kind: 'chunk' } & ExportChunk)
  | { kind: 'done' };

/** Chunks on their way that the reader has not taken. */
const AHEAD = 4;

/** An export on its own thread and connection: formatting a million rows on the main thread would block everybody else. */
async function work({ databaseUrl, source, format }: WorkerTask, port: NonNullable<typeof parentPort>): Promise<void> {
  standBack();
  const connection = mysql.createConnection({
    ...mysqlTarget(databaseUrl),
    charset: 'utf8mb4_unicode_ci',
    dateStrings: true,
    rowsAsArray: true,
  });
  // The pending statement reports the error; without one the next does.
  connection.on('error', () => undefined);
  let credit = AHEAD;
  let wake: (() => void) | null = null;
  port.on('message', () => {
    credit += 1;
    wake?.();
  });
  const send = (message: WorkerMessage, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
  const driver = connection.promise();
  try {
    await driver.query(SESSION_SQL);
    send({ kind: 'connected', connectionId: connection.threadId });
    const read: ReadRows = async (sql, parameters) =>
      (await driver.query(sql, parameters))[0] as unknown as ExportRow[];
    for await (const chunk of exportBytes(read, source, format)) {
      while (credit === 0) await new Promise<void>((resolve) => (wake = resolve));
      credit -= 1;
      send({ kind: 'chunk', ...chunk }, [chunk.bytes.buffer]);
    }
    send({ kind: 'done' });
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
