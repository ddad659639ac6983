import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import type { TokenType } from '../../domain/token-catalogue.js';
import { count, key, money } from '../columns.js';

/**
 * How many payments there are, as rows to be summed: each change of a payment adds its difference in its own transaction, so
 * that two sales never wait for one counter, and rows are folded into one per cell afterwards.
 */
@Entity('payment_counts')
@Index('ix_counts_cell', ['salesManagerId', 'tokenType', 'status', 'total', 'changes'])
export class PaymentCountEntity {
  @PrimaryGeneratedColumn()
  id: number;

  /** 0 stands for all sellers together. */
  @Column(count())
  salesManagerId: number;

  @Column(key(10))
  tokenType: TokenType;

  /** A payment's status, or `pairs`: unique pairs of e-mail and token type among completed payments (all sellers only). */
  @Column(key(10))
  status: string;

  @Column(count())
  total: number;

  /** How many payments have come into or left this cell: grows with each, so an unchanged sum means an unchanged list. */
  @Column(count())
  changes: number;

  /** Paise of these payments, and of their settled refunds. */
  @Column(money({ default: 0 }))
  amount: number;

  @Column(money({ default: 0 }))
  refunded: number;
}

/** A customer, by e-mail, with a completed payment for a token type; `uses` counts those payments. */
@Entity('completed_pairs')
export class CompletedPairEntity {
  @PrimaryColumn({ type: 'varchar', length: 254 })
  emailKey: string;

  @PrimaryColumn({ type: 'varchar', length: 10 })
  tokenType: TokenType;

  @Column(count())
  uses: number;
}
