import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A line to a database that can fall silent, as a network or a server does that is gone without a word, or break. */
export class StallingProxy {
  private readonly sockets = new Set<Socket>();
  private isSilent = false;

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

  close(): void {
    this.cut();
    this.server.close();
  }

  private join(one: Socket, other: Socket): void {
    one.pipe(other).pipe(one);
    for (const [socket, peer] of [
      [one, other],
      [other, one],
    ] as const) {
      this.sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => peer.destroy());
      if (this.isSilent) socket.pause();
    }
  }
}
