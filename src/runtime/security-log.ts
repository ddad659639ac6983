import { Logger } from '@nestjs/common';
import { requestContext } from './request-context.js';

/** What somebody who watches for attacks looks for. The names are stable: alerts are built on them. */
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
 * One line: the event, who (`userId` of the session, `ip`), and what. The time (UTC) and the request's id are on every line.
 * @param more never what somebody typed: ids, codes, routes
 */
export function recordSecurityEvent(event: SecurityEvent, more: Record<string, unknown> = {}): void {
  const context = requestContext();
  const who = { userId: context?.principal?.userId ?? null, ip: context?.ip ?? null };
  const entry = { msg: 'security', event, ...who, ...more };
  if (event === 'sign-in.succeeded') logger.log(entry);
  else logger.warn(entry);
}
