import { SERVER_MESSAGES } from '../../contracts/messages-server.js';
import type { RefundEntity } from '../../database/entities/refund.entity.js';
import type { RefundStatus } from '../../domain/refund/refund-rules.js';
import { NO_MERCHANT, NOT_SENT } from '../../domain/refund/unsent-refunds.js';
import { Refusal } from '../../runtime/refusal.js';

/** For whoever ordered it: no refund came of it. @throws MERCHANT_PROFILE_MISSING, BANK_UNAVAILABLE, REFUND_REFUSED */
export function requireNotRejected({ status, responseCode, responseText }: RefundEntity): void {
  if (status !== 'rejected') return;
  if (responseCode === NO_MERCHANT) throw new Refusal('MERCHANT_PROFILE_MISSING');
  throw responseCode === NOT_SENT
    ? new Refusal('BANK_UNAVAILABLE', { message: SERVER_MESSAGES.refund.bankUnavailable, retryAfterSeconds: 30 })
    : new Refusal('REFUND_REFUSED', { message: SERVER_MESSAGES.refund.refused(responseText ?? '') });
}

/** Whether the bank has taken the order; else nobody knows yet. */
export function isTaken(status: RefundStatus): boolean {
  return status === 'processing' || status === 'completed';
}
