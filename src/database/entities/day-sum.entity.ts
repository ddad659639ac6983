import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import type { DayKind } from '../../domain/payment/counted-payment.js';
import { DEFAULT_EVENT_ID } from '../../domain/projects/event-rules.js';
import { integer, binaryKey, money } from '../columns.js';

/** Day totals, summed over every node of the day tree (src/domain/calendar/day-tree.ts). Written by folding only. */
@Entity('day_sums')
export class DaySumEntity {
  @PrimaryColumn({ type: 'integer' })
  node: number;

  @PrimaryColumn({ type: 'varchar', length: 10 })
  kind: DayKind;

  @PrimaryColumn({ type: 'varchar', length: 80 })
  name: string;

  @Column(integer())
  total: number;

  /** Paise. */
  @Column(money())
  gross: number;

  /** Paise. */
  @Column(money())
  refunded: number;
}

/** The same for each event but the default one, whose figures are what the others leave. Written by folding only. */
@Entity('event_day_sums')
export class EventDaySumEntity {
  @PrimaryColumn({ type: 'integer' })
  node: number;

  @PrimaryColumn({ type: 'varchar', length: 10 })
  kind: DayKind;

  @PrimaryColumn({ type: 'integer' })
  eventId: number;

  @PrimaryColumn({ type: 'varchar', length: 80 })
  name: string;

  @Column(integer())
  total: number;

  /** Paise. */
  @Column(money())
  gross: number;

  /** Paise. */
  @Column(money())
  refunded: number;
}

/** Delta of a day's totals: written with the change of a payment, folded into the sums afterwards. */
@Entity('day_changes')
@Index('ix_day_changes_day', ['day'])
export class DayChangeEntity {
  @PrimaryGeneratedColumn()
  id: number;

  /** IST days since 1 January 1970. */
  @Column(integer())
  day: number;

  /** The payment's. */
  @Column(integer({ default: DEFAULT_EVENT_ID }))
  eventId: number;

  @Column(binaryKey(10))
  kind: DayKind;

  @Column(binaryKey(80))
  name: string;

  @Column(integer())
  total: number;

  /** Paise. */
  @Column(money())
  gross: number;

  /** Paise. */
  @Column(money())
  refunded: number;
}
