import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ExportChunk } from './export-bytes.js';
import type { WorkerMessage, WorkerTask } from './export-worker.js';

/** A workbook makes much short-lived garbage: with a smaller young generation it takes nearly twice the time. */
const LIMITS = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 192 };

/**
 * Runs an export on a worker thread and yields its chunks with backpressure.
 * @param kill ends the thread's connection at the primary when the export is cancelled
 */
export async function* exportOnThread(
  task: WorkerTask,
  signal: AbortSignal,
  kill: (connectionId: number) => Promise<unknown>,
): AsyncGenerator<ExportChunk> {
  const worker = new Worker(workerFile(), { workerData: task, resourceLimits: LIMITS });
  let connectionId: number | null = null;
  let done = false;
  try {
    for await (const [message] of on(worker, 'message', { signal, close: ['exit'] }) as AsyncIterable<
      [WorkerMessage]
    >) {
      if (message.kind === 'connected') connectionId = message.connectionId;
      else if (message.kind === 'done') return void (done = true);
      else {
        yield { bytes: message.bytes, rows: message.rows };
        worker.postMessage('written');
      }
    }
    throw new Error('the export thread ended before its work was done');
  } finally {
    await worker.terminate();
    // A statement continues at the server after its client is gone.
    if (!done && connectionId !== null) await kill(connectionId).catch(() => undefined);
  }
}

/** The worker's bundle beside this one; the build's when run from source. */
function workerFile(): URL {
  const path = import.meta.url.endsWith('.ts') ? '../../../../dist/server/export-worker.js' : './export-worker.js';
  return new URL(path, import.meta.url);
}
