import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { count, instant, key, words } from '../columns.js';
import { UserEntity } from './user.entity.js';

/** One sign-in, by cookie or by bearer token. A token is honoured only while its row is neither ended nor past a limit. */
@Entity('sessions')
@Index('uq_sessions_jti', ['jti'], { unique: true })
@Index('ix_sessions_user', ['userId', 'endedAt'])
@Index('ix_sessions_expires', ['expiresAt'])
export class SessionEntity {
  @PrimaryGeneratedColumn()
  id: number;

  @Column(key(32))
  jti: string;

  @Column(count())
  userId: number;

  @ManyToOne(() => UserEntity)
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'fk_sessions_user' })
  user?: Relation<UserEntity>;

  @Column(key(8))
  kind: 'cookie' | 'bearer';

  @Column(instant())
  createdAt: Date;

  @Column(instant())
  lastSeenAt: Date;

  /** Absolute end, `SESSION_HOURS` after sign-in. */
  @Column(instant())
  expiresAt: Date;

  @Column(instant({ nullable: true }))
  endedAt: Date | null;

  @Column(key(20, { nullable: true }))
  endReason: string | null;

  @Column(words(255, { nullable: true }))
  userAgent: string | null;

  /** Shortened: enough to tell office from home, too little to find somebody. */
  @Column(key(45, { nullable: true }))
  ip: string | null;

  /** When its owner last showed a password or a code. */
  @Column(instant({ nullable: true }))
  verifiedAt: Date | null;
}
