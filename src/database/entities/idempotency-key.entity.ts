import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { integer, instant, binaryKey } from '../columns.js';

/** The first answer to a creating request, stored for its repetitions. */
@Entity('idempotency_keys')
@Index('uq_idempotency', ['caller', 'operation', 'keyValue'], { unique: true })
@Index('ix_idempotency_created', ['createdAt'])
export class IdempotencyKeyEntity {
  @PrimaryGeneratedColumn()
  id: number;

  /** `user:7` or `payment:<id>`: keys are scoped to their caller. */
  @Column(binaryKey(60))
  caller: string;

  @Column(binaryKey(40))
  operation: string;

  @Column(binaryKey(255))
  keyValue: string;

  /** SHA-256 of the request's content: another content under the same key is refused. */
  @Column(binaryKey(64))
  bodyDigest: string;

  @Column(binaryKey(8))
  state: 'running' | 'done';

  /** The process that works on it; null for rows of older releases. */
  @Column(binaryKey(26, { nullable: true }))
  leaseInstance: string | null;

  @Column(integer({ nullable: true }))
  responseStatus: number | null;

  @Column({ type: 'text', nullable: true })
  responseBody: string | null;

  @Column(instant())
  createdAt: Date;

  @Column(instant())
  updatedAt: Date;
}
