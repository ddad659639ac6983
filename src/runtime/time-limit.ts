/** Stands for the answer of work that took too long. */
export const LATE = Symbol('late');

/**
 * Waits for work at most `ms` milliseconds. Work that takes longer continues; nobody hears of its error then.
 * @returns {@link LATE} when the time is over
 * @throws the error of the work, when it fails in time
 */
export async function within<T>(ms: number, work: Promise<T>): Promise<T | typeof LATE> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<typeof LATE>((resolve) => {
    // Timers come before sockets in the event loop: what arrived while this process was busy is read first.
    timer = setTimeout(() => setImmediate(() => resolve(LATE)), ms);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** @returns tells whether so much time has passed since, by a clock that nobody sets */
export function isOverAfter(ms: number): () => boolean {
  const end = performance.now() + ms;
  return () => performance.now() >= end;
}
