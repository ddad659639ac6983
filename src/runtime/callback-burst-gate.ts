import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';

/** Callbacks closer together than this are a burst; it ends after this long without one. */
const QUIET_MS = 25;
/** Longest time that work gives way. */
const MAX_MS = 1000;

/**
 * Lets acknowledgements of callbacks go first during a burst: the bank repeats what is not acknowledged, while nobody waits for
 * the checks and emails that follow (a viewed payment is checked at once).
 */
@Injectable()
export class CallbackBurstGate {
  private latest = Number.NEGATIVE_INFINITY;
  private until = Number.NEGATIVE_INFINITY;

  /** Call for a correctly signed callback only, so that nobody else can delay other work. A single one is no burst. */
  recordCallback(): void {
    const now = performance.now();
    if (now - this.latest < QUIET_MS) this.until = now + QUIET_MS;
    this.latest = now;
  }

  /** Resolves at once when idle, else after 25 ms of quiet, 1 s at most. */
  async waitUntilQuiet(): Promise<void> {
    const limit = performance.now() + MAX_MS;
    for (;;) {
      const now = performance.now();
      const wait = Math.min(this.until, limit) - now;
      if (wait <= 0) return;
      await pause(wait);
    }
  }
}
