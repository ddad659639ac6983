import { Injectable, Logger } from '@nestjs/common';
import { newPublicId } from '../runtime/ids.js';
import { RedisLink } from '../runtime/redis-link.js';
import { PrimaryLink } from '../runtime/workers/primary-link.js';
import { type LiveMessage, sealed, unsealed } from './live-message.js';

export interface LiveListener {
  onMessage(message: LiveMessage): void;
  /** Messages of other instances may have been missed: read the data again. */
  onGap(): void;
}

const CHANNEL = 'live';

/**
 * Publishes committed changes to listeners in this process and, through Redis or the primary of its workers, in others. Nothing is stored or replayed. A sale
 * never waits for it and never fails by it.
 */
@Injectable()
export class LiveEvents {
  private readonly logger = new Logger(LiveEvents.name);
  private readonly self = newPublicId();
  private readonly listeners = new Set<LiveListener>();
  private isListening = false;

  constructor(
    private readonly redis: RedisLink,
    private readonly link: PrimaryLink,
  ) {}

  listen(listener: LiveListener): void {
    this.listeners.add(listener);
    if (this.isListening) return;
    this.isListening = true;
    this.link.listen(CHANNEL, (text) => this.receive(text));
    this.redis.listen(
      CHANNEL,
      (text) => this.receive(text),
      () => this.each((each) => each.onGap()),
    );
  }

  /** Call it after the commit. */
  publish(message: LiveMessage): void {
    this.each((listener) => listener.onMessage(message));
    if (this.redis.isConfigured) void this.redis.tell(CHANNEL, sealed(this.self, message));
    else if (this.link.isConfigured) this.link.publish(CHANNEL, sealed(this.self, message));
  }

  private receive(text: string): void {
    const received = unsealed(text);
    if (!received) return this.logger.warn({ msg: 'unreadable live message ignored', length: text.length });
    // Own messages were delivered locally when published.
    if (received.from !== this.self) this.each((listener) => listener.onMessage(received.message));
  }

  private each(notify: (listener: LiveListener) => void): void {
    for (const listener of this.listeners) {
      try {
        notify(listener);
      } catch (error) {
        this.logger.error({ msg: 'live listener failed', err: error });
      }
    }
  }
}
