import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { integer, instant, binaryKey, money } from '../columns.js';
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

  @Column(binaryKey(40))
  settlementId: string;

  /** The number of the bank transfer. */
  @Column(binaryKey(40, { nullable: true }))
  utr: string | null;

  /** `YYYY-MM-DD`, IST. */
  @Column(binaryKey(10))
  day: string;

  /** Paise; null when the source names no total. */
  @Column(money({ nullable: true }))
  payAmount: number | null;

  /** The merchant profile that it was paid to; null: the default one. */
  @Column(binaryKey(30, { nullable: true }))
  merchantProfile: string | null;

  @Column(integer())
  runId: number;

  @ManyToOne(() => SettlementRunEntity)
  @JoinColumn({ name: 'run_id', foreignKeyConstraintName: 'fk_settlement_batches_run' })
  run?: Relation<SettlementRunEntity>;

  @Column(instant())
  createdAt: Date;
}

/** One sale or refund of a payout as reported by the bank; never evidence of a payment. */
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

  @Column(integer())
  batchId: number;

  @ManyToOne(() => SettlementBatchEntity)
  @JoinColumn({ name: 'batch_id', foreignKeyConstraintName: 'fk_settlement_lines_batch' })
  batch?: Relation<SettlementBatchEntity>;

  /** The line's identity in its batch, so that reading it again adds nothing: kind, bank's number, place among these. */
  @Column(binaryKey(64))
  lineKey: string;

  @Column(binaryKey(8))
  kind: 'sale' | 'refund';

  @Column(binaryKey(40, { nullable: true }))
  merchantTxnNo: string | null;

  @Column(binaryKey(40, { nullable: true }))
  bankTxnId: string | null;

  /** Paise, positive for refunds too. */
  @Column(money())
  amount: number;

  /** Paise paid out; negative for a refund. */
  @Column(money())
  settledAmount: number;

  @Column(money())
  charges: number;

  @Column(money())
  tax: number;

  @Column(instant({ nullable: true }))
  transactedAt: Date | null;

  @Column(binaryKey(20, { nullable: true }))
  cardNetwork: string | null;

  @Column(integer({ nullable: true }))
  attemptId: number | null;

  @ManyToOne(() => PaymentAttemptEntity)
  @JoinColumn({ name: 'attempt_id', foreignKeyConstraintName: 'fk_settlement_lines_attempt' })
  attempt?: Relation<PaymentAttemptEntity>;

  @Column(integer({ nullable: true }))
  refundId: number | null;

  @ManyToOne(() => RefundEntity)
  @JoinColumn({ name: 'refund_id', foreignKeyConstraintName: 'fk_settlement_lines_refund' })
  refund?: Relation<RefundEntity>;

  /** The run that stored it. */
  @Column(integer())
  runId: number;

  @Column(instant())
  createdAt: Date;
}
