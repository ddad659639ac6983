import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { integer, instant, binaryKey } from '../columns.js';

/** One exchange with the bank, masked: no key, hash, email, name or full phone number. */
@Entity('gateway_calls')
@Index('ix_gateway_calls_reference', ['reference', 'id'])
@Index('ix_gateway_calls_started', ['startedAt'])
export class GatewayCallEntity {
  @PrimaryGeneratedColumn()
  id: number;

  @Column(binaryKey(20))
  kind: string;

  @Column(binaryKey(40))
  reference: string;

  @Column(instant())
  startedAt: Date;

  @Column(integer())
  durationMs: number;

  @Column(integer({ nullable: true }))
  httpStatus: number | null;

  @Column(binaryKey(40))
  outcome: string;

  @Column({ type: 'text' })
  request: string;

  @Column({ type: 'text' })
  response: string;

  @Column(binaryKey(64, { nullable: true }))
  requestId: string | null;
}
