import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import type { AttemptStatus } from '../../domain/payment-status.js';
import type { BankAnswer } from '../../domain/unclear-payment.js';
import { count, flag, instant, key, money, words } from '../columns.js';
import { PaymentEntity } from './payment.entity.js';

/** One invoice at the bank for a payment. Its row is committed before the bank is first told of it. */
@Entity('payment_attempts')
@Index('uq_attempts_invoice_no', ['invoiceNo'], { unique: true })
@Index('uq_attempts_open', ['openPaymentId'], { unique: true })
@Index('uq_attempts_bank_txn', ['bankTxnId'], { unique: true })
@Index('uq_attempts_number', ['paymentId', 'number'], { unique: true })
@Index('ix_attempts_due', ['nextCheckAt', 'id'])
@Index('ix_attempts_bank_reference', ['bankMerchantTxnNo'])
@Index('ix_attempts_last', ['paymentId', 'number', 'responseCode'])
@Index('ix_attempts_unsettled', ['settlementId', 'capturedAt'])
@Check('chk_attempts_amount', 'amount >= 1')
@Check(
  'chk_attempts_status',
  "status in ('creating', 'open', 'unknown', 'refused', 'captured', 'failed', 'cancelled', 'abandoned')",
)
@Check('chk_attempts_refund', 'refund_reserved >= 0 and refund_reserved <= amount')
@Check('chk_attempts_captured', "status <> 'captured' or bank_txn_id is not null")
export class PaymentAttemptEntity {
  @PrimaryGeneratedColumn()
  id: number;

  @Column(count())
  paymentId: number;

  @ManyToOne(() => PaymentEntity)
  @JoinColumn({ name: 'payment_id', foreignKeyConstraintName: 'fk_attempts_payment' })
  payment?: Relation<PaymentEntity>;

  @Column(count())
  number: number;

  /**
   * Our reference at the bank (`invoiceNo`, and the `originalTxnNo` of every question and refund). A second capture on one
   * invoice is a row of its own and carries the bank's transaction id here: that is what its refund has to name.
   */
  @Column(key(40))
  invoiceNo: string;

  @Column(key(10))
  status: AttemptStatus;

  /** The payment's id while this attempt is open, else null: the unique key allows one open attempt a payment. */
  @Column(count({ nullable: true }))
  openPaymentId: number | null;

  /** Paise. */
  @Column(money())
  amount: number;

  @Column(key(1024, { nullable: true }))
  redirectUrl: string | null;

  /** The bank's transaction id; unique, so one bank transaction completes at most one payment. */
  @Column(key(40, { nullable: true }))
  bankTxnId: string | null;

  @Column(key(60, { nullable: true }))
  bankPaymentId: string | null;

  /** A merchantTxnNo that the bank named in a return or advice; asked for once the invoice number finds nothing. */
  @Column(key(40, { nullable: true }))
  bankMerchantTxnNo: string | null;

  @Column(words(40, { nullable: true }))
  paymentMode: string | null;

  @Column(key(20, { nullable: true }))
  responseCode: string | null;

  @Column(words(255, { nullable: true }))
  responseText: string | null;

  /** Captured although the payment was already paid by another attempt: money to give back. */
  @Column(flag())
  excess: boolean;

  /** Paise of this capture's refunds that are not rejected, settled ones included. */
  @Column(money({ default: 0 }))
  refundReserved: number;

  /** The bank's payout that this capture was in, as its settlement report tells; null until one names it. */
  @Column(key(40, { nullable: true }))
  settlementId: string | null;

  /** The number of the payout's bank transfer. */
  @Column(key(40, { nullable: true }))
  settlementUtr: string | null;

  /** `YYYY-MM-DD`, Indian calendar. */
  @Column(key(10, { nullable: true }))
  settledDate: string | null;

  /** Paise paid out for this capture, after the bank's charges and tax. */
  @Column(money({ nullable: true }))
  settledAmount: number | null;

  /** When the customer was sent to the bank's page; only then can money move. */
  @Column(instant({ nullable: true }))
  sentAt: Date | null;

  /** The latest time of that; null for attempts from before it was kept. */
  @Column(instant({ nullable: true }))
  lastSentAt: Date | null;

  @Column(instant({ nullable: true }))
  capturedAt: Date | null;

  @Column(instant({ nullable: true }))
  closedAt: Date | null;

  /** When the bank is asked next; null: never by the poll job. */
  @Column(instant({ nullable: true }))
  nextCheckAt: Date | null;

  /** Questions by anybody. */
  @Column(count({ default: 0 }))
  checkCount: number;

  /** Questions that the poll job asked by its own schedule since the customer was last sent to the bank: its backoff. */
  @Column(count({ default: 0 }))
  pollCount: number;

  /** When somebody was last seen to wait for the outcome: the customer's page, or staff. */
  @Column(instant({ nullable: true }))
  viewedAt: Date | null;

  @Column(instant({ nullable: true }))
  lastCheckedAt: Date | null;

  /** What the bank said then, as far as it ended nothing. */
  @Column(key(12, { nullable: true }))
  lastAnswer: BankAnswer | null;

  /** Whoever asks the bank now holds the lease; an expired lease belongs to nobody. */
  @Column(key(40, { nullable: true }))
  leaseOwner: string | null;

  @Column(instant({ nullable: true }))
  leaseUntil: Date | null;

  /** The process that holds the lease; a lease whose holder is gone is void, however long it would still run. */
  @Column(key(26, { nullable: true }))
  leaseInstance: string | null;

  @Column(instant())
  createdAt: Date;

  @Column(instant())
  updatedAt: Date;
}
