import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';

/** So long after a message of the bank's nothing else has come. */
const QUIET_MS = 25;
/** Work that gives way does so no longer than this. */
const MOST_MS = 1000;

/**
 * The bank waits for its acknowledgements, and repeats what it gets none for. Nobody waits for what follows from its messages
 * (whoever looks at a payment has it checked at once) or for mails, so while messages pour in these give way.
 */
@Injectable()
export class Rush {
  private latest = Number.NEGATIVE_INFINITY;

  /** A message that the bank has signed: nobody else can hold other work up. */
  note(): void {
    this.latest = performance.now();
  }

  /** Resolves when no message has come for a moment; at once when that is so already, after a second in any case. */
  async over(): Promise<void> {
    const limit = performance.now() + MOST_MS;
    for (;;) {
      const now = performance.now();
      const wait = Math.min(this.latest + QUIET_MS, limit) - now;
      if (wait <= 0) return;
      await pause(wait);
    }
  }
}
