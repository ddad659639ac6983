import { Injectable } from '@nestjs/common';
import { BankHolidayEntity } from '../../database/entities/bank-holiday.entity.js';
import { UnitOfWork } from '../../database/unit-of-work.js';

type NewHoliday = Omit<BankHolidayEntity, 'id'>;

/** The only writer of `bank_holidays`. */
@Injectable()
export class BankHolidaysRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** By day. */
  list(): Promise<BankHolidayEntity[]> {
    return this.repository.find({ order: { day: 'ASC' } });
  }

  findByDay(day: string): Promise<BankHolidayEntity | null> {
    return this.repository.findOneBy({ day });
  }

  /** Fails on the unique index for a listed day. */
  async insert(holiday: NewHoliday): Promise<void> {
    await this.repository.insert(holiday);
  }

  /** @returns false when the day is not listed */
  async remove(day: string): Promise<boolean> {
    return (await this.repository.delete({ day })).affected === 1;
  }

  private get repository() {
    return this.uow.manager.getRepository(BankHolidayEntity);
  }
}
