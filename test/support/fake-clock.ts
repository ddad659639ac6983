import { Clock } from '../../src/runtime/clock.js';

/** Runs with real time and can be moved forward. */
export class FakeClock extends Clock {
  private offsetMs = 0;
  private heldAt: Date | null = null;

  now(): Date {
    return this.heldAt ?? new Date(Date.now() + this.offsetMs);
  }

  /** Stands still meanwhile, however long the work takes on a busy machine. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    this.heldAt = this.now();
    try {
      return await work();
    } finally {
      this.heldAt = null;
    }
  }

  advance(ms: number): void {
    this.offsetMs += ms;
  }
}

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
