import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Bytes to a server that no HTTP library would send. */
export class RawSocket {
  private readonly chunks: Buffer[] = [];
  private ended = false;
  /** Resolves, with the time that it took, once the server has closed the connection. */
  readonly closed: Promise<number>;

  private constructor(readonly socket: Socket) {
    const began = performance.now();
    socket.on('data', (chunk: Buffer) => this.chunks.push(chunk));
    // A reset is an end like any other.
    socket.on('error', () => undefined);
    this.closed = new Promise((resolve) => {
      socket.once('close', () => {
        this.ended = true;
        resolve(performance.now() - began);
      });
    });
  }

  static open(url: string): Promise<RawSocket> {
    return new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(new RawSocket(socket));
      });
    });
  }

  send(bytes: string | Buffer): void {
    if (!this.socket.destroyed) this.socket.write(bytes);
  }

  get isClosed(): boolean {
    return this.ended;
  }

  get text(): string {
    return Buffer.concat(this.chunks).toString('latin1');
  }

  /** The codes of all answers so far. */
  get statuses(): number[] {
    return [...this.text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
  }

  /** The first answer, or null when the connection ends or the time runs out without one. */
  async answer(limitMs = 10_000): Promise<number | null> {
    for (const began = performance.now(); performance.now() - began < limitMs; await pause(10)) {
      const [first] = this.statuses.filter((status) => status !== 100);
      if (first !== undefined) return first;
      if (this.ended) return null;
    }
    return null;
  }

  destroy(): void {
    this.socket.destroy();
  }
}

/** One request on a connection of its own. @returns the first answer's status and everything that came */
export async function rawRequest(
  url: string,
  bytes: string | Buffer,
): Promise<{ status: number | null; text: string }> {
  const raw = await RawSocket.open(url);
  raw.send(bytes);
  const status = await raw.answer();
  // What may follow, a second answer above all, comes at once.
  await pause(20);
  raw.destroy();
  return { status, text: raw.text };
}

/** Head lines and a body with its right length. */
export function httpRequest(start: string, headers: Record<string, string> = {}, body: string | Buffer = ''): Buffer {
  const length = Buffer.byteLength(body);
  const all = {
    Host: 'localhost',
    Connection: 'close',
    ...(length > 0 ? { 'Content-Length': `${length}` } : {}),
    ...headers,
  };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`${start} HTTP/1.1\r\n${head.join('')}\r\n`, 'latin1'), Buffer.from(body)]);
}
