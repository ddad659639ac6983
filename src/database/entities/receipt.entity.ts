import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { integer, instant, binaryKey, money } from '../columns.js';
import { PaymentEntity } from './payment.entity.js';

/** A receipt number, issued in the transaction that completed its payment; never changed, never reused. */
@Entity('receipts')
@Index('uq_receipts_number', ['receiptNumber'], { unique: true })
@Index('uq_receipts_sequence', ['sequence'], { unique: true })
@Index('uq_receipts_payment', ['paymentId'], { unique: true })
@Check('chk_receipts_amount', 'amount >= 1')
export class ReceiptEntity {
  @PrimaryGeneratedColumn()
  id: number;

  @Column(binaryKey(12))
  receiptNumber: string;

  @Column(integer())
  sequence: number;

  @Column(integer())
  paymentId: number;

  @ManyToOne(() => PaymentEntity)
  @JoinColumn({ name: 'payment_id', foreignKeyConstraintName: 'fk_receipts_payment' })
  payment?: Relation<PaymentEntity>;

  /** Paise as paid; refunds do not change it. */
  @Column(money())
  amount: number;

  @Column(instant())
  issuedAt: Date;
}
