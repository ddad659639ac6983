import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import type { AttemptStatus } from '../../domain/payment/payment-status.js';
import type { BankAnswer } from '../../domain/payment/unclear-payment.js';
import { integer, flag, instant, binaryKey, money, text } from '../columns.js';
import { PaymentEntity } from './payment.entity.js';

/** An attempt: one invoice of a payment at the bank. Committed before the bank is first asked. */
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

  @Column(integer())
  paymentId: number;

  @ManyToOne(() => PaymentEntity)
  @JoinColumn({ name: 'payment_id', foreignKeyConstraintName: 'fk_attempts_payment' })
  payment?: Relation<PaymentEntity>;

  @Column(integer())
  number: number;

  /**
   * Our reference at the bank: `invoiceNo`, and `originalTxnNo` of queries and refunds. A second capture on one invoice is a row
   * of its own with the bank's transaction id here, which its refund has to name.
   */
  @Column(binaryKey(40))
  invoiceNo: string;

  @Column(binaryKey(10))
  status: AttemptStatus;

  /** The payment's id while this attempt is open, else null: the unique key allows one open attempt a payment. */
  @Column(integer({ nullable: true }))
  openPaymentId: number | null;

  /** Paise. */
  @Column(money())
  amount: number;

  @Column(binaryKey(1024, { nullable: true }))
  redirectUrl: string | null;

  /** The bank's transaction id; unique, so that it completes at most one payment. */
  @Column(binaryKey(40, { nullable: true }))
  bankTxnId: string | null;

  @Column(binaryKey(60, { nullable: true }))
  bankPaymentId: string | null;

  /** A merchantTxnNo that the bank named in a callback; queried once the invoice number finds nothing. */
  @Column(binaryKey(40, { nullable: true }))
  bankMerchantTxnNo: string | null;

  @Column(text(40, { nullable: true }))
  paymentMode: string | null;

  @Column(binaryKey(20, { nullable: true }))
  responseCode: string | null;

  @Column(text(255, { nullable: true }))
  responseText: string | null;

  /** An excess capture: it completes nothing and has to be refunded. */
  @Column(flag())
  excess: boolean;

  /** Paise of this capture's refunds that are not rejected, completed ones included. */
  @Column(money({ default: 0 }))
  refundReserved: number;

  /** The payout that contains this capture; null until a settlement names it. */
  @Column(binaryKey(40, { nullable: true }))
  settlementId: string | null;

  /** The number of the payout's bank transfer. */
  @Column(binaryKey(40, { nullable: true }))
  settlementUtr: string | null;

  /** `YYYY-MM-DD`, IST. */
  @Column(binaryKey(10, { nullable: true }))
  settledDate: string | null;

  /** Paise paid out for this capture, less the bank's charges and tax. */
  @Column(money({ nullable: true }))
  settledAmount: number | null;

  /** When the customer was first sent to the bank's page; before that no money can move. */
  @Column(instant({ nullable: true }))
  sentAt: Date | null;

  /** When the customer was last sent there; null for attempts of older releases. */
  @Column(instant({ nullable: true }))
  lastSentAt: Date | null;

  @Column(instant({ nullable: true }))
  capturedAt: Date | null;

  @Column(instant({ nullable: true }))
  closedAt: Date | null;

  /** Next check; null: none by the poll job. */
  @Column(instant({ nullable: true }))
  nextCheckAt: Date | null;

  /** Number of checks by anybody. */
  @Column(integer({ default: 0 }))
  checkCount: number;

  /** Scheduled checks since the customer was last sent to the bank: the backoff. */
  @Column(integer({ default: 0 }))
  pollCount: number;

  /** Last view by the customer or staff. */
  @Column(instant({ nullable: true }))
  viewedAt: Date | null;

  @Column(instant({ nullable: true }))
  lastCheckedAt: Date | null;

  /** The last STATUS result, if it left the attempt open. */
  @Column(binaryKey(12, { nullable: true }))
  lastAnswer: BankAnswer | null;

  /** Owner of the lease; an expired lease is free. */
  @Column(binaryKey(40, { nullable: true }))
  leaseOwner: string | null;

  @Column(instant({ nullable: true }))
  leaseUntil: Date | null;

  /** The lease's process; the lease is void once that process is gone. */
  @Column(binaryKey(26, { nullable: true }))
  leaseInstance: string | null;

  /** The merchant profile at the bank, for good; null: the default one. */
  @Column(binaryKey(30, { nullable: true }))
  merchantProfile: string | null;

  @Column(instant())
  createdAt: Date;

  @Column(instant())
  updatedAt: Date;
}
