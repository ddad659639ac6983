import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { integer, instant, binaryKey, text } from '../columns.js';

/** A bank holiday kept by admins, besides Sundays and the second and fourth Saturday. */
@Entity('bank_holidays')
@Index('uq_bank_holidays_day', ['day'], { unique: true })
export class BankHolidayEntity {
  @PrimaryGeneratedColumn()
  id: number;

  /** `YYYY-MM-DD`, IST. */
  @Column(binaryKey(10))
  day: string;

  @Column(text(60))
  name: string;

  /** Null: from the command line. */
  @Column(integer({ nullable: true }))
  createdBy: number | null;

  @Column(instant())
  createdAt: Date;
}
