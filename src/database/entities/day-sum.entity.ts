import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import type { DayKind } from '../../domain/counted-payment.js';
import { count, key, money } from '../columns.js';

/** Figures of Indian days, summed over every span of the tree of days (src/domain/day-tree.ts). Only the fold writes it. */
@Entity('day_sums')
export class DaySumEntity {
  @PrimaryColumn({ type: 'integer' })
  node: number;

  @PrimaryColumn({ type: 'varchar', length: 10 })
  kind: DayKind;

  @PrimaryColumn({ type: 'varchar', length: 80 })
  name: string;

  @Column(count())
  total: number;

  /** Paise. */
  @Column(money())
  gross: number;

  /** Paise. */
  @Column(money())
  refunded: number;
}

/** What is to be added to the figures of a day: written with the change of a payment, folded into `day_sums` afterwards. */
@Entity('day_changes')
@Index('ix_day_changes_day', ['day'])
export class DayChangeEntity {
  @PrimaryGeneratedColumn()
  id: number;

  /** Days of the Indian calendar since 1 January 1970. */
  @Column(count())
  day: number;

  @Column(key(10))
  kind: DayKind;

  @Column(key(80))
  name: string;

  @Column(count())
  total: number;

  /** Paise. */
  @Column(money())
  gross: number;

  /** Paise. */
  @Column(money())
  refunded: number;
}
