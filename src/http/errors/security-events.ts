import type { Request } from 'express';
import { Refusal } from '../../domain/errors.js';
import { recordSecurityEvent, type SecurityEvent } from '../../runtime/security-log.js';
import { principalOf } from '../principal.js';
import { routeOf } from '../request-log.js';

/** Null: recorded where it happens, since pages answer it themselves. */
const BY_CODE: Readonly<Record<string, SecurityEvent | null>> = {
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
  const event = known === undefined ? byKind(error, req) : known;
  if (event) recordSecurityEvent(event, { code: error.code, method: req.method, route: routeOf(req) });
}

function byKind({ kind }: Refusal, req: Request): SecurityEvent | null {
  if (kind === 'forbidden' || kind === 'unauthenticated') return 'access.denied';
  if (kind === 'throttled') return 'rate.limited';
  // Another's payment is answered like an unknown one; many of these show an enumeration.
  return kind === 'not-found' && principalOf(req) !== null ? 'access.unknown' : null;
}
