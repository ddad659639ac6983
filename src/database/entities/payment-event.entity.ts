import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import type { EvidenceSource } from '../../domain/payment-decisions.js';
import type { PaymentEventType } from '../../domain/payment-events.js';
import { count, instant, key } from '../columns.js';
import { PaymentEntity } from './payment.entity.js';

/** What happened to a payment, in order. Rows are only ever added. */
@Entity('payment_events')
@Index('ix_events_payment', ['paymentId', 'id'])
@Index('ix_events_created', ['createdAt', 'type', 'paymentId'])
export class PaymentEventEntity {
  @PrimaryGeneratedColumn()
  id: number;

  @Column(count())
  paymentId: number;

  @ManyToOne(() => PaymentEntity)
  @JoinColumn({ name: 'payment_id', foreignKeyConstraintName: 'fk_events_payment' })
  payment?: Relation<PaymentEntity>;

  @Column(count({ nullable: true }))
  attemptId: number | null;

  @Column(key(40))
  type: PaymentEventType;

  @Column(key(12))
  source: EvidenceSource;

  @Column(key(10, { nullable: true }))
  fromStatus: string | null;

  @Column(key(10, { nullable: true }))
  toStatus: string | null;

  @Column(count({ nullable: true }))
  actorUserId: number | null;

  @Column(key(64, { nullable: true }))
  requestId: string | null;

  /** JSON, free of personal data; only `note`, staff's own words, may hold some, and is taken out by an erasure. */
  @Column({ type: 'text', nullable: true })
  detail: string | null;

  @Column(instant())
  createdAt: Date;
}
