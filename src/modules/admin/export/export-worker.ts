import { parentPort, workerData } from 'node:worker_threads';
import mysql, { type RowDataPacket } from 'mysql2/promise';
import { SESSION_SQL } from '../../../database/mysql-session.js';
import { exportBytes, type ExportFormat } from './export-bytes.js';
import type { ExportSource, RunSql } from './export-reader.js';

export interface WorkerTask {
  databaseUrl: string;
  source: ExportSource;
  format: ExportFormat;
}

export type WorkerMessage =
  | { kind: 'connected'; connectionId: number }
  | { kind: 'chunk'; bytes: Uint8Array; rows: number }
  | { kind: 'done'; rows: number };

/** Chunks that may be on their way at once: one being written out, one ready. */
const AHEAD = 2;

/**
 * An export on a thread and a connection of its own: reading and formatting a million rows on the main thread would hold up
 * everybody else for as long.
 */
async function work({ databaseUrl, source, format }: WorkerTask, port: NonNullable<typeof parentPort>): Promise<void> {
  const connection = await mysql.createConnection({
    uri: databaseUrl.replace(/^mariadb:/, 'mysql:'),
    charset: 'utf8mb4_unicode_ci',
    supportBigNumbers: true,
    dateStrings: true,
  });
  let credit = AHEAD;
  let wake: (() => void) | null = null;
  port.on('message', () => {
    credit += 1;
    wake?.();
  });
  const send = (message: WorkerMessage, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
  try {
    await connection.query(SESSION_SQL);
    send({ kind: 'connected', connectionId: connection.threadId });
    const run: RunSql = async (sql, parameters) => (await connection.query<RowDataPacket[]>(sql, parameters))[0];
    let read = 0;
    for await (const { bytes, rows } of exportBytes(run, source, format)) {
      while (credit === 0) await new Promise<void>((resolve) => (wake = resolve));
      credit -= 1;
      read = rows;
      send({ kind: 'chunk', bytes, rows }, [bytes.buffer as ArrayBuffer]);
    }
    send({ kind: 'done', rows: read });
  } finally {
    connection.destroy();
    port.close();
  }
}

if (parentPort) await work(workerData as WorkerTask, parentPort);
