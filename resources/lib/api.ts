import type { ApiResult } from '../../src/contracts/common';
import { MESSAGES } from '../../src/contracts/messages';
import { BACKGROUND } from './background';
import { connection } from './connection';
import { xsrfToken } from './cookies';
import { personHeader } from './page-person';
import { retryAfterSeconds } from './retry-after';
import { carrySessionEnd, leaveToOtherPerson } from './session-end';
import { signInPath } from './sign-in-path';
import { askStepUp } from './step-up';
import { toast } from './toasts';

/** Long enough to read why, before the login page comes. */
const EXPIRED_NOTICE_MS = 1500;

interface Failure {
  /** 0 when no answer came at all. */
  status: number;
  message: string;
  code: string;
  details?: Record<string, string>;
  /** Set on 429, and where the answer names it. */
  retryAfterSeconds?: number;
}

export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Record<string, string>;
  readonly retryAfterSeconds: number | null;

  constructor(failure: Failure) {
    super(failure.message);
    this.name = 'ApiError';
    this.status = failure.status;
    this.code = failure.code;
    this.details = failure.details ?? {};
    this.retryAfterSeconds = failure.retryAfterSeconds ?? null;
  }
}

/** What went wrong, as the server says it. @param failed where it says nothing */
export function errorText(error: unknown, failed: string): string {
  return error instanceof ApiError ? error.message : failed;
}

interface ApiOptions {
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Said when the server gives no words of its own. */
  fallback?: string;
  /** Asked by a timer or a live event, not by a person: it does not keep the session alive. */
  isBackground?: boolean;
  /** Asks who is signed in: answered whoever that is. */
  asksWho?: boolean;
  /** The caller leads away by itself, without a way back, also where the session has ended already. */
  endsSession?: boolean;
}

export interface ApiAnswer<T> {
  data: T;
  message: string | null;
}

async function readResult<T>(response: Response): Promise<ApiResult<T> | null> {
  try {
    return (await response.json()) as ApiResult<T>;
  } catch {
    return null;
  }
}

function sessionExpired(): void {
  toast('error', MESSAGES.auth.expired);
  carrySessionEnd('expired');
  const login = signInPath(window.location.pathname + window.location.search);
  window.setTimeout(() => window.location.assign(login), EXPIRED_NOTICE_MS);
}

async function send(method: string, path: string, body: unknown, options: ApiOptions): Promise<Response> {
  const token = xsrfToken();
  try {
    const response = await fetch(path, {
      method,
      credentials: 'same-origin',
      signal: options.signal,
      headers: {
        Accept: 'application/json',
        ...(body === undefined ? {} : { 'Content-Type': body instanceof Blob ? 'text/csv' : 'application/json' }),
        ...(token ? { 'X-XSRF-TOKEN': token } : {}),
        ...(options.isBackground && BACKGROUND),
        ...(!options.asksWho && personHeader()),
        ...options.headers,
      },
      body: body === undefined || body instanceof Blob ? body : JSON.stringify(body),
    });
    connection.answered();
    return response;
  } catch (error) {
    if (options.signal?.aborted) throw error;
    connection.silent();
    throw new ApiError({ status: 0, code: 'NETWORK', message: MESSAGES.general.unreachable });
  }
}

/** What asks for a code again is sent a second time, as it was, once the code was right. */
async function request<T>(method: string, path: string, body: unknown, options: ApiOptions): Promise<ApiAnswer<T>> {
  try {
    return await requestOnce<T>(method, path, body, options);
  } catch (error) {
    const isAsked = error instanceof ApiError && error.code === 'STEP_UP_REQUIRED';
    if (!isAsked || !(await askStepUp())) throw error;
    return requestOnce<T>(method, path, body, options);
  }
}

async function requestOnce<T>(method: string, path: string, body: unknown, options: ApiOptions): Promise<ApiAnswer<T>> {
  const response = await send(method, path, body, options);
  const result = await readResult<T>(response);
  if (response.ok && result?.success) return { data: result.data, message: result.message ?? null };
  if (response.status === 401 && !options.endsSession) sessionExpired();
  const failure = result && !result.success ? result : null;
  if (failure?.error === 'PERSON_CHANGED') leaveToOtherPerson();
  throw new ApiError({
    status: response.status,
    code: failure?.error ?? 'UNREADABLE',
    message: failure?.message || options.fallback || MESSAGES.general.internal,
    details: failure?.details,
    retryAfterSeconds: waitOf(response),
  });
}

function waitOf({ status, headers }: Response): number | undefined {
  const header = headers.get('Retry-After');
  return status === 429 || header !== null ? retryAfterSeconds(header) : undefined;
}

export const api = {
  get: <T>(path: string, options: ApiOptions = {}) => request<T>('GET', path, undefined, options),
  post: <T>(path: string, body: unknown = {}, options: ApiOptions = {}) => request<T>('POST', path, body, options),
  /** A file as the body. */
  upload: <T>(path: string, file: Blob, options: ApiOptions = {}) => request<T>('POST', path, file, options),
  put: <T>(path: string, body: unknown = {}, options: ApiOptions = {}) => request<T>('PUT', path, body, options),
};
