import { setImmediate as nextTurn } from 'node:timers/promises';

const SLICE_MS = 10;

/**
 * Slices long work so that other requests are served at least every 10 ms. An await alone does not yield, because SQLite answers
 * within the same turn of the event loop.
 */
export class EventLoopSlices {
  private since = performance.now();

  /** Call between two short pieces of work, never inside a unit of work. */
  async pause(): Promise<void> {
    if (performance.now() - this.since < SLICE_MS) return;
    await nextTurn();
    this.since = performance.now();
  }
}
