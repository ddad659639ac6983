import type { PaymentAttemptEntity } from '../../database/entities/payment-attempt.entity.js';

/** As much of an attempt as a message about it needs. */
export type NamedAttempt = Pick<PaymentAttemptEntity, 'id' | 'paymentId' | 'invoiceNo' | 'status' | 'bankTxnId'>;

/** An attempt that a message was about. */
export interface AttemptNews {
  id: number;
  /** A number of the bank's own that the message named; null leaves what is known. */
  bankMerchantTxnNo: string | null;
}
