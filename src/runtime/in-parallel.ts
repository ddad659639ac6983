/**
 * Processes items with bounded concurrency, each as soon as there is room for it. After a failure nothing more is started;
 * running work is awaited, then the first failure thrown.
 * @param items asked for the next one when there is room; a failure of theirs counts like one of the work
 */
export async function inParallel<T>(
  items: Iterable<T> | AsyncIterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = each(items);
  const failures: unknown[] = [];
  const worker = async () => {
    try {
      while (failures.length === 0) {
        const next = await rest.next();
        if (next.done || failures.length > 0) return;
        await work(next.value);
      }
    } catch (error) {
      failures.push(error);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  if (failures.length > 0) throw failures[0];
}

/** Calls of `next` wait for each other, so workers share it. */
async function* each<T>(items: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T, void> {
  yield* items;
}
