import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { count, instant, key, words } from '../columns.js';

/** Who did what, when and why. Written in the transaction of the deed; rows are never changed or deleted. */
@Entity('audit_log')
@Index('ix_audit_at', ['at'])
@Index('ix_audit_subject', ['subjectType', 'subjectId', 'id'])
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
}
