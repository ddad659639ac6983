// One pool of worker processes for the spec files of all lanes. A process serves one lane; when nothing of it is left, the process ends
// and its slot starts one for the lane with the most work ahead, longest file first, so that no core is idle while there is work.
import { WorkerProcess } from './worker-process.mjs';

/** A worker that has grown past it is replaced between two files. */
const MEMORY_LIMIT_BYTES = 1_600_000_000;

/**
 * @param jobs each with its `lane`, `path` and `expectedMs`; gets `ms`, the time that it took
 */
export async function runInPool(jobs, { slots, isInterrupted, messageFor, onStart, onResult, onFailure, onLeftOpen }) {
  const waiting = [...jobs];
  const end = async (worker) => {
    const leftOpen = await worker.end();
    if (leftOpen) onLeftOpen(worker.lane, leftOpen);
  };
  const runSlot = async () => {
    let worker;
    for (let job = takeNext(waiting); job; job = takeNext(waiting, worker?.lane)) {
      if (isInterrupted()) break;
      if (worker && (worker.lane !== job.lane || worker.memoryBytes > MEMORY_LIMIT_BYTES)) {
        await end(worker);
        worker = undefined;
      }
      worker ??= new WorkerProcess(job.lane);
      await onStart(job);
      const started = performance.now();
      try {
        await onResult(job, await worker.run(messageFor(job)));
      } catch (error) {
        worker = undefined;
        await onFailure(job, error);
      }
      job.ms = Math.round(performance.now() - started);
    }
    if (worker) await end(worker);
  };
  await Promise.all(Array.from({ length: Math.min(slots, jobs.length) }, runSlot));
}

/**
 * Removes the next job from those that wait: the longest of the lane that the slot serves; once there is none, of a lane that wants to
 * go first, then of the one with the most work ahead.
 */
export function takeNext(waiting, lane) {
  const lanes = new Map();
  for (const job of waiting) lanes.set(job.lane, (lanes.get(job.lane) ?? 0) + job.expectedMs);
  const byNeed = [...lanes].sort(
    ([a, msOfA], [b, msOfB]) => Number(b.isFirst ?? false) - Number(a.isFirst ?? false) || msOfB - msOfA,
  );
  const chosen = lanes.has(lane) ? lane : byNeed[0]?.[0];
  const longest = waiting
    .filter((job) => job.lane === chosen)
    .reduce((most, job) => (most && most.expectedMs >= job.expectedMs ? most : job), undefined);
  if (longest) waiting.splice(waiting.indexOf(longest), 1);
  return longest;
}
