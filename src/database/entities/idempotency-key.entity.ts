import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { count, instant, key } from '../columns.js';

/** The first answer to a request that makes something, kept for its repetitions. */
@Entity('idempotency_keys')
@Index('uq_idempotency', ['caller', 'operation', 'keyValue'], { unique: true })
@Index('ix_idempotency_created', ['createdAt'])
export class IdempotencyKeyEntity {
  @PrimaryGeneratedColumn()
  id: number;

  /** `user:7` or `payment:<id>`: a key belongs to its caller alone. */
  @Column(key(60))
  caller: string;

  @Column(key(40))
  operation: string;

  @Column(key(255))
  keyValue: string;

  /** SHA-256 of the request's content: the same key with another content is refused. */
  @Column(key(64))
  bodyDigest: string;

  @Column(key(8))
  state: 'running' | 'done';

  /** The process that works on it; null for rows from before it was kept. */
  @Column(key(26, { nullable: true }))
  leaseInstance: string | null;

  @Column(count({ nullable: true }))
  responseStatus: number | null;

  @Column({ type: 'text', nullable: true })
  responseBody: string | null;

  @Column(instant())
  createdAt: Date;

  @Column(instant())
  updatedAt: Date;
}
