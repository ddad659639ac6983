import { Column, Entity, PrimaryColumn } from 'typeorm';
import { instant } from '../columns.js';

/** Lock row for a person and tier: serialises double-sell checks. */
@Entity('link_guards')
export class LinkCreationLockEntity {
  /** A digest, so that the table holds no personal data. */
  @PrimaryColumn({ type: 'varchar', length: 64 })
  guardKey: string;

  @Column(instant())
  heldAt: Date;
}
