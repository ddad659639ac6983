import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { exportBytes, type ExportChunk, type ExportFormat } from './export-bytes.js';
import { ExportQueries, type ReplicaOfExport } from './export.queries.js';
import type { ExportSource } from './export-reader.js';

export interface WorkerTask {
  databaseUrl: string;
  /** Read instead, as long as it answers. */
  replica: ReplicaOfExport | null;
  source: ExportSource;
  format: ExportFormat;
}

export type WorkerMessage =
  /** To the primary. A statement on the replica is short and ends by itself. */
  { kind: 'connected'; connectionId: number } | ({ kind: 'chunk' } & ExportChunk) | { kind: 'done' };

/** Chunks on their way that the reader has not taken. */
const AHEAD = 4;

/** An export on its own thread and connection: formatting a million rows on the main thread would block everybody else. */
async function work(
  { databaseUrl, replica, source, format }: WorkerTask,
  port: NonNullable<typeof parentPort>,
): Promise<void> {
  standBack();
  let credit = AHEAD;
  let wake: (() => void) | null = null;
  port.on('message', () => {
    credit += 1;
    wake?.();
  });
  const send = (message: WorkerMessage, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
  const queries = new ExportQueries(databaseUrl, replica, (connectionId) => send({ kind: 'connected', connectionId }));
  try {
    for await (const chunk of exportBytes((sql, parameters) => queries.rows(sql, parameters), source, format)) {
      while (credit === 0) await new Promise<void>((resolve) => (wake = resolve));
      credit -= 1;
      send({ kind: 'chunk', ...chunk }, [chunk.bytes.buffer]);
    }
    send({ kind: 'done' });
  } finally {
    queries.close();
    port.close();
  }
}

/** Lowers the thread's priority below page requests. Linux only: elsewhere it would apply to the whole process. */
function standBack(): void {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}

if (parentPort) void work(workerData as WorkerTask, parentPort);
