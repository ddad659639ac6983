import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { count, instant, key, words } from '../columns.js';

/**
 * Who did what, when and why. Written in the transaction of the deed; rows are never changed or deleted. The last three
 * columns are filled once, right after that transaction, by the sealer of the chain.
 */
@Entity('audit_log')
@Index('ix_audit_at', ['at'])
@Index('ix_audit_subject_at', ['subjectType', 'subjectId', 'at', 'id'])
@Index('ix_audit_user_at', ['actorUserId', 'at', 'id'])
@Index('ix_audit_kind_at', ['actorKind', 'at', 'id'])
@Index('ix_audit_action_at', ['action', 'at', 'id'])
@Index('uq_audit_seq', ['seq'], { unique: true })
export class AuditLogEntity {
  @PrimaryGeneratedColumn()
  id: number;

  @Column(instant())
  at: Date;

  @Column(count({ nullable: true }))
  actorUserId: number | null;

  /** `staff`, `customer`, `bank`, `poll`, `cli` or `system`. */
  @Column(key(12))
  actorKind: string;

  @Column(key(60))
  action: string;

  @Column(key(20))
  subjectType: string;

  @Column(key(40))
  subjectId: string;

  @Column(key(60, { nullable: true }))
  fromValue: string | null;

  @Column(key(60, { nullable: true }))
  toValue: string | null;

  @Column(words(500, { nullable: true }))
  reason: string | null;

  @Column(key(64, { nullable: true }))
  requestId: string | null;

  /** The row's place in the chain: 1, 2, 3 … without a gap; null until it is sealed. */
  @Column(count({ nullable: true }))
  seq: number | null;

  /** SHA-256 over the hash of the row before and this row's canonical form. */
  @Column(key(64, { nullable: true }))
  hash: string | null;

  /** HMAC over place and hash, by a key that the database does not hold. */
  @Column(key(64, { nullable: true }))
  seal: string | null;
}
