import { setImmediate as nextTurn } from 'node:timers/promises';

const SLICE_MS = 10;

/**
 * Long work in slices: other requests are served at least every 10 ms. An await alone does not let them in, because an
 * embedded database answers without a turn of the event loop.
 */
export class EventLoopSlices {
  private since = performance.now();

  /** Between two short pieces of work, never inside a unit of work. */
  async pause(): Promise<void> {
    if (performance.now() - this.since < SLICE_MS) return;
    await nextTurn();
    this.since = performance.now();
  }
}
