import type { ApiError } from './api';

/** Nobody knows whether what was asked for was done: no answer came, or none that says so. */
export function isUnanswered({ status, code }: ApiError): boolean {
  // A good answer whose words did not arrive whole: it was most likely done.
  if (status < 400 && code === 'UNREADABLE') return true;
  return status === 0 || (status >= 500 && code !== 'BANK_UNAVAILABLE') || code === 'IDEMPOTENCY_RUNNING';
}

/** Turned away before the key was looked at: such an answer says nothing about an earlier request under the same key. */
export function isBeforeKey({ status, code }: ApiError): boolean {
  return code === 'PERSON_CHANGED' || status === 401 || status === 403 || status === 429;
}
