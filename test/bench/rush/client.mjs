// Requests of many people over connections that are kept, by the thin client of the benchmark.
import { setTimeout as pause } from 'node:timers/promises';
import { OneConnection, requestBytes } from '../support/http.mjs';

/** The product ends a connection after a thousand requests, and one that was silent for ten seconds. */
const REQUESTS_A_CONNECTION = 900;
const IDLE_MS = 4_000;
const GIVE_UP_MS = 20_000;
const AGAIN_MS = 500;
const MAX_AGAIN_MS = 3_000;

/** Whoever asks did not get an answer that could be used, however often it was tried. */
export class GivenUp extends Error {}

export class Pool {
  #idle = [];
  /** Answers 429 and 503, and connections that broke. */
  refused = 0;
  broken = 0;

  constructor(url) {
    this.url = url;
  }

  /** One request. @returns `{ status, head, text }` */
  async ask(method, path, { headers, body } = {}) {
    const bytes = requestBytes(`${this.url}${path}`, { method, headers, body });
    const kept = await this.#take();
    let answer;
    try {
      answer = await kept.connection.ask(bytes);
    } catch (error) {
      kept.connection.close();
      throw error;
    }
    kept.uses += 1;
    kept.since = performance.now();
    if (kept.uses >= REQUESTS_A_CONNECTION || /\r\nconnection: *close/i.test(answer.head)) kept.connection.close();
    else this.#idle.push(kept);
    return { status: answer.status, head: answer.head, text: textOf(answer) };
  }

  /**
   * As a browser and its user do: tried again when the server asks for patience or the connection broke.
   * @throws GivenUp, or Error on any answer that is not expected
   */
  async insist(method, path, { expected = [200], again = [429, 503], ...options } = {}) {
    let last = 'no answer';
    for (const started = performance.now(); performance.now() - started < GIVE_UP_MS;) {
      const answer = await this.ask(method, path, options).catch(() => null);
      if (answer && expected.includes(answer.status)) return answer;
      if (answer && !again.includes(answer.status))
        throw new Error(`${method} ${path.replace(/[0-9a-z]{26}/, '…')}: ${answer.status} ${answer.text.slice(0, 200)}`);
      last = answer ? `${answer.status} ${answer.text.slice(0, 200)}` : 'no answer';
      if (answer) this.refused += 1;
      else this.broken += 1;
      const asked = Number(/\r\nretry-after: *(\d+)/i.exec(answer?.head ?? '')?.[1] ?? 0) * 1000;
      await pause(Math.min(Math.max(asked, AGAIN_MS), MAX_AGAIN_MS));
    }
    throw new GivenUp(`${method} ${path}: ${last}`);
  }

  /** Sends a request and hangs up after a while, whether it was answered or not. */
  async lose(method, path, { headers, body, afterMs }) {
    const connection = await OneConnection.to(this.url);
    connection.ask(requestBytes(`${this.url}${path}`, { method, headers, body })).catch(() => undefined);
    await pause(afterMs);
    connection.close();
  }

  async #take() {
    for (let kept = this.#idle.pop(); kept; kept = this.#idle.pop()) {
      if (performance.now() - kept.since < IDLE_MS && kept.connection.isOpen) return kept;
      kept.connection.close();
    }
    return { connection: await OneConnection.to(this.url), uses: 0, since: 0 };
  }
}

function textOf({ head, bytes, body }) {
  if (!/\r\ntransfer-encoding: *chunked/i.test(head)) return bytes.toString('utf8', body);
  const parts = [];
  for (let at = body; at < bytes.length;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    if (!(size > 0)) break;
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
  return Buffer.concat(parts).toString('utf8');
}
