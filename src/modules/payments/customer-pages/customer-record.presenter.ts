import {
  BANK_ANSWER_WORDS,
  FAILURES,
  type PaymentFailure,
  type PublicRefund,
  type PublicRefundState,
  type PublicUnclear,
  REFUND_STATE_LABELS,
} from '../../../contracts/after-payment.js';
import { shownBankText } from '../../../domain/bank-hash/bank-text.js';
import { failureKindOf } from '../../../domain/payment/failure-reasons.js';
import { toRupees } from '../../../domain/money/money.js';
import { refundReferences } from '../../../domain/refund/refund-references.js';
import type { RefundStatus } from '../../../domain/refund/refund-rules.js';
import { isNeverSent } from '../../../domain/refund/unsent-refunds.js';
import { type SentAttempt, type Unclear } from '../../../domain/payment/unclear-payment.js';
import type { ShownAttempt, ShownPayment, ShownRecord, ShownRefund } from './public-payment.queries.js';

/** The fields of an attempt that show whether, and since when, its outcome is unknown. */
export function sentAttempt(attempt: ShownAttempt): SentAttempt {
  const { sentAt, lastSentAt, lastCheckedAt, lastAnswer, nextCheckAt } = attempt;
  return { isOpen: attempt.openPaymentId !== null, sentAt, lastSentAt, lastCheckedAt, lastAnswer, nextCheckAt };
}

export function presentUnclear(unclear: Unclear | null): PublicUnclear | null {
  if (unclear === null) return null;
  return {
    since: unclear.since.toISOString(),
    lastAskedAt: unclear.lastAskedAt?.toISOString() ?? null,
    lastAnswer: unclear.lastAnswer && BANK_ANSWER_WORDS[unclear.lastAnswer],
    lastAnswerKind: unclear.lastAnswer,
    nextCheckAt: unclear.nextCheckAt?.toISOString() ?? null,
  };
}

/** Why the latest attempt was not paid; null when no bank answer ended the payment. */
export function presentFailure(
  payment: Pick<ShownPayment, 'status' | 'statusReason'>,
  attempts: ShownAttempt[],
): PaymentFailure | null {
  const atBank =
    payment.status === 'failed' || (payment.status === 'cancelled' && payment.statusReason === 'cancelled_by_customer');
  if (!atBank) return null;
  const latest = attempts.find(({ status, sentAt }) => sentAt && (status === 'failed' || status === 'cancelled'));
  if (latest) return failureOf(latest);
  return failureWords(payment.status === 'cancelled', null, null);
}

/** @param attempt closed by the bank without money */
export function failureOf({
  status,
  responseCode,
  responseText,
}: Pick<ShownAttempt, 'status' | 'responseCode' | 'responseText'>): PaymentFailure {
  return failureWords(status === 'cancelled', responseCode, responseText);
}

export function failureWords(isCancelled: boolean, code: string | null, text: string | null): PaymentFailure {
  const kind = failureKindOf({ isCancelled, code, text });
  return { kind, ...FAILURES[kind], bankText: shownBankText(text) };
}

/** States for the customer by refund status. `unknown` stays `requested` until the bank has accepted the refund. */
const PUBLIC_REFUND_STATES: Readonly<Record<RefundStatus, PublicRefundState>> = {
  requested: 'requested',
  unknown: 'requested',
  processing: 'accepted',
  completed: 'completed',
  rejected: 'not-accepted',
};

function stateOf(refund: ShownRefund): PublicRefundState {
  if (isNeverSent(refund)) return 'not-sent';
  return refund.origin === 'reversal' ? 'reversed' : PUBLIC_REFUND_STATES[refund.status];
}

/** @param hasToken the payment was completed, so an excess capture is a second charge */
export function presentRefunds(
  records: Pick<ShownRecord['refunds'][number], 'refund' | 'expected' | 'isExcess'>[],
  hasToken: boolean,
): PublicRefund[] {
  return records.map(({ refund, expected, isExcess }) => {
    const state = stateOf(refund);
    return {
      amount: toRupees(refund.amount),
      state,
      stateLabel: REFUND_STATE_LABELS[state],
      requestedAt: refund.createdAt.toISOString(),
      completedAt: refund.settledAt?.toISOString() ?? null,
      // The bank moved the money before anybody here knew of it.
      expected: state === 'reversed' ? null : expected,
      ...refundReferences(refund),
      ofDuplicateCharge: isExcess && hasToken,
    };
  });
}
