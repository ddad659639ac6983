import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import type { RefundOrigin, RefundStatus } from '../../domain/refund/refund-rules.js';
import { integer, instant, binaryKey, money, text } from '../columns.js';
import { PaymentAttemptEntity } from './payment-attempt.entity.js';
import { PaymentEntity } from './payment.entity.js';

/** A refund. Its amount is reserved and its row committed before the bank is called. */
@Entity('refunds')
@Index('uq_refunds_public_id', ['publicId'], { unique: true })
@Index('uq_refunds_bank_reference', ['bankReference'], { unique: true })
@Index('ix_refunds_payment', ['paymentId', 'id'])
@Index('ix_refunds_due', ['nextCheckAt', 'id'])
@Index('ix_refunds_follow_up', ['followUpAt', 'id'])
@Index('ix_refunds_status', ['status', 'createdAt'])
@Index('ix_refunds_settled', ['settledAt', 'attemptId', 'paymentId', 'amount'])
@Check('chk_refunds_amount', 'amount >= 1')
@Check('chk_refunds_status', "status in ('requested', 'processing', 'unknown', 'completed', 'rejected')")
export class RefundEntity {
  @PrimaryGeneratedColumn()
  id: number;

  /** The public refund id. */
  @Column(binaryKey(26))
  publicId: string;

  @Column(integer())
  paymentId: number;

  @ManyToOne(() => PaymentEntity)
  @JoinColumn({ name: 'payment_id', foreignKeyConstraintName: 'fk_refunds_payment' })
  payment?: Relation<PaymentEntity>;

  /** The refunded capture: the payment's own, or an excess one. */
  @Column(integer())
  attemptId: number;

  @ManyToOne(() => PaymentAttemptEntity)
  @JoinColumn({ name: 'attempt_id', foreignKeyConstraintName: 'fk_refunds_attempt' })
  attempt?: Relation<PaymentAttemptEntity>;

  /** Our reference at the bank (`RF…`); an unclear refund is queried, or sent again, under this reference only. */
  @Column(binaryKey(20))
  bankReference: string;

  /** Paise. */
  @Column(money())
  amount: number;

  @Column(text(500))
  reason: string;

  @Column(binaryKey(12))
  status: RefundStatus;

  /** `order`: sent to the bank. The others record what happened there; they are never sent. */
  @Column(binaryKey(10, { default: 'order' }))
  origin: RefundOrigin;

  @Column(integer({ nullable: true }))
  requestedBy: number | null;

  @Column(binaryKey(40, { nullable: true }))
  bankTxnId: string | null;

  @Column(binaryKey(20, { nullable: true }))
  responseCode: string | null;

  @Column(text(255, { nullable: true }))
  responseText: string | null;

  /** Next check; null once final. */
  @Column(instant({ nullable: true }))
  nextCheckAt: Date | null;

  /** Next check of a completed refund; null outside of the seven days after completion. */
  @Column(instant({ nullable: true }))
  followUpAt: Date | null;

  @Column(integer({ default: 0 }))
  checkCount: number;

  @Column(binaryKey(40, { nullable: true }))
  leaseOwner: string | null;

  @Column(instant({ nullable: true }))
  leaseUntil: Date | null;

  /** The lease's process; the lease is void once that process is gone. */
  @Column(binaryKey(26, { nullable: true }))
  leaseInstance: string | null;

  /** When it was last sent again with an unknown outcome; null: not since its creation. */
  @Column(instant({ nullable: true }))
  orderedAt: Date | null;

  @Column(instant({ nullable: true }))
  settledAt: Date | null;

  @Column(instant())
  createdAt: Date;

  @Column(instant())
  updatedAt: Date;
}
