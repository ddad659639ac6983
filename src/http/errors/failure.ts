import { HttpException } from '@nestjs/common';
import { SERVER_MESSAGES } from '../../contracts/messages-server.js';
import { MESSAGES } from '../../contracts/messages.js';
import { type StorageTrouble, storageTroubleOf } from '../../database/storage-trouble.js';
import { Refusal, type RefusalKind } from '../../domain/errors.js';
import { Overloaded } from '../../runtime/overloaded.js';
import { isDatabaseUnavailable } from './unavailable.js';

/** An error as the client sees it. */
export interface Failure {
  status: number;
  /** In capitals, stable for programs. */
  code: string;
  /** Never the text of an internal error. */
  message: string;
  details?: Record<string, string>;
  retryAfterSeconds?: number;
  /** Unexpected: logged with its stack. */
  unexpected: boolean;
}

const REFUSAL_STATUS: Record<RefusalKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  unprocessable: 422,
  throttled: 429,
  'bank-unavailable': 503,
};

const BY_STATUS: Record<number, { code: string; message: string }> = {
  400: { code: 'BAD_REQUEST', message: MESSAGES.general.malformed },
  401: { code: 'AUTH_REQUIRED', message: MESSAGES.auth.required },
  403: { code: 'FORBIDDEN', message: MESSAGES.general.forbidden },
  404: { code: 'NOT_FOUND', message: MESSAGES.general.notFound },
  405: { code: 'METHOD_NOT_ALLOWED', message: 'This address does not take that method.' },
  408: { code: 'REQUEST_TIMEOUT', message: MESSAGES.general.malformed },
  409: { code: 'CONFLICT', message: MESSAGES.general.conflict },
  413: { code: 'PAYLOAD_TOO_LARGE', message: MESSAGES.general.tooLarge },
  414: { code: 'URI_TOO_LONG', message: MESSAGES.general.tooLarge },
  415: { code: 'UNSUPPORTED_MEDIA_TYPE', message: MESSAGES.general.unsupported },
  422: { code: 'UNPROCESSABLE', message: MESSAGES.general.invalid },
  429: { code: 'THROTTLED', message: MESSAGES.general.throttled(30) },
  500: { code: 'INTERNAL', message: MESSAGES.general.internal },
  503: { code: 'UNAVAILABLE', message: MESSAGES.general.unavailable },
};

const BY_TROUBLE: Record<StorageTrouble, { code: string; message: string }> = {
  full: { code: 'STORAGE_FULL', message: SERVER_MESSAGES.storage.full },
  'read-only': { code: 'STORAGE_READ_ONLY', message: SERVER_MESSAGES.storage.readOnly },
  failed: { code: 'STORAGE_FAILED', message: SERVER_MESSAGES.storage.failed },
  moved: { code: 'STORAGE_MOVED', message: SERVER_MESSAGES.storage.moved },
};
/** Freeing disk space takes longer than seconds. */
const STORAGE_RETRY_SECONDS = 30;

/** The answer to a write that the storage refused. */
export function storageFailure(trouble: StorageTrouble): { code: string; message: string } {
  return BY_TROUBLE[trouble];
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
  const known = BY_STATUS[status] ?? BY_STATUS[500]!;
  return { status, ...known, unexpected: false, ...extra };
}

function refusal(error: Refusal): Failure {
  return {
    status: REFUSAL_STATUS[error.kind],
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
