import { Injectable } from '@nestjs/common';
import { Clock } from '../../runtime/clock.js';
import type { Exchange, NotSentReason, SignedRequest, Unknown } from './exchange.js';
import { GatewaySettings } from './gateway-settings.js';

const MAX_ANSWER_BYTES = 65_536;
const MAX_RETRY_AFTER_SECONDS = 86_400;

/** One POST to the bank, once, and what came of it. Never follows redirects, never retries, never logs a body. */
@Injectable()
export class BankHttpClient {
  constructor(
    private readonly settings: GatewaySettings,
    private readonly clock: Clock,
  ) {}

  /** @param maxBytes a longer answer is unreadable */
  async post(path: string, request: SignedRequest, maxBytes = MAX_ANSWER_BYTES): Promise<Exchange> {
    let httpStatus: number | null = null;
    try {
      const response = await fetch(bankUrl(this.settings.baseUrl, path), {
        method: 'POST',
        body: request.body,
        headers: {
          'content-type': request.contentType,
          accept: 'application/json',
          ...(request.hashHeader === undefined ? {} : { securehash: request.hashHeader }),
        },
        // Another address would get the customer's data and could answer for the bank.
        redirect: 'manual',
        signal: AbortSignal.timeout(this.settings.timeoutMs),
      });
      httpStatus = response.status;
      return await this.read(response, maxBytes);
    } catch (error) {
      return { ...failure(error, httpStatus !== null), httpStatus, text: '' };
    }
  }

  private async read(response: Response, maxBytes: number): Promise<Exchange> {
    const httpStatus = response.status;
    const body = await readLimited(response, maxBytes);
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
    // A refusal in the 400s may still explain itself; its reader decides. 408, 425 and 429 say nothing about the request.
    const readable =
      (httpStatus >= 200 && httpStatus < 300) ||
      (httpStatus >= 400 && httpStatus < 500 && ![408, 425, 429].includes(httpStatus));
    if (!readable) return { ...this.httpError(response), httpStatus, text: shown };
    if (text === null)
      return { kind: 'unknown', reason: 'unreadable', detail: 'the answer is not UTF-8', httpStatus, text: shown };
    return { kind: 'answered', httpStatus, text, hashHeader: response.headers.get('securehash') };
  }

  private httpError(response: Response): Unknown {
    const retryAfterSeconds = retryAfter(response.headers.get('retry-after'), this.clock.now().getTime());
    return {
      kind: 'unknown',
      reason: response.status === 429 ? 'rate-limited' : 'http',
      detail: `HTTP ${response.status}`,
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    };
  }
}

/** Joins as text: `new URL(path, base)` would let a path such as `//host` leave the bank. */
function bankUrl(baseUrl: string, path: string): string {
  return `${baseUrl.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`;
}

async function readLimited(response: Response, maxBytes: number): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (response.body === null) return Buffer.alloc(0);
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    // Leaving the loop cancels the rest of the body.
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

/** Failures that happen before a byte of the request is written: certain proof that the bank does not know of it. */
const NOT_SENT: Readonly<Record<string, NotSentReason>> = {
  ECONNREFUSED: 'connection-refused',
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  UND_ERR_CONNECT_TIMEOUT: 'unreachable',
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
  if (['TimeoutError', 'AbortError'].includes(property(error, 'name') as string)) {
    return {
      kind: 'unknown',
      reason: 'timeout',
      detail: answered ? 'the answer stopped half-way' : 'no answer in time',
    };
  }
  const code = causeCode(error);
  const reason = answered ? undefined : NOT_SENT[code];
  return reason === undefined
    ? { kind: 'unknown', reason: 'network', detail: code }
    : { kind: 'not-sent', reason, detail: code };
}

/** fetch hides the reason in `cause`, and where several addresses were tried, in the first of its errors. */
function causeCode(error: unknown): string {
  const cause = property(error, 'cause');
  const errors = property(cause, 'errors');
  const codes = [property(cause, 'code'), property(Array.isArray(errors) ? errors[0] : undefined, 'code')];
  return codes.find((code): code is string => typeof code === 'string' && code !== '') ?? 'network error';
}

/** Errors come from other realms and libraries: their shape counts, not their class. */
function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function retryAfter(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d{1,9}$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - nowMs) / 1000);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), MAX_RETRY_AFTER_SECONDS) : undefined;
}
