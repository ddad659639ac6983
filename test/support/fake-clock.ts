import { DAY_MS, HOUR_MS } from '../../src/domain/calendar/durations.js';
import { IST_OFFSET_MS } from '../../src/domain/calendar/ist-day.js';
import { Clock } from '../../src/runtime/clock.js';

/** One for all clocks of the process: two instances agree. */
export const FROM_TEN_MS = (10 * HOUR_MS - ((Date.now() + IST_OFFSET_MS) % DAY_MS) + DAY_MS) % DAY_MS;

/** Runs with real time, from ten o'clock in India on, so that no test meets midnight by chance, and can be moved forward. */
export class FakeClock extends Clock {
  private heldAt: Date | null = null;

  constructor(private offsetMs = FROM_TEN_MS) {
    super();
  }

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
