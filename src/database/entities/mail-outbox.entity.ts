import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { integer, instant, binaryKey, text } from '../columns.js';

/** A queued email: written in the transaction of its cause, delivered afterwards. */
@Entity('mail_outbox')
@Index('uq_mail_dedupe', ['dedupeKey'], { unique: true })
@Index('ix_mail_due', ['nextAttemptAt', 'id'])
@Check('chk_mail_status', "status in ('queued', 'sent', 'failed')")
export class MailOutboxEntity {
  @PrimaryGeneratedColumn()
  id: number;

  /** Dedupe key, e.g. `receipt:<payment>`: each cause is mailed once. */
  @Column(binaryKey(100))
  dedupeKey: string;

  @Column(text(254))
  recipient: string;

  @Column(binaryKey(40))
  template: string;

  /** JSON for the template. */
  @Column({ type: 'text' })
  data: string;

  @Column(binaryKey(10))
  status: 'queued' | 'sent' | 'failed';

  @Column(integer({ default: 0 }))
  attempts: number;

  @Column(instant({ nullable: true }))
  nextAttemptAt: Date | null;

  @Column(binaryKey(40, { nullable: true }))
  leaseOwner: string | null;

  @Column(instant({ nullable: true }))
  leaseUntil: Date | null;

  /** The lease's process; the lease is void once that process is gone. */
  @Column(binaryKey(26, { nullable: true }))
  leaseInstance: string | null;

  @Column(text(255, { nullable: true }))
  lastError: string | null;

  @Column(instant({ nullable: true }))
  sentAt: Date | null;

  @Column(instant())
  createdAt: Date;
}
