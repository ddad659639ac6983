import { Agent as HttpAgent, type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../../runtime/clock.js';
import type { Exchange, NotSentReason, SignedRequest, Unknown } from './exchange.js';
import { GatewaySettings } from './gateway-settings.js';

const MAX_ANSWER_BYTES = 65_536;
const MAX_RETRY_AFTER_SECONDS = 86_400;
const CONNECT_LIMIT_MS = 5_000;
const CONNECT_TIMEOUT = 'CONNECT_TIMEOUT';
/**
 * Connections are kept alive, so that a poll of many attempts does not open one each. Callers bound how many are in use; idle
 * ones are closed before a server's usual limit would cut them under a request.
 */
const POOL = { keepAlive: true, maxFreeSockets: 1000, timeout: 4000 };

/** One POST to the bank and its outcome (docs/bank-protocol.md#clocks). Follows no redirect, never retries, never logs a body. */
@Injectable()
export class BankHttpClient implements OnApplicationShutdown {
  private readonly agents = { 'http:': new HttpAgent(POOL), 'https:': new HttpsAgent(POOL) };

  constructor(
    private readonly settings: GatewaySettings,
    private readonly clock: Clock,
  ) {}

  /** @param maxBytes a longer answer counts as unreadable */
  async post(baseUrl: string, path: string, request: SignedRequest, maxBytes = MAX_ANSWER_BYTES): Promise<Exchange> {
    const url = new URL(bankUrl(baseUrl, path));
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const outgoing = send(url, {
      method: 'POST',
      agent: this.agents[url.protocol === 'https:' ? 'https:' : 'http:'],
      headers: {
        'content-type': request.contentType,
        'content-length': Buffer.byteLength(request.body),
        accept: 'application/json',
        ...(request.hashHeader === undefined ? {} : { securehash: request.hashHeader }),
      },
    });
    const limits = limited(outgoing, this.settings.timeoutMs);
    let httpStatus: number | null = null;
    try {
      const response = await answerOf(outgoing, request.body);
      httpStatus = response.statusCode ?? 0;
      return this.judge(response, await readLimited(response, maxBytes), maxBytes);
    } catch (error) {
      return { ...failure(limits.ended ?? error, httpStatus !== null), httpStatus, text: '' };
    } finally {
      limits.lift();
    }
  }

  onApplicationShutdown(): void {
    for (const agent of Object.values(this.agents)) agent.destroy();
  }

  private judge(response: IncomingMessage, body: Buffer | null, maxBytes: number): Exchange {
    const httpStatus = response.statusCode ?? 0;
    if (body === null) {
      return {
        kind: 'unknown',
        reason: 'unreadable',
        detail: `the answer is longer than ${maxBytes / 1024} KiB`,
        httpStatus,
        text: '',
      };
    }
    const text = decodeUtf8(body);
    const shown = text ?? body.toString('latin1');
    // A 4xx body may explain a refusal, its reader decides. 408, 425 and 429 say nothing about the request.
    const readable =
      (httpStatus >= 200 && httpStatus < 300) ||
      (httpStatus >= 400 && httpStatus < 500 && ![408, 425, 429].includes(httpStatus));
    if (!readable) return { ...this.httpError(response), httpStatus, text: shown };
    if (text === null)
      return { kind: 'unknown', reason: 'unreadable', detail: 'the answer is not UTF-8', httpStatus, text: shown };
    return { kind: 'answered', httpStatus, text, hashHeader: headerOf(response, 'securehash') };
  }

  private httpError(response: IncomingMessage): Unknown {
    const retryAfterSeconds = retryAfter(headerOf(response, 'retry-after'), this.clock.now().getTime());
    return {
      kind: 'unknown',
      reason: response.statusCode === 429 ? 'rate-limited' : 'http',
      detail: `HTTP ${response.statusCode}`,
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    };
  }
}

/**
 * Ends the exchange at its timeout, and a connection that is not established earlier. A busy process may be late itself, so what
 * has arrived by then is read first.
 */
function limited(outgoing: ClientRequest, timeoutMs: number): Limits {
  let isOver = false;
  const limits: Limits = {
    ended: null,
    lift: () => {
      isOver = true;
      clearTimeout(whole);
      clearTimeout(connecting);
    },
  };
  const end = (error: Error) => {
    if (isOver) return;
    limits.ended = error;
    outgoing.destroy(error);
  };
  const whole = setTimeout(() => setImmediate(() => end(named('TimeoutError'))), timeoutMs);
  const connecting = setTimeout(() => {
    if (outgoing.socket === null || outgoing.socket.connecting) end(coded(CONNECT_TIMEOUT));
  }, CONNECT_LIMIT_MS);
  return limits;
}

interface Limits {
  /** Why the exchange was ended here; the reader of the answer only sees an aborted stream. */
  ended: Error | null;
  lift: () => void;
}

function answerOf(outgoing: ClientRequest, body: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    outgoing.once('response', resolve);
    // Stays registered: a connection may fail again after its request was given up.
    outgoing.on('error', reject);
    // Without a response and without an error: Node.js destroys a request that is answered with 101 Switching Protocols.
    outgoing.once('close', () => reject(coded('ECONNRESET')));
    outgoing.end(body);
  });
}

