import { Column, Entity, PrimaryColumn } from 'typeorm';
import { integer } from '../columns.js';

/**
 * Units of a tier of a project; a row exists only where there is a limit, and changes with the payments in one unit of work
 * (docs/product.md#quota).
 */
@Entity('quota_counters')
export class QuotaCounterEntity {
  @PrimaryColumn({ type: 'integer' })
  projectId: number;

  /** The column held medals before there were codes. */
  @PrimaryColumn({ type: 'varchar', length: 10, name: 'token_type' })
  tierCode: string;

  @Column(integer())
  unitLimit: number;

  /** Payments that are pending or initiated. */
  @Column(integer())
  reserved: number;

  /** Valid tokens. */
  @Column(integer())
  sold: number;

  /** Grows with each change, so that of two live events the newer one is known. */
  @Column(integer({ default: 0 }))
  version: number;
}
