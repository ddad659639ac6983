import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import type { RefundOrigin, RefundStatus } from '../../domain/refund-rules.js';
import { count, instant, key, money, words } from '../columns.js';
import { PaymentAttemptEntity } from './payment-attempt.entity.js';
import { PaymentEntity } from './payment.entity.js';

/** Money on its way back. Its amount is reserved and its row committed before the bank is asked. */
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

  /** `refundId` on the wire. */
  @Column(key(26))
  publicId: string;

  @Column(count())
  paymentId: number;

  @ManyToOne(() => PaymentEntity)
  @JoinColumn({ name: 'payment_id', foreignKeyConstraintName: 'fk_refunds_payment' })
  payment?: Relation<PaymentEntity>;

  /** The capture that is given back: the payment's own, or an excess one. */
  @Column(count())
  attemptId: number;

  @ManyToOne(() => PaymentAttemptEntity)
  @JoinColumn({ name: 'attempt_id', foreignKeyConstraintName: 'fk_refunds_attempt' })
  attempt?: Relation<PaymentAttemptEntity>;

  /** Our reference at the bank (`RF…`); an unclear refund is asked about, or sent again, only under the same one. */
  @Column(key(20))
  bankReference: string;

  /** Paise. */
  @Column(money())
  amount: number;

  @Column(words(500))
  reason: string;

  @Column(key(12))
  status: RefundStatus;

  /** `order`: ours, sent to the bank. The others record what happened there without us: no order was ever sent. */
  @Column(key(10, { default: 'order' }))
  origin: RefundOrigin;

  @Column(count({ nullable: true }))
  requestedBy: number | null;

  @Column(key(40, { nullable: true }))
  bankTxnId: string | null;

  @Column(key(20, { nullable: true }))
  responseCode: string | null;

  @Column(words(255, { nullable: true }))
  responseText: string | null;

  /** When the bank is asked next; null once it has ended. */
  @Column(instant({ nullable: true }))
  nextCheckAt: Date | null;

  /** Completed, and asked about once more then, in case the bank takes it back; null outside of that week. */
  @Column(instant({ nullable: true }))
  followUpAt: Date | null;

  @Column(count({ default: 0 }))
  checkCount: number;

  @Column(key(40, { nullable: true }))
  leaseOwner: string | null;

  @Column(instant({ nullable: true }))
  leaseUntil: Date | null;

  /** The process that holds the lease; a lease whose holder is gone is void, however long it would still run. */
  @Column(key(26, { nullable: true }))
  leaseInstance: string | null;

  /** When it was last sent once more with an outcome that is not known; null: not since it was made. */
  @Column(instant({ nullable: true }))
  orderedAt: Date | null;

  @Column(instant({ nullable: true }))
  settledAt: Date | null;

  @Column(instant())
  createdAt: Date;

  @Column(instant())
  updatedAt: Date;
}
