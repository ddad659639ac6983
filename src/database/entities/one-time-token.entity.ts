import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { count, instant, key } from '../columns.js';
import { UserEntity } from './user.entity.js';

/** `sign-in` stands between the password and the code of a second factor. */
export type OneTimeTokenKind = 'invitation' | 'reset' | 'sign-in';

/** A secret that was handed out to be used once. Only its hash is here. */
@Entity('one_time_tokens')
@Index('uq_one_time_tokens_hash', ['tokenHash'], { unique: true })
@Index('ix_one_time_tokens_user', ['userId', 'kind'])
@Check('chk_one_time_tokens_kind', "kind in ('invitation', 'reset', 'sign-in')")
export class OneTimeTokenEntity {
  @PrimaryGeneratedColumn()
  id: number;

  @Column(key(12))
  kind: OneTimeTokenKind;

  @Column(count())
  userId: number;

  @ManyToOne(() => UserEntity)
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'fk_one_time_tokens_user' })
  user?: Relation<UserEntity>;

  /** SHA-256, hexadecimal, of 256 random bits. */
  @Column(key(64))
  tokenHash: string;

  /** Codes that were tried with it. */
  @Column(count({ default: 0 }))
  attempts: number;

  @Column(instant())
  expiresAt: Date;

  /** Used, withdrawn, or replaced by a newer one. */
  @Column(instant({ nullable: true }))
  endedAt: Date | null;

  @Column(instant())
  createdAt: Date;
}
