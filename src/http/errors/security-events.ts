import type { Request } from 'express';
import type { ErrorCode } from '../../contracts/error-codes.js';
import { Refusal } from '../../runtime/refusal.js';
import { recordSecurityEvent, type SecurityEvent } from '../../runtime/security-log.js';
import { principalOf } from '../principal.js';
import { routeOf } from '../request-log.js';

/** Null: recorded where it happens, since pages answer it themselves. */
const BY_CODE: Readonly<Partial<Record<ErrorCode, SecurityEvent | null>>> = {
  CSRF_FAILED: 'csrf.refused',
  STEP_UP_REQUIRED: 'step-up.required',
  PASSWORD_WRONG: 'step-up.failed',
  CODE_WRONG: 'step-up.failed',
  INVALID_CREDENTIALS: null,
  TOTP_REQUIRED: null,
  TOTP_INVALID: null,
  LOGIN_THROTTLED: null,
};

/** Records a refusal that may be part of an attack: no permission, no proof, rate limit, or another's data. */
export function recordRefusal(error: unknown, req: Request): void {
  if (!(error instanceof Refusal)) return;
  const known = BY_CODE[error.code];
  const event = known === undefined ? byStatus(error, req) : known;
  if (event) recordSecurityEvent(event, { code: error.code, method: req.method, route: routeOf(req) });
}

function byStatus({ status }: Refusal, req: Request): SecurityEvent | null {
  if (status === 401 || status === 403) return 'access.denied';
  if (status === 429) return 'rate.limited';
  // Another's payment is answered like an unknown one; many of these show an enumeration.
  return status === 404 && principalOf(req) !== null ? 'access.unknown' : null;
}
