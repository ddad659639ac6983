// One pool of worker processes for the spec files of all lanes. A process serves one lane; when nothing of it is left, the process ends
// and its slot starts one for another lane, longest file first, so that no core is idle while there is work. The slots spread over the
// lanes: files of one lane wait for the same things, and with all slots on one lane they would wait at the same time.
import { WorkerProcess } from './worker-process.mjs';

/** A worker that has grown past it is replaced between two files. */
const MEMORY_LIMIT_BYTES = 1_600_000_000;

/**
 * @param jobs each with its `lane`, `path` and `expectedMs`; gets `ms`, the time that it took
 */
export async function runInPool(jobs, { slots, isInterrupted, messageFor, onStart, onResult, onFailure, onLeftOpen }) {
  const waiting = [...jobs];
  /** Which lane each slot serves. */
  const serving = new Map();
  const end = async (worker) => {
    const leftOpen = await worker.end();
    if (leftOpen) onLeftOpen(worker.lane, leftOpen);
  };
  const runSlot = async (_, slot) => {
    let worker;
    const next = () => {
      serving.delete(slot);
      const job = takeNext(waiting, worker?.lane, [...serving.values()]);
      if (job) serving.set(slot, job.lane);
      return job;
    };
    for (let job = next(); job; job = next()) {
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
 * go first, then of the one with the most work ahead for each slot that would serve it.
 * @param others the lanes that the other slots serve
 */
export function takeNext(waiting, lane, others = []) {
  const lanes = new Map();
  for (const job of waiting) lanes.set(job.lane, (lanes.get(job.lane) ?? 0) + job.expectedMs);
  const need = ([each, ms]) => ms / (others.filter((other) => other === each).length + 1);
  const byNeed = [...lanes].sort(
    (a, b) => Number(b[0].isFirst ?? false) - Number(a[0].isFirst ?? false) || need(b) - need(a),
  );
  const chosen = lanes.has(lane) ? lane : byNeed[0]?.[0];
  const longest = waiting
    .filter((job) => job.lane === chosen)
    .reduce((most, job) => (most && most.expectedMs >= job.expectedMs ? most : job), undefined);
  if (longest) waiting.splice(waiting.indexOf(longest), 1);
  return longest;
}
