import type { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';

/** The columns of an attempt that a callback needs. */
export type ReferencedAttempt = Pick<
  PaymentAttemptEntity,
  'id' | 'paymentId' | 'invoiceNo' | 'status' | 'bankTxnId' | 'bankMerchantTxnNo' | 'merchantProfile'
>;

/** What a callback says about an attempt. */
export interface AttemptCallbackFacts {
  id: number;
  /** The bank's own number for the invoice, where the callback names one; null keeps the stored one. */
  bankMerchantTxnNo: string | null;
}

/** A payout of the bank that contains a capture. */
export interface CaptureSettlement {
  settlementId: string;
  /** The number of the payout's bank transfer. */
  utr: string | null;
  /** `YYYY-MM-DD`, IST. */
  day: string;
  /** Paise. */
  settledAmount: number;
}

/**
 * Columns of an attempt that ends without money. One that was opened at the bank is watched from then on, also where the poll job had
 * stopped asking about it.
 */
export function endedWithoutMoney(
  { sentAt, nextCheckAt }: Pick<PaymentAttemptEntity, 'sentAt' | 'nextCheckAt'>,
  status: PaymentAttemptEntity['status'],
  now: Date,
): Partial<PaymentAttemptEntity> {
  const ended = { status, openPaymentId: null, closedAt: now };
  return sentAt !== null && nextCheckAt === null ? { ...ended, nextCheckAt: now } : ended;
}
