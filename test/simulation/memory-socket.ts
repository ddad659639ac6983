import { Agent, type Server } from 'node:http';
import { Duplex } from 'node:stream';

/** One end of a connection within the process: HTTP as on a network, but nothing of it waits for the operating system. */
export class MemorySocket extends Duplex {
  readonly remotePort = 40_000;
  readonly connecting = false;
  private peer!: MemorySocket;
  private whenRead: (() => void) | null = null;

  private constructor(readonly remoteAddress: string) {
    super({ allowHalfOpen: true });
  }

  /** @returns the client's end @param address of the client, as the server sees it */
  static connect(server: Server, address = '127.0.0.1'): MemorySocket {
    const [client, accepted] = [new MemorySocket('127.0.0.1'), new MemorySocket(address)];
    client.peer = accepted;
    accepted.peer = client;
    server.emit('connection', accepted);
    return client;
  }

  override _read(): void {
    const { whenRead } = this;
    this.whenRead = null;
    whenRead?.();
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error) => void): void {
    if (this.peer.destroyed) return done(broken('EPIPE', 'write'));
    if (this.peer.push(chunk)) done();
    else this.peer.whenRead = done;
  }

  override _final(done: () => void): void {
    if (!this.peer.destroyed) this.peer.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    const { peer } = this;
    process.nextTick(() => {
      if (!peer.destroyed && !peer.readableEnded)
        peer.destroy(peer.writableEnded ? undefined : broken('ECONNRESET', 'read'));
    });
    done(error);
  }

  /** As `net.Socket`. */
  resetAndDestroy(): this {
    if (!this.peer.destroyed) this.peer.destroy(broken('ECONNRESET', 'read'));
    return this.destroy();
  }

  destroySoon(): void {
    if (this.writable) this.end();
    if (this.writableFinished) this.destroy();
    else this.once('finish', () => this.destroy());
  }

  setTimeout(): this {
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
}

/** Makes every connection to one server of this process. */
export class MemoryAgent extends Agent {
  constructor(private readonly connect: () => MemorySocket) {
    super({ keepAlive: false });
  }

  override createConnection(): MemorySocket {
    return this.connect();
  }
}

function broken(code: string, syscall: string): Error {
  return Object.assign(new Error(`${syscall} ${code}`), { code, syscall });
}
