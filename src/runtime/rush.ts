import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';

/** Messages that follow one another more closely are a rush, and it is over when none has come for so long. */
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
  private until = Number.NEGATIVE_INFINITY;

  /** A message that the bank has signed: nobody else can hold other work up. One alone is no rush. */
  note(): void {
    const now = performance.now();
    if (now - this.latest < QUIET_MS) this.until = now + QUIET_MS;
    this.latest = now;
  }

  /** Resolves when there is no rush, which is at once as a rule, and after a second in any case. */
  async over(): Promise<void> {
    const limit = performance.now() + MOST_MS;
    for (;;) {
      const now = performance.now();
      const wait = Math.min(this.until, limit) - now;
      if (wait <= 0) return;
      await pause(wait);
    }
  }
}
