import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import type { AnyReviewReason, ReviewEnd, ReviewState } from '../../domain/review-rules.js';
import { count, instant, key, money, words } from '../columns.js';
import { PaymentEntity } from './payment.entity.js';

/** Something about a payment that a person has to decide, and what was decided. */
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

  @Column(key(26))
  publicId: string;

  @Column(count())
  paymentId: number;

  @ManyToOne(() => PaymentEntity)
  @JoinColumn({ name: 'payment_id', foreignKeyConstraintName: 'fk_reviews_payment' })
  payment?: Relation<PaymentEntity>;

  @Column(key(40))
  reason: AnyReviewReason;

  /** What exactly it is about: the bank's transaction, our invoice or our refund. The same thing is opened once. */
  @Column(key(60))
  reference: string;

  /** Payment, reason and reference while it is not over, else null. */
  @Column(key(120, { nullable: true }))
  openKey: string | null;

  /** Of the payment, for asking the bank; null where it is about none. */
  @Column(count({ nullable: true }))
  attemptId: number | null;

  /** The refund that it is about, or that was ordered by the decision. */
  @Column(count({ nullable: true }))
  refundId: number | null;

  /** Paise at stake when it was opened. */
  @Column(money())
  amount: number;

  @Column(key(8))
  state: ReviewState;

  /** JSON, masked: what the bank said and what we expected. */
  @Column({ type: 'text' })
  evidence: string;

  @Column(key(20, { nullable: true }))
  decision: ReviewEnd | null;

  @Column(words(500, { nullable: true }))
  note: string | null;

  /** The bank's reference, as typed in. */
  @Column(words(60, { nullable: true }))
  bankReference: string | null;

  /** Null: it was settled by itself. */
  @Column(count({ nullable: true }))
  decidedBy: number | null;

  @Column(instant({ nullable: true }))
  decidedAt: Date | null;

  @Column(instant())
  openedAt: Date;

  @Column(instant({ nullable: true }))
  closedAt: Date | null;
}
