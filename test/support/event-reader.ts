import type { LivePayment } from '../../src/contracts/live.js';
import { API } from '../../src/contracts/routes.js';
import type { Client } from './client.js';
import { eventually } from './product-process.js';

export interface SeenEvent {
  id: string;
  event: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- judged by the tests
  data: any;
}

/** Reads a stream of server-sent events as a program does. */
export class EventReader {
  readonly events: SeenEvent[] = [];
  /** Everything as it came. */
  text = '';
  ended = false;
  private readonly abort: AbortController;
  private parsed = 0;

  private constructor(
    readonly response: Response,
    abort: AbortController,
  ) {
    this.abort = abort;
    void this.read();
  }

  /** @throws unless the stream is there */
  static async open(client: Client, baseUrl = client.baseUrl): Promise<EventReader> {
    const abort = new AbortController();
    const response = await fetch(new URL(API.events, baseUrl), { headers: headersOf(client), signal: abort.signal });
    if (response.status !== 200) throw new Error(`events answered ${response.status}: ${await response.text()}`);
    const reader = new EventReader(response, abort);
    await reader.until('hello', () => reader.named('hello').length > 0);
    return reader;
  }

  named(event: string): SeenEvent[] {
    return this.events.filter((each) => each.event === event);
  }

  /** What was said of one payment. */
  about(paymentId: string): LivePayment[] {
    return this.named('payment')
      .map(({ data }) => data as LivePayment)
      .filter((payment) => payment.paymentId === paymentId);
  }

  until(what: string, isTrue: () => boolean, limitMs = 60_000): Promise<void> {
    return eventually(`${what}; so far: ${this.text}`, isTrue, limitMs);
  }

  close(): void {
    this.abort.abort();
  }

  private async read(): Promise<void> {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of this.response.body ?? []) {
        this.text += decoder.decode(chunk as Uint8Array, { stream: true });
        this.parse();
      }
    } catch {
      // Broken off, by us or by the server.
    }
    this.ended = true;
  }

  private parse(): void {
    for (let end = this.text.indexOf('\n\n', this.parsed); end !== -1; end = this.text.indexOf('\n\n', this.parsed)) {
      const block = this.text.slice(this.parsed, end);
      this.parsed = end + 2;
      const fields = new Map(block.split('\n').map((line) => line.split(/: ?(.*)/s, 2) as [string, string]));
      const event = fields.get('event');
      if (event === undefined) continue;
      this.events.push({
        id: fields.get('id') ?? '',
        event,
        data: JSON.parse(fields.get('data') ?? 'null') as unknown,
      });
    }
  }
}

function headersOf(client: Client): Record<string, string> {
  if (client.token) return { authorization: `Bearer ${client.token}` };
  return { cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
}
