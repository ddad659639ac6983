import type { ErrorCodeName } from './error-codes.js';
import type { Operation } from './operation.js';

/** Everything that a route may refuse with: its own, and what follows from who may use it and what it takes. */
export function refusalsOf(route: string, operation: Operation): ErrorCodeName[] {
  const { access, body, idempotent, limit, query, stepUp, refusals = [] } = operation;
  const isWrite = !route.startsWith('GET');
  const groups: (readonly ErrorCodeName[] | false | undefined)[] = [
    refusals,
    ['BAD_REQUEST', 'VALIDATION_FAILED', 'IDENTITY_CONFLICT', 'INTERNAL', 'UNAVAILABLE'],
    ['STORAGE_FULL', 'STORAGE_READ_ONLY', 'STORAGE_FAILED', 'STORAGE_MOVED'],
    access !== 'public' && ['AUTH_REQUIRED'],
    (access === 'staff' || access === 'admin') && ['TOTP_SETUP_REQUIRED'],
    access === 'admin' && ['FORBIDDEN'],
    isWrite && ['CSRF_FAILED', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
    body && ['FIELD_ERRORS'],
    idempotent && ['IDEMPOTENCY_KEY_INVALID', 'IDEMPOTENCY_MISMATCH', 'IDEMPOTENCY_RUNNING'],
    (limit !== undefined || isList(query)) && ['THROTTLED'],
    stepUp && ['STEP_UP_REQUIRED'],
  ];
  return [...new Set(groups.flatMap((group) => group || []))];
}

/** Lists refuse whoever walks through them too fast. */
function isList(query: Operation['query']): boolean {
  return query !== undefined && ['page', 'before', 'after'].some((name) => name in query);
}
