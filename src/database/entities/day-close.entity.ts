import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { count, instant, key } from '../columns.js';

/** The figures of one day as somebody closed it. Rows are only ever added; each hash covers the one before. */
@Entity('day_closes')
@Index('uq_day_closes_day', ['day'], { unique: true })
@Index('uq_day_closes_sequence', ['sequence'], { unique: true })
export class DayCloseEntity {
  @PrimaryGeneratedColumn()
  id: number;

  /** `YYYY-MM-DD`, Indian calendar. */
  @Column(key(10))
  day: string;

  /** 1, 2, 3 … in the order of closing. */
  @Column(count())
  sequence: number;

  /** The canonical form that was hashed. */
  @Column({ type: 'text' })
  figures: string;

  @Column(key(64))
  figuresHash: string;

  /** The hash of the close before this one; null for the first. */
  @Column(key(64, { nullable: true }))
  previousHash: string | null;

  @Column(key(12))
  actorKind: string;

  @Column(count({ nullable: true }))
  closedBy: number | null;

  @Column(instant())
  closedAt: Date;
}
