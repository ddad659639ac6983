import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { count, instant, key, money } from '../columns.js';
import { PaymentAttemptEntity } from './payment-attempt.entity.js';
import { RefundEntity } from './refund.entity.js';
import { SettlementRunEntity } from './settlement-run.entity.js';

/** One payout of the bank. */
@Entity('settlement_batches')
@Index('uq_settlement_batches_id', ['settlementId'], { unique: true })
@Index('ix_settlement_batches_day', ['day', 'id'])
export class SettlementBatchEntity {
  @PrimaryGeneratedColumn()
  id: number;

  @Column(key(40))
  settlementId: string;

  /** The number of the bank transfer. */
  @Column(key(40, { nullable: true }))
  utr: string | null;

  /** `YYYY-MM-DD`, Indian calendar. */
  @Column(key(10))
  day: string;

  /** Paise; null when the source names no total. */
  @Column(money({ nullable: true }))
  payAmount: number | null;

  @Column(count())
  runId: number;

  @ManyToOne(() => SettlementRunEntity)
  @JoinColumn({ name: 'run_id', foreignKeyConstraintName: 'fk_settlement_batches_run' })
  run?: Relation<SettlementRunEntity>;

  @Column(instant())
  createdAt: Date;
}

/** One sale or refund inside a payout, as the bank tells it: information, never evidence of payment. */
@Entity('settlement_lines')
@Index('uq_settlement_lines_key', ['batchId', 'lineKey'], { unique: true })
@Index('ix_settlement_lines_batch', ['batchId', 'id'])
@Index('ix_settlement_lines_txn', ['bankTxnId', 'kind'])
@Index('ix_settlement_lines_attempt', ['attemptId'])
@Index('ix_settlement_lines_refund', ['refundId'])
@Check('chk_settlement_lines_kind', "kind in ('sale', 'refund')")
@Check('chk_settlement_lines_amount', 'amount >= 0')
export class SettlementLineEntity {
  @PrimaryGeneratedColumn()
  id: number;

  @Column(count())
  batchId: number;

  @ManyToOne(() => SettlementBatchEntity)
  @JoinColumn({ name: 'batch_id', foreignKeyConstraintName: 'fk_settlement_lines_batch' })
  batch?: Relation<SettlementBatchEntity>;

  /** SHA-256 of what names the line inside its batch, so that reading it again adds nothing. */
  @Column(key(64))
  lineKey: string;

  @Column(key(8))
  kind: 'sale' | 'refund';

  @Column(key(40, { nullable: true }))
  merchantTxnNo: string | null;

  @Column(key(40, { nullable: true }))
  bankTxnId: string | null;

  /** Paise, of a refund as well. */
  @Column(money())
  amount: number;

  /** Paise paid out; below zero for a refund. */
  @Column(money())
  settledAmount: number;

  @Column(money())
  charges: number;

  @Column(money())
  tax: number;

  @Column(instant({ nullable: true }))
  transactedAt: Date | null;

  @Column(key(20, { nullable: true }))
  cardNetwork: string | null;

  @Column(count({ nullable: true }))
  attemptId: number | null;

  @ManyToOne(() => PaymentAttemptEntity)
  @JoinColumn({ name: 'attempt_id', foreignKeyConstraintName: 'fk_settlement_lines_attempt' })
  attempt?: Relation<PaymentAttemptEntity>;

  @Column(count({ nullable: true }))
  refundId: number | null;

  @ManyToOne(() => RefundEntity)
  @JoinColumn({ name: 'refund_id', foreignKeyConstraintName: 'fk_settlement_lines_refund' })
  refund?: Relation<RefundEntity>;

  /** The run that saw it first. */
  @Column(count())
  runId: number;

  @Column(instant())
  createdAt: Date;
}
