import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { integer, instant, binaryKey, text } from '../columns.js';

/**
 * An audit entry. Written in the transaction of the audited change; append-only. The sealer fills the last three columns once,
 * right after that transaction.
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

  @Column(integer({ nullable: true }))
  actorUserId: number | null;

  /** `staff`, `customer`, `bank`, `poll`, `cli` or `system`. */
  @Column(binaryKey(12))
  actorKind: string;

  @Column(binaryKey(60))
  action: string;

  @Column(binaryKey(20))
  subjectType: string;

  @Column(binaryKey(40))
  subjectId: string;

  @Column(binaryKey(60, { nullable: true }))
  fromValue: string | null;

  @Column(binaryKey(60, { nullable: true }))
  toValue: string | null;

  @Column(text(500, { nullable: true }))
  reason: string | null;

  @Column(binaryKey(64, { nullable: true }))
  requestId: string | null;

  /** Sequence number in the chain, without gaps; null until sealed. */
  @Column(integer({ nullable: true }))
  seq: number | null;

  /** SHA-256 over the previous row's hash and this row's canonical form. */
  @Column(binaryKey(64, { nullable: true }))
  hash: string | null;

  /** HMAC over sequence number and hash, by a key that is not readable in the database. */
  @Column(binaryKey(64, { nullable: true }))
  seal: string | null;
}
