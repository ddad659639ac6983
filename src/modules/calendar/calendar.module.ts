import { Module } from '@nestjs/common';
import { BankCalendar } from './bank-calendar.service.js';
import { BankHolidaysRepository } from './bank-holidays.repository.js';
import { BankHolidays } from './bank-holidays.service.js';

/** The calendar of bank days, for every module that promises or expects something within days (docs/product.md#bank-days). */
@Module({
  providers: [BankCalendar, BankHolidaysRepository, BankHolidays],
  exports: [BankCalendar, BankHolidays],
})
export class CalendarModule {}
