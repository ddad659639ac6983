import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { count, instant, key, words } from '../columns.js';

/** A day on which the banks are closed beside Sundays and the second and fourth Saturday, as an admin keeps them. */
@Entity('bank_holidays')
@Index('uq_bank_holidays_day', ['day'], { unique: true })
export class BankHolidayEntity {
  @PrimaryGeneratedColumn()
  id: number;

  /** `YYYY-MM-DD`, Indian calendar. */
  @Column(key(10))
  day: string;

  @Column(words(60))
  name: string;

  /** Null: from the command line. */
  @Column(count({ nullable: true }))
  createdBy: number | null;

  @Column(instant())
  createdAt: Date;
}
