import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { count, flag, instant, key, words } from '../columns.js';

/**
 * A message that came in by the browser (`return`) or from the bank (`advice`), stored raw before anything is done with it.
 * `test` is the return of a test payment; it belongs to no payment.
 * It is never proof of a payment: it makes the product ask the bank.
 */
@Entity('gateway_notices')
@Index('uq_notices_public_id', ['publicId'], { unique: true })
@Index('uq_notices_digest', ['channel', 'digest'], { unique: true })
@Index('ix_notices_attempt', ['attemptId'])
export class GatewayNoticeEntity {
  @PrimaryGeneratedColumn()
  id: number;

  @Column(key(26))
  publicId: string;

  @Column(key(8))
  channel: 'return' | 'advice' | 'test';

  @Column(words(100))
  contentType: string;

  @Column({ type: 'text' })
  rawBody: string;

  /** SHA-256 of the raw body: the same message twice is one row. */
  @Column(key(64))
  digest: string;

  @Column(flag())
  hashValid: boolean;

  /** Why the message was not believed, e.g. `bad_hash`, `repeated_field`. */
  @Column(key(40, { nullable: true }))
  problem: string | null;

  @Column(key(20, { nullable: true }))
  responseCode: string | null;

  @Column(words(255, { nullable: true }))
  responseText: string | null;

  /** All three parameters that the verification screen needs were there: invoiceNo, paymentID, secureHash. */
  @Column(flag())
  complete: boolean;

  @Column(count({ nullable: true }))
  attemptId: number | null;

  @Column(count({ nullable: true }))
  paymentId: number | null;

  @Column(instant())
  receivedAt: Date;

  @Column(count({ default: 1 }))
  deliveries: number;
}
