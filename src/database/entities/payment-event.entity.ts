import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import type { EvidenceSource } from '../../domain/payment/payment-decisions.js';
import type { PaymentEventType } from '../../domain/payment/payment-events.js';
import { integer, instant, binaryKey } from '../columns.js';
import { PaymentEntity } from './payment.entity.js';

/** The history of a payment. Append-only. */
@Entity('payment_events')
@Index('ix_events_payment', ['paymentId', 'id'])
@Index('ix_events_created', ['createdAt', 'type', 'paymentId'])
export class PaymentEventEntity {
  @PrimaryGeneratedColumn()
  id: number;

  @Column(integer())
  paymentId: number;

  @ManyToOne(() => PaymentEntity)
  @JoinColumn({ name: 'payment_id', foreignKeyConstraintName: 'fk_events_payment' })
  payment?: Relation<PaymentEntity>;

  @Column(integer({ nullable: true }))
  attemptId: number | null;

  @Column(binaryKey(40))
  type: PaymentEventType;

  @Column(binaryKey(12))
  source: EvidenceSource;

  @Column(binaryKey(10, { nullable: true }))
  fromStatus: string | null;

  @Column(binaryKey(10, { nullable: true }))
  toStatus: string | null;

  @Column(integer({ nullable: true }))
  actorUserId: number | null;

  @Column(binaryKey(64, { nullable: true }))
  requestId: string | null;

  /** JSON without personal data, except `note` (free text of staff), which erasure removes. */
  @Column({ type: 'text', nullable: true })
  detail: string | null;

  @Column(instant())
  createdAt: Date;
}
