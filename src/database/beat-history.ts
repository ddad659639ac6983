/** One instant by two clocks: the wall clock may be set, the monotonic one stops while the machine sleeps. Milliseconds. */
export interface Moment {
  monotonic: number;
  wall: number;
}

/** The age by whichever clock says more. */
export function ageOf(then: Moment, now: Moment): number {
  return Math.max(now.monotonic - then.monotonic, Math.abs(now.wall - then.wall));
}

/**
 * When this process has sent its heartbeats. Databases apply changes in the order of their commits, so a copy that shows a
 * heartbeat holds everything that was committed before it was sent. No clock but that of this process is involved (ADR 27).
 */
export class BeatHistory {
  private beats: { beat: number; sent: Moment }[] = [];

  /** @param keepMs older heartbeats are forgotten */
  constructor(private readonly keepMs: number) {}

  /** For a process under a new id. */
  clear(): void {
    this.beats = [];
  }

  /**
   * The first moment of a heartbeat counts: it may have arrived although its answer did not. A number below the last one comes
   * from a database that lost the later ones in a failover.
   */
  add(beat: number, sent: Moment): void {
    this.beats = this.beats.filter((known) => known.beat <= beat);
    if (this.beats.at(-1)?.beat !== beat) this.beats.push({ beat, sent });
    while (this.beats[1] && ageOf(this.beats[1].sent, sent) > this.keepMs) this.beats.shift();
  }

  /** @returns the moment up to which a copy that shows this heartbeat is complete; null when that is not known */
  provenBy(beat: number): Moment | null {
    return this.beats.findLast((known) => known.beat <= beat)?.sent ?? null;
  }
}
