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
import type { TokenType } from '../../domain/token-catalogue.js';
import { count, instant, key } from '../columns.js';
import { PaymentEntity } from './payment.entity.js';

/** A token number, issued in the transaction that completed its payment; never changed, never reused. */
@Entity('tokens')
@Index('uq_tokens_number', ['tokenNumber'], { unique: true })
@Index('uq_tokens_sequence', ['tokenType', 'sequence'], { unique: true })
@Index('uq_tokens_payment', ['paymentId'], { unique: true })
@Check('chk_tokens_status', "status in ('active', 'upgraded', 'void')")
export class TokenEntity {
  @PrimaryGeneratedColumn()
  id: number;

  @Column(key(12))
  tokenNumber: string;

  @Column(key(10))
  tokenType: TokenType;

  @Column(count())
  sequence: number;

  @Column(count())
  paymentId: number;

  @ManyToOne(() => PaymentEntity)
  @JoinColumn({ name: 'payment_id', foreignKeyConstraintName: 'fk_tokens_payment' })
  payment?: Relation<PaymentEntity>;

  @Column(key(10))
  status: 'active' | 'upgraded' | 'void';

  @Column(instant())
  issuedAt: Date;
}

/** The last number issued per series; its row is locked by the transaction that takes the next one. */
@Entity('token_counters')
export class TokenCounterEntity {
  /** A token type, or `receipt` for the receipts' own series. */
  @PrimaryColumn({ type: 'varchar', length: 10 })
  tokenType: TokenType | 'receipt';

  @Column(count({ default: 0 }))
  lastNumber: number;
}
