import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { integer, flag, instant, binaryKey, text } from '../columns.js';

/**
 * A message received through the browser (`return`) or from the bank (`advice`), stored raw first. `test` is the return of a test
 * payment, without a payment. Never evidence: it triggers a STATUS check (docs/product.md#completion).
 */
@Entity('gateway_notices')
@Index('uq_notices_public_id', ['publicId'], { unique: true })
@Index('uq_notices_digest', ['channel', 'digest'], { unique: true })
@Index('ix_notices_attempt', ['attemptId'])
export class GatewayCallbackEntity {
  @PrimaryGeneratedColumn()
  id: number;

  @Column(binaryKey(26))
  publicId: string;

  @Column(binaryKey(8))
  channel: 'return' | 'advice' | 'test';

  @Column(text(100))
  contentType: string;

  @Column({ type: 'text' })
  rawBody: string;

  /** SHA-256 of the raw body: a repeated message is one row. */
  @Column(binaryKey(64))
  digest: string;

  @Column(flag())
  hashValid: boolean;

  /** Why the message was rejected, e.g. `bad_hash`, `repeated_field`. */
  @Column(binaryKey(40, { nullable: true }))
  problem: string | null;

  @Column(binaryKey(20, { nullable: true }))
  responseCode: string | null;

  @Column(text(255, { nullable: true }))
  responseText: string | null;

  /** The message has invoiceNo, paymentID and secureHash. */
  @Column(flag())
  complete: boolean;

  @Column(integer({ nullable: true }))
  attemptId: number | null;

  @Column(integer({ nullable: true }))
  paymentId: number | null;

  @Column(instant())
  receivedAt: Date;

  @Column(integer({ default: 1 }))
  deliveries: number;
}
