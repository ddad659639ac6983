import { Column, Entity, PrimaryColumn } from 'typeorm';
import { binaryKey, instant } from '../columns.js';

/** The last unit of work of a database connection. Written on MySQL and MariaDB alone (ADR 25). */
@Entity('commit_markers')
export class CommitMarkerEntity {
  /** Random for each connection. */
  @PrimaryColumn({ type: 'varchar', length: 26 })
  connection: string;

  /** Random for each unit of work; `-`: the last one that was asked about did not happen. */
  @Column(binaryKey(26))
  unit: string;

  /** By the database's clock, for removing old rows. */
  @Column(instant())
  markedAt: Date;
}
