import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import type { AnyReviewReason, ReviewEnd, ReviewState } from '../../domain/payment/review-rules.js';
import { integer, instant, binaryKey, money, text } from '../columns.js';
import { PaymentEntity } from './payment.entity.js';

/** A review: what a person has to decide about a payment, and the decision. */
@Entity('reviews')
@Index('uq_reviews_public_id', ['publicId'], { unique: true })
@Index('uq_reviews_open', ['openKey'], { unique: true })
@Index('ix_reviews_payment', ['paymentId', 'id'])
@Index('ix_reviews_opened', ['state', 'openedAt', 'id'])
@Index('ix_reviews_closed', ['state', 'closedAt', 'id'])
@Index('ix_reviews_refund', ['refundId'])
@Check('chk_reviews_state', "state in ('open', 'waiting', 'decided')")
@Check('chk_reviews_open', "(open_key is null) = (state = 'decided')")
@Check('chk_reviews_decision', "(decision is null) = (state = 'open')")
export class ReviewEntity {
  @PrimaryGeneratedColumn()
  id: number;

  @Column(binaryKey(26))
  publicId: string;

  @Column(integer())
  paymentId: number;

  @ManyToOne(() => PaymentEntity)
  @JoinColumn({ name: 'payment_id', foreignKeyConstraintName: 'fk_reviews_payment' })
  payment?: Relation<PaymentEntity>;

  @Column(binaryKey(40))
  reason: AnyReviewReason;

  /** The bank's transaction, our invoice or our refund. Opened once for each. */
  @Column(binaryKey(60))
  reference: string;

  /** Unique key of payment, reason and reference while it is not closed, else null. */
  @Column(binaryKey(120, { nullable: true }))
  openKey: string | null;

  /** The attempt to ask about; null when there is none. */
  @Column(integer({ nullable: true }))
  attemptId: number | null;

  /** The refund that it concerns, or that the decision ordered. */
  @Column(integer({ nullable: true }))
  refundId: number | null;

  /** Paise at stake when it was opened. */
  @Column(money())
  amount: number;

  @Column(binaryKey(8))
  state: ReviewState;

  /** JSON, masked: the bank context and what was expected. */
  @Column({ type: 'text' })
  evidence: string;

  @Column(binaryKey(20, { nullable: true }))
  decision: ReviewEnd | null;

  @Column(text(500, { nullable: true }))
  note: string | null;

  /** The bank's reference, as typed in. */
  @Column(text(60, { nullable: true }))
  bankReference: string | null;

  /** Null: closed without a person. */
  @Column(integer({ nullable: true }))
  decidedBy: number | null;

  @Column(instant({ nullable: true }))
  decidedAt: Date | null;

  /** When the bank first confirmed the capture again after a person had called its reversal an error; null: it has not. */
  @Column(instant({ nullable: true }))
  confirmedAt: Date | null;

  @Column(instant())
  openedAt: Date;

  @Column(instant({ nullable: true }))
  closedAt: Date | null;
}
