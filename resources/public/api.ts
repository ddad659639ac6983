import type { ApiResult } from '../../src/contracts/common';

const DEFAULT_RETRY_SECONDS = 30;

export interface Answer<T> {
  /** 0 when the server could not be reached at all. */
  status: number;
  /** Null when what came back was not an answer of this product (a proxy's error page, for one). */
  body: ApiResult<T> | null;
  /** Seconds; only on 429 and 503. */
  retryAfter: number | null;
}

interface Options {
  body?: unknown;
  headers?: Record<string, string>;
  timeoutMs?: number;
  signal?: AbortSignal;
}

export async function call<T>(method: 'GET' | 'POST', url: string, options: Options = {}): Promise<Answer<T>> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), options.timeoutMs ?? 15_000);
  const onAbort = () => abort.abort();
  options.signal?.addEventListener('abort', onAbort);
  try {
    const response = await fetch(url, {
      method,
      headers: headersFor(method, options),
      body: options.body === undefined ? undefined : JSON.stringify(options.body),
      cache: 'no-store',
      signal: abort.signal,
    });
    return {
      status: response.status,
      body: await readBody<T>(response),
      retryAfter: response.status === 429 || response.status === 503 ? retryAfter(response) : null,
    };
  } catch {
    return { status: 0, body: null, retryAfter: null };
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', onAbort);
  }
}

function headersFor(method: string, options: Options): Record<string, string> {
  const headers: Record<string, string> = { Accept: 'application/json', ...options.headers };
  if (options.body !== undefined) headers['Content-Type'] = 'application/json';
  // Only a signed-in visitor has this cookie; the server then asks for the pair.
  const token = method === 'POST' ? /(?:^|; )XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1] : undefined;
  if (token) headers['X-XSRF-TOKEN'] = decodeURIComponent(token);
  return headers;
}

async function readBody<T>(response: Response): Promise<ApiResult<T> | null> {
  const body: unknown = await response.json().catch((error: unknown) => {
    // Not JSON is an answer of a kind; a connection lost half-way is none.
    if (error instanceof SyntaxError) return null;
    throw error;
  });
  return typeof body === 'object' && body !== null && 'success' in body ? (body as ApiResult<T>) : null;
}

function retryAfter(response: Response): number {
  const text = response.headers.get('Retry-After') ?? '';
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000);
  return seconds > 0 && seconds <= 3600 ? seconds : DEFAULT_RETRY_SECONDS;
}
