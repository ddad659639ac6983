import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import type { ExceptionKind } from '../../domain/settlement/settlement-rules.js';
import { integer, instant, binaryKey, money, text } from '../columns.js';
import { PaymentEntity } from './payment.entity.js';
import { SettlementRunEntity } from './settlement-run.entity.js';

/** A difference between the bank's settlements and our records, open until a later run no longer finds it. */
@Entity('settlement_exceptions')
@Index('uq_settlement_exceptions_fingerprint', ['fingerprint'], { unique: true })
@Index('ix_settlement_exceptions_status', ['status', 'day', 'id'])
@Check('chk_settlement_exceptions_status', "status in ('open', 'resolved')")
@Check(
  'chk_settlement_exceptions_kind',
  "kind in ('unknown', 'not_completed', 'amount_differs', 'not_settled', 'refund_differs', 'refund_missing', 'duplicate', 'batch_differs', 'line_unreadable')",
)
export class SettlementExceptionEntity {
  @PrimaryGeneratedColumn()
  id: number;

  /** SHA-256 of kind and subject: a repeated difference is one row. */
  @Column(binaryKey(64))
  fingerprint: string;

  @Column(binaryKey(20))
  kind: ExceptionKind;

  @Column(binaryKey(8))
  status: 'open' | 'resolved';

  /** The day of the run that found it, `YYYY-MM-DD`. */
  @Column(binaryKey(10))
  day: string;

  @Column(integer({ nullable: true }))
  paymentId: number | null;

  @ManyToOne(() => PaymentEntity)
  @JoinColumn({ name: 'payment_id', foreignKeyConstraintName: 'fk_settlement_exceptions_payment' })
  payment?: Relation<PaymentEntity>;

  /** The reference to quote: our number, the bank's or the settlement's. */
  @Column(binaryKey(40, { nullable: true }))
  reference: string | null;

  /** Paise as recorded here; null when nothing is. */
  @Column(money({ nullable: true }))
  expectedAmount: number | null;

  /** Paise as reported by the bank. */
  @Column(money({ nullable: true }))
  foundAmount: number | null;

  @Column(text(500))
  evidence: string;

  @Column(integer())
  firstRunId: number;

  @ManyToOne(() => SettlementRunEntity)
  @JoinColumn({ name: 'first_run_id', foreignKeyConstraintName: 'fk_settlement_exceptions_run' })
  firstRun?: Relation<SettlementRunEntity>;

  @Column(integer())
  lastRunId: number;

  @Column(instant())
  createdAt: Date;

  @Column(instant({ nullable: true }))
  resolvedAt: Date | null;
}
