import { HttpException } from '@nestjs/common';
import { ERROR_CODES, type ErrorCode } from '../../contracts/error-codes.js';
import { type StorageTrouble, storageTroubleOf } from '../../database/storage-trouble.js';
import { Refusal } from '../../runtime/refusal.js';
import { Overloaded } from '../../runtime/overloaded.js';
import { isDatabaseUnavailable } from './unavailable.js';

/** An error as the client sees it. */
export interface Failure {
  status: number;
  /** In capitals, stable for programs. */
  code: ErrorCode;
  /** Never the text of an internal error. */
  message: string;
  details?: Record<string, string>;
  retryAfterSeconds?: number;
  /** Unexpected: logged with its stack. */
  unexpected: boolean;
}

/** The code of a failure that is known by its status alone. */
const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 'BAD_REQUEST',
  401: 'AUTH_REQUIRED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  408: 'REQUEST_TIMEOUT',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  414: 'URI_TOO_LONG',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNPROCESSABLE',
  429: 'THROTTLED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
};

const BY_TROUBLE: Readonly<Record<StorageTrouble, ErrorCode>> = {
  full: 'STORAGE_FULL',
  'read-only': 'STORAGE_READ_ONLY',
  failed: 'STORAGE_FAILED',
  moved: 'STORAGE_MOVED',
};
/** Freeing disk space takes longer than seconds. */
const STORAGE_RETRY_SECONDS = 30;

/** The answer to a write that the storage refused. */
export function storageFailure(trouble: StorageTrouble): { code: ErrorCode; message: string } {
  const code = BY_TROUBLE[trouble];
  return { code, message: ERROR_CODES[code].message };
}

export function failureOf(error: unknown): Failure {
  if (error instanceof Refusal) return refusal(error);
  if (error instanceof Overloaded) return withStatus(503, { retryAfterSeconds: error.retryAfterSeconds });
  const trouble = storageTroubleOf(error);
  if (trouble)
    return withStatus(503, {
      ...storageFailure(trouble),
      retryAfterSeconds: STORAGE_RETRY_SECONDS,
      unexpected: true,
    });
  if (isDatabaseUnavailable(error)) return withStatus(503, { retryAfterSeconds: 2, unexpected: true });
  const status = statusOf(error);
  if (status === null || !BY_STATUS[status]) return withStatus(500, { unexpected: true });
  return withStatus(status, { unexpected: status >= 500 });
}

/** A failure made from its status alone. */
export function withStatus(status: number, extra: Partial<Failure> = {}): Failure {
  const code = BY_STATUS[status] ?? 'INTERNAL';
  return { status, code, message: ERROR_CODES[code].message, unexpected: false, ...extra };
}

function refusal(error: Refusal): Failure {
  return {
    status: error.status,
    code: error.code,
    message: error.message,
    unexpected: false,
    ...(error.details && { details: error.details }),
    ...(error.retryAfterSeconds !== undefined && { retryAfterSeconds: error.retryAfterSeconds }),
  };
}

/** The status of Nest's exceptions and of errors of Express and its parsers. */
function statusOf(error: unknown): number | null {
  if (error instanceof HttpException) return error.getStatus();
  if (typeof error !== 'object' || error === null) return null;
  const { status, expose } = error as { status?: unknown; expose?: unknown };
  if (error instanceof URIError) return 400;
  // `expose` marks errors meant for the client (http-errors); a 4xx of a library's own call must not pass for ours.
  return typeof status === 'number' && status >= 400 && status < 500 && expose !== false ? status : null;
}
