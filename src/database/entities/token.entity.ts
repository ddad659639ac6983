import {
  Check,
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import type { TokenType } from '../../domain/payment/token-catalogue.js';
import type { TokenStatus } from '../../domain/payment/token-status.js';
import { integer, instant, binaryKey } from '../columns.js';
import { PaymentEntity } from './payment.entity.js';

/** A token number, issued in the transaction that completed its payment; never changed, never reused. */
@Entity('tokens')
@Index('uq_tokens_number', ['tokenNumber'], { unique: true })
@Index('uq_tokens_payment', ['paymentId'], { unique: true })
@Check('chk_tokens_status', "status in ('active', 'upgraded', 'void')")
export class TokenEntity {
  @PrimaryGeneratedColumn()
  id: number;

  @Column(binaryKey(12))
  tokenNumber: string;

  @Column(binaryKey(10))
  tokenType: TokenType;

  /** In the series of the number's prefix. */
  @Column(integer())
  sequence: number;

  @Column(integer())
  paymentId: number;

  @ManyToOne(() => PaymentEntity, (payment) => payment.tokens)
  @JoinColumn({ name: 'payment_id', foreignKeyConstraintName: 'fk_tokens_payment' })
  payment?: Relation<PaymentEntity>;

  @Column(binaryKey(10))
  status: TokenStatus;

  @Column(instant())
  issuedAt: Date;
}

/** The last number of each series; its row is locked by the transaction that issues the next one. */
@Entity('token_counters')
export class TokenCounterEntity {
  /** The prefix of a series; the tier for the first three (`counterOf`), or `receipt`. */
  @PrimaryColumn({ type: 'varchar', length: 10 })
  tokenType: string;

  @Column(integer({ default: 0 }))
  lastNumber: number;
}
