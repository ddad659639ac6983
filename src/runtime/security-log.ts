import { Logger } from '@nestjs/common';
import { requestContext } from './request-context.js';

/** Security events. The names are stable: alerts use them. */
export type SecurityEvent =
  | 'sign-in.succeeded'
  | 'sign-in.refused'
  | 'sign-in.throttled'
  | 'access.denied'
  | 'access.unknown'
  | 'csrf.refused'
  | 'step-up.required'
  | 'step-up.failed'
  | 'rate.limited'
  | 'bank.bad-message';

const logger = new Logger('Security');

/**
 * Logs one line: event, `userId`, `ip` and details. Time (UTC) and request id are on every line.
 * @param more never typed text: ids, codes, routes
 */
export function recordSecurityEvent(event: SecurityEvent, more: Record<string, unknown> = {}): void {
  const context = requestContext();
  const who = { userId: context?.principal?.userId ?? null, ip: context?.ip ?? null };
  const entry = { msg: 'security', event, ...who, ...more };
  if (event === 'sign-in.succeeded') logger.log(entry);
  else logger.warn(entry);
}
