import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import type { UpgradeType } from '../../domain/upgrade/upgrade-paths.js';
import type { UpgradeStatus } from '../../domain/upgrade/upgrade-rules.js';
import { integer, instant, binaryKey, money, text } from '../columns.js';
import { PaymentEntity } from './payment.entity.js';

/** An upgrade: links a token's payment with the payment that upgrades it. */
@Entity('upgrades')
@Index('uq_upgrades_payment', ['upgradePaymentId'], { unique: true })
@Index('uq_upgrades_open', ['openSourceId'], { unique: true })
@Index('uq_upgrades_completed', ['completedSourceId'], { unique: true })
@Index('ix_upgrades_source', ['sourcePaymentId', 'id'])
@Check('chk_upgrades_status', "status in ('pending', 'completed', 'failed')")
@Check('chk_upgrades_amount', 'amount >= 1')
export class UpgradeEntity {
  @PrimaryGeneratedColumn()
  id: number;

  @Column(integer())
  sourcePaymentId: number;

  @ManyToOne(() => PaymentEntity)
  @JoinColumn({ name: 'source_payment_id', foreignKeyConstraintName: 'fk_upgrades_source' })
  sourcePayment?: Relation<PaymentEntity>;

  @Column(integer())
  upgradePaymentId: number;

  @ManyToOne(() => PaymentEntity)
  @JoinColumn({ name: 'upgrade_payment_id', foreignKeyConstraintName: 'fk_upgrades_payment' })
  upgradePayment?: Relation<PaymentEntity>;

  /** The token's payment while this upgrade is open, else null: one open upgrade a token. */
  @Column(integer({ nullable: true }))
  openSourceId: number | null;

  /** The token's payment once completed, else null: one completed upgrade a token. */
  @Column(integer({ nullable: true }))
  completedSourceId: number | null;

  @Column(binaryKey(20))
  upgradeType: UpgradeType;

  /** Paise; the price of the path at creation, never changed. */
  @Column(money())
  amount: number;

  @Column(binaryKey(10))
  status: UpgradeStatus;

  @Column(text(255, { nullable: true }))
  notes: string | null;

  @Column(integer({ nullable: true }))
  createdBy: number | null;

  @Column(instant({ nullable: true }))
  completedAt: Date | null;

  @Column(instant())
  createdAt: Date;

  @Column(instant())
  updatedAt: Date;
}
