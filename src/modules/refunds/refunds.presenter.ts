import type { DuplicateCharge, RefundData, RefundRow, RefundSums } from '../../contracts/refunds.js';
import type { RefundEntity } from '../../database/entities/refund.entity.js';
import { type Holidays, isRefundOverdue } from '../../domain/calendar/bank-days.js';
import { toRupees } from '../../domain/money/money.js';
import { maskReference } from '../../domain/people/masking.js';
import { refundReferences } from '../../domain/refund/refund-references.js';
import { refundable } from '../../domain/refund/refund-amount.js';
import { anyRefundDenial, isRefundFinal, type Refundable } from '../../domain/refund/refund-rules.js';
import { isNeverSent } from '../../domain/refund/unsent-refunds.js';
import type { Capture } from './refunds.queries.js';

/** @param capture null for a payment that was never paid */
export function presentSums(subject: Refundable, capture: Capture | null): RefundSums {
  const settled = capture?.settled ?? 0;
  const isAllowed = capture !== null && anyRefundDenial(subject) === null;
  return {
    refundedAmount: toRupees(settled),
    pendingRefundAmount: toRupees(subject.reserved - settled),
    refundableAmount: isAllowed ? toRupees(refundable(subject.captured, subject.reserved)) : 0,
  };
}

export function presentRefund(refund: RefundEntity, sums: RefundSums): RefundData {
  return { refundId: refund.publicId, status: refund.status, ...sums };
}

export function presentRow(refund: RefundEntity, isDuplicate: boolean, now: Date, holidays: Holidays): RefundRow {
  return {
    refundId: refund.publicId,
    kind: isDuplicate ? 'duplicate' : 'payment',
    duplicateChargeId: isDuplicate ? String(refund.attemptId) : null,
    amount: toRupees(refund.amount),
    status: refund.status,
    origin: refund.origin,
    reason: refund.reason,
    ...refundReferences(refund),
    neverSent: isNeverSent(refund),
    failure: refund.status === 'rejected' ? refund.responseText : null,
    isOverdue: !isRefundFinal(refund.status) && isRefundOverdue(now, refund.createdAt, holidays),
    createdAt: refund.createdAt.toISOString(),
    settledAt: refund.settledAt?.toISOString() ?? null,
  };
}

export function presentCharge({ attempt }: Capture, sums: RefundSums, notRefundable: string | null): DuplicateCharge {
  return {
    id: String(attempt.id),
    amount: toRupees(attempt.amount),
    capturedAt: attempt.capturedAt?.toISOString() ?? null,
    bankTxnId: attempt.bankTxnId && maskReference(attempt.bankTxnId),
    notRefundable,
    ...sums,
  };
}
