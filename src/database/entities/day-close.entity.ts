import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { integer, instant, binaryKey } from '../columns.js';

/** The figures of a closed day. Append-only; each hash covers the previous one. */
@Entity('day_closes')
@Index('uq_day_closes_day', ['day'], { unique: true })
@Index('uq_day_closes_sequence', ['sequence'], { unique: true })
export class DayCloseEntity {
  @PrimaryGeneratedColumn()
  id: number;

  /** `YYYY-MM-DD`, IST. */
  @Column(binaryKey(10))
  day: string;

  /** 1, 2, 3 … in the order of closing. */
  @Column(integer())
  sequence: number;

  /** The canonical text that was hashed. */
  @Column({ type: 'text' })
  figures: string;

  @Column(binaryKey(64))
  figuresHash: string;

  /** The hash of the previous close; null for the first. */
  @Column(binaryKey(64, { nullable: true }))
  previousHash: string | null;

  @Column(binaryKey(12))
  actorKind: string;

  @Column(integer({ nullable: true }))
  closedBy: number | null;

  @Column(instant())
  closedAt: Date;
}
