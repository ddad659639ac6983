import { Column, Entity, PrimaryColumn } from 'typeorm';
import { integer, instant, binaryKey } from '../columns.js';

/** A live process of the product; the row is removed with it. A lease names its holder's row. */
@Entity('instances')
export class InstanceEntity {
  /** Random for each process, so that a restart on the same host is another instance. */
  @PrimaryColumn({ type: 'varchar', length: 26 })
  id: string;

  @Column(binaryKey(8))
  kind: 'server' | 'command';

  @Column(integer())
  pid: number;

  /** Start of the process as reported by the operating system; null where unknown. */
  @Column(binaryKey(20, { nullable: true }))
  processStart: string | null;

  /** Heartbeat counter. Observers compare it with the value read before, never with a clock. */
  @Column(integer({ default: 0 }))
  beat: number;

  @Column(instant())
  startedAt: Date;
}
