/** A counter that stood still for this long belongs to a process that is gone. */
export const SILENT_AFTER_MS = 6500;
/**
 * One look counts for no more: an observer that slept, or waited for the database, has seen nothing meanwhile and must not take
 * its own absence for the silence of others.
 */
export const MAX_LOOK_MS = 2000;

export interface Heartbeat {
  id: string;
  beat: number;
}

/**
 * Tells which processes have stopped to count up. Compares counters with what it saw before and adds up its own elapsed time: no
 * wall clock is involved, so none can be wrong.
 */
export class SilenceDetector {
  private readonly seen = new Map<string, { beat: number; silentMs: number }>();
  private lookedAt: number | null = null;

  /**
   * @param beats the counters as they are now
   * @param elapsedMs of a clock that only goes forward, such as `performance.now()`
   * @returns those that have been silent for too long
   */
  look(beats: readonly Heartbeat[], elapsedMs: number): Heartbeat[] {
    const step = this.lookedAt === null ? 0 : Math.min(elapsedMs - this.lookedAt, MAX_LOOK_MS);
    this.lookedAt = elapsedMs;
    const present = new Set(beats.map(({ id }) => id));
    for (const id of this.seen.keys()) if (!present.has(id)) this.seen.delete(id);
    return beats.filter(({ id, beat }) => {
      const before = this.seen.get(id);
      const silentMs = before?.beat === beat ? before.silentMs + step : 0;
      this.seen.set(id, { beat, silentMs });
      return silentMs >= SILENT_AFTER_MS;
    });
  }
}
