import { setTimeout as pause } from 'node:timers/promises';
import { DAY_MS, HOUR_MS } from '../../src/domain/calendar/durations.js';
import { IST_OFFSET_MS } from '../../src/domain/calendar/ist-day.js';
import { Clock } from '../../src/runtime/clock.js';

/** One for all clocks of the process: two instances agree. */
export const FROM_TEN_MS = (10 * HOUR_MS - ((Date.now() + IST_OFFSET_MS) % DAY_MS) + DAY_MS) % DAY_MS;

/** Runs with real time, from ten o'clock in India on, so that no test meets midnight by chance, and can be moved forward. */
export class FakeClock extends Clock {
  private stoppedAtMs: number | null = null;

  constructor(private offsetMs = FROM_TEN_MS) {
    super();
  }

  now(): Date {
    return new Date(this.stoppedAtMs ?? Date.now() + this.offsetMs);
  }

  /** Stands still from now on and is moved by {@link advance} alone, however long anything takes on a busy machine. */
  stop(): void {
    this.stoppedAtMs = this.now().getTime();
  }

  /** Stands still meanwhile. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    this.stop();
    try {
      return await work();
    } finally {
      this.stoppedAtMs = null;
    }
  }

  advance(ms: number): void {
    this.offsetMs += ms;
    if (this.stoppedAtMs !== null) this.stoppedAtMs += ms;
  }
}

const LONG_ENOUGH_MS = 4 * 60_000;
/** Time limit of a hook that waits for it. */
export const MIDNIGHT_LIMIT_MS = LONG_ENOUGH_MS + 60_000;

/** For commands, whose clock is the real one: no day of India ends while a file works with the day that it began on. */
export async function awayFromMidnight(): Promise<void> {
  const left = DAY_MS - ((Date.now() + IST_OFFSET_MS) % DAY_MS);
  if (left < LONG_ENOUGH_MS) await pause(left + 1000);
}

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
