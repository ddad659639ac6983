import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** `before`: the server never hears of it; `after`: it has answered, and nobody hears that. */
type CutAt = 'before' | 'after';

const COM_QUERY = 3;
/** Length and number of a packet, its command, and the two bytes of attributes that MySQL has before a statement. */
const MAX_HEAD_BYTES = 7;

/** Whether this is a packet with this statement and nothing else. */
function isStatement(packet: Buffer, sql: string): boolean {
  const text = Buffer.from(sql);
  return (
    packet[4] === COM_QUERY &&
    packet.length <= MAX_HEAD_BYTES + text.length &&
    packet.subarray(-text.length).equals(text)
  );
}

/** A line to a database that can fall silent, as a network or a server does that is gone without a word, or break. */
export class StallingProxy {
  private readonly sockets = new Set<Socket>();
  private isSilent = false;
  private isClosed = false;
  private trap: { sql: string; at: CutAt; skip: number; sprung: () => void } | null = null;

  private constructor(
    private readonly server: Server,
    /** Of the database, by this line. */
    readonly url: string,
  ) {}

  static async open(databaseUrl: string): Promise<StallingProxy> {
    const url = new URL(databaseUrl);
    const target = { host: url.hostname, port: Number(url.port) };
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    url.port = String((server.address() as AddressInfo).port);
    const proxy = new StallingProxy(server, url.href);
    server.on('connection', (socket) => proxy.join(socket, connect(target)));
    return proxy;
  }

  /** Nothing passes any more, in either direction; nothing is closed either. */
  stall(): void {
    this.isSilent = true;
    for (const socket of this.sockets) socket.pause();
  }

  /** What was held back passes, and the rest after it. */
  resume(): void {
    this.isSilent = false;
    for (const socket of this.sockets) socket.resume();
  }

  /** Every connection breaks; new ones are possible. */
  cut(): void {
    this.isSilent = false;
    for (const socket of this.sockets) socket.destroy();
    this.sockets.clear();
  }

  /**
   * Breaks the connection that sends this statement, and no other. Unencrypted lines only.
   * @param skip so many of them pass before
   * @returns when it has done so
   */
  cutAtStatement(sql: string, at: CutAt, skip = 0): Promise<void> {
    return new Promise((sprung) => (this.trap = { sql, at, skip, sprung }));
  }

  /** @returns whether it was still set */
  disarm(): boolean {
    const wasSet = this.trap !== null;
    this.trap = null;
    return wasSet;
  }

  /** New connections break at once, until `admit`. */
  refuse(): void {
    this.isClosed = true;
  }

  admit(): void {
    this.isClosed = false;
  }

  close(): void {
    this.cut();
    this.server.close();
  }

  private join(one: Socket, other: Socket): void {
    if (this.isClosed) {
      one.destroy();
      other.destroy();
      return;
    }
    one.pipe(this.filter(one, other)).pipe(other);
    other.pipe(one);
    for (const [socket, peer] of [
      [one, other],
      [other, one],
    ] as const) {
      this.sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => peer.destroy());
      if (this.isSilent) socket.pause();
    }
  }

  private filter(one: Socket, other: Socket): Transform {
    return new Transform({
      transform: (data: Buffer, _encoding, pass) => {
        const { trap } = this;
        if (!trap || !isStatement(data, trap.sql) || trap.skip-- > 0) return pass(null, data);
        this.trap = null;
        const end = () => {
          one.destroy();
          trap.sprung();
        };
        if (trap.at === 'before') return end();
        other.unpipe(one);
        other.once('data', end).resume();
        pass(null, data);
      },
    });
  }
}
