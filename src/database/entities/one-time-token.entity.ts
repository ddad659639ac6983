import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { integer, instant, binaryKey } from '../columns.js';
import { UserEntity } from './user.entity.js';

/** `sign-in`: a pending login between password and second factor. */
export type OneTimeTokenKind = 'invitation' | 'reset' | 'sign-in';

/** A one-time token; only its hash is stored. */
@Entity('one_time_tokens')
@Index('uq_one_time_tokens_hash', ['tokenHash'], { unique: true })
@Index('ix_one_time_tokens_user', ['userId', 'kind'])
@Check('chk_one_time_tokens_kind', "kind in ('invitation', 'reset', 'sign-in')")
export class OneTimeTokenEntity {
  @PrimaryGeneratedColumn()
  id: number;

  @Column(binaryKey(12))
  kind: OneTimeTokenKind;

  @Column(integer())
  userId: number;

  @ManyToOne(() => UserEntity)
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'fk_one_time_tokens_user' })
  user?: Relation<UserEntity>;

  /** SHA-256, hexadecimal, of 256 random bits. */
  @Column(binaryKey(64))
  tokenHash: string;

  /** Number of code attempts. */
  @Column(integer({ default: 0 }))
  attempts: number;

  @Column(instant())
  expiresAt: Date;

  /** Used, withdrawn, or replaced by a newer one. */
  @Column(instant({ nullable: true }))
  endedAt: Date | null;

  @Column(instant())
  createdAt: Date;
}
