import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

/** A line to the product on which a document stops half-way, as on a poor network; all else passes. */
export class HaltingProxy {
  /** Paths that were asked for, in order. */
  readonly asked: string[] = [];
  private halted: { at: string; goOn: Promise<void> } | null = null;

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
  ) {}

  static async open(target: string): Promise<HaltingProxy> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const proxy = new HaltingProxy(server, new URL(target));
    server.on('request', (asked, answer) => void proxy.pass(asked, answer).catch(() => answer.destroy()));
    return proxy;
  }

  /** Of the product, by this line; its cookies are those of the other address, as a port tells no cookies apart. */
  get url(): string {
    return `http://${this.target.hostname}:${(this.server.address() as AddressInfo).port}`;
  }

  /**
   * Of the next documents only what comes before this text is sent.
   * @returns sends the rest of them
   */
  haltBefore(at: string): () => void {
    let resume = () => {};
    const goOn = new Promise<void>((resolve) => (resume = resolve));
    this.halted = { at, goOn };
    return () => {
      this.halted = null;
      resume();
    };
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async pass(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    this.asked.push(asked.url ?? '');
    const { method, url: path } = asked;
    // Uncompressed, so that it can be cut at a text.
    const headers = { ...asked.headers, 'accept-encoding': 'identity' };
    const passed = request({ host: this.target.hostname, port: this.target.port, method, path, headers });
    asked.pipe(passed);
    const [response] = (await once(passed, 'response')) as [IncomingMessage];
    answer.writeHead(response.statusCode ?? 502, response.headers);
    const { halted } = this;
    if (!halted || !response.headers['content-type']?.startsWith('text/html')) return pipeline(response, answer);
    const body = await buffer(response);
    const cut = Math.max(0, body.lastIndexOf(halted.at));
    answer.write(body.subarray(0, cut));
    await halted.goOn;
    answer.end(body.subarray(cut));
  }
}
