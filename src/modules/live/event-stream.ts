import type { Response } from 'express';
import type { Principal } from '../../http/index.js';

/** Above this backlog the reader is too slow, or gone. */
const MAX_WAITING_BYTES = 64 * 1024;
/** Time for the last bytes to be read. */
const GOODBYE_MS = 2_000;
/** Spread, so that browsers do not reconnect to a restarted server all at once. */
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

  /** Sent first: nothing is replayed, so the page reads its data again. */
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

  /** Asks the reader not to reconnect by itself. */
  dismiss(reason: 'session' | 'replaced'): void {
    this.send('end', JSON.stringify({ reason }));
    this.end();
  }

  /** Closes the stream; a reader that stops reading must not keep its slot. */
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
