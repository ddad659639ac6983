import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { count, instant, key, words } from '../columns.js';

/** A mail to be sent: written in the transaction of what it tells, delivered afterwards. */
@Entity('mail_outbox')
@Index('uq_mail_dedupe', ['dedupeKey'], { unique: true })
@Index('ix_mail_due', ['nextAttemptAt', 'id'])
@Check('chk_mail_status', "status in ('queued', 'sent', 'failed')")
export class MailOutboxEntity {
  @PrimaryGeneratedColumn()
  id: number;

  /** What the mail is about, e.g. `receipt:<payment>`: the same thing is told once. */
  @Column(key(100))
  dedupeKey: string;

  @Column(words(254))
  recipient: string;

  @Column(key(40))
  template: string;

  /** JSON for the template. */
  @Column({ type: 'text' })
  data: string;

  @Column(key(10))
  status: 'queued' | 'sent' | 'failed';

  @Column(count({ default: 0 }))
  attempts: number;

  @Column(instant({ nullable: true }))
  nextAttemptAt: Date | null;

  @Column(key(40, { nullable: true }))
  leaseOwner: string | null;

  @Column(instant({ nullable: true }))
  leaseUntil: Date | null;

  /** The process that holds the lease; a lease whose holder is gone is void, however long it would still run. */
  @Column(key(26, { nullable: true }))
  leaseInstance: string | null;

  @Column(words(255, { nullable: true }))
  lastError: string | null;

  @Column(instant({ nullable: true }))
  sentAt: Date | null;

  @Column(instant())
  createdAt: Date;
}
