import type { RefundStatus } from '../refund/refund-rules.js';

/** Differences between the bank's settlements and our records (docs/product.md#reconciliation). */
export const EXCEPTION_KINDS = [
  'unknown',
  'not_completed',
  'amount_differs',
  'not_settled',
  'refund_differs',
  'refund_missing',
  'duplicate',
  'batch_differs',
  'line_unreadable',
] as const;
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number];

/** One line of a settlement. Amounts are paise. */
export interface SettledLine {
  kind: 'sale' | 'refund';
  merchantTxnNo: string | null;
  bankTxnId: string;
  /** Of the sale or the refund itself, never below zero. */
  amount: number;
}

/** An attempt that the line may be about. */
export interface KnownAttempt {
  id: number;
  paymentId: number;
  invoiceNo: string;
  bankMerchantTxnNo: string | null;
  bankTxnId: string | null;
  isCaptured: boolean;
  amount: number;
}

export interface KnownRefund {
  id: number;
  paymentId: number;
  bankReference: string;
  bankTxnId: string | null;
  status: RefundStatus;
  amount: number;
}

export interface Difference {
  kind: ExceptionKind;
  /** Paise as recorded here; null when nothing is. */
  expected: number | null;
  found: number | null;
  evidence: string;
}

export interface LineVerdict {
  attempt: KnownAttempt | null;
  refund: KnownRefund | null;
  /** Null: the line agrees with our records. */
  difference: Difference | null;
}

const NOBODY = { attempt: null, refund: null };

/**
 * Compares one line with our records. A settlement is no evidence: an unknown capture only makes the caller ask for STATUS.
 * @param attempts and @param refunds at least all that carry one of the line's two numbers
 * @param isRepeated an earlier line names the same transaction
 */
export function judgeLine(
  line: SettledLine,
  attempts: readonly KnownAttempt[],
  refunds: readonly KnownRefund[],
  isRepeated = false,
): LineVerdict {
  if (isRepeated) {
    return {
      ...NOBODY,
      difference: {
        kind: 'duplicate',
        expected: null,
        found: line.amount,
        evidence: `The bank lists transaction ${line.bankTxnId} a second time.`,
      },
    };
  }
  return line.kind === 'refund' ? judgeRefund(line, refunds) : judgeSale(line, attempts);
}

function judgeSale(line: SettledLine, attempts: readonly KnownAttempt[]): LineVerdict {
  const byBank = attempts.find(({ bankTxnId }) => bankTxnId === line.bankTxnId);
  const byOurs =
    line.merchantTxnNo === null
      ? undefined
      : (attempts.find(({ invoiceNo }) => invoiceNo === line.merchantTxnNo) ??
        attempts.find(({ bankMerchantTxnNo }) => bankMerchantTxnNo === line.merchantTxnNo));
  // A second capture on one invoice is a row of its own, found by the bank's number alone.
  const attempt = byBank ?? byOurs;
  if (!attempt) return { ...NOBODY, difference: unknown(line, 'No payment link carries one of its numbers.') };
  if (byBank && byOurs && byBank.paymentId !== byOurs.paymentId) {
    return { ...NOBODY, difference: unknown(line, 'Its two numbers belong to two different payments here.') };
  }
  if (!byBank || !attempt.isCaptured) {
    const evidence = attempt.isCaptured
      ? `The bank settled transaction ${line.bankTxnId}; this invoice was completed here by transaction ${attempt.bankTxnId}.`
      : `The bank settled transaction ${line.bankTxnId}; here the payment is not completed.`;
    return {
      attempt,
      refund: null,
      difference: { kind: 'not_completed', expected: attempt.amount, found: line.amount, evidence },
    };
  }
  if (attempt.amount !== line.amount) {
    const evidence = `Transaction ${line.bankTxnId} was settled with another amount than was paid.`;
    return {
      attempt,
      refund: null,
      difference: { kind: 'amount_differs', expected: attempt.amount, found: line.amount, evidence },
    };
  }
  return { attempt, refund: null, difference: null };
}

const NOT_COMPLETED = 'The bank deducted it; here the refund is not completed yet.';
/** A rejected refund is final: its money can be refunded again here. */
const REJECTED_BEFORE =
  'The bank deducted it, and had rejected the refund before: here its money counts as not given back. Ask the bank before it is refunded once more.';

function judgeRefund(line: SettledLine, refunds: readonly KnownRefund[]): LineVerdict {
  const refund = refunds.find(
    ({ bankReference, bankTxnId }) => bankReference === line.merchantTxnNo || bankTxnId === line.bankTxnId,
  );
  if (!refund)
    return { ...NOBODY, difference: refundDiffers(null, line, 'No refund here carries one of its numbers.') };
  const verdict = (difference: Difference | null) => ({ attempt: null, refund, difference });
  if (refund.amount !== line.amount) {
    return verdict(refundDiffers(refund.amount, line, 'The bank deducted another amount than was refunded here.'));
  }
  if (refund.status !== 'completed') {
    const evidence = refund.status === 'rejected' ? REJECTED_BEFORE : NOT_COMPLETED;
    return verdict(refundDiffers(refund.amount, line, evidence));
  }
  return verdict(null);
}

function unknown(line: SettledLine, evidence: string): Difference {
  return { kind: 'unknown', expected: null, found: line.amount, evidence };
}

function refundDiffers(expected: number | null, line: SettledLine, evidence: string): Difference {
  return { kind: 'refund_differs', expected, found: line.amount, evidence };
}

/** @returns null where the source names no total, or where it is the sum of the lines */
export function judgeBatch(payAmount: number | null, sumOfLines: number): Difference | null {
  if (payAmount === null || payAmount === sumOfLines) return null;
  return {
    kind: 'batch_differs',
    expected: payAmount,
    found: sumOfLines,
    evidence: 'The lines of this payout do not add up to the amount that the bank paid.',
  };
}
