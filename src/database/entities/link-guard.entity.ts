import { Column, Entity, PrimaryColumn } from 'typeorm';
import { instant } from '../columns.js';

/** One row a person and tier: its lock lets one desk at a time look for open links and make another. */
@Entity('link_guards')
export class LinkGuardEntity {
  /** A digest, so that the table holds no address and no number. */
  @PrimaryColumn({ type: 'varchar', length: 64 })
  guardKey: string;

  @Column(instant())
  heldAt: Date;
}
