import { on } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { ExportChunk } from './export-bytes.js';
import type { WorkerMessage, WorkerTask } from './export-worker.js';

/** Formatting makes much garbage that lives for a moment; a smaller young generation nearly doubles the time. */
const LIMITS = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 192 };

/**
 * Runs an export on its own thread and hands on what it makes, no faster than that is taken.
 * @param kill ends the thread's connection at the server, when the export is given up half-way
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
        worker.postMessage('next');
      }
    }
    throw new Error('the export thread ended before its work was done');
  } finally {
    await worker.terminate();
    // A statement goes on at the server after its client is gone.
    if (!done && connectionId !== null) await kill(connectionId).catch(() => undefined);
  }
}

/** Threads run built files; run from its sources, the product takes the build beside them. */
function workerFile(): string {
  const file = fileURLToPath(new URL('./export-worker.js', import.meta.url));
  return import.meta.url.endsWith('.ts') ? file.replace(/\/src\/(?=modules\/)/, '/dist/src/') : file;
}
