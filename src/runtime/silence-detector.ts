/** A counter unchanged for this long belongs to a dead process. */
export const SILENT_AFTER_MS = 6500;
/** Most time that one observation counts for: an observer that slept, or waited for the database, saw nothing meanwhile. */
export const MAX_LOOK_MS = 2000;

export interface Heartbeat {
  id: string;
  beat: number;
}

/**
 * Detects processes whose heartbeat counter stopped. Compares counters with the last ones seen and adds up its own elapsed time,
 * without a wall clock.
 */
export class SilenceDetector {
  private readonly seen = new Map<string, { beat: number; silentMs: number }>();
  private lookedAt: number | null = null;

  /**
   * @param beats the current counters
   * @param elapsedMs of a monotonic clock, such as `performance.now()`
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
