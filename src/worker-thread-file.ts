/** The program of the worker thread: beside this file in the build; the build's own when run from source. */
export function workerThreadFile(): URL {
  const path = import.meta.url.endsWith('.ts') ? '../dist/server/worker-thread.js' : './worker-thread.js';
  return new URL(path, import.meta.url);
}
