import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { count, instant, key } from '../columns.js';

/** One exchange with the bank, masked: no key, hash, e-mail, name or full phone. */
@Entity('gateway_calls')
@Index('ix_gateway_calls_reference', ['reference', 'id'])
@Index('ix_gateway_calls_started', ['startedAt'])
export class GatewayCallEntity {
  @PrimaryGeneratedColumn()
  id: number;

  @Column(key(20))
  kind: string;

  @Column(key(40))
  reference: string;

  @Column(instant())
  startedAt: Date;

  @Column(count())
  durationMs: number;

  @Column(count({ nullable: true }))
  httpStatus: number | null;

  @Column(key(40))
  outcome: string;

  @Column({ type: 'text' })
  request: string;

  @Column({ type: 'text' })
  response: string;

  @Column(key(64, { nullable: true }))
  requestId: string | null;
}
