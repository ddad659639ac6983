import type { Response } from 'express';
import type { Principal } from '../../http/index.js';

/** More than this not yet taken: the reader is too slow, or gone without a word. */
const MAX_WAITING_BYTES = 64 * 1024;
/** What was written last has so long to be taken. */
const GOODBYE_MS = 2_000;
/** Spread, so that all the browsers of a server that was restarted do not come back at the same moment. */
const RETRY_MS = { least: 2_000, spread: 3_000 };

/** One open answer of `GET /api/events`. */
export class EventStream {
  private lastId = 0;

  constructor(
    readonly principal: Principal,
    private readonly response: Response,
  ) {}

  open(): void {
    this.response.statusCode = 200;
    this.response.setHeader('Content-Type', 'text/event-stream; charset=utf-8');
    this.response.setHeader('Cache-Control', 'no-store, no-transform');
    this.response.setHeader('X-Accel-Buffering', 'no');
    this.response.flushHeaders();
    this.write(`retry: ${Math.round(RETRY_MS.least + Math.random() * RETRY_MS.spread)}\n\n`);
    this.hello();
  }

  onClosed(closed: () => void): void {
    this.response.once('close', closed);
  }

  /** What happened before is not told: whoever shows something looks again. */
  hello(): void {
    this.send('hello', '{}');
  }

  /** @param data one line of JSON */
  send(event: string, data: string): void {
    this.lastId += 1;
    this.write(`id: ${this.lastId}\nevent: ${event}\ndata: ${data}\n\n`);
  }

  beat(): void {
    this.write(': beat\n\n');
  }

  /** The reader is asked not to come back by itself. */
  dismiss(reason: 'session' | 'replaced'): void {
    this.send('end', JSON.stringify({ reason }));
    this.end();
  }

  /** A reader who takes no more than that would keep its place for ever. */
  end(): void {
    this.response.end();
    const limit = setTimeout(() => this.response.destroy(), GOODBYE_MS).unref();
    this.response.once('close', () => clearTimeout(limit));
  }

  private write(text: string): void {
    if (this.response.writableEnded || this.response.destroyed) return;
    this.response.write(text);
    if (this.response.writableLength > MAX_WAITING_BYTES) this.response.destroy();
  }
}
