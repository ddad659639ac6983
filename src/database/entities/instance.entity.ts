import { Column, Entity, PrimaryColumn } from 'typeorm';
import { count, instant, key } from '../columns.js';

/** A process of the product that is alive: the row goes with it. A lease names the row of its holder. */
@Entity('instances')
export class InstanceEntity {
  /** Random for each process, so that a restart on the same host is another instance. */
  @PrimaryColumn({ type: 'varchar', length: 26 })
  id: string;

  @Column(key(8))
  kind: 'server' | 'command';

  @Column(count())
  pid: number;

  /** When that process began, as the operating system counts it; null where it does not tell. */
  @Column(key(20, { nullable: true }))
  processStart: string | null;

  /** Counts up while the process lives. Observers compare it with what they read before, never with a clock. */
  @Column(count({ default: 0 }))
  beat: number;

  @Column(instant())
  startedAt: Date;
}
