// One connection, one request after the other: a client so thin that its own cost hardly shows beside what it times.
import { connect } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');
const LAST_CHUNK = Buffer.from('0\r\n\r\n');

export class OneConnection {
  #socket;
  #chunks = [];
  #size = 0;
  #waiting = null;
  #failure = null;

  static async to(url) {
    const { hostname, port } = new URL(url);
    const client = new OneConnection();
    client.#socket = connect({ host: hostname, port: Number(port), noDelay: true });
    client.#socket.on('data', (chunk) => client.#take(chunk));
    for (const event of ['error', 'close'])
      client.#socket.on(event, (error) =>
        client.#fail(error instanceof Error ? error : new Error(`connection: ${event}`)),
      );
    await new Promise((resolve, reject) => client.#socket.once('connect', resolve).once('error', reject));
    return client;
  }

  /** @param bytes a whole request, see {@link requestBytes} */
  async ask(bytes) {
    if (this.#failure) throw new Error('the connection is gone', { cause: this.#failure });
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(bytes);
    });
  }

  get isOpen() {
    return this.#failure === null;
  }

  close() {
    this.#waiting = null;
    this.#socket.destroy();
  }

  #fail(error) {
    this.#failure ??= error;
    this.#waiting?.reject(error);
  }

  #take(chunk) {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    const answer = answerIn(this.#chunks.length === 1 ? chunk : this.#joined());
    if (!answer) return;
    this.#chunks = [];
    this.#size = 0;
    const { resolve } = this.#waiting;
    this.#waiting = null;
    resolve(answer);
  }

  #joined() {
    this.#chunks = [Buffer.concat(this.#chunks, this.#size)];
    return this.#chunks[0];
  }
}

function answerIn(bytes) {
  const end = bytes.indexOf(HEAD_END);
  if (end < 0) return null;
  const head = bytes.toString('latin1', 0, end);
  const body = end + HEAD_END.length;
  const status = Number(head.slice(9, 12));
  const length = /\r\ncontent-length: *(\d+)/i.exec(head);
  if (length) return bytes.length >= body + Number(length[1]) ? { status, head, bytes, body } : null;
  if (/\r\ntransfer-encoding: *chunked/i.test(head))
    return bytes.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK) ? { status, head, bytes, body } : null;
  return { status, head, bytes, body };
}

export function requestBytes(url, { method = 'GET', headers = {}, body = '' } = {}) {
  const { host, pathname, search } = new URL(url);
  const all = { host, connection: 'keep-alive', ...headers };
  if (body !== '' || method === 'POST') all['content-length'] = Buffer.byteLength(body);
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}
