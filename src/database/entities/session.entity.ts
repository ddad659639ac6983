import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { integer, instant, binaryKey, text } from '../columns.js';
import { UserEntity } from './user.entity.js';

/** A session, by cookie or bearer token. Valid while its row is neither ended nor past a limit. */
@Entity('sessions')
@Index('uq_sessions_jti', ['jti'], { unique: true })
@Index('ix_sessions_user', ['userId', 'endedAt'])
@Index('ix_sessions_expires', ['expiresAt'])
export class SessionEntity {
  @PrimaryGeneratedColumn()
  id: number;

  @Column(binaryKey(32))
  jti: string;

  @Column(integer())
  userId: number;

  @ManyToOne(() => UserEntity)
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'fk_sessions_user' })
  user?: Relation<UserEntity>;

  @Column(binaryKey(8))
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

  @Column(binaryKey(20, { nullable: true }))
  endReason: string | null;

  @Column(text(255, { nullable: true }))
  userAgent: string | null;

  /** The network only, not the whole address. */
  @Column(binaryKey(45, { nullable: true }))
  ip: string | null;

  /** When its owner last proved a password or a code. */
  @Column(instant({ nullable: true }))
  verifiedAt: Date | null;

  /** The event that its owner has chosen to sell in; null: none chosen. */
  @Column(integer({ nullable: true }))
  eventId: number | null;
}
