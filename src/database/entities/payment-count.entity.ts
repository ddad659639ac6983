import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import type { TokenType } from '../../domain/payment/token-catalogue.js';
import { DEFAULT_PROJECT_ID } from '../../domain/projects/project-rules.js';
import { integer, binaryKey, money } from '../columns.js';

/**
 * Payment counters as rows to be summed: each change of a payment adds its delta in its own transaction, so that two sales never
 * wait for one counter; rows are folded into one per cell afterwards.
 */
@Entity('payment_counts')
@Index('ix_counts_cell', ['salesManagerId', 'tokenType', 'status', 'projectId', 'total', 'changes'])
export class PaymentCountEntity {
  @PrimaryGeneratedColumn()
  id: number;

  /** 0 stands for all sellers together, -1 for the pairs of one project. */
  @Column(integer())
  salesManagerId: number;

  /** Of the payments; without meaning for the `pairs` of all projects. */
  @Column(integer({ default: DEFAULT_PROJECT_ID }))
  projectId: number;

  @Column(binaryKey(10))
  tokenType: TokenType;

  /** A payment's status, or `pairs`: unique pairs of email and tier among completed payments (all sellers only). */
  @Column(binaryKey(10))
  status: string;

  @Column(integer())
  total: number;

  /** Version: payments that joined or left this cell. An unchanged sum means an unchanged list. */
  @Column(integer())
  changes: number;

  /** Paise of these payments, and of their completed refunds. */
  @Column(money({ default: 0 }))
  amount: number;

  @Column(money({ default: 0 }))
  refunded: number;
}

/** A customer (by email) with completed payments of a tier; `uses` counts them. */
@Entity('completed_pairs')
export class CompletedPairEntity {
  @PrimaryColumn({ type: 'varchar', length: 254 })
  emailKey: string;

  @PrimaryColumn({ type: 'varchar', length: 10 })
  tokenType: TokenType;

  @Column(integer())
  uses: number;
}

/** The same by project: a customer of two projects has a row in each. */
@Entity('project_pairs')
export class ProjectPairEntity {
  @PrimaryColumn({ type: 'varchar', length: 254 })
  emailKey: string;

  @PrimaryColumn({ type: 'varchar', length: 10 })
  tokenType: TokenType;

  @PrimaryColumn({ type: 'integer' })
  projectId: number;

  @Column(integer())
  uses: number;
}