function named(name: string): Error {
  return Object.assign(new Error(name), { name });
}

function coded(code: string): Error {
  return Object.assign(new Error(code), { code });
}

function headerOf({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : (value ?? null);
}

/** Joined as text: `new URL(path, base)` would let a path such as `//host` leave the bank. */
function bankUrl(baseUrl: string, path: string): string {
  return `${baseUrl.replace(/(?<!\/)\/+$/, '')}/${path.replace(/^\/+/, '')}`;
}

async function readLimited(response: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    // Leaving the loop destroys the stream.
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function decodeUtf8(body: Buffer): string | null {
  try {
    // A leading byte order mark belongs to the exact body that a V2 hash covers.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return null;
  }
}

/** Failures before a byte of the request is written: proof that the bank did not receive it. */
const NOT_SENT: Readonly<Record<string, NotSentReason>> = {
  ECONNREFUSED: 'connection-refused',
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  [CONNECT_TIMEOUT]: 'unreachable',
  CERT_HAS_EXPIRED: 'tls',
  CERT_NOT_YET_VALID: 'tls',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls',
  UNABLE_TO_GET_ISSUER_CERT: 'tls',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'tls',
  ERR_TLS_CERT_ALTNAME_INVALID: 'tls',
};

type Failure = Unknown | { kind: 'not-sent'; reason: NotSentReason; detail: string };

function failure(error: unknown, answered: boolean): Failure {
  if (property(error, 'name') === 'TimeoutError') {
    return {
      kind: 'unknown',
      reason: 'timeout',
      detail: answered ? 'the answer stopped half-way' : 'no answer in time',
    };
  }
  const code = causeCode(error);
  const reason = answered || isOfStandingConnection(error) ? undefined : NOT_SENT[code];
  return reason === undefined
    ? { kind: 'unknown', reason: 'network', detail: code }
    : { kind: 'not-sent', reason, detail: code };
}

/** A connection that breaks under a request has the same codes as one that was never established. */
function isOfStandingConnection(error: unknown): boolean {
  const call = property(error, 'syscall');
  return call === 'read' || call === 'write';
}

/** Of several addresses tried, the first one's error counts. */
function causeCode(error: unknown): string {
  const errors = property(error, 'errors');
  const codes = [property(Array.isArray(errors) ? errors[0] : undefined, 'code'), property(error, 'code')];
  return codes.find((code): code is string => typeof code === 'string' && code !== '') ?? 'network error';
}

/** Errors come from other realms and libraries, so their shape is checked, not their class. */
function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function retryAfter(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d{1,9}$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - nowMs) / 1000);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), MAX_RETRY_AFTER_SECONDS) : undefined;
}
